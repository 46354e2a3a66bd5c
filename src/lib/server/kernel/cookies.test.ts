import { describe, expect, it } from 'vitest';
import { readCookie, writeCookie } from './cookies.ts';

describe('cookies', () => {
  it('are read by their whole name, decoded, the first of two', () => {
    expect(readCookie('xauth=1; auth=a%20b; auth=c; authx=2', 'auth')).toBe('a b');
    expect(readCookie('a=1;auth="q"', 'auth')).toBe('q');
    expect(readCookie('auth=a=b==', 'auth')).toBe('a=b==');
    expect(readCookie('auth=', 'auth')).toBe('');
    for (const absent of [null, undefined, '', 'auth', '; ;', 'xauth=1', '=auth']) expect(readCookie(absent, 'auth')).toBe(null);
  });

  it('that can’t be decoded come as they were sent', () => {
    expect(readCookie('auth=%E0%A4%A', 'auth')).toBe('%E0%A4%A');
  });

  it('beyond any browser’s header are not looked for', () => {
    expect(readCookie(`${'x'.repeat(100_000)}; auth=1`, 'auth')).toBe(null);
  });

  it('are written so that they come back the same and stay on this site', () => {
    const line = writeCookie('auth', 'Bearer a;b\r\nSet-Cookie: x', { maxAge: 5, secure: true, httpOnly: true });
    expect(line).not.toMatch(/[\r\n]/);
    expect(line).toMatch(/; Path=\/; Max-Age=5; SameSite=Lax; Secure; HttpOnly$/);
    expect(readCookie(line, 'auth')).toBe('Bearer a;b\r\nSet-Cookie: x');
  });
});
