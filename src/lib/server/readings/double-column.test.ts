import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DoubleColumn } from './double-column.ts';

test('A column of doubles gives back what was added, whatever its length', () => {
  fc.assert(
    fc.property(fc.array(fc.double(), { maxLength: 5_000, size: 'max' }), (numbers) => {
      const column = new DoubleColumn();
      for (const number of numbers) column.push(number);
      expect(column.values).toEqual(Float64Array.from(numbers));
    }),
    { numRuns: 50, examples: [[[]], [Array.from({ length: 1_024 }, (_, i) => i)], [Array.from({ length: 1_025 }, (_, i) => i)]] },
  );
});
