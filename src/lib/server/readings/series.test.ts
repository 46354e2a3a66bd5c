import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOLUTION_US } from '../../constants.ts';
import { foldReadings } from '../storage/readings/rollups.ts';
import {
  alignWindow,
  bucketReadings,
  bucketWidth,
  estimateReadings,
  isTooCoarse,
  mergeRollups,
  type ReadingColumns,
  type RollupColumns,
  rollupResolution,
  textSeries,
} from './series.ts';

const BASE = Date.UTC(2026, 0, 1) * 1000;
const MINUTE = 60_000_000;
const DAY = 1440 * MINUTE;

/** Readings in order of time, within ten days, at moments that are no round ones. */
const readings = fc
  .uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 10 * DAY }), num: fc.double({ noNaN: true, noDefaultInfinity: true }) }), {
    minLength: 1,
    maxLength: 200,
    selector: ({ at }) => at,
  })
  .map((rows): ReadingColumns => {
    const sorted = rows.toSorted((a, b) => a.at - b.at);
    return { ts: sorted.map(({ at }) => BASE + at), num: sorted.map(({ num }) => num) };
  });
const window = fc
  .record({ from: fc.integer({ min: 0, max: 9 * DAY }), span: fc.integer({ min: 1, max: 9 * DAY }) })
  .map(({ from, span }) => ({ from: BASE + from, to: BASE + from + span }));
const width = fc.integer({ min: 1, max: 2_000 });

const rollupsOf = ({ ts, num }: ReadingColumns, unit: number): RollupColumns => {
  const rows: RollupColumns = { ts: [], n: [], min: [], max: [], first: [], last: [], sum: [], first_ts: [], last_ts: [] };
  const slots = Map.groupBy(ts.keys(), (i) => Math.floor(ts[i]! / unit) * unit);
  for (const [start, at] of slots) {
    const rollup = foldReadings(
      start,
      at.map((i) => ({ ts: ts[i]!, num: num[i]! })),
    )!;
    for (const column of Object.keys(rows) as (keyof RollupColumns)[]) rows[column].push(rollup[column]);
  }
  return rows;
};
const within = ({ ts, num }: ReadingColumns, { from, to }: { from: number; to: number }): ReadingColumns => {
  const kept = ts.flatMap((at, i) => (at >= from && at < to ? [i] : []));
  return { ts: kept.map((i) => ts[i]!), num: kept.map((i) => num[i]!) };
};

describe('buckets of a chart', () => {
  it('are whole multiples of the resolution, at most one a pixel, and cover the window', () => {
    fc.assert(
      fc.property(window, width, fc.constantFrom(1, RESOLUTION_US['5m'], RESOLUTION_US['1h']), ({ from, to }, pixels, unit) => {
        const bucket = bucketWidth(from, to, pixels, unit);
        const whole = alignWindow(from, to, bucket);
        expect(bucket % unit).toBe(0);
        expect(whole.from <= from && whole.to >= to).toBe(true);
        expect(whole.from % bucket === 0 && whole.to % bucket === 0).toBe(true);
        expect((whole.to - whole.from) / bucket).toBeLessThanOrEqual(pixels);
      }),
    );
  });

  it('are as fine as the width of the chart allows', () => {
    const bucket = bucketWidth(BASE, BASE + 365 * DAY, 1_500, RESOLUTION_US['1h']);
    expect(bucket).toBe(6 * RESOLUTION_US['1h']);
    expect(bucketWidth(BASE, BASE + DAY, 1_440, RESOLUTION_US['5m'])).toBe(RESOLUTION_US['5m']);
  });

  it('lose no peak: lowest, highest, first, last and count are those of the readings in them', () => {
    fc.assert(
      fc.property(readings, window, width, fc.constantFrom('5m' as const, '1h' as const), (all, { from, to }, pixels, resolution) => {
        const bucket = bucketWidth(from, to, pixels, RESOLUTION_US[resolution]);
        const inside = within(all, alignWindow(from, to, bucket));
        const answer = mergeRollups(rollupsOf(inside, RESOLUTION_US[resolution]), bucket);
        expect(answer.n.reduce((sum, n) => sum + n, 0)).toBe(inside.ts.length);
        answer.ts.forEach((start, i) => {
          const { num } = within(inside, { from: start, to: start + bucket });
          expect([answer.min[i], answer.max[i], answer.first[i], answer.last[i], answer.n[i]]).toEqual([
            Math.min(...num),
            Math.max(...num),
            num[0],
            num.at(-1),
            num.length,
          ]);
        });
        expect(answer.ts).toEqual(answer.ts.toSorted((a, b) => a - b));
      }),
    );
  });

  it('are the same whether made from readings or from rollups of them', () => {
    fc.assert(
      fc.property(readings, fc.integer({ min: 1, max: 50 }), (all, multiple) => {
        const bucket = multiple * RESOLUTION_US['5m'];
        const [{ mean: _, ...merged }, { mean: __, ...direct }] = [
          mergeRollups(rollupsOf(all, RESOLUTION_US['5m']), bucket),
          bucketReadings(all, bucket),
        ];
        expect(merged).toEqual(direct);
      }),
    );
  });
});

describe('the line of a chart', () => {
  it('is the mean of what lies in a bucket, which one peak hardly moves', () => {
    const at = Array.from({ length: 60 }, (_, n) => BASE + n * 1_000_000);
    const { mean, min, max } = bucketReadings({ ts: at, num: at.map((_, n) => (n === 20 ? 999 : 23)) }, MINUTE);
    expect({ mean, min, max }).toEqual({ mean: [39.3], min: [23], max: [999] });
  });

  it('is exact to a thousandth of the band, from readings and from rollups of them, and never outside of it', () => {
    const tame = fc
      .integer({ min: 2, max: 60 })
      .chain((count) => fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: count, maxLength: count }));
    fc.assert(
      fc.property(tame, (num) => {
        const ts = num.map((_, n) => BASE + n * 30_000_000);
        const bucket = RESOLUTION_US['1h'];
        for (const { mean, min, max } of [
          bucketReadings({ ts, num }, bucket),
          mergeRollups(rollupsOf({ ts, num }, RESOLUTION_US['5m']), bucket),
        ]) {
          const [low, high] = [Math.min(...num), Math.max(...num)];
          expect([min[0], max[0]]).toEqual([low, high]);
          expect(Math.abs(mean[0]! - num.reduce((a, b) => a + b, 0) / num.length)).toBeLessThanOrEqual((high - low) / 1_000 + 1e-9);
          expect(mean[0]! >= low && mean[0]! <= high).toBe(true);
        }
      }),
    );
  });

  it('tells how long nothing came by the readings at both sides, not by the edges of buckets', () => {
    const ts = [BASE, BASE + 4 * MINUTE, BASE + 23 * MINUTE, BASE + 24 * MINUTE];
    const { edges, ends } = mergeRollups(rollupsOf({ ts, num: [1, 2, 3, 4] }, RESOLUTION_US['5m']), RESOLUTION_US['5m']);
    expect(edges).toEqual([[BASE + 4 * MINUTE, BASE + 23 * MINUTE]]);
    expect(ends).toEqual([BASE, BASE + 24 * MINUTE]);
  });
});

describe('the choice of a resolution', () => {
  it('takes five minutes for a month of 1,500 pixels and hours for a year', () => {
    expect(rollupResolution(BASE, BASE + 31 * DAY, 1_500)).toBe('5m');
    expect(rollupResolution(BASE, BASE + 365 * DAY, 1_500)).toBe('1h');
    expect(rollupResolution(BASE, BASE + 31 * DAY, 500)).toBe('1h');
  });

  it('finds five minutes too coarse for half an hour and fine for a week', () => {
    expect(isTooCoarse(BASE, BASE + 30 * MINUTE, 500)).toBe(true);
    expect(isTooCoarse(BASE, BASE + 7 * DAY, 1_500)).toBe(false);
  });

  it('guesses the readings of a window that cuts through its first and last rollup', () => {
    const rows = { ts: [BASE, BASE + RESOLUTION_US['1h']], n: [3600, 3600] };
    expect(estimateReadings(rows, '1h', BASE + 59 * MINUTE, BASE + 61 * MINUTE)).toBe(120);
    expect(estimateReadings(rows, '1h', BASE, BASE + 120 * MINUTE)).toBe(7200);
  });
});

it('words on a chart have no numbers', () => {
  const words = { ts: [10, 20], n: [1, 4], text: ['on', 'off'] };
  expect(textSeries(words, null)).toMatchObject({ ...words, bucket_us: null, min: [null, null], last: [null, null] });
  expect(textSeries(words, 10)).toMatchObject({ ...words, bucket_us: 10 });
});
