import { describe, expect, it } from 'vitest';
import { getProfile } from '../../contract/auth.ts';
import { createApp } from '../process/app.ts';
import { inProcessApi } from '../process/in-process.ts';
import { ENGINES, makeUser, testDeps } from '../testing/testing.ts';
import { sendJson, signedIn } from './testing.ts';
import { resolveViewer } from './viewer.ts';

describe.each(ENGINES)('who looks at a page, on %s', (engine) => {
  async function setUp() {
    const deps = await testDeps(engine);
    const user = await makeUser(deps);
    const pair = await signedIn(deps, user);
    const access = (token = pair.token) => `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`;
    const refresh = (token = pair.refresh_token) => `auth._refresh_token.local=${token}`;
    const kind = async (cookies: string | undefined) => (await resolveViewer(deps, cookies)).kind;
    const rotate = (token: string) => sendJson(createApp(deps), 'POST', '/v1/auth/refresh_token', { token });
    return { deps, user, pair, access, refresh, kind, rotate };
  }

  it('a valid access token is the person, whose token serves calls inside the process', async () => {
    const { deps, user, access, refresh } = await setUp();
    const viewer = await resolveViewer(deps, `other=1; ${access()}; ${refresh()}`);
    expect(viewer).toMatchObject({ kind: 'user', profile: { id: user.id, email: user.email } });
    if (viewer.kind !== 'user') throw new Error('not a user');
    expect(await inProcessApi(createApp(deps), viewer.token).call(getProfile)).toEqual(viewer.profile);
  });

  it('an expired or missing access token with a known refresh token is the shell, and using nothing up', async () => {
    const { deps, access, refresh, kind, pair, rotate } = await setUp();
    expect(await kind(refresh())).toBe('shell');
    deps.clock.advance(16 * 60e6);
    expect(await kind(`${access()}; ${refresh()}`)).toBe('shell');
    expect(await kind(`${access()}; ${refresh()}`)).toBe('shell');
    expect(await kind(access())).toBe('anonymous');
    expect((await rotate(pair.refresh_token)).status).toBe(200);
    // Just exchanged by another tab: still known for 30 s.
    expect(await kind(refresh())).toBe('shell');
    deps.clock.advance(30e6 + 1_000);
    expect(await kind(refresh())).toBe('anonymous');
    // Looking must not have been taken for a theft.
    const session = await deps.db.read(null, (db) =>
      db.selectFrom('sessions').selectAll().where('previous_hash', 'is not', null).execute(),
    );
    expect(session.every((row) => row.revoked_at === null)).toBe(true);
  });

  it('a revoked session, an archived person and an expired refresh token are nobody', async () => {
    const { deps, user, access, refresh, kind } = await setUp();
    const revoke = (at: number | null) =>
      deps.db.write(null, (db) => db.updateTable('sessions').set({ revoked_at: at }).where('user_id', '=', user.id).execute());
    await revoke(1);
    expect(await kind(`${access()}; ${refresh()}`)).toBe('anonymous');
    await revoke(null);
    expect(await kind(`${access()}; ${refresh()}`)).toBe('user');
    await deps.db.write(null, (db) => db.updateTable('users').set({ archived_at: 1 }).where('id', '=', user.id).execute());
    expect(await kind(`${access()}; ${refresh()}`)).toBe('anonymous');
    await deps.db.write(null, (db) => db.updateTable('users').set({ archived_at: null }).where('id', '=', user.id).execute());
    deps.clock.advance(86_400e6);
    expect(await kind(`${access()}; ${refresh()}`)).toBe('anonymous');
  });

  it('garbage is nobody and never an error', async () => {
    const { access, refresh, kind, pair } = await setUp();
    const forged = `rt_${'A'.repeat(70)}`;
    for (const cookies of [
      undefined,
      '',
      ';;;=;',
      'auth._token.local',
      'auth._token.local=%E0%A4%A',
      'auth._token.local=Bearer%20',
      `auth._token.local=${pair.token}`,
      'auth._token.local=Bearer%20a.b.c; auth._refresh_token.local=rt_x',
      refresh(forged),
      refresh(`${pair.refresh_token.slice(0, -2)}__`),
      `${'x'.repeat(100_000)}; ${access()}`,
      `auth._token.local=${'x'.repeat(100_000)}`,
      `auth._token.local=Bearer%20${'%00'.repeat(50)}; auth._refresh_token.local=%00`,
      'auth._token.local=Bearer%20x; auth._token.local=y',
    ])
      expect(await kind(cookies)).toBe('anonymous');
  });
});
