import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DamagedChunk } from './codec-frame.ts';
import { decodeRollups, encodeRollups, MAX_BLOCK_ROLLUPS, type RollupColumns } from './rollup-codec.ts';
import { bucketStart, fold, foldHour, ROLLUP_COLUMNS, type Rollup, WIDTH_1H, WIDTH_5M } from './rollups.ts';

const START = Date.UTC(2026, 2, 1) * 1_000;
const MINUTE = 60e6;

function columnsOf(rollups: readonly Rollup[]): RollupColumns {
  return Object.fromEntries(
    ['ts' as const, ...ROLLUP_COLUMNS].map((column) => [column, Float64Array.from(rollups, (one) => one[column])]),
  ) as RollupColumns;
}

const bits = (columns: RollupColumns) =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, [...new BigUint64Array(values.slice().buffer)]]));

function rollupsOf(readings: { ts: number; num: number | null; quality: number }[]): Rollup[] {
  const fives: Rollup[] = [];
  for (const reading of readings) {
    const start = bucketStart(reading.ts, WIDTH_5M);
    const rollup = fold(fives.at(-1)?.ts === start ? fives.pop() : undefined, start, reading);
    if (rollup) fives.push(rollup);
  }
  return fives;
}

const someValue = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -400, max: 9_000 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.float({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.constantFrom(0, 5e-324, -5e-324, 2 ** 52, 1e300, -1e300, Number.MAX_VALUE, 1e15 + 0.5, 0.1 + 0.2) },
);
const someReadings = (values: fc.Arbitrary<number>) =>
  fc
    .array(
      fc.record({
        gap: fc.oneof(fc.constant(MINUTE), fc.integer({ min: 1, max: 5e8 }), fc.integer({ min: 1, max: 2 ** 42 })),
        num: values,
        quality: fc.constantFrom(0, 0, 0, 0, 4, 8),
      }),
      { minLength: 1, maxLength: 60 },
    )
    .map((rows) => {
      let ts = START;
      return rows.map(({ gap, num, quality }) => {
        ts += gap;
        return { ts, num, quality };
      });
    });
const series = fc.oneof(
  someReadings(someValue),
  someReadings(fc.integer({ min: 0, max: 300 }).map((tenths) => 20 + tenths / 10)),
  someReadings(fc.double({ min: 0, max: 1, noNaN: true })),
);

describe('rollups as bytes', () => {
  it('give back what they were made of to the last bit', () => {
    fc.assert(
      fc.property(series, (readings) => {
        const fives = rollupsOf(readings);
        const hours = [...Map.groupBy(fives, ({ ts }) => bucketStart(ts, WIDTH_1H))].map(([start, slots]) => foldHour(start, slots)!);
        for (const rollups of [fives, hours]) {
          const columns = columnsOf(rollups);
          expect(bits(decodeRollups(encodeRollups(columns)))).toEqual(bits(columns));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('take two bytes where a bucket has one reading of tenths of a degree, and eight where it has five', () => {
    const made = (count: number, step: number) => {
      const readings = Array.from({ length: count }, (_, i) => ({
        ts: START + i * step,
        num: Math.round((21 + 1.8 * Math.sin(i / 90) + ((Math.imul(i, 2_654_435_761) >>> 8) % 97) / 200) * 10) / 10,
        quality: 0,
      }));
      const rollups = rollupsOf(readings);
      return encodeRollups(columnsOf(rollups)).length / rollups.length;
    };
    expect(made(1_024, 5 * MINUTE)).toBeLessThan(2);
    expect(made(5 * 1_024, MINUTE)).toBeLessThan(8);
  });

  it('are told when a byte of them was changed or is missing', () => {
    const bytes = encodeRollups(
      columnsOf(rollupsOf(Array.from({ length: 50 }, (_, i) => ({ ts: START + i * MINUTE, num: i % 7, quality: 0 })))),
    );
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at] = changed[at]! ^ 0x10;
      expect(() => decodeRollups(changed)).toThrow(DamagedChunk);
      expect(() => decodeRollups(bytes.subarray(0, at))).toThrow(DamagedChunk);
    }
  });

  it('are refused when there are none of them, or too many', () => {
    expect(() => encodeRollups(columnsOf([]))).toThrow(RangeError);
    const one = rollupsOf([{ ts: START, num: 1, quality: 0 }])[0]!;
    const many = Array.from({ length: MAX_BLOCK_ROLLUPS + 1 }, (_, i) => ({ ...one, ts: START + i * WIDTH_5M }));
    expect(() => encodeRollups(columnsOf(many))).toThrow(RangeError);
  });
});
