import { describe, expect, it } from 'vitest';
import { valueRange } from './plot.ts';

describe('the range of a vertical axis', () => {
  it('is that of the values with a little air, never below zero for what is never negative', () => {
    expect(valueRange(10, 20, null)).toEqual([expect.closeTo(9.2), expect.closeTo(20.8)]);
    expect(valueRange(0, 100, null)).toEqual([0, 108]);
    expect(valueRange(null, null, null)).toBeNull();
  });

  it('takes in limits of alarms that are near, and leaves those that would press the values flat', () => {
    expect(valueRange(10, 20, null, [30])).toEqual([8.4, 31.6]);
    expect(valueRange(10, 20, null, [-10, 40])).toEqual([-14, 44]);
    expect(valueRange(10, 20, null, [41, -11])).toEqual([expect.closeTo(9.2), expect.closeTo(20.8)]);
  });
});
