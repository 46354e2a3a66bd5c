import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedTags, readTags, tidyTags } from './tags.ts';

describe('tags', () => {
  it('are words without blanks around them, each once whatever its case and accents', () => {
    expect(readTags(' HACCP, chladírna;; Chladirna ,haccp, sklad  B')).toEqual(['HACCP', 'chladírna', 'sklad B']);
    expect(readTags(' , ;')).toEqual([]);
  });

  it('stay as they are when they are tidied again, and read back from one field', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 })), (tags) => {
        const tidy = tidyTags(tags);
        expect(tidyTags(tidy)).toEqual(tidy);
        const plain = tidy.filter((tag) => !/[,;]/.test(tag));
        expect(readTags(plain.join(', '))).toEqual(plain);
      }),
    );
  });

  it('are put in and taken out, also those that were not there', () => {
    expect(changedTags(['a', 'b'], { add: ['c', 'A'], remove: ['B', 'x'] })).toEqual(['a', 'c']);
    expect(changedTags([], { add: [], remove: ['a'] })).toEqual([]);
  });
});
