import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { navigateTo, resolveNavigation } from './navigate.ts';

const host = 'log.example';
const go = (url: string, external?: boolean) => resolveNavigation(url, { host, ...(external === undefined ? {} : { external }) });

describe('a navigation', () => {
  it('inside the site is internal', () => {
    for (const url of [
      '/apps',
      'apps',
      '?q=1',
      '#top',
      '',
      '/a:b',
      './x:y',
      ':80',
      '1a:b',
      'a b:c',
      ' /apps',
      '\t/apps',
      'java script:x',
      '/javascript:x',
      '/ /x.example',
      '/%2f/evil',
      '/redirect?to=https://x.example',
    ])
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
      '\u007f//x.example',
      '\u0085https://x.example',
      '\ufeff\u00a0//x.example',
      '/\r\n/x.example',
      '///x.example',
      'https:x.example',
      'a:b',
      'localhost:3000',
      'web+app:x',
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
      'j\u0085avascript:alert(1)',
      '\u00a0jAvAsCrIpT:alert(1)',
      ' \t\u0001java\u001fscr\rip\u007ft\n:alert(1)',
      'javascript://x.example/%0aalert(1)',
    ])
      for (const external of [true, false])
        expect(() => go(url, external)).toThrow("Cannot navigate to a URL with 'javascript:' protocol.");
    for (const protocol of ['data:', 'vbscript:', 'blob:'])
      for (const spelling of [protocol, protocol.toUpperCase(), ` ${protocol}`, `\u0000${protocol[0]}\t${protocol.slice(1)}`])
        for (const external of [true, false])
          expect(() => go(`${spelling}x`, external)).toThrow(`Cannot navigate to a URL with '${protocol}' protocol.`);
  });

  const letter = fc.constantFrom(
    ...'javascript:',
    ...'DATA:',
    ...'vbblob',
    '/',
    '\\',
    '\t',
    '\n',
    ' ',
    '\u0000',
    '\u001f',
    '\u0085',
    '?',
    '#',
    '.',
    '@',
  );
  const hidden = fc
    .tuple(
      fc.constantFrom('javascript:', 'data:', 'vbscript:', 'blob:', 'https://', '//'),
      fc.array(fc.constantFrom('', '', '\t', '\n', '\r', ' ', '\u0000')),
    )
    .map(([scheme, noise]) => [...scheme].map((char, index) => `${noise[index] ?? ''}${index % 2 ? char.toUpperCase() : char}`).join(''));
  const url = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(letter).map((letters) => letters.join('')),
    hidden,
  );

  it('never lets a script protocol through, whatever is said', () => {
    fc.assert(
      fc.property(url, fc.boolean(), (text, external) => {
        const read = URL.canParse(text, `https://${host}/a/b`) ? new URL(text, `https://${host}/a/b`).protocol : '';
        if (!['javascript:', 'data:', 'vbscript:', 'blob:'].includes(read)) return;
        expect(() => go(text, external)).toThrow(`Cannot navigate to a URL with '${read}' protocol.`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is internal never leaves the site', () => {
    const internal = (text: string) => {
      try {
        return go(text).kind === 'internal';
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(url, (text) => {
        if (internal(text) && URL.canParse(text, `https://${host}/a/b`)) expect(new URL(text, `https://${host}/a/b`).host).toBe(host);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('going there', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('happens in this window or in a new one, and in neither when it is refused', () => {
    const gone: string[] = [];
    vi.stubGlobal('location', { host, assign: (to: string) => gone.push(to) });
    vi.stubGlobal('window', { open: (...input: string[]) => gone.push(input.join(' ')) });
    navigateTo('/apps');
    navigateTo('https://x.example', { external: true });
    navigateTo('https://x.example', { external: true, open: true });
    expect(gone.splice(0)).toEqual(['/apps', 'https://x.example', 'https://x.example _blank noopener']);
    for (const open of [true, false])
      for (const external of [true, false])
        for (const to of ['javascript:alert(1)', ' DATA:text/html,x', 'vb\tscript:x', 'blob:https://x'])
          expect(() => navigateTo(to, { external, open })).toThrow('Cannot navigate to a URL with');
    expect(() => navigateTo('//x.example', { open: true })).toThrow('not allowed by default');
    expect(gone).toEqual([]);
  });
});
