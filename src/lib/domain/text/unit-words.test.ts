import { describe, expect, it } from 'vitest';
import { unitWord } from './unit-words.ts';

describe('a unit of pieces', () => {
  it('is said in the language of its reader, whichever it was entered in', () => {
    for (const entered of ['ks', 'pcs', 'Ks.', 'PCS'])
      expect([unitWord(entered, 'cs'), unitWord(entered, 'en'), unitWord(entered, 'sk')]).toEqual(['ks', 'pcs', 'ks']);
    expect(unitWord('krabice', 'en')).toBe('box');
    expect(unitWord('crate', 'sk')).toBe('prepravka');
    expect(unitWord('balenie', 'cs')).toBe('balení');
  });

  it('stays as it was entered where nobody knows it', () => {
    for (const own of ['m²', 'kg', 'toast', 'bochník']) expect(unitWord(own, 'en')).toBe(own);
  });
});
