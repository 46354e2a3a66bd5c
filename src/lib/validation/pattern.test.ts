import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, matches } from './pattern.ts';

const ATOMS = ['a', 'b', '1', '.', '\\w', '\\d', '\\S', '[ab]', '[^a]', '[\\]a-]', '[]', '[^]', '\\x61', '\\u0062', '\\.', '-', ']', '}'];
const EDGES = ['(?:^)', '(?:$)', '(?:\\b)', '(?:\\B)'];
const GROUPS = ['(', '(?:', '(?=', '(?!', '(?:(?<=', '(?:(?<!'];
const TIMES = ['', '', '', '*', '+', '?', '*?', '{2}', '{1,2}', '{0,}', '{2}?'];

/** Patterns of every part that is read, over a small alphabet so that texts match often. */
function patternOf(depth: number): fc.Arbitrary<string> {
  const flat = fc.constantFrom(...ATOMS, ...EDGES);
  const group = (opening: string) =>
    patternOf(depth - 1).map((inside) => `${opening}${inside}${opening.endsWith('<=') || opening.endsWith('<!') ? '))' : ')'}`);
  const atom = depth === 0 ? flat : fc.oneof({ weight: 3, arbitrary: flat }, fc.constantFrom(...GROUPS).chain(group));
  const part = fc.tuple(atom, fc.constantFrom(...TIMES)).map((both) => both.join(''));
  const branch = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(''));
  return fc.array(branch, { minLength: 1, maxLength: 2 }).map((branches) => branches.join('|'));
}
const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', '.', ' ', ']', '\n'), maxLength: 6 });

describe('a pattern that comes as text', () => {
  it('answers like the engine of JavaScript', () => {
    fc.assert(
      fc.property(patternOf(3), fc.array(text, { minLength: 1, maxLength: 8 }), (source, texts) => {
        const engine = new RegExp(source);
        const own = compilePattern(source);
        for (const one of texts) expect([source, one, own(one)]).toEqual([source, one, engine.test(one)]);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['^(a|b)$', 'b'],
    ['^[a-z]{2,4}$', 'abc'],
    ['^[A-Z]{2}-\\d{4}(/\\d+)?$', 'SN-0042/7'],
    ['^(?=.*[a-z])(?=.*\\d).{8,}$', 'heslo1234'],
    ['^(?<year>\\d{4})-\\d\\d$', '2024-05'],
    ['^\\p{L}$', 'p{L}'],
    ['a{,2}', 'a{,2}'],
    ['^.{2}$', '\u{1F600}'],
    ['', 'anything'],
    ['^(\\d+\\.)+\\d+$', '10.0.255.1'],
    ['^a{0}$', ''],
    ['^(?:(?=a))*a', 'a'],
  ])('%s takes %s and answers like the engine when something follows', (source, right) => {
    for (const one of [right, `${right}!`]) expect(compilePattern(source)(one)).toBe(new RegExp(source).test(one));
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^(a*)*b$', '^(.*a){20}$', '(?=(a+)+$)b', 'a*a*a*a*a*a*b', '^((a{1,100}){1,100}){1,100}$'])(
    'does not hang: %s',
    (source) => {
      const begun = performance.now();
      for (const length of [40, 2_000, 100_000]) expect(compilePattern(source)(`${'a'.repeat(length)}!`)).toBe(false);
      expect(performance.now() - begun).toBeLessThan(5_000);
    },
  );

  it('is refused when it is malformed, too long or refers back', () => {
    for (const source of ['(', '[', 'a**', '(?<n>', '(a)\\1', '(?<n>a)\\k<n>', '\\01', '(?i:a)', 'a'.repeat(1_001)])
      expect(() => compilePattern(source), source).toThrow(SyntaxError);
  });

  it('keeps nothing from one text to the next, nor does a RegExp that would', () => {
    const all = /a/gy;
    all.lastIndex = 1;
    for (let times = 0; times < 3; times++) expect(matches(all, 'ab')).toBe(true);
    expect(all.lastIndex).toBe(1);
  });

  it('that is neither a text nor a RegExp matches nothing', () => {
    for (const none of [undefined, null, 5, {}, ['a']]) expect(matches(none, 'a')).toBe(false);
  });
});
