import { describe, expect, it } from 'vitest';
import { browser, DAY, login, NOW, sharing, tokenCookies, USER } from './auth-testing.ts';

describe('the end of a session', () => {
  it('by signing out: no call, cookies gone, one navigation, the page remembered', async () => {
    const b = browser({ path: '/dlog/dataloggers', cookies: { 'auth.strategy': 'local', ...tokenCookies(10_000, DAY) } });
    await b.auth.init();
    await b.auth.logout();
    expect(b.paths()).toEqual(['/v1/auth/profile']);
    expect(Object.fromEntries(b.jar)).toEqual({ 'auth.redirect': '/dlog/dataloggers' });
    expect(b.navigations).toEqual(['/']);
    expect(b.auth.$user.get()).toBe(null);
  });

  it('by reset keeps the strategy and moves guarded pages only', async () => {
    const guarded = browser({ path: '/dlog/dataloggers', cookies: { 'auth.strategy': 'local', ...tokenCookies(10_000, DAY) } });
    await guarded.auth.init();
    guarded.auth.reset();
    guarded.auth.reset();
    expect(Object.fromEntries(guarded.jar)).toEqual({ 'auth.strategy': 'local', 'auth.redirect': '/dlog/dataloggers' });
    expect(guarded.navigations).toEqual(['/']);
    const open = browser({ path: '/pricing', cookies: tokenCookies(10_000, DAY) });
    await open.auth.init();
    open.auth.reset();
    expect(open.auth.$loggedIn.get()).toBe(false);
    expect(open.navigations).toEqual([]);
  });

  it.each(['/', '/en', '/pricing', '/en/dlog/dataloggers', '/login'])('by signing out on %s leads once to the front page', async (path) => {
    const b = browser({ path, locale: path.startsWith('/en') ? 'en' : 'cs', cookies: tokenCookies(10_000, DAY) });
    await b.auth.init();
    await b.auth.logout();
    const home = path.startsWith('/en') ? '/en' : '/';
    expect(b.navigations).toEqual(path === home ? [] : [home]);
    expect(b.jar.get('auth.redirect') ?? null).toBe(path === home || path === '/login' ? null : path);
  });

  it('by reset without a start moves only whoever was signed in', async () => {
    const b = browser({ path: '/dlog/dataloggers', cookies: tokenCookies(10_000, DAY) });
    b.auth.reset();
    expect([b.jar.size, b.navigations]).toEqual([0, []]);
    for (const [name, value] of Object.entries(tokenCookies(10_000, DAY))) b.jar.set(name, value);
    await b.auth.fetchUser();
    b.auth.reset();
    expect(b.navigations).toEqual(['/']);
  });

  it('brings who signs in again back to the page and its query', async () => {
    const b = browser({
      path: '/en/dlog/dataloggers',
      locale: 'en',
      cookies: tokenCookies(10_000, DAY),
      page: () => '/en/dlog/dataloggers?q=cold',
    });
    await b.auth.init();
    b.auth.reset();
    b.open('/en/login');
    await login(b.auth);
    expect(b.navigations).toEqual(['/en', '/en/dlog/dataloggers?q=cold']);
    expect(b.jar.has('auth.redirect')).toBe(false);
  });

  it.each(['logout', 'reset', 'expiry'])('in one tab by %s ends it in the others: guarded pages move, with a notice', async (how) => {
    const shared = sharing(tokenCookies(10_000, DAY));
    const tabs = ['/dlog/dataloggers', '/tm/screens', '/pricing'].map((path) => browser({ ...shared, path }));
    for (const tab of tabs) await tab.auth.init();
    const [one] = tabs as [(typeof tabs)[number]];
    if (how === 'logout') await one.auth.logout();
    else if (how === 'reset') one.auth.reset();
    else {
      shared.jar.set('auth._refresh_token_expiration.local', String(NOW));
      await expect(one.auth.intercept({ method: 'GET', path: '/v1/x', headers: {} })).rejects.toThrow();
    }
    expect(tabs.map(({ auth }) => auth.$loggedIn.get())).toEqual([false, false, false]);
    expect(tabs.map(({ navigations }) => navigations)).toEqual([['/'], ['/'], []]);
    expect(tabs.slice(1).map(({ notices }) => notices)).toEqual([['session_ended'], []]);
    expect(tabs.flatMap((tab) => tab.paths())).toEqual(Array(3).fill('/v1/auth/profile'));
  });

  it('is followed in the other tabs when one signs in again', async () => {
    const shared = sharing();
    const [one, two] = [browser(shared), browser({ ...shared, path: '/pricing' })];
    const back = new Promise((resolve) => two.auth.$user.listen(resolve));
    await login(one.auth);
    expect(await back).toEqual(USER);
    expect(two.navigations).toEqual([]);
  });

  it('is told to others, never to oneself, and foreign messages are nothing', async () => {
    const { jar, channel } = sharing(tokenCookies(10_000, DAY));
    const b = browser({ path: '/dlog/dataloggers', jar, channel });
    await b.auth.init();
    for (const message of [null, 'signed-out', 7, [], {}, { type: 'else' }]) channel?.post(message);
    expect(b.auth.$loggedIn.get()).toBe(true);
    await b.auth.logout();
    expect(b.navigations).toEqual(['/']);
  });
});
