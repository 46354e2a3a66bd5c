import { describe, expect, it } from 'vitest';
import { firstTelling, nearestTelling, toldTogether } from './telling.ts';

const told = (...moments: number[]) => moments.map((at) => ({ id: `${at}`, at, text: `at ${at}` }));

describe('what a mark of the strip says', () => {
  it('is that of the nearest one, within the reach of whoever points', () => {
    const marks = told(100, 200, 210, 900);
    expect([96, 206, 204, 150, 905, 2_000].map((at) => nearestTelling(marks, at, 10))).toEqual([0, 2, 1, -1, 3, -1]);
    expect(nearestTelling([], 0, 10)).toBe(-1);
  });

  it('is told with what stands too near to be pointed at alone, and how many have no room', () => {
    expect(toldTogether(told(100, 104, 200), 100, 5)).toMatchObject({ lines: [{ at: 100 }, { at: 104 }], more: 0 });
    expect(toldTogether(told(1, 2, 3, 4, 5, 6, 7), 4, 10)).toMatchObject({ lines: told(1, 2, 3, 4, 5), more: 2 });
  });

  it('is reached by keys first where one looks', () => {
    const marks = told(100, 200, 900);
    expect(firstTelling(marks, { from: 150, to: 500 })).toBe(1);
    expect(firstTelling(marks, { from: 300, to: 500 })).toBe(1);
    expect(firstTelling(marks, { from: 0, to: 50 })).toBe(0);
    expect(firstTelling([], { from: 0, to: 50 })).toBe(-1);
  });
});
