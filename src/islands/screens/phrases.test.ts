import { expect, it } from 'vitest';
import { definition } from '../../lib/contract/screens.ts';
import { readPhrases } from './phrases.ts';

it.each([
  ['Došla fólie\n\n  Čeká na\tvozík \nDošla fólie', ['Došla fólie', 'Čeká na vozík']],
  ['', []],
  ['a'.repeat(80), ['a'.repeat(80)]],
  ['a'.repeat(81), null],
  [Array.from({ length: 20 }, (_, n) => `věta ${n}`).join('\n'), Array.from({ length: 20 }, (_, n) => `věta ${n}`)],
  [Array.from({ length: 21 }, (_, n) => `věta ${n}`).join('\n'), null],
])('“%s” is read as phrases for notes, or refused', (text, phrases) => {
  expect(readPhrases(text)).toEqual(phrases);
});

it('a panel has phrases that fit a line, and of before it has none', () => {
  const empty = { columns: 2, hand: 'left', lanes: [{ id: 'l', name: '', kind: 'worker' }], buttons: [], ratings: [] };
  const isGood = (phrases: unknown) => definition.safeParse({ ...empty, phrases }).success;
  expect(definition.parse(empty)).toEqual(empty);
  expect([['Došla fólie'], [], [''], ['a\nb'], ['a'.repeat(81)], Array(21).fill('a')].map(isGood)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
