import { chromium } from '@playwright/test';
const U = 'http://127.0.0.1:4700';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const api = await b.newContext();
await api.request.post(U + '/v1/auth/form', { form: { email: 'demo@taktlog.example', password: 'demo-demo-demo', locale: 'en' }, headers: { Origin: U, 'Sec-Fetch-Site': 'same-origin' } });
const prof = await (await api.request.get(U + '/v1/auth/profile')).json();
const org = prof.links.organizations[0].organization_id;
const get = async (p) => (await api.request.get(`${U}/v1/orgs/${org}${p}`)).json();
const ops = (await get('/operations')).items ?? [];
const alarms = (await get('/alarms')).items ?? [];
const sets = (await get('/allowance-sets')).items ?? [];
const loggers = (await get('/dataloggers?limit=50')).items;
const recs = (await get('/recordings')).items ?? [];
console.log(ops.length, alarms.length, sets.length, recs.length);
const state = await api.storageState();
const H = { 320: 640, 390: 844, 900: 800, 1024: 768, 1440: 900 };
const L = { cs: '', en: '/en', sk: '/sk' };
const pages = {
  op: ops[0] && `/tm/operations/${ops[0].id}`, ops: '/tm/operations', set: sets[0] && `/tm/allowance-sets/${sets[0].id}`,
  alarm: alarms[0] && `/dlog/alarms/${alarms[0].id}`, hooks: '/org#webhooks', charts: `/dlog/charts?logger=${loggers.find((l) => /Chlad/.test(l.name))?.id ?? loggers[0].id}&vs=day`,
  logger: `/dlog/dataloggers/${(loggers.find((l) => /Chlad/.test(l.name)) ?? loggers[0]).id}`, rec: recs[0] && `/dlog/recordings2/${recs[0].id}`,
};
for (const spec of process.argv.slice(2)) {
  const [name, l, theme, w] = spec.split('-'); const width = Number(w);
  if (!pages[name]) { console.log('no', name); continue; }
  const c = await b.newContext({ storageState: state, viewport: { width, height: H[width] }, colorScheme: theme, locale: l, reducedMotion: 'reduce', hasTouch: width < 1000 });
  const p = await c.newPage();
  await p.goto(U + L[l] + pages[name]); await p.waitForTimeout(5000);
  await p.screenshot({ path: `/tmp/pics/n-${spec}.png` });
  await c.close();
}
await b.close();
