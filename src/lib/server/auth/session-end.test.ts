import { describe, expect, it } from 'vitest';
import { ACCESS_LIFE_S, REFRESH_LIFE_S, SESSION_LIFE_S } from '../../constants.ts';
import type { Tokens } from '../../contract/auth.ts';
import { patch, person } from '../people/testing.ts';
import { testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeUser, testKeys } from '../testing/testing.ts';
import { MARK_COOKIE, markCookie, REFRESH_COOKIE } from './session-mark.ts';
import { bearer, cheapHash, sendJson, signedIn, TEST_PASSWORD } from './testing.ts';
import { resolveViewer } from './viewer.ts';

const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ''}`.trim();
const cookiesOf = ({ token, refresh_token }: Tokens) =>
  `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}; ${REFRESH_COOKIE}=${refresh_token}`;
const markIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${MARK_COOKIE}=`))
    ?.split(';')[0];

describe.each(ENGINES)('a session on %s', (engine) => {
  async function setUp() {
    const plant = await testPlant(engine);
    const { app, deps } = plant;
    const user = await makeUser(deps, { password_hash: await cheapHash() });
    const read = (path: string, as: Pick<Tokens, 'token'>) => app.request(path, { headers: bearer(as) });
    const refresh = ({ refresh_token }: Tokens) => sendJson(app, 'POST', '/v1/auth/refresh_token', { token: refresh_token });
    const stands = async (of = user) =>
      (
        await deps.db.read(null, (db) =>
          db.selectFrom('sessions').select('id').where('user_id', '=', of.id).where('revoked_at', 'is', null).execute(),
        )
      ).length;
    const login = (headers: Record<string, string> = {}) =>
      sendJson(app, 'POST', '/v1/auth/login', { email: user.email, password: TEST_PASSWORD }, headers);
    return { ...plant, user, read, refresh, stands, login };
  }

  it('ends thirty days after its log-in, however often it is refreshed', async () => {
    const { deps, user, refresh, read } = await setUp();
    let pair = await signedIn(deps, user);
    for (let day = 0; day < 29; day++) {
      deps.clock.advance(86_400e6 - 1e6);
      const answer = await refresh(pair);
      expect(answer.status).toBe(200);
      pair = (await answer.json()) as Tokens;
    }
    // Its last tokens don't outlive it.
    deps.clock.advance((SESSION_LIFE_S - 29 * 86_399 - ACCESS_LIFE_S / 2) * 1e6);
    pair = (await (await refresh(pair)).json()) as Tokens;
    deps.clock.advance((ACCESS_LIFE_S / 2) * 1e6 - 1);
    expect((await read('/v1/auth/account', pair)).status).toBe(200);
    deps.clock.advance(1);
    expect(await codeOf(await read('/v1/auth/account', pair))).toBe('401 token_expired');
    expect(await codeOf(await refresh(pair))).toBe('401 token_expired');
    expect(await resolveViewer(deps, cookiesOf(pair))).toEqual({ kind: 'anonymous' });
    expect(REFRESH_LIFE_S).toBeLessThan(SESSION_LIFE_S);
  });

  it('that was revoked reads nothing more at once, of an organisation or of the person', async () => {
    const { deps, app, root, owner, read } = await setUp();
    const [here, other] = [await signedIn(deps, owner), await signedIn(deps, owner)];
    const paths = [`${root}/dataloggers`, root, `${root}/people/${owner.id}`, '/v1/auth/account', '/v1/auth/sessions', '/v1/auth/profile'];
    for (const path of paths) expect([path, (await read(path, other)).status]).toEqual([path, 200]);
    expect((await app.request('/v1/auth/sessions', { method: 'DELETE', headers: bearer(here) })).status).toBe(200);
    for (const path of [...paths, `${root}/events`, '/v1/auth/avatar'])
      expect([path, await codeOf(await read(path, other))]).toEqual([path, '401 session_revoked']);
    expect((await read(paths[0]!, here)).status).toBe(200);
  });

  it('is asked about together with the rights, without a query of its own', async () => {
    const { deps, root, owner, read } = await setUp();
    const pair = await signedIn(deps, owner);
    expect(await queriesOf(deps.db, async () => read(`${root}/taxonomies`, pair))).toBe(2);
  });

  describe('closes its live streams', () => {
    async function watched() {
      const plant = await setUp();
      const { deps, app, root } = plant;
      const tom = await person(plant, 'admin');
      const open = async (pair: Tokens) => {
        const reader = (await app.request(`${root}/events`, { headers: bearer(pair) })).body!.getReader();
        await reader.read();
        return reader;
      };
      const [here, other] = [await signedIn(deps, tom.user), await signedIn(deps, tom.user)];
      return { ...plant, tom, here, other, streams: { here: await open(here), other: await open(other) }, open };
    }
    const ends = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
      expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: expired');
      expect((await reader.read()).done).toBe(true);
    };

    it('when it is signed out from another browser, which goes on', async () => {
      const { deps, app, root, here, streams, stands, tom } = await watched();
      await app.request('/v1/auth/sessions', { method: 'DELETE', headers: bearer(here) });
      await ends(streams.other);
      expect(await stands(tom.user)).toBe(1);
      deps.bus.publish(root.split('/').at(-1)!, { name: 'changed', data: { entity: 'organizations', id: tom.id, workspace_id: null } });
      expect(new TextDecoder().decode((await streams.here.read()).value)).toContain('event: changed');
      await streams.here.cancel();
    });

    it('when a stolen refresh token is used, and when its person is deactivated', async () => {
      const { deps, plant, refresh, other, streams, tom } = await watched().then((all) => ({ ...all, plant: all }));
      await refresh(other);
      deps.clock.advance(31e6);
      expect(await codeOf(await refresh(other))).toBe('401 session_revoked');
      await ends(streams.other);
      await patch(plant, tom.id, { rev: 1, deactivated: true });
      await ends(streams.here);
    });
  });

  describe('is named by a mark in its browser', () => {
    it('which only a browser gets that shows its cookies, and which opens nothing', async () => {
      const { app, login, read } = await setUp();
      const answer = await login();
      expect(markIn(answer)).toBeUndefined();
      const pair = (await answer.json()) as Tokens;
      expect(markIn(await read('/v1/auth/profile', pair))).toBeUndefined();
      const shown = await app.request('/v1/auth/profile', { headers: { ...bearer(pair), Cookie: cookiesOf(pair) } });
      const mark = markIn(shown)!;
      expect(shown.headers.getSetCookie().find((line) => line.startsWith(mark))).toMatch(
        /; Path=\/; Max-Age=5184000; SameSite=Lax; HttpOnly$/,
      );
      expect((await app.request('/v1/auth/profile', { headers: { Cookie: mark } })).status).toBe(401);
      const again = await app.request('/v1/auth/profile', { headers: { ...bearer(pair), Cookie: `${cookiesOf(pair)}; ${mark}` } });
      expect(markIn(again)).toBeUndefined();
    });

    it('and ends when another one takes its place there', async () => {
      const { app, deps, login, stands, read } = await setUp();
      const first = (await (await login()).json()) as Tokens;
      const mark = markIn(await app.request('/v1/auth/profile', { headers: { ...bearer(first), Cookie: cookiesOf(first) } }))!;
      expect(await stands()).toBe(1);
      await login({ Cookie: mark.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
      expect(await stands()).toBe(2);
      await login({ Cookie: mark });
      expect(await stands()).toBe(2);
      expect(await codeOf(await read('/v1/auth/account', first))).toBe('401 session_revoked');
      // Somebody else's key made it: another installation at the same name.
      const foreign = markCookie({ ...deps, keys: testKeys(new Uint8Array(32).fill(9)) }, '01890000-0000-7000-8000-000000000000').split(
        ';',
      )[0]!;
      expect((await login({ Cookie: foreign })).status).toBe(200);
    });
  });
});
