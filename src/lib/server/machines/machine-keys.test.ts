import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, searchPatterns, searchText } from './machine-keys.ts';

const EMPTY = { code: null, kind: null, site: null, hall: null, line: null, manufacturer: null, model: null, serial_number: null };

describe('the place of a machine in a list', () => {
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

describe('a search for machines', () => {
  const found = (q: string, text: string) => searchPatterns(q).every((pattern) => text.includes(pattern.slice(1, -1)));

  it('finds each word anywhere, whatever its case and accents', () => {
    const text = searchText({ ...EMPTY, name: 'Pec č. 3', hall: 'Hala Červená', serial_number: 'SN-77' });
    expect(['pec', 'PEC cervena', 'sn-77 č.', ''].map((q) => found(q, text))).toEqual([true, true, true, true]);
    expect(found('pec modrá', text)).toBe(false);
  });

  it('takes the signs of a pattern for themselves', () => {
    expect(searchPatterns('100 %_\\')).toEqual(['%100%', '%\\%\\_\\\\%']);
  });
});
