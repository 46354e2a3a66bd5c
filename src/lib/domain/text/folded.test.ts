import { expect, it } from 'vitest';
import { beginningFinder, finder, folded } from './folded.ts';

it('a text is found without its case and accents, composed or not', () => {
  expect(folded('Čidlo ŽÍHÁNÍ')).toBe('cidlo zihani');
  expect(folded('C\u030cidlo')).toBe(folded('Čidlo'));
  expect(folded('Ľubica Ĺ')).toBe('lubica l');
});

it('a row is found by every word of a search, whichever of its texts it stands in', () => {
  const finds = finder(' HALA  pec ');
  expect(finds('Žíhací pec', null, 'hala 2')).toBe(true);
  expect(finds('Žíhací pec', 'H-12')).toBe(false);
  expect(finder('  ')('')).toBe(true);
});

it('the product’s own words are found by their beginnings, whatever signs are written', () => {
  for (const [q, text] of [
    ['tma rezim', 'Barevný režim: Tmavý'],
    ['e-m', 'E-mail'],
    ['a.b(', 'a.b(c)'],
    ['', 'anything'],
  ] as const)
    expect(beginningFinder(q)(text), q).toBe(true);
  for (const [q, text] of [
    ['oven', 'Language: Slovenčina'],
    ['a.b', 'aXb'],
    ['tma světlý', 'Barevný režim: Tmavý'],
  ] as const)
    expect(beginningFinder(q)(text), q).toBe(false);
});
