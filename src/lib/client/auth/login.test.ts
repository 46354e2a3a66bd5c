import { describe, expect, it } from 'vitest';
import { SESSION_OVER } from '../kernel/auth-error.ts';
import { browser, CREDENTIALS, DAY, jwt, later, login, NOW, sharing, tokenCookies, USER } from './auth-testing.ts';
import type { AuthAnswer } from './index.ts';

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

  it('stays on a public page and moves once from the log-in of any language and from a guarded page', async () => {
    const pricing = browser({ path: '/pricing' });
    await login(pricing.auth);
    expect(pricing.navigations).toEqual([]);
    for (const path of ['/en/login', '/sk/login']) {
      const other = browser({ path, locale: path.slice(1, 3) });
      await login(other.auth);
      expect(other.navigations).toEqual([`${path.slice(0, 3)}/user/dashboard`]);
    }
    const guarded = browser({ path: '/dlog/dataloggers' });
    await login(guarded.auth);
    expect(guarded.navigations).toEqual(['/user/dashboard']);
    const home = browser({ path: '/user/dashboard' });
    await login(home.auth);
    expect(home.navigations).toEqual([]);
  });

  it.each<[string, AuthAnswer | Error]>([
    ['refused', { status: 401, data: { code: 'credentials_wrong' } }],
    ['refused with a token in the answer', { status: 403, data: { token: 'opaque' } }],
    ['answered by a broken server', { status: 500, data: '<html>' }],
    ['answered without a token', { status: 200, data: {} }],
    ['answered with nothing', { status: 204, data: null }],
    ['answered with a number for a token', { status: 200, data: { token: 7, refresh_token: 'rt' } }],
    ['answered with an object for a token', { status: 200, data: { token: { value: 'opaque' } } }],
    ['answered with a blank token', { status: 200, data: { token: ' ' } }],
    ['lost by the network', new TypeError('network')],
  ])('%s is rejected, sent once and keeps nothing', async (_, answer) => {
    const b = browser({ answers: { '/v1/auth/login': answer } });
    await expect(login(b.auth)).rejects.toThrow();
    expect(b.jar.size).toBe(0);
    expect(b.paths()).toEqual(['/v1/auth/login']);
    expect([b.navigations, b.notices, b.auth.$user.get(), b.auth.$busy.get()]).toEqual([[], [], null, false]);
  });

  it('says the code of the refusal', async () => {
    const b = browser({ answers: { '/v1/auth/login': { status: 401, data: { code: 'credentials_wrong' } } } });
    await expect(login(b.auth)).rejects.toMatchObject({ code: 'credentials_wrong', status: 401 });
    b.given['/v1/auth/login'] = { status: 200, data: {} };
    await expect(login(b.auth)).rejects.toMatchObject({ code: 'internal', status: 200 });
  });

  it('keeps a token that already says Bearer as it is', async () => {
    const token = jwt({ exp: NOW / 1000 + 900 });
    const b = browser({ answers: { '/v1/auth/login': { status: 200, data: { token: `Bearer ${token}` } } } });
    await login(b.auth);
    expect(b.jar.get('auth._token.local')).toBe(`Bearer ${token}`);
    expect(b.jar.get('auth._refresh_token.local')).toBe(token);
    expect(b.jar.get('auth._token_expiration.local')).toBe(String(NOW + 900_000));
  });

  it.each<[string, AuthAnswer | Error]>([
    ['failing', { status: 500, data: null }],
    ['refused', { status: 403, data: { code: 'forbidden' } }],
    ['lost', new TypeError('network')],
    ['empty', { status: 200, data: {} }],
  ])('with a profile that is %s is rejected and keeps the tokens', async (_, answer) => {
    const b = browser({ answers: { '/v1/auth/profile': answer } });
    await expect(login(b.auth)).rejects.toThrow();
    expect(b.jar.get('auth._token.local')).toMatch(/^Bearer /);
    expect(b.jar.get('auth._refresh_token.local')).toBe('rt_1');
    expect(b.auth.$loggedIn.get()).toBe(false);
    expect(b.navigations).toEqual([]);
  });

  it('that a sign-out or another log-in overtakes keeps nothing', async () => {
    const answer = later<AuthAnswer>();
    const b = browser({ answers: { '/v1/auth/login': () => answer.promise } });
    const first = login(b.auth);
    await b.auth.logout();
    answer.give({ status: 200, data: { token: 'late' } });
    await expect(first).rejects.toThrow(SESSION_OVER);
    expect(Object.fromEntries(b.jar)).toEqual({});
    const slow = later<AuthAnswer>();
    b.given['/v1/auth/login'] = () => slow.promise;
    const overtaken = login(b.auth);
    b.given['/v1/auth/login'] = { status: 200, data: { token: 'mine', refresh_token: 'rt' } };
    await login(b.auth);
    slow.give({ status: 200, data: { token: 'late' } });
    await expect(overtaken).rejects.toThrow(SESSION_OVER);
    expect(b.jar.get('auth._token.local')).toBe('Bearer mine');
  });

  it('is not undone by another tab that tells late of the session before', async () => {
    const { jar, channel } = sharing();
    const profile = later<AuthAnswer>();
    const b = browser({ jar, channel, answers: { '/v1/auth/profile': () => profile.promise } });
    const signingIn = login(b.auth);
    while (b.sent.length < 2) await Promise.resolve();
    channel?.post({ type: 'signed-out', tab: 'other' });
    profile.give({ status: 200, data: USER });
    expect(await signingIn).toEqual(USER);
    expect(b.navigations).toEqual(['/user/dashboard']);
  });

  it('forgets the session before without a word', async () => {
    const b = browser({
      path: '/dlog/dataloggers',
      cookies: tokenCookies(10_000, DAY),
      answers: { '/v1/auth/login': { status: 401, data: {} } },
    });
    await b.auth.init();
    await expect(login(b.auth)).rejects.toThrow();
    expect(b.jar.has('auth._token.local')).toBe(false);
    expect(b.navigations).toEqual([]);
    expect(b.notices).toEqual([]);
  });

  it('with a single token has it for the refresh token too, and one that says no end lives a day', async () => {
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

  it('shows that it is busy, also when it fails', async () => {
    const b = browser();
    const seen: boolean[] = [];
    b.auth.$busy.subscribe((value) => void seen.push(value));
    await login(b.auth);
    b.given['/v1/auth/login'] = { status: 401, data: null };
    await login(b.auth).catch(() => undefined);
    expect(seen).toEqual([false, true, false, true, false]);
  });

  it('under an unknown strategy is refused, and nothing is forgotten or sent', async () => {
    const b = browser({ strategy: 'oauth', cookies: tokenCookies(10_000, DAY) });
    await expect(login(b.auth)).rejects.toThrow('Strategy not supported: oauth');
    await b.auth.init();
    expect(b.jar.get('auth._token.local')).toBe('Bearer old');
    expect(b.sent).toEqual([]);
  });

  it.each([null, ''])('without a strategy (%j) is refused like everything that needs one, and the start does nothing', async (strategy) => {
    const b = browser({ strategy, cookies: tokenCookies(10_000, DAY) });
    await b.auth.init();
    await expect(login(b.auth)).rejects.toThrow('No strategy is set!');
    await expect(b.auth.fetchUser()).rejects.toThrow('No strategy is set!');
    await expect(b.auth.refreshTokens()).rejects.toThrow('No strategy is set!');
    const { headers } = await b.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} });
    expect(headers).not.toHaveProperty('Authorization');
    expect(b.sent).toEqual([]);
  });

  it('works again after a sign-out, whatever the strategy cookie says', async () => {
    const b = browser({ cookies: { 'auth.strategy': 'google', ...tokenCookies(10_000, DAY) } });
    await b.auth.init();
    expect(b.auth.$loggedIn.get()).toBe(true);
    await b.auth.logout();
    expect(b.jar.has('auth.strategy')).toBe(false);
    await login(b.auth);
    expect(b.jar.get('auth.strategy')).toBe('local');
  });
});
