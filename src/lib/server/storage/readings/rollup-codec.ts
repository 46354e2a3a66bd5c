import { ByteReader, ByteWriter } from './codec-bytes.ts';
import { bodyOf, DamagedChunk, framed } from './codec-frame.ts';
import {
  asDecimals,
  differing,
  joined,
  LARGEST_WHOLE,
  MOST_DECIMALS,
  POWERS,
  readNumbers,
  readWhole,
  writeNumbers,
  writeWhole,
} from './codec-numbers.ts';
import type { ROLLUP_COLUMNS } from './rollups.ts';

/**
 * Rollups of one channel as bytes and back, without loss to the last bit. Columns tell much of each other: of a bucket with one reading all
 * are the same. The format is written down in `docs/chunk-format.md`.
 */

/** Buckets column by column, in order of time; all columns have the same length. */
export type RollupColumns = Record<'ts' | (typeof ROLLUP_COLUMNS)[number], Float64Array>;

export const MAX_BLOCK_ROLLUPS = 8_192;

const VERSION = 2;
const AS_DOUBLE = 64;
/** Whole numbers and what they differ by stay within what {@link writeWhole} takes. */
const LARGEST = LARGEST_WHOLE / 4;
/** A sum is this near to a decimal number: what floating point adds while it is made. */
const MOST_STEPS = 1_024;

/** @throws RangeError for none or more than 8,192 buckets, and for moments that aren't whole */
export function encodeRollups(columns: RollupColumns): Buffer {
  const { ts, n, left_out, first_ts, last_ts } = columns;
  if (ts.length === 0 || ts.length > MAX_BLOCK_ROLLUPS) throw new RangeError(`${String(ts.length)} rollups in a block`);
  const body = new ByteWriter();
  body.varint(ts.length);
  writeNumbers(body, ts);
  writeWhole(body, n);
  writeWhole(body, left_out);
  writeWhole(
    body,
    first_ts.map((us, i) => us - ts[i]!),
  );
  writeWhole(
    body,
    last_ts.map((us, i) => us - first_ts[i]!),
  );
  writeValues(body, columns);
  writeNear(body, columns.sum, expectedSums(columns));
  writeNear(body, columns.area, expectedAreas(columns));
  writeNear(body, columns.resets, new Float64Array(ts.length));
  return framed(VERSION, body.bytes());
}

/** @throws DamagedChunk for bytes that are cut, changed, or of a version that isn't known */
export function decodeRollups(bytes: Uint8Array): RollupColumns {
  const body = new ByteReader(bodyOf(VERSION, bytes));
  try {
    return columnsOf(body);
  } catch (error) {
    // The checksum was right: whoever wrote these bytes wrote another format.
    throw error instanceof DamagedChunk ? error : new DamagedChunk('columns', { cause: error });
  }
}

function columnsOf(body: ByteReader): RollupColumns {
  const count = body.varint();
  if (count === 0 || count > MAX_BLOCK_ROLLUPS) throw new DamagedChunk(`${String(count)} rollups`);
  const ts = readNumbers(body, count);
  const n = readWhole(body, count);
  const left_out = readWhole(body, count);
  const first_ts = plus(readWhole(body, count), ts);
  const last_ts = plus(readWhole(body, count), first_ts);
  const known = { n, first_ts, last_ts, ...readValues(body, count) };
  const sum = readNear(body, expectedSums(known));
  const area = readNear(body, expectedAreas({ ...known, sum }));
  const resets = readNear(body, new Float64Array(count));
  if (!body.isAtEnd()) throw new DamagedChunk('bytes after the last column');
  return { ts, ...known, sum, area, resets, left_out };
}

function plus(values: Float64Array, others: Float64Array): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] = values[i]! + others[i]!;
  return values;
}

// First, last, lowest and highest: decimals with what they differ by, or doubles with the bits that differ.

type Values = Pick<RollupColumns, 'first' | 'last' | 'min' | 'max'>;

function writeValues(to: ByteWriter, { first, last, min, max }: Values): void {
  const count = first.length;
  const all = new Float64Array(4 * count);
  for (const [k, column] of [first, last, min, max].entries()) all.set(column, k * count);
  const decimals = all.some((value) => Object.is(value, -0)) ? null : asDecimals(all);
  if (decimals === null || decimals.whole.some((value) => Math.abs(value) >= LARGEST)) {
    to.byte(AS_DOUBLE);
    to.planes(differing(halvesOf(first), 2));
    to.planes(unlike(last, first));
    to.planes(unlike(min, lower(first, last)));
    to.planes(unlike(max, higher(first, last)));
    return;
  }
  const [begins, ends, lows, highs] = [0, 1, 2, 3].map((k) => decimals.whole.subarray(k * count, (k + 1) * count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  to.byte(decimals.exponent);
  writeWhole(to, begins);
  writeWhole(
    to,
    ends.map((end, i) => end - begins[i]!),
  );
  const [least, most] = [lower(begins, ends), higher(begins, ends)];
  writeWhole(
    to,
    lows.map((low, i) => least[i]! - low),
  );
  writeWhole(
    to,
    highs.map((high, i) => high - most[i]!),
  );
}

function readValues(from: ByteReader, count: number): Values {
  const kind = from.byte();
  if (kind === AS_DOUBLE) {
    const first = new Float64Array(joined(from.planes(2 * count), 2).buffer as ArrayBuffer);
    const last = alike(from.planes(2 * count), first);
    const min = alike(from.planes(2 * count), lower(first, last));
    const max = alike(from.planes(2 * count), higher(first, last));
    return { first, last, min, max };
  }
  const power = POWERS[kind];
  if (power === undefined) throw new DamagedChunk(`values of kind ${String(kind)}`);
  const first = readWhole(from, count);
  const last = plus(readWhole(from, count), first);
  const min = readWhole(from, count);
  const max = readWhole(from, count);
  for (let i = 0; i < count; i++) {
    const [begin, end] = [first[i]!, last[i]!];
    min[i] = (Math.min(begin, end) - min[i]!) / power;
    max[i] = (Math.max(begin, end) + max[i]!) / power;
    first[i] = begin / power;
    last[i] = end / power;
  }
  return { first, last, min, max };
}

const lower = (values: Float64Array, others: Float64Array) => values.map((value, i) => Math.min(value, others[i]!));
const higher = (values: Float64Array, others: Float64Array) => values.map((value, i) => Math.max(value, others[i]!));

// Sums: decimals near to them with what they differ from the expected by, and how many steps between doubles they lie beside.

function expectedSums({ n, first, last }: Pick<RollupColumns, 'n' | 'first' | 'last'>): Float64Array {
  return n.map((count, i) => (count * (first[i]! + last[i]!)) / 2);
}

/** Exact where readings come at equal distances. */
function expectedAreas({
  n,
  sum,
  first,
  last,
  first_ts,
  last_ts,
}: Omit<RollupColumns, 'ts' | 'area' | 'resets' | 'min' | 'max' | 'left_out'>) {
  return n.map((count, i) => (count > 1 ? ((last_ts[i]! - first_ts[i]!) / 1e6 / (count - 1)) * (sum[i]! - (first[i]! + last[i]!) / 2) : 0));
}

function writeNear(to: ByteWriter, values: Float64Array, expected: Float64Array): void {
  for (let exponent = 0; exponent <= MOST_DECIMALS; exponent++) {
    const near = nearTo(values, expected, POWERS[exponent]!);
    if (near === null) continue;
    to.byte(exponent);
    writeWhole(to, near.more);
    writeWhole(to, near.steps);
    return;
  }
  to.byte(AS_DOUBLE);
  to.planes(unlike(values, expected));
}

function readNear(from: ByteReader, expected: Float64Array): Float64Array {
  const kind = from.byte();
  if (kind === AS_DOUBLE) return alike(from.planes(2 * expected.length), expected);
  const power = POWERS[kind];
  if (power === undefined) throw new DamagedChunk(`sums of kind ${String(kind)}`);
  const values = readWhole(from, expected.length);
  const steps = readWhole(from, expected.length);
  for (let i = 0; i < values.length; i++) values[i] = (Math.round(expected[i]! * power) + values[i]!) / power;
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  for (let i = 0; i < values.length; i++) {
    if (steps[i] === 0) continue;
    const low = halves[2 * i]! + steps[i]!;
    halves[2 * i] = low >>> 0;
    halves[2 * i + 1] = halves[2 * i + 1]! + Math.floor(low / 2 ** 32);
  }
  return values;
}

/** The values as whole numbers of so many parts and steps beside them; null where one of them can't be had back. */
function nearTo(values: Float64Array, expected: Float64Array, power: number): { more: Float64Array; steps: Float64Array } | null {
  const more = new Float64Array(values.length);
  const steps = new Float64Array(values.length);
  const decimal = new Float64Array(1);
  const near = new Uint32Array(decimal.buffer);
  const halves = halvesOf(values);
  for (let i = 0; i < values.length; i++) {
    // Without the sign of a zero, which is then a step of its own and too long.
    const whole = Math.round(values[i]! * power) + 0;
    const guess = Math.round(expected[i]! * power);
    decimal[0] = whole / power;
    steps[i] = (halves[2 * i + 1]! - near[1]!) * 2 ** 32 + (halves[2 * i]! - near[0]!);
    more[i] = whole - guess;
    const isNear = Math.abs(steps[i]!) <= MOST_STEPS && Math.abs(whole) < LARGEST && Math.abs(guess) < LARGEST;
    if (!isNear) return null;
  }
  return { more, steps };
}

const halvesOf = (values: Float64Array): Uint32Array => new Uint32Array(values.slice().buffer);

function unlike(values: Float64Array, others: Float64Array): Float64Array {
  const words = halvesOf(others);
  return Float64Array.from(halvesOf(values), (word, i) => (word ^ words[i]!) >>> 0);
}

function alike(differences: Float64Array, others: Float64Array): Float64Array {
  const words = halvesOf(others);
  for (let i = 0; i < words.length; i++) words[i] = words[i]! ^ differences[i]!;
  return new Float64Array(words.buffer as ArrayBuffer);
}
