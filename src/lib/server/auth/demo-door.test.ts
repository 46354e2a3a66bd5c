import { describe, expect, it } from 'vitest';
import { ACCESS_LIFE_S, DEMO_SESSION_LIFE_S, DEMO_VISITOR_ID } from '../../constants.ts';
import { parseConfig } from '../kernel/config.ts';
import { createApp } from '../process/app.ts';
import { ENGINES, freshDatabase, makeUser, testClock, testDeps } from '../testing/testing.ts';
import { endVisits } from './demo-door.ts';
import { sendJson, signedIn } from './testing.ts';
import { resolveViewer } from './viewer.ts';

const SITE = 'http://log.example.com';

describe.each(ENGINES)('the door of the demo on %s', (engine) => {
  async function setUp({ DEMO_PUBLIC = '1', visitor = true } = {}) {
    const clock = testClock();
    const { db } = await freshDatabase(engine, clock);
    const deps = await testDeps(engine, { db, clock, config: parseConfig({ SITE_URL: SITE, TRUST_PROXY: '1', DEMO_PUBLIC }) });
    if (visitor) await makeUser(deps, { id: DEMO_VISITOR_ID, password_hash: '' });
    const app = createApp(deps);
    const press = (headers: Record<string, string> = {}) =>
      app.request(`${SITE}/v1/auth/demo`, {
        method: 'POST',
        body: 'locale=sk',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin', ...headers },
      });
    const cookiesOf = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0])
        .join('; ');
    const standing = () =>
      db.read(null, (tx) =>
        tx.selectFrom('sessions').select('id').where('user_id', '=', DEMO_VISITOR_ID).where('revoked_at', 'is', null).execute(),
      );
    return { deps, app, press, cookiesOf, standing };
  }
  const whereTo = (answer: Response) => [answer.status, answer.headers.get('location')];

  it('is not there unless the installation shows its demo', async () => {
    const { press, standing } = await setUp({ DEMO_PUBLIC: '0' });
    expect((await press()).status).toBe(404);
    expect(await standing()).toEqual([]);
  });

  it('lets a visitor in as the reader of the demo, in his language; pressed again it opens no second session', async () => {
    const { deps, press, cookiesOf, standing } = await setUp();
    const answer = await press();
    expect(whereTo(answer)).toEqual([303, '/sk/user/dashboard']);
    const cookie = cookiesOf(answer);
    expect(await resolveViewer(deps, cookie)).toMatchObject({ kind: 'user', profile: { id: DEMO_VISITOR_ID } });
    const again = await press({ Cookie: cookie });
    expect([...whereTo(again), again.headers.getSetCookie()]).toEqual([303, '/sk/user/dashboard', []]);
    expect(await standing()).toHaveLength(1);
  });

  it('leaves whoever is signed in who he is', async () => {
    const { deps, press, standing } = await setUp();
    const { token } = await signedIn(deps, await makeUser(deps));
    const answer = await press({ Cookie: `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}` });
    expect([...whereTo(answer), answer.headers.getSetCookie()]).toEqual([303, '/sk/user/dashboard', []]);
    expect(await standing()).toEqual([]);
  });

  it('is opened by pages of this site only', async () => {
    const { press, standing } = await setUp();
    expect((await press({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect(await standing()).toEqual([]);
  });

  it('closes for an address that asks again and again, and opens for others', async () => {
    const { deps, press } = await setUp();
    for (let n = 0; n < 40; n++) expect(whereTo(await press())).toEqual([303, '/sk/user/dashboard']);
    expect(whereTo(await press())).toEqual([303, '/sk/login?error=too_many_attempts']);
    expect(whereTo(await press({ 'X-Forwarded-For': '192.0.2.7' }))).toEqual([303, '/sk/user/dashboard']);
    deps.clock.advance(3_600e6);
    expect(whereTo(await press())).toEqual([303, '/sk/user/dashboard']);
  });

  it('closes while as many visitors look as it takes, and before there is a plant', async () => {
    const { deps, press } = await setUp();
    for (let n = 0; n < 500; n++) await signedIn(deps, { id: DEMO_VISITOR_ID });
    expect(whereTo(await press())).toEqual([303, '/sk/login?error=demo_closed']);
    deps.clock.advance(DEMO_SESSION_LIFE_S * 1e6);
    expect(whereTo(await press())).toEqual([303, '/sk/user/dashboard']);
    const early = await setUp({ visitor: false });
    expect(whereTo(await early.press())).toEqual([303, '/sk/login?error=demo_closed']);
  });

  it('lets nobody stay for longer than two hours, however often he refreshes', async () => {
    const { deps, app } = await setUp();
    let pair = await signedIn(deps, { id: DEMO_VISITOR_ID });
    const refresh = () => sendJson(app, 'POST', '/v1/auth/refresh_token', { token: pair.refresh_token });
    const read = () => app.request('/v1/auth/profile', { headers: { Authorization: `Bearer ${pair.token}` } });
    for (let spent = 0; spent < DEMO_SESSION_LIFE_S - ACCESS_LIFE_S / 2; spent += ACCESS_LIFE_S / 2) {
      deps.clock.advance((ACCESS_LIFE_S / 2) * 1e6);
      const answer = await refresh();
      if (answer.status !== 200) throw new Error(`refused after ${spent} s`);
      pair = (await answer.json()) as typeof pair;
    }
    expect((await read()).status).toBe(200);
    deps.clock.advance((ACCESS_LIFE_S / 2) * 1e6);
    expect([(await read()).status, (await refresh()).status]).toEqual([401, 401]);
  });

  it('that is shut by the next start sends out who is inside, and nobody else', async () => {
    const { deps, press, cookiesOf } = await setUp();
    const cookie = cookiesOf(await press());
    const { token } = await signedIn(deps, await makeUser(deps));
    await endVisits(deps);
    expect(await resolveViewer(deps, cookie)).toEqual({ kind: 'anonymous' });
    expect((await resolveViewer(deps, `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`)).kind).toBe('user');
  });
});
