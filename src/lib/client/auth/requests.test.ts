import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SESSION_OVER } from '../kernel/auth-error.ts';
import { type Answers, browser, DAY, later, NOW, tokenCookies } from './auth-testing.ts';
import { type AuthAnswer, type AuthOptions, createAuth } from './index.ts';

describe('requests', () => {
  it('carry the token and the XSRF header to this site only', async () => {
    const b = browser({ cookies: { ...tokenCookies(10_000, DAY), 'XSRF-TOKEN': 'a b/ř' } });
    expect(await b.auth.intercept({ method: 'GET', path: '/v1/x', headers: { 'X-Own': '1' } })).toEqual({
      method: 'GET',
      path: '/v1/x',
      headers: { 'X-Own': '1', Accept: 'application/json', Authorization: 'Bearer old', 'X-XSRF-TOKEN': 'a b/ř' },
    });
    expect((await b.auth.intercept({ method: 'GET', path: 'v1/x?a=https://b' })).headers.Authorization).toBe('Bearer old');
  });

  it('to a URL with a scheme or a host get no token and no XSRF header, our own host included, and wait for no refresh', async () => {
    const b = browser({ cookies: { ...tokenCookies(0, DAY), 'XSRF-TOKEN': 'x' } });
    for (const path of [
      'https://evil.example/v1/x',
      'HTTPS://evil.example',
      'http:evil.example',
      'http://localhost/v1/x',
      '//evil.example',
      '\\\\evil.example',
      '/\\evil.example',
      '\\/evil.example',
      '/\t/evil.example',
      '\n//evil.example',
      ' \u0001//evil.example',
      'ht\ntps://evil.example',
    ])
      expect((await b.auth.intercept({ method: 'GET', path, headers: { 'X-Own': '1' } })).headers).toEqual({ 'X-Own': '1' });
    expect(b.sent).toEqual([]);
  });

  it('show a token only where every browser stays on this site', async () => {
    const { auth } = browser({ cookies: { ...tokenCookies(10_000, DAY), 'XSRF-TOKEN': 'x' } });
    const site = 'https://log.example';
    const piece = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      ' ',
      '\u0000',
      '\u0001',
      '.',
      ':',
      '@',
      '?',
      '#',
      'a',
      'evil.example',
      'http',
      'https:',
      'JavaScript:',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
        ),
        async (path) => {
          const { headers } = await auth.intercept({ method: 'GET', path, headers: {} });
          const stays = !URL.canParse(path, site) || new URL(path, site).origin === site;
          if (headers.Authorization || headers['X-XSRF-TOKEN']) expect(stays).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('that sign in or refresh show no token and can’t wait for themselves', async () => {
    const b = browser({ cookies: tokenCookies(0, DAY) });
    for (const path of ['/v1/auth/login', '/v1/auth/refresh_token'])
      expect((await b.auth.intercept({ method: 'POST', path, headers: {} })).headers).toEqual({ Accept: 'application/json' });
    expect(b.sent).toEqual([]);
  });

  it('keep their body and their own headers', async () => {
    const b = browser({ cookies: tokenCookies(10_000, DAY) });
    const r = { method: 'POST', path: '/v1/x', headers: { Accept: 'text/csv' }, body: { a: 1 }, id: 'i' };
    expect(await b.auth.intercept(r)).toEqual({ ...r, headers: { Accept: 'text/csv', Authorization: 'Bearer old' } });
    expect(r.headers).toEqual({ Accept: 'text/csv' });
  });

  it('go out without a token when nobody is signed in', async () => {
    const b = browser();
    expect((await b.auth.intercept({ method: 'GET', path: '/v1/x' })).headers).toEqual({ Accept: 'application/json' });
    expect(b.sent).toEqual([]);
  });

  it('wait for one refresh together and go out with the new token', async () => {
    const b = browser({ cookies: tokenCookies(0, DAY) });
    const ready = await Promise.all(Array.from({ length: 5 }, () => b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })));
    expect(b.paths()).toEqual(['/v1/auth/refresh_token']);
    expect(new Set(ready.map((r) => r.headers.Authorization))).toEqual(new Set([b.jar.get('auth._token.local')]));
    expect(ready[0]?.headers.Authorization).not.toBe('Bearer old');
  });

  it.each<[string, Record<string, string>, Answers]>([
    ['both tokens ended', tokenCookies(0, 0), {}],
    ['the refresh token ended', tokenCookies(10_000, 0), {}],
    ['the access token ended and there is no other', tokenCookies(0, null), {}],
    ['the cookies are gone', {}, {}],
    ['the refresh is refused', tokenCookies(0, DAY), { '/v1/auth/refresh_token': { status: 401, data: null } }],
    ['the refresh brings no token', tokenCookies(0, DAY), { '/v1/auth/refresh_token': { status: 200, data: {} } }],
  ])('are each rejected and none is sent when %s; the guarded page moves once', async (_, cookies, answers) => {
    const b = browser({ path: '/en/dlog/dataloggers', locale: 'en', cookies: tokenCookies(10_000, DAY), answers });
    await b.auth.init();
    b.jar.clear();
    for (const [name, value] of Object.entries(cookies)) b.jar.set(name, value);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 3 }, () => b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })),
      b.auth.fetchUser(),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { message: SESSION_OVER } });
    expect(b.auth.$loggedIn.get()).toBe(false);
    expect(Object.fromEntries(b.jar)).toEqual({ 'auth.redirect': '/en/dlog/dataloggers' });
    expect(b.navigations).toEqual(['/en']);
    expect(b.notices).toEqual(['session_ended']);
    expect(b.paths().filter((path) => path !== '/v1/auth/refresh_token')).toEqual(['/v1/auth/profile']);
  });

  it('of an ended session move nothing before the start', async () => {
    const b = browser({ path: '/dlog/dataloggers', cookies: tokenCookies(0, 0) });
    await expect(b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).rejects.toThrow(SESSION_OVER);
    expect([b.navigations, b.notices, b.jar.size]).toEqual([[], [], 0]);
  });

  it('are refused when the access token is gone and the refresh token has ended', async () => {
    const b = browser({ cookies: tokenCookies(null, 0) });
    expect((await b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).headers).toEqual({ Accept: 'application/json' });
  });

  it('with the network down at the refresh fail with its error and keep the tokens', async () => {
    const b = browser({ cookies: tokenCookies(0, DAY), answers: { '/v1/auth/refresh_token': new TypeError('network') } });
    await expect(b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).rejects.toThrow('network');
    b.given['/v1/auth/refresh_token'] = { status: 503, data: null };
    await expect(b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).rejects.toMatchObject({ status: 503 });
    expect(b.jar.get('auth._refresh_token.local')).toBe('rt_old');
  });
});

describe('refresh', () => {
  it('is skipped when another tab did it while this one waited for the lock', async () => {
    const b = browser({
      cookies: tokenCookies(0, DAY),
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
    const b = browser({ cookies: tokenCookies(0, DAY), lock });
    const second = createAuth(b.options);
    await Promise.all([b.auth.refreshTokens(), second.refreshTokens()]);
    expect(b.paths()).toEqual(['/v1/auth/refresh_token']);
  });

  it('that is asked for is sent even when the access token is valid, once for all who ask', async () => {
    const b = browser({ cookies: tokenCookies(10_000, DAY) });
    await Promise.all([b.auth.refreshTokens(), b.auth.refreshTokens()]);
    expect(b.paths()).toEqual(['/v1/auth/refresh_token']);
    await b.auth.refreshTokens();
    expect(b.paths()).toHaveLength(2);
  });

  it('that finds, under the lock, that another tab signed out sends nothing', async () => {
    const b = browser({
      cookies: tokenCookies(0, DAY),
      async lock(work) {
        b.jar.clear();
        return work();
      },
    });
    await expect(b.auth.refreshTokens()).rejects.toThrow(SESSION_OVER);
    expect(b.sent).toEqual([]);
  });

  it.each([undefined, null, '', 7])('that brings %j for a refresh token keeps the old one and its expiry', async (refresh_token) => {
    const b = browser({
      cookies: tokenCookies(0, 5_000),
      answers: { '/v1/auth/refresh_token': { status: 200, data: { token: 'next', refresh_token } } },
    });
    await b.auth.refreshTokens();
    expect(b.jar.get('auth._token.local')).toBe('Bearer next');
    expect(b.jar.get('auth._token_expiration.local')).toBe(String(NOW + DAY));
    expect(b.jar.get('auth._refresh_token.local')).toBe('rt_old');
    expect(b.jar.get('auth._refresh_token_expiration.local')).toBe(String(NOW + 5_000));
  });

  it('that fails is tried again by the next request, and never twice by itself', async () => {
    const b = browser({ cookies: tokenCookies(0, DAY), answers: { '/v1/auth/refresh_token': { status: 503, data: null } } });
    const get = () => b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} });
    await expect(get()).rejects.toMatchObject({ status: 503 });
    expect(b.paths()).toHaveLength(1);
    b.given['/v1/auth/refresh_token'] = { status: 200, data: { token: 'next' } };
    expect((await get()).headers.Authorization).toBe('Bearer next');
  });

  it('that ends after a sign-out signs nobody in again', async () => {
    let answer: (value: AuthAnswer) => void = () => {};
    const b = browser({
      path: '/',
      cookies: tokenCookies(0, DAY),
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

  it('that ends after another tab signed out, or in again, keeps what that tab left', async () => {
    for (const theirs of [{}, { 'auth._token.local': 'Bearer theirs', 'auth._refresh_token.local': 'rt_theirs' }]) {
      const answer = later<AuthAnswer>();
      const b = browser({ path: '/', cookies: tokenCookies(0, DAY), answers: { '/v1/auth/refresh_token': () => answer.promise } });
      const refreshing = b.auth.refreshTokens();
      while (b.sent.length === 0) await Promise.resolve();
      b.jar.clear();
      for (const [name, value] of Object.entries(theirs)) b.jar.set(name, value);
      answer.give({ status: 200, data: { token: 'late', refresh_token: 'rt_late' } });
      await (Object.keys(theirs).length > 0 ? refreshing : expect(refreshing).rejects.toThrow(SESSION_OVER));
      expect(Object.fromEntries(b.jar)).toEqual(theirs);
    }
  });
});
