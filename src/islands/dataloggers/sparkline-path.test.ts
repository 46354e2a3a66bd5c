import { describe, expect, it } from 'vitest';
import type { Series } from '../../lib/contract/readings.ts';
import { sparkPicture, sparkValue } from './sparkline-path.ts';

const S = 1_000_000;
const series = (points: [second: number, value: number][]): Series => {
  const values = points.map(([, value]) => value);
  return {
    resolution: 'raw',
    bucket_us: null,
    ts: points.map(([second]) => second * S),
    min: values,
    max: values,
    first: values,
    last: values,
    n: values.map(() => 1),
  };
};
const facts = { from: 0, to: 100 * S, now: 100 * S, expectedIntervalS: 10, firstTs: 0 };

describe('a small picture of the last day', () => {
  it('fills its height from the lowest to the highest value', () => {
    const picture = sparkPicture(
      series([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((second) => [second, second])),
      facts,
      100,
      44,
      null,
    );
    expect(picture.line.startsWith('M0 35L10 32.4')).toBe(true);
    expect(picture.end).toEqual({ x: 100, y: 9 });
    expect(picture.gaps).toEqual([]);
  });

  it('stays calm where only the sensor is noisy', () => {
    const noise = series([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((second, n) => [second, 21.4 + (n % 2) / 10]));
    const heights = [...sparkPicture(noise, facts, 100, 44, '°C').line.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
  });

  it('draws a peak as a stroke of the band, and the line as the mean', () => {
    const buckets: Series = {
      ...series([
        [0, 23],
        [10, 23],
        [20, 23],
      ]),
      resolution: '5m',
      bucket_us: 10 * S,
      max: [23, 999, 23],
      mean: [23, 39, 23],
    };
    const { line, band } = sparkPicture(buckets, { ...facts, to: 30 * S, now: 30 * S }, 300, 44, null);
    expect(band).toBe('M100 35V9');
    expect(line).toBe('M0 35L100 34.6L200 35');
  });

  it('lifts the pen over missing readings and marks them', () => {
    const picture = sparkPicture(
      series([
        [0, 1],
        [10, 2],
        [20, 1],
        [80, 2],
        [90, 1],
        [100, 1],
      ]),
      facts,
      100,
      44,
      null,
    );
    expect(picture.line.match(/M/g)).toHaveLength(2);
    expect(picture.gaps).toEqual([{ x: 20, width: 60 }]);
  });

  it('a flat line lies in the middle, nothing at all is one gap', () => {
    expect(
      sparkPicture(
        series([
          [0, 5],
          [10, 5],
        ]),
        { ...facts, to: 20 * S, now: 20 * S },
        100,
        44,
        null,
      ).end,
    ).toEqual({ x: 50, y: 22 });
    expect(sparkPicture(series([]), facts, 100, 44, null)).toEqual({
      line: '',
      band: '',
      end: null,
      ahead: [],
      gaps: [{ x: 0, width: 100 }],
      missing: [{ from: 0, to: 100 * S }],
    });
  });

  it('says its value at the moment that is pointed at, the mean of a bucket, and nothing where readings are missing', () => {
    const found = series([
      [0, 1],
      [10, 2],
      [20, 3],
      [80, 4],
    ]);
    const { missing } = sparkPicture(found, facts, 100, 44, null);
    expect([4, 6, 21, 50, 79, 85].map((second) => sparkValue(found, missing, second * S))).toEqual([1, 2, null, null, null, 4]);
    const bucketed: Series = { ...found, bucket_us: 10 * S, mean: [1.5, 2.5, 3.5, 4.5] };
    expect(sparkValue(bucketed, [], 19 * S)).toBe(2.5);
    expect(sparkValue({ ...series([[0, 0]]), text: ['běží'] }, [], 5 * S)).toBe('běží');
    expect(sparkValue(series([]), [], 5 * S)).toBeNull();
  });

  it('marks readings that were ahead of their receipt where they are in the day', () => {
    const picture = sparkPicture({ ...series([[50, 1]]), ahead: [[50 * S, 50 * S]] }, facts, 100, 44, null);
    expect(picture.ahead).toEqual([{ x: 50, width: 2 }]);
  });
});
