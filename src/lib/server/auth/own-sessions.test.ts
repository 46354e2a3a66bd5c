import { describe, expect, it } from 'vitest';
import { ACCESS_LIFE_S, REFRESH_LIFE_S } from '../../constants.ts';
import type { Tokens } from '../../contract/auth.ts';
import type { Session } from '../../contract/sessions.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, makeUser, TEST_NOW } from '../testing/testing.ts';
import { openSession } from './sessions.ts';
import { bearer, sendJson } from './testing.ts';
import { resolveViewer } from './viewer.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36';
const NOBODYS_ID = '01890000-0000-7000-8000-000000000000';
const PATH = '/v1/auth/sessions';

describe.each(ENGINES)('signed-in browsers on %s', (engine) => {
  async function setUp() {
    const plant = await testPlant(engine);
    const { deps, app } = plant;
    const user = await makeUser(deps);
    const open = (userAgent: string | null = null, of = user, address = '192.0.2.7') =>
      deps.db.write(null, (db) => openSession(deps, db, of.id, { address, userAgent }));
    const list = async (as: Pick<Tokens, 'token'>) => {
      const answer = await app.request(PATH, { headers: bearer(as) });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { items: Session[] }).items;
    };
    const idOf = async (of: Tokens) => (await list(of)).find(({ current }) => current)!.id;
    const revoke = (as: Pick<Tokens, 'token'>, id: string) => app.request(`${PATH}/${id}`, { method: 'DELETE', headers: bearer(as) });
    const revokeOthers = (as: Pick<Tokens, 'token'>) => app.request(PATH, { method: 'DELETE', headers: bearer(as) });
    const refresh = (pair: Tokens) => sendJson(app, 'POST', '/v1/auth/refresh_token', { token: pair.refresh_token });
    const rows = (of = user) =>
      deps.db.read(null, (db) => db.selectFrom('sessions').selectAll().where('user_id', '=', of.id).orderBy('id').execute());
    return { ...plant, user, open, list, idOf, revoke, revokeOthers, refresh, rows };
  }
  const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code: string }).code}`;

  it('are listed with what tells them apart, the one that asks first and then the last active', async () => {
    const { deps, open, list, refresh } = await setUp();
    const phone = await open(PHONE);
    deps.clock.advance(60e6);
    await open('curl/8.14.1', undefined, '2001:db8::1');
    deps.clock.advance(60e6);
    const here = await open();
    deps.clock.advance(60e6);
    expect((await refresh(phone)).status).toBe(200);
    const [first, second, third, ...more] = await list(here);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ current: true, browser: null, system: null, user_agent: null });
    expect(second).toEqual({
      id: expect.any(String),
      current: false,
      browser: 'samsung_internet',
      system: 'android',
      created_at: formatInstant(TEST_NOW),
      last_active_at: formatInstant(TEST_NOW + 180e6),
      expires_at: formatInstant(TEST_NOW + 180e6 + REFRESH_LIFE_S * 1e6),
      ip: '192.0.2.7',
      user_agent: PHONE,
    });
    expect(third).toMatchObject({ browser: null, user_agent: 'curl/8.14.1', ip: '2001:db8::1' });
    expect(third?.last_active_at).toBe(third?.created_at);
  });

  it('are only those that still stand, and only one’s own', async () => {
    const { deps, owner, open, list, idOf, revoke } = await setUp();
    await open();
    deps.clock.advance(REFRESH_LIFE_S * 1e6);
    const here = await open();
    const signedOut = await open();
    await revoke(here, await idOf(signedOut));
    await open(null, owner);
    expect(await list(here)).toEqual([expect.objectContaining({ id: await idOf(here), current: true })]);
  });

  it('never show what opens them', async () => {
    const { open, app, rows } = await setUp();
    const here = await open();
    const [row] = await rows();
    const text = await (await app.request(PATH, { headers: bearer(here) })).text();
    for (const secret of [here.token, here.refresh_token, row!.refresh_hash, 'hash', 'generation', 'user_id'])
      expect(text).not.toContain(secret);
  });

  it('that is signed out is refused at once, whatever it asks, and no new token is given to it', async () => {
    const { deps, app, root, workspace, owner, open, idOf, revoke, refresh } = await setUp();
    const [here, other] = [await open(null, owner), await open(null, owner)];
    const path = `${root}/dataloggers`;
    const write = (as: Tokens) => sendJson(app, 'POST', path, { name: 'Pec', workspace_id: workspace.id }, bearer(as));
    const read = (as: Tokens) => app.request(path, { headers: bearer(as) });
    expect((await write(other)).status).toBe(201);

    expect((await revoke(here, await idOf(other))).status).toBe(200);
    expect(await codeOf(await write(other))).toBe('401 session_revoked');
    expect(await codeOf(await refresh(other))).toBe('401 session_revoked');
    const cookies = `auth._token.local=${encodeURIComponent(`Bearer ${other.token}`)}; auth._refresh_token.local=${other.refresh_token}`;
    expect(await resolveViewer(deps, cookies)).toEqual({ kind: 'anonymous' });
    expect((await write(here)).status).toBe(201);
    expect(await codeOf(await app.request('/v1/auth/profile', { headers: bearer(other) }))).toBe('401 session_revoked');

    expect(await codeOf(await read(other))).toBe('401 session_revoked');
    deps.clock.advance(ACCESS_LIFE_S * 1e6);
    expect(await codeOf(await read(other))).toBe('401 token_expired');
    expect((await refresh(here)).status).toBe(200);
  });

  it('can’t sign others out any more once it is signed out itself', async () => {
    const { open, idOf, revoke, revokeOthers, list } = await setUp();
    const [here, other] = [await open(), await open()];
    await revoke(here, await idOf(other));
    expect(await codeOf(await revoke(other, await idOf(here)))).toBe('401 session_revoked');
    expect(await codeOf(await revokeOthers(other))).toBe('401 session_revoked');
    expect(await list(here)).toHaveLength(1);
  });

  it('signed out twice is signed out once, at the first moment', async () => {
    const { deps, open, idOf, revoke, rows } = await setUp();
    const [here, other] = [await open(), await open()];
    const id = await idOf(other);
    const first = await (await revoke(here, id)).json();
    deps.clock.advance(5e6);
    const second = await revoke(here, id);
    expect(second.status).toBe(200);
    expect(await second.json()).toEqual(first);
    expect(first).toEqual({ id, revoked_at: formatInstant(TEST_NOW) });
    expect((await rows()).filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(1);
  });

  it('of somebody else is not there, exactly as one that never was', async () => {
    const { owner, open, idOf, revoke, rows } = await setUp();
    const [here, theirs] = [await open(), await open(null, owner)];
    const bodies = [];
    for (const id of [await idOf(theirs), NOBODYS_ID, 'none']) {
      const answer = await revoke(here, id);
      expect(answer.status).toBe(404);
      bodies.push({ ...((await answer.json()) as object), request_id: '' });
    }
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect((await rows(owner)).every(({ revoked_at }) => revoked_at === null)).toBe(true);
  });

  it('can all be signed out but the one that asks', async () => {
    const { deps, owner, open, list, revokeOthers, refresh, rows } = await setUp();
    await open();
    deps.clock.advance(REFRESH_LIFE_S * 1e6);
    const theirs = await open(null, owner);
    const [here, one, two] = [await open(), await open(), await open()];
    const answer = await revokeOthers(here);
    expect(await answer.json()).toEqual({ revoked: 2 });
    expect(await list(here)).toHaveLength(1);
    for (const other of [one, two]) expect(await codeOf(await refresh(other))).toBe('401 session_revoked');
    for (const standing of [here, theirs]) expect((await refresh(standing)).status).toBe(200);
    // One that ended by itself stays what it was.
    expect((await rows()).filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(2);
    expect(await (await revokeOthers(here)).json()).toEqual({ revoked: 0 });
  });

  it('are signed out only by who says it from this site, with the token in the header', async () => {
    const { app, open, idOf, list } = await setUp();
    const [here, other] = [await open(), await open()];
    const path = `${PATH}/${await idOf(other)}`;
    const cookie = `auth._token.local=${encodeURIComponent(`Bearer ${here.token}`)}; XSRF-TOKEN=a`;
    expect(await codeOf(await app.request(path, { method: 'DELETE', headers: { Cookie: cookie } }))).toBe('401 unauthenticated');
    const forged = await app.request(path, { method: 'DELETE', headers: { ...bearer(here), Cookie: cookie } });
    expect(await codeOf(forged)).toBe('403 cross_site');
    expect(await list(here)).toHaveLength(2);
  });
});
