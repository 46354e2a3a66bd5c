import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, searchable, searchPatterns } from '../kernel/name-keys.ts';

describe('the place of a name in a list', () => {
  it('heeds neither case nor accents, and takes numbers by their size', () => {
    const names = ['Řezačka 2', 'cnc 12', 'CNC 5', 'Čerpadlo', 'CNC 005b', 'balička'];
    const sorted = names.toSorted((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1));
    expect(sorted).toEqual(['balička', 'Čerpadlo', 'CNC 5', 'CNC 005b', 'cnc 12', 'Řezačka 2']);
  });

  it('orders any two whole numbers as numbers', () => {
    const number = fc.bigInt({ min: 0n, max: 999_999_999_999n });
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(nameKey(`Lis ${a}`) < nameKey(`Lis ${b}`)).toBe(a < b);
      }),
    );
  });
});

describe('a search', () => {
  it('takes the signs of a pattern for themselves', () => {
    expect(searchPatterns('100 %_\\')).toEqual(['%100%', '%\\%\\_\\\\%']);
  });

  it('looks into every text that there is', () => {
    const text = searchable(['Čekání', null, '', 'na Materiál']);
    expect(text).toBe('cekani\nna material');
    expect(searchPatterns('MATERIÁL ček').every((pattern) => text.includes(pattern.slice(1, -1)))).toBe(true);
  });
});
