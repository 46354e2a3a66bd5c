import { describe, expect, it } from 'vitest';
import { piecesPerHour } from './output.ts';

describe('the ideal output of a machine', () => {
  it('follows from its cycle, with a tenth only where it says something', () => {
    expect([7.5, 186, 0.67, 3_600, 100_000].map(piecesPerHour)).toEqual([480, 19.4, 5_373, 1, 0]);
  });

  it('is not known without a cycle', () => {
    expect([null, 0, Number.NaN].map(piecesPerHour)).toEqual([null, null, null]);
  });
});
