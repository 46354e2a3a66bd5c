import type { ByteReader, ByteWriter } from './codec-bytes.ts';
import { DamagedChunk } from './codec-frame.ts';

/** Columns of numbers as bytes and back, to the last bit: `docs/chunk-format.md`. */

/** How a column of whole numbers is written: as distances from the smallest, as steps, or as changes of the steps. */
const FROM_SMALLEST = 0;
const STEPS = 1;
const CHANGES_OF_STEPS = 2;

/** How a column of values is written: 0 to 9 = whole numbers after so many decimals were taken away. */
export const MOST_DECIMALS = 9;
const AS_FLOAT32 = 32;
const AS_DOUBLE = 64;
export const POWERS = Array.from({ length: MOST_DECIMALS + 1 }, (_, exponent) => 10 ** exponent);

/** Sums and differences of two such numbers are exact. */
export const LARGEST_WHOLE = 2 ** 52;

// Numbers: as whole ones with a power of ten, as singles, or as doubles; of the latter two what differs from the number before.

export function writeNumbers(to: ByteWriter, values: Float64Array): void {
  const decimals = asDecimals(values);
  if (decimals !== null) {
    to.byte(decimals.exponent);
    writeWhole(to, decimals.whole);
    writeNegativeZeros(to, values);
  } else if (values.every((value) => Object.is(Math.fround(value), value))) {
    to.byte(AS_FLOAT32);
    to.planes(differing(new Uint32Array(Float32Array.from(values).buffer), 1));
  } else {
    to.byte(AS_DOUBLE);
    to.planes(differing(new Uint32Array(values.slice().buffer), 2));
  }
}

export function readNumbers(from: ByteReader, n: number): Float64Array {
  const kind = from.byte();
  if (kind === AS_FLOAT32) return Float64Array.from(new Float32Array(joined(from.planes(n), 1).buffer));
  if (kind === AS_DOUBLE) return new Float64Array(joined(from.planes(2 * n), 2).buffer);
  const power = POWERS[kind];
  if (power === undefined) throw new DamagedChunk(`values of kind ${String(kind)}`);
  const values = readWhole(from, n);
  if (power !== 1) for (let i = 0; i < n; i++) values[i] = values[i]! / power;
  for (const place of readNegativeZeros(from)) values[place] = -0;
  return values;
}

/** Sensors near the freezing point send −0.0, which no whole number is. */
function writeNegativeZeros(to: ByteWriter, values: Float64Array): void {
  const places: number[] = [];
  for (let i = 0; i < values.length; i++) if (Object.is(values[i], -0)) places.push(i);
  to.varint(places.length);
  if (places.length > 0) writeWhole(to, Float64Array.from(places));
}

function readNegativeZeros(from: ByteReader): Float64Array {
  const count = from.varint();
  return count === 0 ? new Float64Array(0) : readWhole(from, count);
}

/** The values times the smallest power of ten that makes all of them whole, where dividing by it gives each of them back to the bit. */
export function asDecimals(values: Float64Array): { exponent: number; whole: Float64Array } | null {
  let exponent = 0;
  for (const value of values) {
    while (Number.isNaN(wholeOf(value, exponent))) if (++exponent > MOST_DECIMALS) return null;
  }
  const whole = values.map((value) => wholeOf(value, exponent));
  const [least, most] = extremes(whole);
  // Also says no where one of them is NaN.
  return most - least < LARGEST_WHOLE ? { exponent, whole } : null;
}

/** NaN where the value can't be had back from a whole number with this many decimals; of −0 all but its sign can. */
function wholeOf(value: number, exponent: number): number {
  const whole = Math.round(value * POWERS[exponent]!) + 0;
  return Math.abs(whole) < LARGEST_WHOLE && whole / POWERS[exponent]! === value ? whole : Number.NaN;
}

/** Each word with the bits that differ from the word `distance` before it; neighbours differ in few. */
export function differing(words: Uint32Array, distance: number): Float64Array {
  return Float64Array.from(words, (word, i) => (word ^ (i < distance ? 0 : words[i - distance]!)) >>> 0);
}

export function joined(differences: Float64Array, distance: number): Uint32Array {
  const words = Uint32Array.from(differences);
  for (let i = distance; i < words.length; i++) words[i] = words[i]! ^ words[i - distance]!;
  return words;
}

// Whole numbers below 2⁵², the largest less than 2⁵² above the smallest.

export function writeWhole(to: ByteWriter, values: Float64Array): void {
  const [least] = extremes(values);
  const first = values[0]!;
  const step = steps(values);
  const ways = [
    { way: FROM_SMALLEST, starts: [least], parts: values.map((value) => value - least) },
    { way: STEPS, starts: [first], parts: step },
    { way: CHANGES_OF_STEPS, starts: [first, step[0] ?? 0], parts: steps(step) },
  ].map((one) => ({ ...one, ...shortened(one.parts, one.way !== FROM_SMALLEST) }));
  const { way, starts, divisor, codes } = ways.reduce((best, one) => (one.bits < best.bits ? one : best));
  to.byte(way);
  for (const start of starts) to.varint(zigzag(start));
  to.varint(divisor);
  to.planes(codes);
}

export function readWhole(from: ByteReader, n: number): Float64Array {
  const way = from.byte();
  const start = unzigzag(from.varint());
  const step = way === CHANGES_OF_STEPS ? unzigzag(from.varint()) : 0;
  const divisor = from.varint();
  if (way === FROM_SMALLEST) {
    const values = from.planes(n);
    for (let i = 0; i < n; i++) values[i] = start + values[i]! * divisor;
    return values;
  }
  if (way === STEPS) return summed(start, unshortened(from.planes(n - 1), divisor));
  if (way !== CHANGES_OF_STEPS) throw new DamagedChunk(`whole numbers of way ${String(way)}`);
  return summed(start, summed(step, unshortened(from.planes(n - 2), divisor)));
}

/** From value to value; one shorter. */
function steps(values: Float64Array): Float64Array {
  const all = new Float64Array(Math.max(0, values.length - 1));
  for (let i = 0; i < all.length; i++) all[i] = values[i + 1]! - values[i]!;
  return all;
}

/** The values that begin with `start` and go on by steps. */
function summed(start: number, by: Float64Array): Float64Array {
  const values = new Float64Array(by.length + 1);
  let value = start;
  values[0] = value;
  for (let i = 0; i < by.length; i++) {
    value += by[i]!;
    values[i + 1] = value;
  }
  return values;
}

/** What stands for the parts when all of them are divided by what they have in common, and how long it is before compression; Infinity where it can't be had back. */
function shortened(parts: Float64Array, isSigned: boolean): { divisor: number; codes: Float64Array; bits: number } {
  const divisor = commonDivisor(parts);
  let bits = 0;
  const codes = parts.map((part) => {
    const code = isSigned ? zigzag(part / divisor) : part / divisor;
    bits += Math.abs(part) < LARGEST_WHOLE ? Math.log2(1 + code) : Infinity;
    return code;
  });
  return { divisor, codes, bits };
}

function unshortened(codes: Float64Array, divisor: number): Float64Array {
  for (let i = 0; i < codes.length; i++) codes[i] = unzigzag(codes[i]!) * divisor;
  return codes;
}

/** What all values can be divided by: readings come every minute, weights in steps of 0.5. */
function commonDivisor(values: Float64Array): number {
  let divisor = 0;
  for (const value of values) {
    let rest = Math.abs(value);
    while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
    if (divisor === 1) return 1;
  }
  return Math.max(1, divisor);
}

function extremes(values: Float64Array): [least: number, most: number] {
  return values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
}

/** 0, −1, 1, −2, … as 0, 1, 2, 3, … */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
/** Without `%`, which is slow for doubles. */
const unzigzag = (value: number): number => {
  const half = Math.floor(value / 2);
  return value === 2 * half ? half : -half - 1;
};
