import { describe, expect, it } from 'vitest';
import { REFRESH_LIFE_S } from '../../constants.ts';
import { parseConfig } from '../kernel/config.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { createApp } from '../process/app.ts';
import { ENGINES, makeMembership, makeOrganization, makeUser, makeWorkspace, type TestDeps, testDeps } from '../testing/testing.ts';
import { bearer, cheapHash, sendJson, signedIn, TEST_PASSWORD } from './testing.ts';

describe.each(ENGINES)('people on %s', (engine) => {
  async function setUp(over: Partial<TestDeps> = {}) {
    const deps = await testDeps(engine, over);
    const user = await makeUser(deps, { password_hash: await cheapHash() });
    const app = createApp(deps);
    const login = (password: string, email = user.email, headers: Record<string, string> = {}) =>
      sendJson(app, 'POST', '/v1/auth/login', { email, password }, headers);
    const refresh = async (token: string) => sendJson(app, 'POST', '/v1/auth/refresh_token', { token });
    const session = () =>
      deps.db.read(null, (db) => db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow());
    return { deps, user, app, login, refresh, session };
  }
  type Pair = { token: string; refresh_token: string };
  const pairOf = async (answer: Response) => {
    expect(answer.status).toBe(200);
    return (await answer.json()) as Pair;
  };
  const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code: string }).code}`;

  it('a right password opens a session whose token is kept only as a hash', async () => {
    const { user, app, login, session } = await setUp();
    const answer = await login(TEST_PASSWORD, ` ${user.email.toUpperCase()} `, { 'User-Agent': 'Workshop tablet' });
    const pair = await pairOf(answer);
    expect(Object.keys(JSON.parse(Buffer.from(pair.token.split('.')[1] as string, 'base64url').toString()))).toEqual([
      'sub',
      'sid',
      'iat',
      'exp',
    ]);
    const row = await session();
    expect(row).toMatchObject({ refresh_hash: tokenHash(pair.refresh_token), ip: 'local', user_agent: 'Workshop tablet', generation: 0 });
    expect(JSON.stringify(row)).not.toContain(pair.refresh_token);
    const me = await app.request('/v1/auth/profile', { headers: bearer(pair) });
    expect(await me.json()).toMatchObject({ id: user.id, email: user.email });
  });

  it('the answer sets the XSRF cookie for the page to read, Secure where the site is https', async () => {
    const { login } = await setUp();
    const cookie = (await login(TEST_PASSWORD)).headers.getSetCookie().find((line) => line.startsWith('XSRF-TOKEN='));
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{16,}; Path=\/; Max-Age=86400; SameSite=Lax$/);
    const secure = await setUp({ config: parseConfig({ SITE_URL: 'https://log.example.com' }) });
    for (const line of (await secure.login(TEST_PASSWORD)).headers.getSetCookie()) expect(line).toContain('; Secure');
  });

  it('a wrong password and an unknown e-mail are refused alike, and so is an archived person', async () => {
    const { deps, user, login } = await setUp();
    expect(await codeOf(await login('wrong password'))).toBe('401 credentials_wrong');
    expect(await codeOf(await login(TEST_PASSWORD, 'nobody-at-all@example.com'))).toBe('401 credentials_wrong');
    expect(await codeOf(await login(TEST_PASSWORD, 'a\u0000b'))).toBe('422 validation_failed');
    await deps.db.write(null, (db) => db.updateTable('users').set({ archived_at: 1 }).where('id', '=', user.id).execute());
    expect(await codeOf(await login(TEST_PASSWORD))).toBe('401 credentials_wrong');
    const sessions = await deps.db.read(null, (db) => db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute());
    expect(sessions).toEqual([]);
  });

  it('a hash of another cost is made anew at the next log-in', async () => {
    const { deps, user, login } = await setUp();
    const hash = () =>
      deps.db.read(null, (db) => db.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow());
    await pairOf(await login(TEST_PASSWORD));
    const renewed = (await hash()).password_hash;
    expect(renewed).toMatch(/^scrypt\$15\$8\$1\$/);
    await pairOf(await login(TEST_PASSWORD));
    expect((await hash()).password_hash).toBe(renewed);
  });

  it('a refresh token is exchanged once; within 30 s the same successor is given again', async () => {
    const { deps, user, refresh, session } = await setUp();
    const first = await signedIn(deps, user);
    deps.clock.advance(60e6);
    const second = await pairOf(await refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await session()).toMatchObject({ generation: 1, expires_at: deps.clock.now() + REFRESH_LIFE_S * 1e6 });
    deps.clock.advance(30e6);
    expect(await pairOf(await refresh(first.refresh_token))).toEqual(second);
    expect((await session()).generation).toBe(1);
    await pairOf(await refresh(second.refresh_token));
  });

  it('a token used again after 30 s revokes the whole session, and so does one from generations ago', async () => {
    const { deps, user, app, refresh } = await setUp();
    const first = await signedIn(deps, user);
    const second = await pairOf(await refresh(first.refresh_token));
    deps.clock.advance(30e6 + 1_000);
    expect(await codeOf(await refresh(first.refresh_token))).toBe('401 session_revoked');
    expect(await codeOf(await refresh(second.refresh_token))).toBe('401 session_revoked');
    expect(await codeOf(await app.request('/v1/auth/profile', { headers: bearer(second) }))).toBe('401 session_revoked');

    const old = await signedIn(deps, user);
    const newer = await pairOf(await refresh(old.refresh_token));
    const newest = await pairOf(await refresh(newer.refresh_token));
    expect(await codeOf(await refresh(old.refresh_token))).toBe('401 session_revoked');
    expect(await codeOf(await refresh(newest.refresh_token))).toBe('401 session_revoked');
  });

  it('a refresh token lives a day from each exchange; nobody’s token is nobody', async () => {
    const { deps, user, refresh } = await setUp();
    let pair = await signedIn(deps, user);
    for (let i = 0; i < 3; i++) {
      deps.clock.advance(REFRESH_LIFE_S * 1e6 - 1);
      pair = await pairOf(await refresh(pair.refresh_token));
    }
    deps.clock.advance(REFRESH_LIFE_S * 1e6);
    expect(await codeOf(await refresh(pair.refresh_token))).toBe('401 token_expired');
    for (const token of [
      '',
      'rt_',
      `rt_${'A'.repeat(70)}`,
      `${pair.refresh_token.slice(0, -1)}${pair.refresh_token.endsWith('A') ? 'B' : 'A'}`,
      pair.token,
    ])
      expect(await codeOf(await refresh(token))).toBe('401 unauthenticated');
  });

  it('an archived person’s session is not prolonged', async () => {
    const { deps, user, refresh } = await setUp();
    const pair = await signedIn(deps, user);
    await deps.db.write(null, (db) => db.updateTable('users').set({ archived_at: 1 }).where('id', '=', user.id).execute());
    expect(await codeOf(await refresh(pair.refresh_token))).toBe('401 session_revoked');
  });

  it('many refreshes at once have exactly one successor', async () => {
    const { deps, user, refresh, session } = await setUp();
    const pair = await signedIn(deps, user);
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(pair.refresh_token).then(pairOf)));
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
    expect((await session()).generation).toBe(1);
  });

  it('the profile names organisations, workspaces, roles and the union of scopes', async () => {
    const { deps, user, app } = await setUp();
    const here = await makeOrganization(deps, { name: 'Alfa' });
    const there = await makeOrganization(deps, { name: 'Beta' });
    const gone = await makeOrganization(deps, { archived_at: 1 });
    const hall = await makeWorkspace(deps, here, { name: 'Hala' });
    const lab = await makeWorkspace(deps, there, { name: 'Laboratoř' });
    const yard = await makeWorkspace(deps, there, { name: 'Dvůr' });
    await makeMembership(deps, here, user, 'auditor');
    await makeMembership(deps, there, user, 'technician', { workspace_id: lab.id });
    await makeMembership(deps, there, user, 'analyst', { workspace_id: lab.id });
    await makeMembership(deps, there, user, 'manager', { workspace_id: yard.id, archived_at: 1 });
    await makeMembership(deps, gone, user, 'owner');
    const answer = await app.request('/v1/auth/profile', { headers: bearer(await signedIn(deps, user)) });
    expect(await answer.json()).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      locale: 'cs',
      base_roles: { access_all_orgs: false },
      links: {
        organizations: [
          { organization_id: here.id, name: 'Alfa', roles: ['auditor'] },
          { organization_id: there.id, name: 'Beta', roles: [] },
        ],
        workspaces: [
          { workspace_id: hall.id, organization_id: here.id, name: 'Hala', time_zone: 'Europe/Prague', roles: [] },
          {
            workspace_id: lab.id,
            organization_id: there.id,
            name: 'Laboratoř',
            time_zone: 'Europe/Prague',
            roles: ['analyst', 'technician'],
          },
        ],
      },
      scope: [
        'org:read',
        'audit:read',
        'machines:read',
        'machines:write',
        'dlog:read',
        'dlog:write',
        'alarms:ack',
        'tm:read',
        'tm:capture',
        'tm:write',
      ],
    });
  });
});
