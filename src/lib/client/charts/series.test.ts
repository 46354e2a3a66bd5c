import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Series } from '../../contract/readings.ts';
import { appendReading, commonGaps, findGaps, nearestIndex, summarize, toSegments } from './series.ts';

const S = 1_000_000;
const T0 = 1_700_000_000 * S;

function raw(points: [number, number][]): Series {
  const values = points.map(([, value]) => value);
  return {
    resolution: 'raw',
    bucket_us: null,
    ts: points.map(([ts]) => ts),
    min: values,
    max: values,
    first: values,
    last: values,
    n: values.map(() => 1),
  };
}
const times = (count: number, step: number, from = T0) => Array.from({ length: count }, (_, index) => from + index * step * S);
const facts = (over: Partial<Parameters<typeof findGaps>[1]> = {}) => ({
  from: T0,
  to: T0 + 3600 * S,
  now: T0 + 3600 * S,
  expectedIntervalS: 60 as number | null,
  firstTs: T0 - 86_400 * S,
  ...over,
});

describe('missing readings', () => {
  it('a logger that keeps its interval has no gap', () => {
    expect(findGaps({ ts: times(61, 60), bucket_us: null }, facts())).toEqual([]);
  });

  it('two expected readings that did not come are a gap between their neighbours', () => {
    const ts = [...times(10, 60), ...times(40, 60, T0 + 720 * S)];
    expect(findGaps({ ts, bucket_us: null }, facts({ to: ts.at(-1)! + S }))).toEqual([{ from: T0 + 540 * S, to: T0 + 720 * S }]);
  });

  it('the small lateness of one reading is no gap', () => {
    const ts = times(61, 60).map((at, index) => (index === 20 ? at + 50 * S : at));
    expect(findGaps({ ts, bucket_us: null }, facts())).toEqual([]);
  });

  it('silence up to now is a gap, the future is not', () => {
    const ts = times(11, 60);
    expect(findGaps({ ts, bucket_us: null }, facts({ now: T0 + 1800 * S }))).toEqual([{ from: T0 + 600 * S, to: T0 + 1800 * S }]);
  });

  it('the time before the first reading ever is not missing', () => {
    const ts = times(31, 60, T0 + 1800 * S);
    expect(findGaps({ ts, bucket_us: null }, facts({ firstTs: T0 + 1800 * S }))).toEqual([]);
    expect(findGaps({ ts, bucket_us: null }, facts())).toEqual([{ from: T0, to: T0 + 1800 * S }]);
  });

  it('a window without any reading is missing as a whole once the channel has begun', () => {
    expect(findGaps({ ts: [], bucket_us: null }, facts())).toEqual([{ from: T0, to: T0 + 3600 * S }]);
    expect(findGaps({ ts: [], bucket_us: null }, facts({ firstTs: null }))).toEqual([]);
  });

  it('without an expected interval three usual spacings are a gap', () => {
    const ts = [...times(10, 100), ...times(10, 100, T0 + 1210 * S)];
    const found = findGaps({ ts, bucket_us: null }, facts({ expectedIntervalS: null, to: ts.at(-1)! + S, now: ts.at(-1)! + S }));
    expect(found).toEqual([{ from: T0 + 900 * S, to: T0 + 1210 * S }]);
  });

  it('history that is sparser than today is not full of holes', () => {
    const ts = [...times(20, 600), ...times(60, 60, T0 + 20 * 600 * S)];
    expect(findGaps({ ts, bucket_us: null }, facts({ to: ts.at(-1)! + S, now: ts.at(-1)! + S }))).toEqual([]);
  });

  it('one missing bucket is a gap exactly as wide as the bucket', () => {
    const ts = times(12, 300).filter((_, index) => index !== 5);
    expect(findGaps({ ts, bucket_us: 300 * S }, facts())).toEqual([{ from: T0 + 1500 * S, to: T0 + 1800 * S }]);
  });

  it('a gap among buckets is as long as nothing came, not as its buckets are wide', () => {
    const ts = times(12, 300).filter((_, index) => index !== 5);
    const edge: [number, number] = [T0 + 1_441 * S, T0 + 1_980 * S];
    expect(findGaps({ ts, bucket_us: 300 * S, ends: [T0, T0 + 3_599 * S], edges: [edge] }, facts())).toEqual([
      { from: edge[0], to: edge[1] },
    ]);
  });

  it('a silence between the far ends of two neighbouring buckets is a gap too', () => {
    const edge: [number, number] = [T0 + 2 * S, T0 + 599 * S];
    const found = findGaps({ ts: times(12, 300), bucket_us: 300 * S, ends: [T0, T0 + 3_599 * S], edges: [edge] }, facts());
    expect(found).toEqual([{ from: edge[0], to: edge[1] }]);
  });

  it('what began before the window or ends after it is as long as it was', () => {
    const around = { before: T0 - 500 * S, after: T0 + 9_000 * S };
    const later = { now: T0 + 10_000 * S };
    expect(findGaps({ ts: [], bucket_us: null, ...around }, facts(later))).toEqual([{ from: around.before, to: around.after }]);
    const ts = times(21, 60, T0 + 600 * S);
    expect(findGaps({ ts, bucket_us: null, ...around }, facts(later))).toEqual([
      { from: around.before, to: ts[0] },
      { from: ts.at(-1), to: around.after },
    ]);
    // What is not over yet lasts until now.
    expect(findGaps({ ts: [], bucket_us: null, before: around.before, after: null }, facts())).toEqual([
      { from: around.before, to: T0 + 3600 * S },
    ]);
  });

  it('buckets narrower than the sampling interval are not missing', () => {
    const ts = times(13, 600);
    expect(findGaps({ ts, bucket_us: 300 * S }, facts({ expectedIntervalS: 600, to: T0 + 7200 * S, now: T0 + 7200 * S }))).toEqual([]);
  });

  it('the picture is empty only where every channel is', () => {
    expect(
      commonGaps([
        [
          { from: 0, to: 10 },
          { from: 20, to: 30 },
        ],
        [{ from: 5, to: 25 }],
      ]),
    ).toEqual([
      { from: 5, to: 10 },
      { from: 20, to: 25 },
    ]);
  });
});

describe('a series that grows', () => {
  it('appended readings give the same buckets as counting all of them at once', () => {
    const reading = fc.tuple(fc.nat({ max: 90 }), fc.double({ noNaN: true, min: -1e6, max: 1e6 }));
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 60 }), (steps) => {
        let at = T0;
        const readings = steps.map(([step, value]) => {
          at += (step + 1) * S;
          return { ts: at, value };
        });
        let series: Series = { ...raw([]), resolution: '5m', bucket_us: 300 * S, mean: [] };
        for (const { ts, value } of readings) series = appendReading(series, ts, value)!;
        const buckets = Map.groupBy(readings, ({ ts }) => Math.floor(ts / (300 * S)) * 300 * S);
        expect(series.ts).toEqual([...buckets.keys()]);
        expect(series.n).toEqual([...buckets.values()].map((rows) => rows.length));
        expect(series.min).toEqual([...buckets.values()].map((rows) => Math.min(...rows.map((row) => row.value))));
        expect(series.max).toEqual([...buckets.values()].map((rows) => Math.max(...rows.map((row) => row.value))));
        for (const [index, rows] of [...buckets.values()].entries())
          expect(series.mean?.[index]).toBeCloseTo(rows.reduce((sum, row) => sum + row.value, 0) / rows.length, 3);
        expect(series.first).toEqual([...buckets.values()].map((rows) => rows[0]!.value));
        expect(series.last).toEqual([...buckets.values()].map((rows) => rows.at(-1)!.value));
      }),
    );
  });

  it('knows at once which of its new readings are outside the plausible range', () => {
    let series: Series = { ...raw([[T0, 20]]), plausible: { min: -40, max: 80 } };
    for (const [n, value] of [21, 99, 120, 22, -41].entries()) series = appendReading(series, T0 + (n + 1) * S, value)!;
    expect(series.suspect).toEqual([
      [T0 + 2 * S, T0 + 3 * S],
      [T0 + 5 * S, T0 + 5 * S],
    ]);
    expect(appendReading(raw([[T0, 20]]), T0 + S, 1e9)).not.toHaveProperty('suspect');
  });

  it('a late reading asks for loading again instead of drawing a line backwards', () => {
    expect(appendReading(raw([[T0, 1]]), T0 - 1, 5)).toBeNull();
  });

  it('a corrected reading of the same moment replaces it', () => {
    expect(appendReading(raw([[T0, 1]]), T0, 5)).toMatchObject({ ts: [T0], last: [5], n: [1] });
  });

  it('states become 0 and 1 and words stay words', () => {
    expect(appendReading(raw([]), T0, true)).toMatchObject({ last: [1] });
    expect(appendReading({ ...raw([]), text: [] }, T0, 'provoz')).toMatchObject({ last: [null], text: ['provoz'] });
  });
});

describe('reading a series', () => {
  it('finds the point nearest to the cursor', () => {
    const ts = [0, 10, 20];
    expect([-5, 4, 6, 14, 16, 99].map((at) => nearestIndex(ts, at))).toEqual([0, 0, 1, 1, 2, 2]);
    expect(nearestIndex([], 3)).toBe(-1);
  });

  it('sums up exactly the readings of a selection', () => {
    const series = raw([
      [10, 4],
      [20, 2],
      [30, 8],
      [40, 1],
    ]);
    expect(summarize(series, 20, 40)).toEqual({ n: 2, min: 2, max: 8, first: 2, last: 8 });
    expect(summarize(series, 41, 50)).toBeNull();
  });

  it('a state holds until the next reading or until readings are missing', () => {
    const series = raw([
      [0, 0],
      [10, 1],
      [20, 1],
      [30, 0],
      [90, 1],
    ]);
    expect(toSegments(series, [{ from: 30, to: 90 }], 100)).toEqual([
      { from: 0, to: 10, value: false, mixed: false },
      { from: 10, to: 30, value: true, mixed: false },
      { from: 30, to: 30, value: false, mixed: false },
      { from: 90, to: 100, value: true, mixed: false },
    ]);
  });

  it('a state with more values than two has each of them as a state of its own', () => {
    const series = raw([
      [0, 0],
      [10, 1],
      [20, 2],
      [30, 0],
    ]);
    expect(toSegments(series, [], 40).map(({ from, value }) => [from, value])).toEqual([
      [0, 0],
      [10, 1],
      [20, 2],
      [30, 0],
    ]);
    const mixed = { ...raw([[0, 2]]), bucket_us: 10, min: [0], max: [3] };
    expect(toSegments(mixed, [], 10)).toEqual([{ from: 0, to: 10, value: 2, mixed: true }]);
  });
});
