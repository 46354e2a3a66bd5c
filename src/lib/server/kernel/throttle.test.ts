import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { browserIdOf, rememberBrowser } from '../auth/browser-cookie.ts';
import { hashPassword } from '../auth/passwords.ts';
import { cheapHash, sendJson, TEST_PASSWORD } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { ENGINES, makeUser, testDeps, testKeys } from '../testing/testing.ts';
import { parseConfig } from './config.ts';
import { type Attempt, countAttempt, forgive, networkOf } from './throttle.ts';

const unique = () => randomBytes(6).toString('hex');

describe.each(ENGINES)('throttling of log-ins on %s', (engine) => {
  async function setUp() {
    const deps = await testDeps(engine);
    /** Seconds to wait, 0 when the attempt was let through (and counted). */
    const attempt = (given: Partial<Attempt>): Promise<number> =>
      countAttempt(deps, { email: 'jana@example.com', address: '192.0.2.1', browserId: null, knownAddress: false, ...given }).then(
        () => 0,
        (error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'too_many_attempts') throw error;
          return error.retryAfter as number;
        },
      );
    const times = async (n: number, given: (i: number) => Partial<Attempt>) => {
      for (let i = 0; i < n; i++) expect(await attempt(given(i))).toBe(0);
    };
    return { deps, attempt, times, email: `${unique()}@example.com`, address: `host-${unique()}` };
  }

  it('after ten failures of one account at one address each next one waits twice as long, up to five minutes', async () => {
    const { deps, attempt, times, email, address } = await setUp();
    await times(10, () => ({ email, address }));
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      expect(await attempt({ email, address })).toBe(seconds);
      deps.clock.advance(seconds * 1e6 - 1);
      // What was refused meanwhile doesn't prolong the wait.
      expect(await attempt({ email, address })).toBeGreaterThan(0);
      deps.clock.advance(1);
      expect(await attempt({ email, address })).toBe(0);
    }
  });

  it('an hour without a failure forgets', async () => {
    const { deps, attempt, times, email, address } = await setUp();
    await times(10, () => ({ email, address }));
    expect(await attempt({ email, address })).toBe(1);
    deps.clock.advance(3_600e6);
    await times(10, () => ({ email, address }));
  });

  it('a stranger’s failures do not delay the owner elsewhere, however many they are at one place', async () => {
    const { attempt, times, email, address } = await setUp();
    await times(10, () => ({ email, address }));
    for (let i = 0; i < 100; i++) await attempt({ email, address });
    expect(await attempt({ email, address: `host-${unique()}` })).toBe(0);
  });

  it('an attack from many places at once delays new places by seconds and the owner’s known ones not at all', async () => {
    const { attempt, times, email, address } = await setUp();
    await times(50, (i) => ({ email, address: `${address}-${i}` }));
    expect(await attempt({ email, address: `${address}-new` })).toBe(1);
    expect(await attempt({ email, address: `${address}-home`, knownAddress: true })).toBe(0);
    expect(await attempt({ email, browserId: 'tablet', address: `${address}-1` })).toBe(0);
  });

  it('the delay of an account never exceeds ten seconds', async () => {
    const { deps, attempt, times, email, address } = await setUp();
    await times(50, (i) => ({ email, address: `${address}-${i}` }));
    let longest = 0;
    for (let i = 0; i < 12; i++) {
      const wait = await attempt({ email, address: `${address}-x${i}` });
      longest = Math.max(longest, wait);
      deps.clock.advance(wait * 1e6);
      expect(await attempt({ email, address: `${address}-x${i}` })).toBe(0);
    }
    expect(longest).toBe(10);
  });

  it('one address that tries many accounts is slowed, except for people who signed in from it before', async () => {
    const { attempt, times, address } = await setUp();
    await times(50, () => ({ email: `${unique()}@example.com`, address }));
    expect(await attempt({ email: `${unique()}@example.com`, address })).toBe(1);
    expect(await attempt({ email: `${unique()}@example.com`, address, knownAddress: true })).toBe(0);
  });

  it('even in a known browser guessing gets slow', async () => {
    const { attempt, times, email } = await setUp();
    await times(10, () => ({ email, browserId: 'tablet' }));
    expect(await attempt({ email, browserId: 'tablet' })).toBe(1);
  });

  it('parallel guesses are all counted', async () => {
    const { attempt, email, address } = await setUp();
    const waits = await Promise.all(Array.from({ length: 40 }, () => attempt({ email, address })));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  it('a right password takes its attempt back', async () => {
    const { deps, attempt, times, email, address } = await setUp();
    for (let i = 0; i < 60; i++) {
      expect(await attempt({ email, address })).toBe(0);
      await forgive(deps, { email, address, browserId: null, knownAddress: false });
    }
    await times(10, () => ({ email, address }));
  });

  it('keeps no e-mail and no address in its table', async () => {
    const { deps, attempt, email, address } = await setUp();
    await attempt({ email, address });
    const rows = await deps.db.read(null, (db) => db.selectFrom('login_attempts').selectAll().execute());
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${email}|${address}`));
  });

  it('an attempt that found no room among the hashes is no failure, and forgives none', async () => {
    const deps = await testDeps(engine, { keys: testKeys(randomBytes(32)) });
    const user = await makeUser(deps, { password_hash: await cheapHash() });
    const app = createApp(deps);
    const login = async (password: string) => {
      const answer = await sendJson(app, 'POST', '/v1/auth/login', { email: user.email, password });
      return `${answer.status} ${answer.headers.get('retry-after')}`;
    };
    for (let i = 0; i < 9; i++) expect(await login('guess')).toBe('401 null');
    const cheap = { log2N: 4, r: 8, p: 1 };
    const crowd = [
      ...Array.from({ length: 2 }, () => hashPassword('x', { ...cheap, log2N: 17 })),
      ...Array.from({ length: 64 }, () => hashPassword('x', cheap)),
    ];
    for (let i = 0; i < 3; i++) expect(await login(TEST_PASSWORD)).toBe('429 3');
    await Promise.all(crowd);
    expect(await login('guess')).toBe('401 null');
    expect(await login(TEST_PASSWORD)).toBe('429 1');
    deps.clock.advance(1e6);
    expect(await login(TEST_PASSWORD)).toBe('200 null');
  });

  it('over HTTP the guesser is answered 429 with Retry-After, and the owner is let in from his browser, from his address and from a new one', async () => {
    const deps = await testDeps(engine, { config: parseConfig({ TRUST_PROXY: '1' }) });
    const user = await makeUser(deps, { password_hash: await cheapHash() });
    const app = createApp(deps);
    const host = unique();
    const login = (password: string, address: string, cookie = '') =>
      sendJson(
        app,
        'POST',
        '/v1/auth/login',
        { email: user.email, password },
        { 'X-Forwarded-For': `9.9.9.9, ${host}-${address}`, Cookie: cookie },
      );
    const home = await login(TEST_PASSWORD, 'home');
    const browserCookie = home.headers.getSetCookie().find((line) => line.startsWith('device='));
    expect(browserCookie).toContain('; HttpOnly');
    // The log-in made the hash anew at full cost; the guesses below needn't pay for it.
    const password_hash = await cheapHash();
    await deps.db.write(null, (db) => db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute());
    for (let i = 0; i < 10; i++) expect((await login('guess', 'evil')).status).toBe(401);
    const slowed = await login('guess', 'evil');
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '1']);
    // Even the right password: else the answer would tell the guesser.
    expect((await login(TEST_PASSWORD, 'evil')).status).toBe(429);
    expect((await login(TEST_PASSWORD, 'evil', browserCookie?.split(';')[0])).status).toBe(200);
    expect((await login(TEST_PASSWORD, 'home')).status).toBe(200);
    expect((await login(TEST_PASSWORD, 'train')).status).toBe(200);
  });
});

describe('the browser cookie', () => {
  it('knows only accounts that signed in on it, and nobody can write one', async () => {
    const deps = await testDeps('sqlite');
    const first = rememberBrowser(deps, null, 'jana@example.com');
    const both = rememberBrowser(deps, first, 'petr@example.com');
    const id = both.split('.')[0] as string;
    expect(browserIdOf(deps, both, 'jana@example.com')).toBe(id);
    expect(browserIdOf(deps, both, 'petr@example.com')).toBe(id);
    expect(browserIdOf(deps, first, 'petr@example.com')).toBe(null);
    expect(browserIdOf(deps, `${'A'.repeat(22)}.${both.split('.')[1]}`, 'jana@example.com')).toBe(null);
    for (const bad of [null, '', 'x', `${both}.short`, 'a'.repeat(100_000)]) expect(browserIdOf(deps, bad, 'jana@example.com')).toBe(null);
    let many = both;
    for (let i = 0; i < 20; i++) many = rememberBrowser(deps, many, `${i}@example.com`);
    expect(many.length).toBeLessThan(250);
    expect(browserIdOf(deps, many, 'jana@example.com')).toBe(null);
    expect(browserIdOf(deps, many, '19@example.com')).toBe(id);
  });
});

describe('the network of an address', () => {
  it('is the address itself, without IPv6 dress, and the /64 of an IPv6 address', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:0DB8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('local')).toBe('local');
  });
});
