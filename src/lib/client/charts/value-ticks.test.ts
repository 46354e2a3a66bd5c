import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueTicks } from './value-ticks.ts';

describe('values of an axis', () => {
  it('are round and no more than there is room for', () => {
    expect(valueTicks(1.6, 7.1, 5)).toEqual([2, 4, 6]);
    expect(valueTicks(-21.2, -17.4, 4)).toEqual([-21, -20, -19, -18]);
    expect(valueTicks(0.1, 0.4, 4)).toEqual([0.1, 0.2, 0.3, 0.4]);
    expect(valueTicks(980, 1_020, 4)).toEqual([980, 990, 1_000, 1_010, 1_020]);
  });
  it('are none where nothing has a height', () => {
    expect(valueTicks(5, 5, 4)).toEqual([]);
    expect(valueTicks(5, Number.POSITIVE_INFINITY, 4)).toEqual([]);
  });
  it('stay inside, rise by the same step, and are never many', () => {
    const span = fc.tuple(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.integer({ min: 2, max: 9 }),
    );
    fc.assert(
      fc.property(span, ([low, height, most]) => {
        const ticks = valueTicks(low, low + height, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        const near = height * 1e-6;
        for (const tick of ticks) expect(tick >= low - near && tick <= low + height + near).toBe(true);
        for (const [index, tick] of ticks.entries()) if (index > 1) expect(tick - ticks[index - 1]!).toBeCloseTo(ticks[1]! - ticks[0]!, 6);
      }),
    );
  });
});
