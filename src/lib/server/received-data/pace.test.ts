import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

describe('the pace of slices', () => {
  it('begins short, and grows step by step while slices are fast', () => {
    const pace = new Pace(500);
    const sizes = Array.from({ length: 8 }, () => {
      const { keys } = pace;
      pace.took(keys, keys / 50);
      return keys;
    });
    expect(sizes).toEqual([50, 75, 113, 170, 255, 383, 500, 500]);
  });

  it('is shortened at once by a slow slice, so that the next one holds the time', () => {
    const pace = new Pace(500);
    for (let i = 0; i < 8; i++) pace.took(pace.keys, 1);
    pace.took(500, 100);
    expect(pace.keys).toBe(125);
    pace.took(125, 25);
    expect(pace.keys).toBe(125);
  });

  it('never stands still, is never longer than it may be, and learns nothing from an empty slice', () => {
    const pace = new Pace(3);
    expect(pace.keys).toBe(3);
    pace.took(3, 1);
    expect(pace.keys).toBe(3);
    const slow = new Pace(500);
    slow.took(50, 60_000);
    expect(slow.keys).toBe(10);
    slow.took(0, 60_000);
    expect(slow.keys).toBe(10);
  });
});
