import { describe, expect, it } from 'vitest';
import { browser, DAY, later, sharing, tokenCookies, USER } from './auth-testing.ts';
import type { AuthAnswer } from './index.ts';

describe('the person', () => {
  it('must have an id', async () => {
    for (const data of [{}, null, undefined, 'text', 7, [], { id: null }, { id: '' }, { user: USER }]) {
      const b = browser({ cookies: tokenCookies(10_000, DAY), answers: { '/v1/auth/profile': { status: 200, data } } });
      await expect(b.auth.fetchUser()).rejects.toThrow('User Data response does not contain field id');
      expect(b.auth.$user.get()).toBe(null);
    }
  });

  it('is not known without tokens, and no profile is asked for', async () => {
    const b = browser();
    expect(await b.auth.fetchUser()).toBe(null);
    expect(b.sent).toEqual([]);
  });

  it('is dropped when the profile comes after a sign-out, here or in another tab', async () => {
    for (const elsewhere of [false, true]) {
      const { jar, channel } = sharing(tokenCookies(10_000, DAY));
      const profile = later<AuthAnswer>();
      const b = browser({ path: '/', jar, channel, answers: { '/v1/auth/profile': () => profile.promise } });
      const other = browser({ path: '/', jar, channel });
      const asking = b.auth.fetchUser();
      while (b.sent.length === 0) await Promise.resolve();
      await (elsewhere ? other : b).auth.logout();
      profile.give({ status: 200, data: USER });
      expect(await asking).toBe(null);
      expect(b.auth.$user.get()).toBe(null);
    }
  });

  it('whose session was revoked is forgotten', async () => {
    const b = browser({
      cookies: tokenCookies(10_000, DAY),
      answers: { '/v1/auth/profile': { status: 401, data: { code: 'session_revoked' } } },
    });
    await expect(b.auth.fetchUser()).rejects.toMatchObject({ code: 'session_revoked' });
    expect(b.jar.size).toBe(0);
    b.given['/v1/auth/profile'] = { status: 401, data: { code: 'unauthenticated' } };
    for (const [name, value] of Object.entries(tokenCookies(10_000, DAY))) b.jar.set(name, value);
    await expect(b.auth.fetchUser()).rejects.toMatchObject({ status: 401 });
    expect(b.jar.get('auth._token.local')).toBe('Bearer old');
  });

  it('has the scopes that his profile lists, whichever way it does', async () => {
    const scopes = async (scope: unknown) => {
      const b = browser({
        cookies: tokenCookies(10_000, DAY),
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
    const flat = await scopes({ 'dlog:read': true, 'dlog.read': false, dlog: { read: true } });
    expect([flat('dlog:read'), flat('dlog.read'), flat('dlog')]).toEqual([true, false, true]);
    for (const odd of [undefined, null, true, 7, '', [], {}, [['dlog:read']]]) expect((await scopes(odd))('dlog:read')).toBe(false);
    for (const odd of [{ dlog: 'read' }, { dlog: true }]) expect((await scopes(odd))('dlog.read')).toBe(false);
    expect(browser().auth.hasScope('dlog:read')).toBe(false);
  });
});
