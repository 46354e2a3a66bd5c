import { expect, it } from 'vitest';
import { folded } from './folded.ts';

it('a text is found without its case and accents, composed or not', () => {
  expect(folded('Čidlo ŽÍHÁNÍ')).toBe('cidlo zihani');
  expect(folded('C\u030cidlo')).toBe(folded('Čidlo'));
  expect(folded('Ľubica Ĺ')).toBe('lubica l');
});
