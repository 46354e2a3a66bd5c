import { describe, expect, it } from 'vitest';
import { check } from './index.ts';
import { holds } from './testing.ts';

describe('digits', () => {
  it('only 0–9 and that length', () => {
    holds('digits', { args: [3], passes: ['123', '000', 123], fails: ['12', '1234', '12a', '-12', '1.2', 12, ' 12', '١٢٣', {}] });
    holds('digits', { args: [' 3 '], passes: ['123'], fails: ['12'] });
    for (const args of [[], ['x'], ['']]) holds('digits', { args, fails: ['1', '123'] });
  });
});

describe('email', () => {
  it('email: a local part, one @, labels and a top level of letters', () => {
    holds('email', {
      passes: [
        'a@b.cz',
        'someone123@example.co.uk',
        'first.last+tag@x-y.museum',
        "o'neil@x.ie",
        '_@b.cz',
        '-@b.cz',
        'A@B.CZ',
        'a@1.cz',
        'a@b-.cz',
      ],
      fails: [
        'a',
        'a@b',
        '@b.cz',
        'a@',
        'a@b.c',
        'a@b.c1',
        'a@b.123',
        'a@@b.cz',
        'a@b@c.cz',
        'a@b.cz@c.cz',
        'a@.cz',
        'a@b..cz',
        'a@b.cz.',
        'a@-b.cz',
        'a@b_c.cz',
      ],
    });
    holds('email', {
      fails: [
        '.a@b.cz',
        'a.@b.cz',
        'a..b@c.cz',
        "a'@b.cz",
        'řeka@b.cz',
        'a@řeka.cz',
        '"a"@b.cz',
        'a b@c.cz',
        ' a@b.cz',
        'a@b.cz\n',
        'a@[1.2.3.4]',
        'a%b@c.cz',
        5,
        {},
      ],
    });
  });
  it('a text made to slow it down is answered at once', () => {
    const begun = performance.now();
    for (const text of [`${'a.'.repeat(1e5)}@b.cz`, `a@${'a-'.repeat(1e5)}`, `a@${'a.'.repeat(1e5)}1`, '@'.repeat(1e5)])
      holds('email', { fails: [text] });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('integer and numeric', () => {
  it('integer: -?digits', () => {
    holds('integer', {
      passes: ['0', '-5', '007', 12, -12, '9'.repeat(40), -0],
      fails: ['+5', '5.0', 5.5, '1e3', '-', ' 5', '5\n', true, 1e21, {}, 'a'],
    });
  });
  it('numeric: 0–9 only', () => {
    holds('numeric', { passes: ['0', '007', 12], fails: ['-5', '+5', '5.5', 5.5, -1, ' 5', '5 ', '1e3', '١٢٣', true, {}, 'a'] });
  });
});

describe('length, min, max', () => {
  it('length: exact UTF-16 length (numbers as text)', () => {
    holds('length', { args: [3], passes: ['abc', '   ', 123, -12, 1.5, 'a\u{1F600}', 123n], fails: ['ab', 'abcd', '\u{1F600}', 12, true] });
    holds('length', { args: ['3 '], passes: ['abc', new Set([1, 2, 3]), { length: 3 }], fails: ['ab', new Set([1]), {}] });
    for (const args of [[], ['x']]) holds('length', { args, fails: ['a', ['a']] });
  });
  it('min / max: code points, inclusive', () => {
    holds('min', { args: [3], passes: ['abc', 'abcd', '𩸽寿司', 123, true], fails: ['ab', '\u{1F600}\u{1F600}', 12] });
    holds('max', { args: ['3'], passes: ['abc', '', '𩸽寿司', 123, 1.5], fails: ['abcd', '𩸽寿司の', 1234, true] });
    holds('max', { args: [1], passes: ['\u{1F600}'], fails: ['e\u0301'] });
    for (const args of [[], ['x']]) {
      holds('min', { args, fails: ['a'] });
      holds('max', { args, fails: ['a'] });
    }
  });
});

describe('regex', () => {
  it('regex: a pattern as text or as RegExp', () => {
    holds('regex', { args: ['^[0-9]+$'], passes: ['123', 123], fails: ['abc', '12a', {}] });
    holds('regex', { args: [/^b$/i], passes: ['b', 'B'], fails: ['bb'] });
    holds('regex', { args: ['b|c'], passes: ['abc', 'c'], fails: ['a'] });
    holds('regex', { args: ['^Symbol'], passes: [Symbol()], fails: [Object.create(null)] });
  });
  it('a RegExp with a memory is asked anew for each value', () => {
    holds('regex', { args: [/a/g], passes: ['ba', 'ba', ['ba', 'ba', 'a']] });
  });
  it('a malformed pattern throws, unless there is nothing to match', () => {
    expect(() => check('regex', 'a', ['('])).toThrow(SyntaxError);
    holds('regex', { args: ['('], passes: [''] });
  });
  it('a pattern made to hang does not', () => {
    const begun = performance.now();
    holds('regex', { args: ['^(a+)+$'], passes: ['a'.repeat(60)], fails: [`${'a'.repeat(60)}!`] });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('url', () => {
  it('url: parses as an absolute URL', () => {
    holds('url', { passes: ['https://a.cz:8080/x?y=1#z', 'HTTP://A.CZ', 'ftp://a', 'mailto:a@b.cz', 'https://ř.cz', 'http://[::1]/'] });
    holds('url', { fails: ['/a', '//a.cz', 'a.cz', 'a', '?a', 'https://', 'https://a b.cz', 'http://a.cz:99999', ' ', 5, {}, true] });
  });
  it('url: not javascript, data, vbscript, blob or file', () => {
    for (const protocol of ['javascript', 'data', 'vbscript', 'blob', 'file'])
      for (const written of [
        protocol,
        protocol.toUpperCase(),
        ` ${protocol}`,
        `\u0001${protocol}`,
        `${protocol.slice(0, 2)}\n${protocol.slice(2)}`,
      ])
        for (const rest of [':x', '://a.cz/', ':https://a.cz/1']) holds('url', { fails: [written + rest] });
  });
  it('url: optional pattern', () => {
    holds('url', { args: ['^https://'], passes: ['https://a.cz'], fails: ['http://a.cz', 'https'] });
    holds('url', { args: [/\.CZ$/i], passes: ['https://a.cz'], fails: ['https://a.sk'] });
    for (const args of [[], [undefined], [null]]) holds('url', { args, passes: ['https://a.cz'] });
    holds('url', { args: ['x'], fails: ['javascript:x'] });
  });
});
