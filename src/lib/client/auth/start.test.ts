import { describe, expect, it } from 'vitest';
import { type Answers, browser, DAY, later, login, NOW, tokenCookies, USER } from './auth-testing.ts';
import type { AuthAnswer } from './index.ts';

const PROFILE = '/v1/auth/profile';
const REFRESH = '/v1/auth/refresh_token';
const STATES = ['absent', 'unknown', 'valid', 'expired'] as const;
type State = (typeof STATES)[number];

/** Cookies of an access and a refresh token in those states. */
function cookiesOf(token: State, refresh: State): Record<string, string> {
  const end = { valid: NOW + 10_000, expired: NOW + 500 };
  const one = (state: State, name: string, value: string) => ({
    ...(state === 'absent' ? {} : { [`auth._${name}.local`]: value }),
    ...(state === 'valid' || state === 'expired' ? { [`auth._${name}_expiration.local`]: String(end[state]) } : {}),
  });
  return { 'auth.strategy': 'local', ...one(token, 'token', 'Bearer old'), ...one(refresh, 'refresh_token', 'rt_old') };
}
/** What the rules say of every pair: which requests go out, and whether the session is forgotten. */
function expected(token: State, refresh: State): { paths: string[]; forgotten: boolean } {
  if (refresh === 'expired') return { paths: [], forgotten: true };
  if (token === 'absent') return { paths: refresh === 'absent' ? [] : [REFRESH, PROFILE], forgotten: false };
  if (token === 'expired') return refresh === 'absent' ? { paths: [], forgotten: true } : { paths: [REFRESH, PROFILE], forgotten: false };
  return { paths: [PROFILE], forgotten: false };
}
const PAIRS = STATES.flatMap((token) => STATES.map((refresh) => ({ token, refresh, ...expected(token, refresh) })));
const REFRESHING = PAIRS.filter(({ paths }) => paths[0] === REFRESH);

describe('start', () => {
  it.each(PAIRS)(
    'with access $token and refresh $refresh asks $paths and never navigates',
    async ({ token, refresh, paths, forgotten }) => {
      for (const path of ['/login', '/en/dlog/dataloggers', '/pricing']) {
        const b = browser({ path, cookies: cookiesOf(token, refresh) });
        await b.auth.init();
        expect(b.paths()).toEqual(paths);
        expect(b.auth.$loggedIn.get()).toBe(paths.length > 0);
        expect([b.navigations, b.notices]).toEqual([[], []]);
        if (forgotten) expect(Object.fromEntries(b.jar)).toEqual({ 'auth.strategy': 'local' });
        if (paths[0] === REFRESH) expect(b.jar.get('auth._refresh_token.local')).toBe('rt_2');
      }
    },
  );

  it.each(REFRESHING)('with access $token and refresh $refresh exchanges the refresh token without showing another', async (pair) => {
    const b = browser({ cookies: cookiesOf(pair.token, pair.refresh) });
    await b.auth.init();
    expect(b.sent[0]).toMatchObject({ method: 'POST', body: { token: 'rt_old' } });
    expect(b.sent[0]?.headers).not.toHaveProperty('Authorization');
    expect(b.sent[1]?.headers.Authorization).toBe(b.jar.get('auth._token.local'));
  });

  it.each<[string, AuthAnswer]>([
    ['revoked', { status: 401, data: { code: 'session_revoked' } }],
    ['refused', { status: 400, data: null }],
    ['refused with a token', { status: 403, data: { token: 'next' } }],
    ['throttled', { status: 429, data: null }],
    ['without a token', { status: 200, data: {} }],
    ['with a number for a token', { status: 200, data: { token: 7 } }],
    ['empty', { status: 204, data: null }],
    ['moved', { status: 304, data: null }],
  ])('whose refresh is %s ends the session silently', async (_, answer) => {
    for (const { token, refresh } of REFRESHING) {
      const b = browser({ path: '/dlog/dataloggers', cookies: cookiesOf(token, refresh), answers: { [REFRESH]: answer } });
      await b.auth.init();
      expect(Object.fromEntries(b.jar)).toEqual({ 'auth.strategy': 'local' });
      expect(b.paths()).toEqual([REFRESH]);
      expect([b.navigations, b.notices]).toEqual([[], []]);
    }
  });

  it.each<[string, AuthAnswer | Error]>([
    ['network', new TypeError('network')],
    ['server', { status: 500, data: null }],
    ['proxy', { status: 502, data: '<html>' }],
    ['full disk', { status: 503, data: { code: 'storage_busy' } }],
    ['network, though a token came', { status: 504, data: { token: 'next' } }],
  ])('whose refresh the %s lost keeps the tokens and says it once', async (_, answer) => {
    for (const { token, refresh } of REFRESHING) {
      const cookies = cookiesOf(token, refresh);
      const b = browser({ path: '/dlog/dataloggers', cookies, answers: { [REFRESH]: answer } });
      await Promise.all([b.auth.init(), b.auth.init()]);
      await b.auth.init();
      expect(Object.fromEntries(b.jar)).toEqual(cookies);
      expect(b.paths()).toEqual([REFRESH]);
      expect([b.navigations, b.notices]).toEqual([[], ['refresh_failed']]);
    }
  });

  it.each<[string, AuthAnswer | Error]>([
    ['lost', new TypeError('network')],
    ['broken', { status: 500, data: null }],
    ['refused', { status: 401, data: { code: 'unauthenticated' } }],
    ['without a person', { status: 200, data: [] }],
  ])('whose profile is %s keeps the tokens and says it once', async (_, answer) => {
    for (const pair of PAIRS.filter(({ paths }) => paths.length > 0)) {
      const b = browser({ path: '/dlog/dataloggers', cookies: cookiesOf(pair.token, pair.refresh), answers: { [PROFILE]: answer } });
      await b.auth.init();
      expect(b.paths()).toEqual(pair.paths);
      expect(b.jar.has('auth._token.local')).toBe(true);
      expect(b.auth.$loggedIn.get()).toBe(false);
      expect([b.navigations, b.notices]).toEqual([[], ['profile_failed']]);
    }
  });

  it('whose profile says that the session was revoked forgets it silently', async () => {
    const answers: Answers = { [PROFILE]: { status: 401, data: { code: 'session_revoked' } } };
    const b = browser({ path: '/dlog/dataloggers', cookies: cookiesOf('valid', 'valid'), answers });
    await b.auth.init();
    expect(Object.fromEntries(b.jar)).toEqual({ 'auth.strategy': 'local' });
    expect([b.navigations, b.notices]).toEqual([[], []]);
  });

  it('happens once, however often it is asked for, and shows that it is busy', async () => {
    const b = browser({ cookies: tokenCookies(10_000, DAY) });
    const seen: boolean[] = [];
    b.auth.$busy.subscribe((value) => void seen.push(value));
    await Promise.all([b.auth.init(), b.auth.init()]);
    await b.auth.init();
    expect(b.paths()).toEqual([PROFILE]);
    expect(b.auth.$user.get()).toEqual(USER);
    expect(seen).toEqual([false, true, false]);
  });

  it('reads statuses from the cookies at each call, also before it', () => {
    const b = browser();
    expect([b.auth.tokenStatus(), b.auth.refreshStatus()]).toEqual(['unknown', 'unknown']);
    for (const [name, value] of Object.entries(cookiesOf('valid', 'expired'))) b.jar.set(name, value);
    expect([b.auth.tokenStatus(), b.auth.refreshStatus()]).toEqual(['valid', 'expired']);
    expect(b.sent).toEqual([]);
  });

  it('takes tokens that have just come as they are, though the clock of the device calls them old', async () => {
    const old = { status: 200, data: { token: `x.${btoa(JSON.stringify({ exp: NOW / 1000 - 60 }))}.y`, refresh_token: 'rt' } };
    const b = browser({ cookies: tokenCookies(null, DAY), answers: { [REFRESH]: old, '/v1/auth/login': old } });
    await b.auth.init();
    expect(b.paths()).toEqual([REFRESH, PROFILE]);
    await login(b.auth);
    expect(b.paths().slice(2)).toEqual(['/v1/auth/login', PROFILE]);
  });

  it('that a log-in overtakes leaves the new session alone', async () => {
    const answer = later<AuthAnswer>();
    const b = browser({ cookies: tokenCookies(0, DAY), answers: { [REFRESH]: () => answer.promise } });
    const starting = b.auth.init();
    await login(b.auth);
    const token = b.jar.get('auth._token.local');
    answer.give({ status: 200, data: { token: 'late', refresh_token: 'late' } });
    await starting;
    expect(b.jar.get('auth._token.local')).toBe(token);
    expect([b.jar.get('auth._refresh_token.local'), b.auth.$loggedIn.get(), b.notices]).toEqual(['rt_1', true, []]);
  });
});
