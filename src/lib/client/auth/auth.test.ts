import { describe, expect, it } from 'vitest';
import { SESSION_OVER } from './errors.ts';
import { type Auth, type AuthAnswer, type AuthNotice, type AuthOptions, createAuth } from './index.ts';

const NOW = Date.UTC(2026, 2, 2, 8);
const DAY = 86_400_000;
const jwt = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
const USER = { id: 'u1', email: 'jana@example.com', name: 'Příliš', scope: ['dlog:read'] };

type Request = { method: string; path: string; headers: Record<string, string>; body?: unknown };
/** Another answer for a path; a function is called for each request. */
type Answers = Record<string, AuthAnswer | Error | ((r: Request) => AuthAnswer | Error | Promise<AuthAnswer>)>;

/** A browser without a browser: cookies, pages and a server that answers as told. */
function browser({
  path = '/login',
  cookies = {},
  answers = {},
  locale = 'cs',
  ...more
}: { path?: string; cookies?: Record<string, string>; answers?: Answers; locale?: string } & Partial<
  Omit<AuthOptions, 'path' | 'cookies' | 'locale'>
> = {}) {
  let now = NOW;
  let page = path;
  const jar = new Map(Object.entries(cookies));
  const ages: number[] = [];
  const sent: Request[] = [];
  const navigations: string[] = [];
  const notices: AuthNotice[] = [];
  const given: Answers = {
    '/v1/auth/login': { status: 200, data: { token: jwt({ exp: now / 1000 + 900 }), refresh_token: 'rt_1' } },
    '/v1/auth/refresh_token': { status: 200, data: { token: jwt({ exp: now / 1000 + 9_000 }), refresh_token: 'rt_2' } },
    '/v1/auth/profile': { status: 200, data: USER },
    ...answers,
  };
  const options: AuthOptions = {
    now: () => now,
    cookies: {
      get: (name) => jar.get(name) ?? null,
      set: (name, value, { maxAge }) => {
        ages.push(maxAge);
        jar.set(name, value);
      },
      remove: (name) => void jar.delete(name),
    },
    async request(r) {
      sent.push(r);
      const answer = given[r.path];
      const value = typeof answer === 'function' ? await answer(r) : answer;
      if (value instanceof Error) throw value;
      if (!value) throw new Error(`nobody answers ${r.path}`);
      return value;
    },
    navigate(to) {
      navigations.push(to);
      page = to;
    },
    path: () => page,
    locale: () => locale,
    guarded: (which) => /^(\/(en|sk))?\/(dlog|tm|org|user)(\/|$)/.test(which),
    notify: (notice) => void notices.push(notice),
    ...more,
  };
  const auth = createAuth(options);
  return {
    auth,
    options,
    jar,
    ages,
    sent,
    navigations,
    notices,
    given,
    paths: () => sent.map((r) => r.path),
    advance: (ms: number) => {
      now += ms;
    },
    open: (to: string) => {
      page = to;
    },
  };
}
const held = (token: number | null, refresh: number | null): Record<string, string> => ({
  ...(token === null ? {} : { 'auth._token.local': 'Bearer old', 'auth._token_expiration.local': String(NOW + token) }),
  ...(refresh === null ? {} : { 'auth._refresh_token.local': 'rt_old', 'auth._refresh_token_expiration.local': String(NOW + refresh) }),
});
const CREDENTIALS = { email: 'jana@example.com', password: 'kladivo a kovadlina' };
const login = (auth: Auth) => auth.login(CREDENTIALS);

describe('status of tokens', () => {
  it('is unknown without a token or an expiry, valid until half a second before it, then expired', () => {
    const b = browser({ cookies: held(1_000, null) });
    expect(b.auth.tokenStatus()).toBe('valid');
    b.advance(499);
    expect(b.auth.tokenStatus()).toBe('valid');
    b.advance(1);
    expect(b.auth.tokenStatus()).toBe('expired');
    b.jar.delete('auth._token_expiration.local');
    expect(b.auth.tokenStatus()).toBe('unknown');
    expect(b.auth.refreshStatus()).toBe('unknown');
    b.jar.set('auth._refresh_token_expiration.local', String(NOW + DAY));
    expect(b.auth.refreshStatus()).toBe('unknown');
    b.jar.set('auth._refresh_token.local', 'rt');
    expect(b.auth.refreshStatus()).toBe('valid');
  });
});

describe('log-in', () => {
  it('keeps tokens and expiries for a day, loads the person and leads home', async () => {
    const b = browser();
    expect(await login(b.auth)).toEqual(USER);
    expect(b.sent.map((r) => [r.method, r.path])).toEqual([
      ['POST', '/v1/auth/login'],
      ['GET', '/v1/auth/profile'],
    ]);
    expect(b.sent[0]).toMatchObject({ body: CREDENTIALS });
    expect(b.sent[0]?.headers).not.toHaveProperty('Authorization');
    const token = `Bearer ${jwt({ exp: NOW / 1000 + 900 })}`;
    expect(b.sent[1]?.headers).toMatchObject({ Authorization: token, Accept: 'application/json' });
    expect(Object.fromEntries(b.jar)).toEqual({
      'auth.strategy': 'local',
      'auth._token.local': token,
      'auth._token_expiration.local': String(NOW + 900_000),
      'auth._refresh_token.local': 'rt_1',
      'auth._refresh_token_expiration.local': String(NOW + DAY),
    });
    expect(new Set(b.ages)).toEqual(new Set([86_400]));
    expect(b.auth.$user.get()).toEqual(USER);
    expect(b.auth.$loggedIn.get()).toBe(true);
    expect(b.navigations).toEqual(['/user/dashboard']);
  });

  it('leads to the remembered page once, in this site only, and home in the page’s language', async () => {
    const b = browser({ cookies: { 'auth.redirect': '/dlog/dataloggers' } });
    await login(b.auth);
    expect(b.navigations).toEqual(['/dlog/dataloggers']);
    expect(b.jar.has('auth.redirect')).toBe(false);
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/login',
      '/sk/login',
    ]) {
      const other = browser({ path: '/en/login', locale: 'en', cookies: { 'auth.redirect': evil } });
      await login(other.auth);
      expect(other.navigations).toEqual(['/en/user/dashboard']);
    }
  });

  it('stays on a public page and moves from a guarded one', async () => {
    const pricing = browser({ path: '/pricing' });
    await login(pricing.auth);
    expect(pricing.navigations).toEqual([]);
    const guarded = browser({ path: '/dlog/dataloggers' });
    await login(guarded.auth);
    expect(guarded.navigations).toEqual(['/user/dashboard']);
    const home = browser({ path: '/user/dashboard' });
    await login(home.auth);
    expect(home.navigations).toEqual([]);
  });

  it('refused, or answered without a token, keeps nothing and says the code', async () => {
    const b = browser({ answers: { '/v1/auth/login': { status: 401, data: { code: 'credentials_wrong' } } } });
    await expect(login(b.auth)).rejects.toMatchObject({ code: 'credentials_wrong', status: 401 });
    b.given['/v1/auth/login'] = { status: 200, data: {} };
    await expect(login(b.auth)).rejects.toMatchObject({ status: 200 });
    b.given['/v1/auth/login'] = new TypeError('network');
    await expect(login(b.auth)).rejects.toThrow('network');
    expect(b.jar.size).toBe(0);
    expect(b.navigations).toEqual([]);
    expect(b.paths()).toEqual(['/v1/auth/login', '/v1/auth/login', '/v1/auth/login']);
  });

  it('with a failing profile is rejected and keeps the tokens', async () => {
    const b = browser({ answers: { '/v1/auth/profile': { status: 500, data: null } } });
    await expect(login(b.auth)).rejects.toMatchObject({ status: 500 });
    expect(b.jar.get('auth._refresh_token.local')).toBe('rt_1');
    expect(b.auth.$loggedIn.get()).toBe(false);
    expect(b.navigations).toEqual([]);
  });

  it('forgets the session before without a word', async () => {
    const b = browser({ path: '/dlog/dataloggers', cookies: held(10_000, DAY), answers: { '/v1/auth/login': { status: 401, data: {} } } });
    await b.auth.init();
    await expect(login(b.auth)).rejects.toThrow();
    expect(b.jar.has('auth._token.local')).toBe(false);
    expect(b.navigations).toEqual([]);
    expect(b.notices).toEqual([]);
  });

  it('a token without exp lives a day; a single token is also the refresh token', async () => {
    const b = browser({ answers: { '/v1/auth/login': { status: 200, data: { token: 'opaque' } } } });
    await login(b.auth);
    expect(Object.fromEntries(b.jar)).toMatchObject({
      'auth._token.local': 'Bearer opaque',
      'auth._token_expiration.local': String(NOW + DAY),
      'auth._refresh_token.local': 'opaque',
      'auth._refresh_token_expiration.local': String(NOW + DAY),
    });
    for (const exp of ['900', 0, -1, null]) {
      const odd = browser({ answers: { '/v1/auth/login': { status: 200, data: { token: jwt({ exp }) } } } });
      await login(odd.auth);
      expect(odd.jar.get('auth._token_expiration.local')).toBe(String(NOW + DAY));
    }
  });

  it('shows that it is busy', async () => {
    const b = browser();
    const seen: boolean[] = [];
    b.auth.$busy.subscribe((value) => void seen.push(value));
    await login(b.auth);
    expect(seen).toEqual([false, true, false]);
  });

  it('under an unknown strategy or none is refused', async () => {
    await expect(login(browser({ strategy: 'oauth' }).auth)).rejects.toThrow('Strategy not supported: oauth');
    const none = browser({ strategy: null, cookies: held(10_000, DAY) });
    await none.auth.init();
    await expect(login(none.auth)).rejects.toThrow('No strategy is set!');
    await expect(none.auth.fetchUser()).rejects.toThrow('No strategy is set!');
    expect(none.sent).toEqual([]);
  });
});

describe('start', () => {
  it('without tokens asks nobody', async () => {
    const b = browser({ path: '/' });
    await b.auth.init();
    expect(b.sent).toEqual([]);
    expect(b.auth.$loggedIn.get()).toBe(false);
  });

  it('with valid tokens loads the person and never navigates', async () => {
    const b = browser({ path: '/login', cookies: held(10_000, DAY) });
    await Promise.all([b.auth.init(), b.auth.init()]);
    expect(b.paths()).toEqual(['/v1/auth/profile']);
    expect(b.auth.$user.get()).toEqual(USER);
    expect(b.navigations).toEqual([]);
  });

  it('with an expired refresh token forgets the session silently, even when the access token is valid', async () => {
    const b = browser({ path: '/dlog/dataloggers', cookies: { 'auth.strategy': 'local', ...held(10_000, 500) } });
    await b.auth.init();
    expect(Object.fromEntries(b.jar)).toEqual({ 'auth.strategy': 'local' });
    expect([b.sent, b.navigations, b.notices]).toEqual([[], [], []]);
  });

  it('with an expired access token and no other forgets it without a call', async () => {
    const b = browser({ cookies: held(0, null) });
    await b.auth.init();
    expect(b.jar.size).toBe(0);
    expect(b.sent).toEqual([]);
  });

  it.each([0, null])('with an expired or missing access token exchanges the refresh token, then loads the person', async (token) => {
    const b = browser({ cookies: held(token, DAY) });
    await b.auth.init();
    expect(b.paths()).toEqual(['/v1/auth/refresh_token', '/v1/auth/profile']);
    expect(b.sent[0]).toMatchObject({ method: 'POST', body: { token: 'rt_old' } });
    expect(b.sent[0]?.headers).not.toHaveProperty('Authorization');
    expect(b.jar.get('auth._refresh_token.local')).toBe('rt_2');
    expect(b.auth.$loggedIn.get()).toBe(true);
  });

  it('a refused refresh, or one without a token, ends the session silently', async () => {
    for (const answer of [
      { status: 401, data: { code: 'session_revoked' } },
      { status: 400, data: null },
      { status: 200, data: {} },
    ]) {
      const b = browser({ path: '/dlog/dataloggers', cookies: held(0, DAY), answers: { '/v1/auth/refresh_token': answer } });
      await b.auth.init();
      expect(b.jar.size).toBe(0);
      expect(b.paths()).toEqual(['/v1/auth/refresh_token']);
      expect([b.navigations, b.notices]).toEqual([[], []]);
    }
  });

  it('a refresh that the network or the server lost keeps the tokens and is said once', async () => {
    for (const answer of [new TypeError('network'), { status: 503, data: null }]) {
      const b = browser({ cookies: held(0, DAY), answers: { '/v1/auth/refresh_token': answer } });
      await b.auth.init();
      expect(b.jar.get('auth._refresh_token.local')).toBe('rt_old');
      expect(b.notices).toEqual(['refresh_failed']);
    }
  });

  it('a failed profile keeps the tokens and is said once', async () => {
    for (const answer of [new TypeError('network'), { status: 500, data: null }, { status: 200, data: [] }]) {
      const b = browser({ cookies: held(10_000, DAY), answers: { '/v1/auth/profile': answer } });
      await b.auth.init();
      expect(b.jar.get('auth._token.local')).toBe('Bearer old');
      expect(b.notices).toEqual(['profile_failed']);
    }
  });

  it('a token without an expiry is usable', async () => {
    const b = browser({ cookies: { 'auth._token.local': 'Bearer old' } });
    await b.auth.init();
    expect(b.paths()).toEqual(['/v1/auth/profile']);
  });
});

describe('the person', () => {
  it('must have an id', async () => {
    for (const data of [{}, null, 'text', [], { id: null }]) {
      const b = browser({ cookies: held(10_000, DAY), answers: { '/v1/auth/profile': { status: 200, data } } });
      await expect(b.auth.fetchUser()).rejects.toThrow('User Data response does not contain field id');
      expect(b.auth.$user.get()).toBe(null);
    }
  });

  it('has the scopes that his profile lists, whichever way it does', async () => {
    const scopes = async (scope: unknown) => {
      const b = browser({
        cookies: held(10_000, DAY),
        answers: { '/v1/auth/profile': { status: 200, data: { ...USER, scope, base_roles: { access_all_orgs: true } } } },
      });
      await b.auth.fetchUser();
      return (name: string) => b.auth.hasScope(name);
    };
    const list = await scopes(['dlog:read']);
    expect([list('dlog:read'), list('dlog:write')]).toEqual([true, false]);
    const tree = await scopes({ dlog: { read: 1, write: 0 } });
    expect([tree('dlog.read'), tree('dlog.write'), tree('dlog.none.deep'), tree('constructor'), tree('dlog')]).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    const word = await scopes('dlog:read');
    expect([word('dlog:read'), word('dlog'), word('org:read')]).toEqual([true, false, false]);
    const nothing = await scopes(undefined);
    expect(nothing('dlog:read')).toBe(false);
    expect(browser().auth.hasScope('dlog:read')).toBe(false);
  });
});

describe('requests', () => {
  it('carry the token and the XSRF header to this site only', async () => {
    const b = browser({ cookies: { ...held(10_000, DAY), 'XSRF-TOKEN': 'a b/ř' } });
    expect(await b.auth.intercept({ method: 'GET', path: '/v1/x', headers: { 'X-Own': '1' } })).toEqual({
      method: 'GET',
      path: '/v1/x',
      headers: { 'X-Own': '1', Accept: 'application/json', Authorization: 'Bearer old', 'X-XSRF-TOKEN': 'a b/ř' },
    });
    for (const path of [
      'https://evil.example/v1/x',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'HTTPS://evil.example',
      'http://localhost/v1/x',
    ]) {
      const { headers } = await b.auth.intercept({ method: 'GET', path, headers: {} });
      expect(headers).toEqual({});
    }
  });

  it('of nobody go out without a token', async () => {
    const b = browser();
    expect((await b.auth.intercept({ method: 'GET', path: '/v1/x' })).headers).toEqual({ Accept: 'application/json' });
    expect(b.sent).toEqual([]);
  });

  it('wait for one refresh together and go out with the new token', async () => {
    const b = browser({ cookies: held(0, DAY) });
    const ready = await Promise.all(Array.from({ length: 5 }, () => b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })));
    expect(b.paths()).toEqual(['/v1/auth/refresh_token']);
    expect(new Set(ready.map((r) => r.headers.Authorization))).toEqual(new Set([b.jar.get('auth._token.local')]));
    expect(ready[0]?.headers.Authorization).not.toBe('Bearer old');
  });

  it('are each rejected when the session is over or its refresh refused; the guarded page moves once', async () => {
    const cases: [number, number, Answers][] = [
      [0, 0, {}],
      [10_000, 0, {}],
      [0, DAY, { '/v1/auth/refresh_token': { status: 401, data: null } }],
    ];
    for (const [token, refresh, answers] of cases) {
      const b = browser({ path: '/en/dlog/dataloggers', locale: 'en', cookies: held(10_000, DAY), answers });
      await b.auth.init();
      for (const [name, value] of Object.entries(held(token, refresh))) b.jar.set(name, value);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 3 }, () => b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })),
      );
      for (const outcome of outcomes.slice(0, token === 0 && refresh > 0 ? 3 : 1))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { message: SESSION_OVER } });
      expect(b.auth.$loggedIn.get()).toBe(false);
      expect(b.jar.has('auth._token.local')).toBe(false);
      expect(b.navigations).toEqual(['/en']);
      expect(b.notices).toEqual(['session_ended']);
      expect(b.jar.get('auth.redirect')).toBe('/en/dlog/dataloggers');
    }
  });

  it('with the network down at the refresh fail with its error and keep the tokens', async () => {
    const b = browser({ cookies: held(0, DAY), answers: { '/v1/auth/refresh_token': new TypeError('network') } });
    await expect(b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).rejects.toThrow('network');
    expect(b.jar.get('auth._refresh_token.local')).toBe('rt_old');
  });

  it('exchange a single token ahead, at 80 % of its life, and still go out when that can’t be done', async () => {
    const single = jwt({ iat: NOW / 1000, exp: NOW / 1000 + 1_000 });
    const b = browser({ answers: { '/v1/auth/login': { status: 200, data: { token: single } } } });
    await login(b.auth);
    b.advance(799_999);
    await b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} });
    expect(b.paths()).not.toContain('/v1/auth/refresh_token');
    b.advance(1);
    b.given['/v1/auth/refresh_token'] = new TypeError('network');
    expect((await b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).headers.Authorization).toBe(`Bearer ${single}`);
    b.given['/v1/auth/refresh_token'] = { status: 200, data: { token: 'next' } };
    expect((await b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).headers.Authorization).toBe('Bearer next');
  });
});

describe('refresh', () => {
  it('without a new refresh token keeps the old one and its expiry', async () => {
    const b = browser({ cookies: held(0, 5_000), answers: { '/v1/auth/refresh_token': { status: 200, data: { token: 'next' } } } });
    await b.auth.refreshTokens();
    expect(b.jar.get('auth._token.local')).toBe('Bearer next');
    expect(b.jar.get('auth._refresh_token.local')).toBe('rt_old');
    expect(b.jar.get('auth._refresh_token_expiration.local')).toBe(String(NOW + 5_000));
  });

  it('is skipped when another tab did it while this one waited for the lock', async () => {
    const b = browser({
      cookies: held(0, DAY),
      async lock(work) {
        b.jar.set('auth._token.local', 'Bearer theirs').set('auth._token_expiration.local', String(NOW + 10_000));
        return work();
      },
    });
    expect((await b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).headers.Authorization).toBe('Bearer theirs');
    expect(b.sent).toEqual([]);
  });

  it('of two tabs under one lock is one call', async () => {
    let tail: Promise<unknown> = Promise.resolve();
    const lock: AuthOptions['lock'] = (work) => {
      const run = tail.then(work);
      tail = run.catch(() => undefined);
      return run;
    };
    const b = browser({ cookies: held(0, DAY), lock });
    const second = createAuth(b.options);
    await Promise.all([b.auth.refreshTokens(), second.refreshTokens()]);
    expect(b.paths()).toEqual(['/v1/auth/refresh_token']);
  });

  it('that ends after a sign-out brings nobody back', async () => {
    let answer: (value: AuthAnswer) => void = () => {};
    const b = browser({
      path: '/',
      cookies: held(0, DAY),
      answers: {
        '/v1/auth/refresh_token': () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    const refreshing = b.auth.refreshTokens();
    await b.auth.logout();
    answer({ status: 200, data: { token: 'late', refresh_token: 'rt_late' } });
    await expect(refreshing).rejects.toThrow(SESSION_OVER);
    expect(b.jar.size).toBe(0);
  });
});

describe('the end of a session', () => {
  it('by signing out: no call, cookies gone, one navigation, the page remembered', async () => {
    const b = browser({ path: '/dlog/dataloggers', cookies: { 'auth.strategy': 'local', ...held(10_000, DAY) } });
    await b.auth.init();
    await b.auth.logout();
    expect(b.paths()).toEqual(['/v1/auth/profile']);
    expect(Object.fromEntries(b.jar)).toEqual({ 'auth.redirect': '/dlog/dataloggers' });
    expect(b.navigations).toEqual(['/']);
    expect(b.auth.$user.get()).toBe(null);
  });

  it('by reset keeps the strategy and moves guarded pages only', async () => {
    const guarded = browser({ path: '/dlog/dataloggers', cookies: { 'auth.strategy': 'local', ...held(10_000, DAY) } });
    await guarded.auth.init();
    guarded.auth.reset();
    guarded.auth.reset();
    expect(Object.fromEntries(guarded.jar)).toEqual({ 'auth.strategy': 'local', 'auth.redirect': '/dlog/dataloggers' });
    expect(guarded.navigations).toEqual(['/']);
    const open = browser({ path: '/pricing', cookies: held(10_000, DAY) });
    await open.auth.init();
    open.auth.reset();
    expect(open.auth.$loggedIn.get()).toBe(false);
    expect(open.navigations).toEqual([]);
  });

  it('in one tab ends it in the others, and signing in brings the person there', async () => {
    const listeners = new Set<(message: unknown) => void>();
    const channel: AuthOptions['channel'] = {
      post: (message) => {
        for (const hear of listeners) hear(structuredClone(message));
      },
      listen(hear) {
        listeners.add(hear);
        return () => listeners.delete(hear);
      },
    };
    const one = browser({ path: '/dlog/dataloggers', cookies: held(10_000, DAY), channel });
    const two = browser({ path: '/tm/screens', channel });
    const three = browser({ path: '/pricing', channel });
    const tabs = [two, three].map((tab) => ({ ...tab, auth: createAuth({ ...tab.options, cookies: one.options.cookies }) }));
    await Promise.all([one, ...tabs].map((tab) => tab.auth.init()));
    await one.auth.logout();
    expect(tabs.map((tab) => tab.auth.$loggedIn.get())).toEqual([false, false]);
    expect([one, ...tabs].map((tab) => tab.navigations)).toEqual([['/'], ['/'], []]);
    const back = new Promise((resolve) => tabs[1]?.auth.$user.listen(resolve));
    await login(one.auth);
    expect(await back).toEqual(USER);
  });
});

describe('redirects', () => {
  it('remember the page left, never the log-in page, and don’t navigate to where one is', () => {
    const b = browser({ path: '/dlog/dataloggers', locale: 'en' });
    b.auth.redirect('login');
    expect(b.jar.get('auth.redirect')).toBe('/dlog/dataloggers');
    b.auth.redirect('login');
    b.auth.redirect('callback');
    expect(b.navigations).toEqual(['/en/login', '/en']);
    expect(b.jar.get('auth.redirect')).toBe('/dlog/dataloggers');
    b.open('/sk/login');
    b.auth.redirect('logout');
    expect(b.jar.get('auth.redirect')).toBe('/dlog/dataloggers');
    b.auth.redirect('home');
    expect(b.navigations.at(-1)).toBe('/dlog/dataloggers');
    expect(b.jar.has('auth.redirect')).toBe(false);
  });
});
