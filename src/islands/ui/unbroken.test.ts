import { describe, expect, it } from 'vitest';
import { unbroken } from './unbroken.ts';

describe('a text with names in it', () => {
  it('keeps the name of a file together', () => {
    expect(unbroken('Soubor K-114.pdf je nahrazen: K-114b.pdf.')).toEqual(['Soubor ', 'K-114.pdf', ' je nahrazen: ', 'K-114b.pdf.', '']);
    expect(unbroken('K-114.pdf: Nejde smazat.')).toEqual(['', 'K-114.pdf:', ' Nejde smazat.']);
  });

  it('says all else as it is', () => {
    expect(unbroken('Uloženo – hotovo')).toEqual(['Uloženo – hotovo']);
    expect(unbroken('')).toEqual(['']);
  });
});
