import { expect, it } from 'vitest';
import { searchPatterns } from '../kernel/name-keys.ts';
import { searchText } from './machine-keys.ts';

const EMPTY = { code: null, kind: null, site: null, hall: null, line: null, manufacturer: null, model: null, serial_number: null };

it('a search for machines finds each word anywhere, whatever its case and accents', () => {
  const found = (q: string, text: string) => searchPatterns(q).every((pattern) => text.includes(pattern.slice(1, -1)));
  const text = searchText({ ...EMPTY, name: 'Pec č. 3', hall: 'Hala Červená', serial_number: 'SN-77' });
  expect(['pec', 'PEC cervena', 'sn-77 č.', ''].map((q) => found(q, text))).toEqual([true, true, true, true]);
  expect(found('pec modrá', text)).toBe(false);
});
