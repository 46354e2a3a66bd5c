import { beforeAll, describe, expect, it } from 'vitest';
import { loadKeys } from '../../auth/root-secrets.ts';
import { markCookie, REFRESH_COOKIE } from '../../auth/session-mark.ts';
import { bearer, signedIn } from '../../auth/testing.ts';
import { parseConfig } from '../../kernel/config.ts';
import { systemClock } from '../../kernel/ids.ts';
import { openDatabase } from '../../storage/open.ts';
import { makeTenant, type Tenant } from '../../testing/tenant.ts';
import { type TestDeps, testDeps, testLocation } from '../../testing/testing.ts';
import { builtServer } from './testing.ts';

/** A browser that asks for a page with the mark of a session and without its cookies has signed out of it. */

const JWT_SECRET = 'a secret that the test and the process know';
let deps: TestDeps;
let tenant: Tenant;
let server: Awaited<ReturnType<typeof builtServer>>;

beforeAll(async () => {
  const location = await testLocation('postgres');
  const db = openDatabase(location, { clock: systemClock });
  await db.migrate();
  const keys = await loadKeys(parseConfig({ JWT_SECRET }), db, systemClock);
  const clock = { now: systemClock.now, set: () => undefined, advance: () => undefined };
  deps = await testDeps('postgres', { db, keys, clock });
  tenant = await makeTenant(deps);
  server = await builtServer({ DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl ?? '', JWT_SECRET, LOG_LEVEL: 'fatal' });
  return () => db.close();
});

async function browser() {
  const pair = await signedIn(deps, tenant.owner);
  const mark = markCookie(deps, JSON.parse(atob(pair.token.split('.')[1]!)).sid).split(';')[0]!;
  const refresh = `${REFRESH_COOKIE}=${pair.refresh_token}`;
  const access = `auth._token.local=${encodeURIComponent(`Bearer ${pair.token}`)}`;
  const open = (path: string, cookies: readonly string[], headers: Record<string, string> = {}) =>
    fetch(server.url + path, { redirect: 'manual', headers: { Cookie: cookies.join('; '), ...headers } });
  const read = async () => (await fetch(`${server.url}/v1/orgs/${tenant.organization.id}/dataloggers`, { headers: bearer(pair) })).status;
  return { mark, refresh, access, open, read };
}

describe('the session of a browser', () => {
  it.each(['/login', '/en/login', '/dlog/dataloggers', '/apps', '/no/such/page'])(
    'ends when it asks for %s without its cookies',
    async (path) => {
      const { mark, open, read } = await browser();
      expect(await read()).toBe(200);
      await (await open(path, [mark])).text();
      expect(await read()).toBe(401);
      const again = await open('/login', [mark]);
      expect(again.headers.getSetCookie().join()).toContain('session_mark=; Path=/; Max-Age=0');
      await again.text();
    },
  );

  it('stands while one of its cookies is there, also when the access token is over or a refresh is under way', async () => {
    const { mark, refresh, access, open, read } = await browser();
    for (const cookies of [[mark, refresh], [mark, access], [mark, refresh, access], [mark, `${REFRESH_COOKIE}=rt_other`], [refresh], []])
      for (const path of ['/login', '/dlog/dataloggers', '/apps']) await (await open(path, cookies)).text();
    expect(await read()).toBe(200);
  });

  it('stands when something else than a page is asked for, or the mark is nobody’s', async () => {
    const { mark, open, read } = await browser();
    for (const path of ['/robots.txt', '/favicon.svg', '/healthz', '/v1/openapi.json']) await (await open(path, [mark])).text();
    for (const dest of ['empty', 'image', 'script']) await (await open('/login', [mark], { 'Sec-Fetch-Dest': dest })).text();
    const forged = mark.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    await (await open('/login', [forged], { 'Sec-Fetch-Dest': 'document' })).text();
    expect(await read()).toBe(200);
    await (await open('/login', [mark], { 'Sec-Fetch-Dest': 'document' })).text();
    expect(await read()).toBe(401);
  });
});
