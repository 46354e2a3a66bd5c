import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApp } from '../process/app.ts';
import { ENGINES, type Engine, makeMembership, makeOrganization, makeUser, testDeps, testKeys } from '../testing/testing.ts';
import { bearer, beforeWrite, cheapHash, sendJson, signedIn, TEST_PASSWORD } from './testing.ts';

const NEW = 'nové a dlouhé heslo';
const WINDOWS_FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function setUp(engine: Engine) {
  const deps = await testDeps(engine, { keys: testKeys(randomBytes(32)) });
  const user = await makeUser(deps, { password_hash: await cheapHash() });
  const organization = await makeOrganization(deps);
  await makeMembership(deps, organization, user, 'member');
  const app = createApp(deps);
  const login = (headers: Record<string, string> = {}, password = TEST_PASSWORD) =>
    sendJson(app, 'POST', '/v1/auth/login', { email: user.email, password }, { 'User-Agent': WINDOWS_FIREFOX, ...headers });
  const mails = (template: string) => deps.mail.sent.filter((mail) => mail.to === user.email && mail.template === template);
  return { deps, user, app, login, mails };
}
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code: string }).code}`;

describe.each(ENGINES)('a change of the password on %s', (engine) => {
  it('wants the current one, signs out all other browsers and tells the person', async () => {
    const { deps, user, app, login, mails } = await setUp(engine);
    const ownSession = await signedIn(deps, user);
    const others = [await signedIn(deps, user), await signedIn(deps, user)];
    const change = (current: string, password = NEW) =>
      sendJson(app, 'POST', '/v1/auth/password', { current, password }, { ...bearer(ownSession), 'User-Agent': WINDOWS_FIREFOX });
    expect(await codeOf(await change('wrong password'))).toBe('403 password_wrong');
    expect(await codeOf(await change(TEST_PASSWORD, 'short'))).toBe('422 validation_failed');
    expect(mails('password_changed')).toEqual([]);
    const answer = await change(TEST_PASSWORD);
    expect([answer.status, await answer.json()]).toEqual([200, { revoked: 2 }]);
    expect((await app.request('/v1/auth/profile', { headers: bearer(ownSession) })).status).toBe(200);
    for (const other of others)
      expect(await codeOf(await app.request('/v1/auth/profile', { headers: bearer(other) }))).toBe('401 session_revoked');
    expect(mails('password_changed')).toMatchObject([
      {
        locale: 'cs',
        params: {
          device: { browser: 'firefox', system: 'windows' },
          time_zone: 'Europe/Prague',
          url: 'http://localhost:4321/signup/reset/new',
        },
      },
    ]);
    expect(await codeOf(await login())).toBe('401 credentials_wrong');
    expect((await login({}, NEW)).status).toBe(200);
  });

  it('is throttled like the log-in: a stolen session can’t guess the password', async () => {
    const { deps, user, app } = await setUp(engine);
    const headers = bearer(await signedIn(deps, user));
    const change = (current: string) => sendJson(app, 'POST', '/v1/auth/password', { current, password: NEW }, headers);
    // The account signed in at this address, so the pair alone delays.
    for (let i = 0; i < 10; i++) expect(await codeOf(await change('wrong password'))).toBe('403 password_wrong');
    expect(await codeOf(await change(TEST_PASSWORD))).toBe('429 too_many_attempts');
  });

  it('is nothing for a session that was ended while the new one was hashed', async () => {
    const { deps, user, login } = await setUp(engine);
    const headers = bearer(await signedIn(deps, user));
    const slow = beforeWrite(deps, 3, () =>
      deps.db.write(null, (db) =>
        db.updateTable('sessions').set({ revoked_at: deps.clock.now() }).where('user_id', '=', user.id).execute(),
      ),
    );
    const answer = await sendJson(createApp(slow.deps), 'POST', '/v1/auth/password', { current: TEST_PASSWORD, password: NEW }, headers);
    expect([await codeOf(answer), slow.writes()]).toEqual(['401 session_revoked', 3]);
    expect((await login()).status).toBe(200);
  });

  it('makes links for a forgotten password worthless', async () => {
    const { deps, user, app, mails } = await setUp(engine);
    await sendJson(app, 'POST', '/v1/auth/password_reset', { email: user.email, locale: 'cs' });
    await deps.mail.idle();
    const [mail] = mails('password_reset');
    const token = mail?.template === 'password_reset' ? (mail.params.url.split('/').at(-1) as string) : '';
    const look = () => sendJson(app, 'POST', '/v1/auth/password_reset/look', { token });
    expect((await look()).status).toBe(200);
    await sendJson(app, 'POST', '/v1/auth/password', { current: TEST_PASSWORD, password: NEW }, bearer(await signedIn(deps, user)));
    expect(await codeOf(await look())).toBe('404 reset_link_invalid');
  });
});

describe.each(ENGINES)('a sign-in on %s', (engine) => {
  const browserCookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('device='))!
      .split(';')[0] as string;

  it('is told by mail in a browser that the account does not know, but never the first one', async () => {
    const { login, mails } = await setUp(engine);
    const first = await login();
    expect([first.status, mails('new_device')]).toEqual([200, []]);
    await login({ Cookie: browserCookieOf(first) });
    expect(mails('new_device')).toEqual([]);
    await login();
    expect(mails('new_device')).toMatchObject([
      {
        locale: 'cs',
        params: {
          device: { browser: 'firefox', system: 'windows' },
          address: 'local',
          time_zone: 'Europe/Prague',
          url: 'http://localhost:4321/user/profile',
        },
      },
    ]);
  });

  it('with a wrong password is told to nobody, and neither is one that the person doesn’t want to hear of', async () => {
    const { deps, user, login, mails } = await setUp(engine);
    await login();
    await login({}, 'wrong password');
    const notifications = JSON.stringify({ new_device: false, silent_loggers: 'all' });
    await deps.db.write(null, (db) => db.updateTable('users').set({ notifications }).where('id', '=', user.id).execute());
    await login();
    expect(mails('new_device')).toEqual([]);
  });

  it('of a script without cookies fills no mailbox', async () => {
    const { login, mails, deps } = await setUp(engine);
    for (let i = 0; i < 12; i++) expect((await login()).status).toBe(200);
    expect(mails('new_device')).toHaveLength(5);
    deps.clock.advance(86_400e6 + 1);
    await login();
    expect(mails('new_device')).toHaveLength(6);
  });
});
