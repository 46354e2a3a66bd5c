import { afterEach, describe, expect, it } from 'vitest';
import { underLease } from './browser.ts';

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
    const map = storage([['auth.lock', `dead ${Date.now() - 1}`]]);
    await expect(underLease(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
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
