import { describe, expect, it } from 'vitest';
import { resolveNavigation } from './navigate.ts';

const host = 'log.example';
const go = (url: string, external?: boolean) => resolveNavigation(url, { host, ...(external === undefined ? {} : { external }) });

describe('a navigation', () => {
  it('inside the site is internal', () => {
    for (const url of ['/apps', 'apps', '?q=1', '#top', '', '/a:b', './x:y', '/%2f/evil', '/redirect?to=https://x.example'])
      expect(go(url)).toEqual({ kind: 'internal' });
  });
  it('elsewhere is refused unless it is said, our own host included', () => {
    for (const url of [
      'https://x.example',
      'HTTP://x.example',
      `https://${host}/apps`,
      '//x.example',
      '\\\\x.example',
      '/\\x.example',
      '\\/x.example',
      'mailto:a@b',
      ' \t//x.example',
      'ht\ntps://x.example',
    ]) {
      expect(() => go(url)).toThrow('Navigating to an external URL is not allowed by default. Use');
      expect(go(url, true)).toEqual({ kind: 'external' });
    }
  });
  it('that would run or show foreign content is refused always', () => {
    for (const url of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      '\u0001javascript:alert(1)',
      'java\nscript:alert(1)',
      'java\tscript:alert(1)',
      'java\u0000script:alert(1)',
    ])
      for (const external of [true, false])
        expect(() => go(url, external)).toThrow("Cannot navigate to a URL with 'javascript:' protocol.");
    for (const protocol of ['data:', 'vbscript:', 'blob:'])
      expect(() => go(`${protocol}x`, true)).toThrow(`Cannot navigate to a URL with '${protocol}' protocol.`);
  });
});
