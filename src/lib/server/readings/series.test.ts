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
  type Joining,
  mergeRollups,
  type ReadingColumns,
  type RollupColumns,
  rollupResolution,
  textSeries,
} from './series.ts';

const BASE = Date.UTC(2026, 0, 1) * 1000;
const MINUTE = 60_000_000;
const DAY = 1440 * MINUTE;

type Listed = ReadingColumns & { ts: number[]; num: number[] };
const numbers = (ts: number[], num: number[]): Listed => ({ ts, num, left_out: [] });
/** All there is. */
const whole = (bucket: number, mean: Joining['mean'] = 'arithmetic'): Joining => ({ bucket, mean, from: 0, to: Number.MAX_SAFE_INTEGER });

/** Readings in order of time, within ten days, at moments that are no round ones. */
const readings = fc
  .uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 10 * DAY }), num: fc.double({ noNaN: true, noDefaultInfinity: true }) }), {
    minLength: 1,
    maxLength: 200,
    selector: ({ at }) => at,
  })
  .map((rows): Listed => {
    const sorted = rows.toSorted((a, b) => a.at - b.at);
    return numbers(
      sorted.map(({ at }) => BASE + at),
      sorted.map(({ num }) => num),
    );
  });
const window = fc
  .record({ from: fc.integer({ min: 0, max: 9 * DAY }), span: fc.integer({ min: 1, max: 9 * DAY }) })
  .map(({ from, span }) => ({ from: BASE + from, to: BASE + from + span }));
const width = fc.integer({ min: 1, max: 2_000 });

const rollupsOf = ({ ts, num }: Listed, unit: number): RollupColumns => {
  const rows: Record<keyof RollupColumns, number[]> = {
    ts: [],
    n: [],
    min: [],
    max: [],
    first: [],
    last: [],
    sum: [],
    first_ts: [],
    last_ts: [],
    area: [],
    left_out: [],
  };
  const slots = Map.groupBy(ts.keys(), (i) => Math.floor(ts[i]! / unit) * unit);
  for (const [start, at] of slots) {
    const rollup = foldReadings(
      start,
      at.map((i) => ({ ts: ts[i]!, num: num[i]!, quality: 0 })),
    )!;
    for (const column of Object.keys(rows) as (keyof RollupColumns)[]) rows[column].push(rollup[column]);
  }
  return rows;
};
const within = ({ ts, num }: Listed, { from, to }: { from: number; to: number }): Listed => {
  const kept = ts.flatMap((at, i) => (at >= from && at < to ? [i] : []));
  return numbers(
    kept.map((i) => ts[i]!),
    kept.map((i) => num[i]!),
  );
};

/** Of the straight lines between readings that are less than a bucket apart, as far as they lie in the bucket; else of its readings. */
function meanOfLines(rows: readonly { at: number; num: number }[], bucket: number, start: number): number {
  let [area, time] = [0, 0];
  for (const [i, { at: right, num: to }] of rows.entries()) {
    if (i === 0) continue;
    const { at: left, num: from } = rows[i - 1]!;
    const [begin, end] = [Math.max(left, start), Math.min(right, start + bucket)];
    if (right - left >= bucket || begin >= end) continue;
    const value = (at: number) => from + ((to - from) * (at - left)) / (right - left);
    area += ((value(begin) + value(end)) / 2) * (end - begin);
    time += end - begin;
  }
  if (time > 0) return area / time;
  const own = rows.filter(({ at }) => at >= start && at < start + bucket);
  return own.reduce((sum, { num }) => sum + num, 0) / own.length;
}

describe('buckets of a chart', () => {
  it('are whole multiples of the resolution, at most one a pixel, and cover the window', () => {
    fc.assert(
      fc.property(window, width, fc.constantFrom(1, RESOLUTION_US['5m'], RESOLUTION_US['1h']), ({ from, to }, pixels, unit) => {
        const bucket = bucketWidth(from, to, pixels, unit);
        const aligned = alignWindow(from, to, bucket);
        expect(bucket % unit).toBe(0);
        expect(aligned.from <= from && aligned.to >= to).toBe(true);
        expect(aligned.from % bucket === 0 && aligned.to % bucket === 0).toBe(true);
        expect((aligned.to - aligned.from) / bucket).toBeLessThanOrEqual(pixels);
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
        const answer = mergeRollups(rollupsOf(inside, RESOLUTION_US[resolution]), whole(bucket));
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
          mergeRollups(rollupsOf(all, RESOLUTION_US['5m']), whole(bucket)),
          bucketReadings(all, whole(bucket)),
        ];
        expect(merged).toEqual(direct);
      }),
    );
  });
});

describe('the line of a chart', () => {
  it('is the mean of what lies in a bucket, which one peak hardly moves', () => {
    const at = Array.from({ length: 60 }, (_, n) => BASE + n * 1_000_000);
    const { mean, min, max } = bucketReadings(
      numbers(
        at,
        at.map((_, n) => (n === 20 ? 999 : 23)),
      ),
      whole(MINUTE),
    );
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
          bucketReadings(numbers(ts, num), whole(bucket)),
          mergeRollups(rollupsOf(numbers(ts, num), RESOLUTION_US['5m']), whole(bucket)),
        ]) {
          const [low, high] = [Math.min(...num), Math.max(...num)];
          expect([min[0], max[0]]).toEqual([low, high]);
          expect(Math.abs(mean![0]! - num.reduce((a, b) => a + b, 0) / num.length)).toBeLessThanOrEqual((high - low) / 1_000 + 1e-9);
          expect(mean![0]! >= low && mean![0]! <= high).toBe(true);
        }
      }),
    );
  });

  it('over time is that of the lines between readings, cut at the edges of buckets, whatever it is worked out of and wherever a window begins', () => {
    const tame = fc
      .uniqueArray(fc.record({ at: fc.integer({ min: 0, max: DAY }), num: fc.double({ noNaN: true, min: -1e6, max: 1e6 }) }), {
        minLength: 1,
        maxLength: 120,
        selector: ({ at }) => at,
      })
      .map((rows) => rows.toSorted((a, b) => a.at - b.at).map(({ at, num }) => ({ at: BASE + at, num })));
    fc.assert(
      fc.property(tame, fc.integer({ min: 1, max: 60 }), fc.nat(20), (rows, multiple, skipped) => {
        const bucket = multiple * RESOLUTION_US['5m'];
        const all = numbers(
          rows.map(({ at }) => at),
          rows.map(({ num }) => num),
        );
        const from = Math.floor(BASE / bucket + skipped) * bucket;
        const joining: Joining = { bucket, mean: 'time_weighted', from, to: from + DAY };
        const reach = within(all, { from: from - bucket, to: from + DAY + bucket });
        const answers = [bucketReadings(reach, joining), mergeRollups(rollupsOf(reach, RESOLUTION_US['5m']), joining)];
        if (multiple % 12 === 0) answers.push(mergeRollups(rollupsOf(reach, RESOLUTION_US['1h']), joining));
        for (const { ts, mean, min, max } of answers)
          for (const [at, start] of ts.entries()) {
            const wanted = meanOfLines(rows, bucket, start);
            const band = Math.max(max[at]!, wanted) - Math.min(min[at]!, wanted);
            expect(Math.abs(mean![at]! - wanted)).toBeLessThanOrEqual(band / 1_000 + 1e-6);
          }
      }),
    );
  });

  it('weighs a quiet hour as much as a busy minute', () => {
    const ts = [0, 1, 2, 3, 4, 5, 60].map((minute) => BASE + minute * MINUTE);
    const answer = (mean: Joining['mean']) => bucketReadings(numbers(ts, [9, 9, 9, 9, 9, 9, 20]), whole(2 * RESOLUTION_US['1h'], mean));
    expect(answer('arithmetic')).toMatchObject({ mean: [10.57], mean_kind: 'arithmetic' });
    // 5 minutes at 9 and 55 from 9 to 20.
    expect(answer('time_weighted')).toMatchObject({ mean: [14.04], mean_kind: 'time_weighted' });
    expect(answer('sum')).toMatchObject({ mean: [74] });
    expect(answer('last')).toMatchObject({ mean: [20] });
  });

  it('is a direction where directions are measured, and none where rollups stand for them', () => {
    const ts = [0, 1, 2].map((minute) => BASE + minute * MINUTE);
    expect(bucketReadings(numbers(ts, [350, 10, 0]), whole(RESOLUTION_US['1h'], 'circular'))).toMatchObject({ mean: [0] });
    expect(bucketReadings(numbers(ts.slice(0, 2), [90, 270]), whole(RESOLUTION_US['1h'], 'circular'))).toMatchObject({ mean: [null] });
    const merged = mergeRollups(rollupsOf(numbers(ts, [350, 10, 0]), RESOLUTION_US['5m']), whole(RESOLUTION_US['1h'], 'circular'));
    expect([merged.mean, merged.mean_kind]).toEqual([undefined, undefined]);
  });

  it('tells how long nothing came by the readings at both sides, not by the edges of buckets', () => {
    const ts = [BASE, BASE + 4 * MINUTE, BASE + 23 * MINUTE, BASE + 24 * MINUTE];
    const { edges, ends } = mergeRollups(rollupsOf(numbers(ts, [1, 2, 3, 4]), RESOLUTION_US['5m']), whole(RESOLUTION_US['5m']));
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
