import { describe, expect, it } from 'vitest';
import { Unpacked } from './unpacked.ts';

describe('what was unpacked', () => {
  it('is kept as long as it fits, those that were asked for last', () => {
    const unpacked = new Unpacked(10);
    for (const id of [1, 2, 3]) unpacked.keep('blocks', id, `b${id}`, 3);
    expect(unpacked.get('blocks', 1)).toBe('b1');
    unpacked.keep('chunks', 1, 'c1', 4);
    expect(unpacked.get('blocks', 2)).toBeUndefined();
    expect([unpacked.get('blocks', 1), unpacked.get('blocks', 3), unpacked.get('chunks', 1)]).toEqual(['b1', 'b3', 'c1']);
  });

  it('is not kept when it alone is more than there is room for', () => {
    const unpacked = new Unpacked(10);
    unpacked.keep('blocks', 1, 'small', 9);
    unpacked.keep('blocks', 2, 'large', 11);
    expect([unpacked.get('blocks', 1), unpacked.get('blocks', 2)]).toEqual(['small', undefined]);
  });
});
