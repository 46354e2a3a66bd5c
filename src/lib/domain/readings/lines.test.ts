import { describe, expect, it } from 'vitest';
import { linesOf } from './lines.ts';

const same = (value: number) => value;

describe('lines of a series', () => {
  it('go from reading to reading and break at a gap and at what is no number', () => {
    const series = { ts: [0, 10, 20, 50, 60, 70], bucket_us: null, last: [1, 2, 3, 4, null, 6] };
    expect(linesOf(series, [{ from: 20, to: 50 }], same)).toEqual([
      [
        [0, 1],
        [10, 2],
        [20, 3],
      ],
      [[50, 4]],
      [[70, 6]],
    ]);
  });

  it('have means in the middle of their buckets, as people see them', () => {
    const series = { ts: [0, 100, 300], bucket_us: 100, last: [9, 9, 9], mean: [1, 2, 3] };
    expect(linesOf(series, [{ from: 150, to: 310 }], (value) => value * 10)).toEqual([
      [
        [50, 10],
        [150, 20],
      ],
      [[350, 30]],
    ]);
  });
});
