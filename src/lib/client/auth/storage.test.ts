import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { browser, DAY, jwt, login, NOW } from './auth-testing.ts';

const TOKEN = 'auth._token.local';
const EXPIRY = 'auth._token_expiration.local';
const jar = (expiry: string | null) => ({ [TOKEN]: 'Bearer t', ...(expiry === null ? {} : { [EXPIRY]: expiry }) });

describe('status of tokens', () => {
  it('is unknown without a token or an expiry, valid until half a second before it, then expired', () => {
    const b = browser({ cookies: jar(String(NOW + 1_000)) });
    expect(b.auth.tokenStatus()).toBe('valid');
    b.advance(499);
    expect(b.auth.tokenStatus()).toBe('valid');
    b.advance(1);
    expect(b.auth.tokenStatus()).toBe('expired');
    b.jar.delete(EXPIRY);
    expect(b.auth.tokenStatus()).toBe('unknown');
    expect(b.auth.refreshStatus()).toBe('unknown');
    b.jar.set('auth._refresh_token_expiration.local', String(NOW + DAY));
    expect(b.auth.refreshStatus()).toBe('unknown');
    b.jar.set('auth._refresh_token.local', 'rt');
    expect(b.auth.refreshStatus()).toBe('valid');
  });

  it('is expired for every end that is not ahead, and for one that can’t be read', () => {
    for (const end of ['0', '-1', String(-NOW), 'false', 'soon', 'NaN', '2026-03-02'])
      expect([end, browser({ cookies: jar(end) }).auth.tokenStatus()]).toEqual([end, 'expired']);
    for (const end of [null, '']) expect(browser({ cookies: jar(end) }).auth.tokenStatus()).toBe('unknown');
  });

  it('for any time left is valid exactly when more than half a second is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2 * DAY, max: 2 * DAY }), (left) => {
        const { auth } = browser({ cookies: jar(String(NOW + left)) });
        expect(auth.tokenStatus()).toBe(left > 500 ? 'valid' : 'expired');
      }),
    );
  });
});

describe('the end of a token', () => {
  const endOf = async (token: string) => {
    const b = browser({ answers: { '/v1/auth/login': { status: 200, data: { token, refresh_token: token } } } });
    await login(b.auth);
    expect(b.jar.get('auth._refresh_token_expiration.local')).toBe(b.jar.get(EXPIRY));
    return Number(b.jar.get(EXPIRY));
  };
  const raw = (payload: string) => `x.${Buffer.from(payload).toString('base64url')}.y`;

  it('is its exp in seconds when that is a number above zero, else a day from now', async () => {
    expect(await endOf(jwt({ exp: NOW / 1000 + 900 }))).toBe(NOW + 900_000);
    expect(await endOf(jwt({ exp: NOW / 1000 + 0.25 }))).toBe(NOW + 250);
    expect(await endOf(jwt({ exp: 1e15 }))).toBe(1e18);
    expect(await endOf(raw('{"exp":1e999}'))).toBe(Number.POSITIVE_INFINITY);
    for (const exp of ['1800000000', 0, -1, null, true, [1_800_000_000], {}, Number.NaN]) expect(await endOf(jwt({ exp }))).toBe(NOW + DAY);
    expect(await endOf(jwt({}))).toBe(NOW + DAY);
  });

  it('is read from any base64url: with padding, with letters beyond ASCII, with two parts', async () => {
    const claims = { sub: 'Žluťoučký kůň ✓ 設備', pad: '?>~', exp: NOW / 1000 + 60 };
    for (const pad of ['', 'a', 'ab']) {
      const plain = Buffer.from(JSON.stringify({ ...claims, pad }));
      for (const payload of [plain.toString('base64url'), plain.toString('base64'), `${plain.toString('base64url')}==`])
        expect(await endOf(`x.${payload}.y`)).toBe(NOW + 60_000);
      expect(await endOf(`x.${plain.toString('base64url')}`)).toBe(NOW + 60_000);
    }
  });

  it('is a day from now for whatever is no JWT', async () => {
    for (const token of ['opaque', 'a.b.c', '...', 'x.!!!.y', raw('null'), raw('7'), raw('[1]'), raw('{"exp":'), 'ř.ž.š'])
      expect(await endOf(token)).toBe(NOW + DAY);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
        if (text.trim() !== '') expect(await endOf(`x.${text}`)).toBe(NOW + DAY);
      }),
      { numRuns: 50 },
    );
  });

  it('for any number is that number’s thousandfold or a day from now', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (exp) => {
        expect(await endOf(jwt({ exp }))).toBe(exp > 0 ? exp * 1000 : NOW + DAY);
      }),
    );
  });
});

describe('a single token for both', () => {
  const single = (claims: object) => ({ '/v1/auth/login': { status: 200, data: { token: jwt(claims) } } });
  const refreshes = (paths: string[]) => paths.filter((path) => path === '/v1/auth/refresh_token').length;
  const get = { method: 'GET', path: '/v1/x', headers: {} };

  it.each<[string, object]>([
    ['that says when it was issued', { iat: NOW / 1000, exp: NOW / 1000 + 1_000 }],
    ['that doesn’t, from when it came', { exp: NOW / 1000 + 1_000 }],
  ])('%s is exchanged ahead, at 80 %% of its life', async (_, claims) => {
    const b = browser({ answers: single(claims) });
    await login(b.auth);
    b.advance(799_999);
    await b.auth.intercept(get);
    expect(refreshes(b.paths())).toBe(0);
    b.advance(1);
    b.given['/v1/auth/refresh_token'] = { status: 200, data: { token: jwt({ exp: NOW / 1000 + 1_800 }) } };
    await b.auth.intercept(get);
    expect(refreshes(b.paths())).toBe(1);
    // The new one is both again: a thousand seconds more.
    b.advance(799_999);
    await b.auth.intercept(get);
    expect(refreshes(b.paths())).toBe(1);
    expect(b.jar.get('auth._refresh_token.local')).toBe(jwt({ exp: NOW / 1000 + 1_800 }));
    b.advance(1);
    await b.auth.intercept(get);
    expect(refreshes(b.paths())).toBe(2);
  });

  it('without an end is exchanged after 80 % of a day, also by another page of the browser', async () => {
    const b = browser({ answers: { '/v1/auth/login': { status: 200, data: { token: 'opaque' } } } });
    await login(b.auth);
    for (const [left, count] of [
      [DAY * 0.2 + 1, 0],
      [DAY * 0.2, 1],
    ] as const) {
      const page = browser({ cookies: { ...Object.fromEntries(b.jar), [EXPIRY]: String(NOW + left) } });
      await page.auth.intercept(get);
      expect(refreshes(page.paths())).toBe(count);
    }
  });

  it('is not exchanged at the start of a page only because it doesn’t say when it was issued', async () => {
    const token = jwt({ exp: NOW / 1000 + 600 });
    const b = browser({ cookies: { [TOKEN]: `Bearer ${token}`, [EXPIRY]: String(NOW + 600_000), 'auth._refresh_token.local': token } });
    await b.auth.init();
    expect(b.paths()).toEqual(['/v1/auth/profile']);
  });

  it('still serves when the exchange is lost, and is forgotten when it is refused', async () => {
    const b = browser({ answers: single({ exp: NOW / 1000 + 1_000 }) });
    await login(b.auth);
    b.advance(900_000);
    for (const lost of [new TypeError('network'), { status: 503, data: null }]) {
      b.given['/v1/auth/refresh_token'] = lost;
      expect((await b.auth.intercept(get)).headers.Authorization).toBe(b.jar.get(TOKEN));
    }
    b.given['/v1/auth/refresh_token'] = { status: 401, data: null };
    await expect(b.auth.intercept(get)).rejects.toThrow('Both token and refresh token have expired');
    expect(b.jar.has(TOKEN)).toBe(false);
  });

  it('is not exchanged ahead of time when the refresh token is another one', async () => {
    const b = browser();
    await login(b.auth);
    b.advance(890_000);
    await b.auth.intercept(get);
    expect(refreshes(b.paths())).toBe(0);
  });
});
