import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentCookies, underLease } from './browser.ts';

const kept = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
afterEach(() => {
  if (kept) Object.defineProperty(globalThis, 'localStorage', kept);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});
function storage(entries: [string, string][] = []) {
  const map = new Map(entries);
  const value = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, text: string) => void map.set(key, text),
    removeItem: (key: string) => void map.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value });
  return map;
}

describe('the lease where a browser has no locks', () => {
  it('lets one tab after another in', async () => {
    const map = storage();
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.all([1, 2, 3].map(() => underLease(work)));
    expect(most).toBe(1);
    expect(map.size).toBe(0);
  });

  it('is taken over from a tab that was closed, and given back after a failure', async () => {
    for (const left of [`dead ${Date.now() - 1}`, 'dead', 'dead soon', `dead ${Date.now() + 86_400_000}`, '']) {
      const map = storage([['auth.lock', left]]);
      await expect(underLease(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
      expect(map.size).toBe(0);
    }
  });

  it('does without where storage is full', async () => {
    const map = storage();
    localStorage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(await underLease(async () => 7)).toBe(7);
    expect(map.size).toBe(0);
  });

  it('does without where storage is forbidden', async () => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    expect(await underLease(async () => 7)).toBe(7);
  });
});

describe('the cookies of the session', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('are for the whole site, lax, for their age, secure over https, and encoded', () => {
    for (const protocol of ['http:', 'https:']) {
      const written: string[] = [];
      vi.stubGlobal('location', { protocol });
      vi.stubGlobal('document', {
        get cookie() {
          return 'auth.x=1; auth._token.local=Bearer%20a%2Bb; XSRF-TOKEN=a%20b%2F%C5%99; broken=%E0%A4';
        },
        set cookie(text: string) {
          written.push(text);
        },
      });
      const cookies = documentCookies();
      cookies.set('auth.redirect', '/a;b=c?d', { maxAge: 86_400 });
      cookies.remove('auth.redirect');
      const secure = protocol === 'https:' ? '; secure' : '';
      expect(written).toEqual([
        `auth.redirect=%2Fa%3Bb%3Dc%3Fd; max-age=86400; path=/; samesite=lax${secure}`,
        `auth.redirect=; max-age=0; path=/; samesite=lax${secure}`,
      ]);
      expect(['auth._token.local', 'XSRF-TOKEN', 'broken', 'absent', 'x'].map((name) => cookies.get(name))).toEqual([
        'Bearer a+b',
        'a b/ř',
        '%E0%A4',
        null,
        null,
      ]);
    }
  });
});
