import { ByteReader, ByteWriter } from './codec-bytes.ts';
import { bodyOf, DamagedChunk, framed } from './codec-frame.ts';
import { readNumbers, readWhole, writeNumbers, writeWhole } from './codec-numbers.ts';

/**
 * Readings of one channel as bytes and back, without loss to the last bit. The format is written down in `docs/chunk-format.md`: who changes
 * it gives it a new version and keeps reading the old ones.
 */

/** Readings of one channel, column by column; all columns have the same length. */
export interface ReadingColumns {
  /** Whole microseconds, strictly increasing, within ±2⁵³. */
  ts: Float64Array;
  /** NaN = null, which is so where, and only where, there is a text. */
  num: Float64Array;
  /** Null = no reading has a text. */
  text: (string | null)[] | null;
  /** Flags of `readings.quality`. */
  quality: Uint8Array;
  /** `readings.src`, whole and not negative. */
  src: Float64Array;
}

export const MAX_CHUNK_READINGS = 8_192;

const VERSION = 1;

/** @throws RangeError for columns that `ReadingColumns` doesn't allow, and for none or more than 8,192 readings */
export function encodeChunk(columns: ReadingColumns): Buffer {
  checkColumns(columns);
  const body = new ByteWriter();
  body.varint(columns.ts.length);
  writeNumbers(body, columns.ts);
  writeWhole(body, Float64Array.from(columns.quality));
  writeNumbers(body, columns.src);
  writeValues(body, columns);
  return framed(VERSION, body.bytes());
}

/** @throws DamagedChunk for bytes that are cut, changed, or of a version that isn't known */
export function decodeChunk(bytes: Uint8Array): ReadingColumns {
  const body = new ByteReader(bodyOf(VERSION, bytes));
  try {
    return columnsOf(body);
  } catch (error) {
    // The checksum was right: whoever wrote these bytes wrote another format.
    throw error instanceof DamagedChunk ? error : new DamagedChunk('columns', { cause: error });
  }
}

function columnsOf(body: ByteReader): ReadingColumns {
  const n = body.varint();
  if (n === 0 || n > MAX_CHUNK_READINGS) throw new DamagedChunk(`${String(n)} readings`);
  const ts = readNumbers(body, n);
  const quality = Uint8Array.from(readWhole(body, n));
  const src = readNumbers(body, n);
  const { num, text } = readValues(body, n);
  if (!body.isAtEnd()) throw new DamagedChunk('bytes after the last column');
  return { ts, num, text, quality, src };
}

function checkColumns({ ts, num, text, quality, src }: ReadingColumns): void {
  const n = ts.length;
  if (n === 0 || n > MAX_CHUNK_READINGS) throw new RangeError(`${String(n)} readings in a chunk`);
  if ([num, text ?? num, quality, src].some((column) => column.length !== n)) throw new RangeError('columns of different lengths');
  for (let i = 0; i < n; i++) {
    if (!Number.isSafeInteger(ts[i]) || (i > 0 && ts[i]! <= ts[i - 1]!)) throw new RangeError(`ts[${String(i)}]`);
    if (!Number.isSafeInteger(src[i]) || src[i]! < 0) throw new RangeError(`src[${String(i)}]`);
    if (Number.isNaN(num[i]) !== (text !== null && text[i] !== null))
      throw new RangeError(`value ${String(i)} is not one of number and text`);
  }
}

// Values: numbers; where there are texts, each distinct one once and which of them stands where.

function writeValues(to: ByteWriter, { num, text }: ReadingColumns): void {
  if (text === null) {
    to.byte(0);
    writeNumbers(to, num);
    return;
  }
  to.byte(1);
  const words = [...new Set(text)].filter((word) => word !== null);
  const numberOf = new Map<string | null, number>([[null, 0], ...words.map((word, i) => [word, i + 1] as const)]);
  to.string(JSON.stringify(words));
  writeWhole(
    to,
    Float64Array.from(text, (word) => numberOf.get(word)!),
  );
  const numbers = num.filter((value) => !Number.isNaN(value));
  if (numbers.length > 0) writeNumbers(to, numbers);
}

function readValues(from: ByteReader, n: number): Pick<ReadingColumns, 'num' | 'text'> {
  if (from.byte() === 0) return { num: readNumbers(from, n), text: null };
  const words = JSON.parse(from.string()) as string[];
  const which = readWhole(from, n);
  const text = Array.from(which, (no) => (no === 0 ? null : words[no - 1]!));
  const count = which.reduce((sum, no) => (no === 0 ? sum + 1 : sum), 0);
  const numbers = count === 0 ? new Float64Array(0) : readNumbers(from, count);
  let next = 0;
  return { num: Float64Array.from(text, (word) => (word === null ? numbers[next++]! : Number.NaN)), text };
}
