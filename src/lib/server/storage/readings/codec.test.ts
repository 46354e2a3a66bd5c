import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeChunk, encodeChunk, MAX_CHUNK_READINGS, type ReadingColumns } from './codec.ts';
import { DamagedChunk } from './codec-frame.ts';

const MINUTE = 60_000_000;
const START = Date.UTC(2026, 2, 1) * 1_000;

/** Numbers that come again and again without chance in it. */
function* noise(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function columns(ts: number[], values: (number | string)[]): ReadingColumns {
  return {
    ts: Float64Array.from(ts),
    num: Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN)),
    text: values.some((value) => typeof value === 'string') ? values.map((value) => (typeof value === 'string' ? value : null)) : null,
    quality: new Uint8Array(values.length),
    src: Float64Array.from(values, (_, i) => 1_000 + Math.floor(i / 10)),
  };
}

const bits = (values: Float64Array) => [...new BigUint64Array(values.slice().buffer)];
const asBits = ({ ts, num, text, quality, src }: ReadingColumns) => ({
  ts: bits(ts),
  num: bits(num.map((value) => (Number.isNaN(value) ? Number.NaN : value))),
  text,
  quality: [...quality],
  src: bits(src),
});

const someValue = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -400, max: 9_000 }).map((tenths) => tenths / 10) },
  { weight: 1, arbitrary: fc.double({ noNaN: true }) },
  { weight: 1, arbitrary: fc.float({ noNaN: true }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.constantFrom(0, -0, 5e-324, 2 ** 52, -(2 ** 52), 2 ** 53 - 1, 1e15 + 0.5, 0.1 + 0.2, 1e300) },
);
const someChunk = fc
  .record({
    start: fc.oneof(fc.integer({ min: START, max: START + 1e12 }), fc.integer({ min: -(2 ** 53) + 1, max: 0 })),
    rows: fc.array(
      fc.record({
        gap: fc.oneof(fc.constant(MINUTE), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 2 ** 45 })),
        value: fc.oneof({ weight: 5, arbitrary: someValue }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }),
        quality: fc.constantFrom(0, 0, 0, 1, 4, 255),
        src: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.maxSafeInteger().map(Math.abs)),
      }),
      { minLength: 1, maxLength: 60 },
    ),
    areAllNumbers: fc.boolean(),
  })
  .map(({ start, rows, areAllNumbers }) => {
    let ts = start;
    const chosen = areAllNumbers
      ? rows.map((row) => ({ ...row, value: typeof row.value === 'number' ? row.value : row.value.length }))
      : rows;
    const made = columns(
      chosen.map(({ gap }) => (ts += gap)),
      chosen.map(({ value }) => value),
    );
    return { ...made, quality: Uint8Array.from(rows, (row) => row.quality), src: Float64Array.from(rows, (row) => row.src) };
  });

describe('chunks of readings', () => {
  it('give back what they were made of to the last bit', () => {
    fc.assert(
      fc.property(someChunk, (chunk) => {
        expect(asBits(decodeChunk(encodeChunk(chunk)))).toEqual(asBits(chunk));
      }),
      { numRuns: 2_000 },
    );
  });

  it('say so when any byte of them was changed, cut or added', () => {
    fc.assert(
      fc.property(someChunk, fc.nat(), fc.integer({ min: 1, max: 255 }), (chunk, where, by) => {
        const whole = encodeChunk(chunk);
        const changed = Buffer.from(whole);
        changed[where % whole.length] = changed[where % whole.length]! ^ by;
        for (const bytes of [changed, whole.subarray(0, where % whole.length), Buffer.concat([whole, Buffer.of(by)])])
          expect(() => decodeChunk(bytes)).toThrow(DamagedChunk);
      }),
    );
  });

  it('take bytes of anywhere without anything else than an error of theirs', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => decodeChunk(bytes)).toThrow(DamagedChunk);
      }),
    );
  });

  it('hold at most 8,192 readings in the order of time, each a number or a text', () => {
    const one = columns([START], [21.5]);
    const many = Array.from({ length: MAX_CHUNK_READINGS + 1 }, (_, i) => START + i);
    for (const wrong of [
      columns([], []),
      columns(many, many),
      columns([START, START], [1, 2]),
      columns([START + 0.5], [1]),
      { ...one, num: Float64Array.of(Number.NaN) },
      { ...one, text: ['open'] },
      { ...one, src: Float64Array.of(-1) },
      { ...one, quality: new Uint8Array(2) },
    ])
      expect(() => encodeChunk(wrong)).toThrow(RangeError);
  });

  const n = MAX_CHUNK_READINGS;
  const everyMinute = Array.from({ length: n }, (_, i) => START + i * MINUTE);
  const random = noise(7);
  const next = () => random.next().value;
  const jittered = everyMinute.map((ts) => ts + Math.floor(next() * 2_000_000));
  let level = 20;
  const walk = everyMinute.map(() => (level += next() - 0.5));
  it.each([
    ['a temperature with one decimal', everyMinute, walk.map((value) => Math.round(value * 10) / 10), 0.7],
    ['a temperature with two decimals', everyMinute, walk.map((value) => Math.round(value * 100) / 100), 1.1],
    ['a temperature around the freezing point', everyMinute, walk.map((_, i) => Math.round(Math.sin(i) * 2) / 10), 1],
    ['a humidity in steps of a half', everyMinute, walk.map((value) => Math.round(value * 2) / 2), 0.4],
    ['a meter that counts', everyMinute, walk.map((_, i) => i * 3), 0.02],
    ['a door that is mostly shut', everyMinute, walk.map((_, i) => (i % 300 < 4 ? 1 : 0)), 0.1],
    ['words of a machine', everyMinute, walk.map((_, i) => ['runs', 'stands', 'is set up'][Math.floor(i / 240) % 3]!), 0.1],
    ['a value that never changes', everyMinute, walk.map(() => 230), 0.02],
    ['single precision', everyMinute, walk.map((value) => Math.fround(value)), 3.2],
    ['full double noise', everyMinute, walk.map(() => next()), 7.5],
    ['times that jitter by microseconds', jittered, walk.map((value) => Math.round(value * 10) / 10), 4],
  ])('take few bytes for %s', (_, ts, values, most) => {
    const chunk = columns(ts, values);
    const bytes = encodeChunk({ ...chunk, src: Float64Array.from(ts, (__, i) => 5_000 + i * 4) });
    expect(bytes.length / n).toBeLessThan(most);
  });
});
