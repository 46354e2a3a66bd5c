import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveNavigation } from '../kernel/navigate.ts';
import { browser } from './auth-testing.ts';

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
    expect(b.navigations.at(-1)).toBe('/en/dlog/dataloggers');
    expect(b.jar.has('auth.redirect')).toBe(false);
  });

  it.each([
    ['/en/dlog/dataloggers?state=late#chart', 'sk', '/sk/dlog/dataloggers?state=late#chart'],
    ['/sk/tm/screens', 'cs', '/tm/screens'],
    ['/org', 'en', '/en/org'],
    ['/sk', 'ja', '/'],
  ])('lead from the log-in page back to the remembered page %s in the language chosen there, %s', (remembered, locale, page) => {
    const b = browser({ path: '/login', locale, cookies: { 'auth.redirect': remembered } });
    b.auth.redirect('home');
    expect(b.navigations).toEqual([page]);
  });

  it('lead back to the tab of a page that only the server remembered, whose hash the browser carried to the log-in page', () => {
    const home = (path: string, remembered: string, hash: string) => {
      const b = browser({ path, cookies: { 'auth.redirect': remembered }, hash: () => hash });
      b.auth.redirect('home');
      return b.navigations;
    };
    expect(home('/login', '/org?in=a', '#people')).toEqual(['/org?in=a#people']);
    expect(home('/login', '/org#keys', '#people')).toEqual(['/org#keys']);
    expect(home('/', '/org', '#prices')).toEqual(['/org']);
  });

  it.each([
    ['login', '/login', '/en/login'],
    ['logout', '/', '/en'],
    ['home', '/user/dashboard', '/en/user/dashboard'],
    ['callback', '/', '/en'],
  ] as const)('named %s lead to %s, in the language of the page', (name, cs, en) => {
    for (const [locale, target] of [
      ['cs', cs],
      ['en', en],
      ['sk', en.replace('/en', '/sk')],
      ['ja', cs],
    ] as const) {
      const b = browser({ path: '/tm/screens', locale });
      b.auth.redirect(name);
      expect(b.navigations).toEqual([target]);
      expect(b.jar.has('auth.redirect')).toBe(name === 'login' || name === 'logout');
      b.auth.redirect(name);
      expect(b.navigations).toHaveLength(1);
    }
  });

  it('never remember, and never follow, what leads out of the site', async () => {
    const evil = [
      'https://evil.example',
      'HTTP:evil.example',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/\u0000',
      'javascript:alert(1)',
      'data:text/html,x',
      'evil.example',
      '',
    ];
    for (const path of evil) {
      const left = browser({ path });
      left.auth.redirect('login');
      left.open(path);
      left.auth.redirect('logout');
      expect(left.jar.has('auth.redirect')).toBe(false);
      const b = browser({ path: '/login', cookies: { 'auth.redirect': path } });
      b.auth.redirect('home');
      expect(b.navigations).toEqual(['/user/dashboard']);
      expect(b.jar.has('auth.redirect')).toBe(false);
    }
  });

  it('to any remembered text stay on the site', () => {
    const site = 'https://log.example';
    const piece = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      ' ',
      '\u0000',
      '\u007f',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      '%2f',
      '%5c',
      'a',
      'evil.example',
      'https:',
      'javascript:',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const b = browser({ path: '/login', cookies: { 'auth.redirect': text } });
          b.auth.redirect('home');
          const [to = ''] = b.navigations;
          expect(b.navigations).toHaveLength(1);
          expect(new URL(to, `${site}/login`).origin).toBe(site);
          expect(resolveNavigation(to)).toEqual({ kind: 'internal' });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('to the page one is on don’t navigate, and forget it', () => {
    const b = browser({ path: '/tm/screens', cookies: { 'auth.redirect': '/tm/screens' } });
    b.auth.redirect('home');
    expect([b.navigations, b.jar.size]).toEqual([[], 0]);
  });
});
