import { Buffer, isUtf8 } from 'node:buffer';

/**
 * InfluxDB line protocol: `measurement[,tag=value…] field=value[,field=value…] [timestamp]`, one point a line.
 *
 * InfluxDB has two parsers, the one in its `models` package and its line-protocol library. They agree on what clients write. Where they
 * differ, this one takes the stricter side, because a refused line is seen by its sender and a misread one by nobody:
 * - control characters (tab among them) belong to no measurement, no key, no value of a tag and no comment, as in the library; `models` takes
 *   them;
 * - bytes that are not UTF-8 are refused outside comments, as in the library;
 * - a quoted string ends at the next unescaped quote, and a comma, a blank or the end of the line follows, as in the library;
 * - in a string `\n`, `\r` and `\t` are a line feed, a carriage return and a tab, as in the library, whose writer makes them; `models` keeps
 *   them as they stand. A backslash before anything else but a quote or a backslash is itself;
 * - hexadecimal floats, `_` between digits, `Inf` and `NaN` are no numbers, as in `models`;
 * - unsigned integers are on, as in the library;
 * - timestamps fill the whole int64, as in the library; `models` keeps the two lowest and the highest for itself.
 */

/** Nanoseconds in one unit of a timestamp, by the names that clients use. */
const UNIT_NS = { n: 1, ns: 1, u: 1e3, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 } as const;
export type LinePrecision = keyof typeof UNIT_NS;
export const LINE_PRECISIONS = Object.keys(UNIT_NS) as readonly LinePrecision[];

export type LineFieldType = 'float' | 'integer' | 'unsigned' | 'boolean' | 'string';
export interface LineField {
  type: LineFieldType;
  /** Integers of both kinds are bigints: they fill 64 bits. */
  value: number | bigint | boolean | string;
}

export interface LinePoint {
  measurement: string;
  /** In the order of their keys' bytes. */
  tags: [key: string, value: string][];
  /** In the order written; of two fields with one key the last one's value stands at the first one's place. */
  fields: [key: string, field: LineField][];
  /** Nanoseconds since the epoch; null when the line has no timestamp. */
  ts: bigint | null;
}

/** The first line that can't be read. `line` counts line feeds from 1, `column` UTF-16 units from 1; the message is for protocol answers. */
export class LineProtocolError extends Error {
  readonly code = 'malformed_line';
  readonly line: number;
  readonly column: number;

  constructor(reason: string, line: number, column: number) {
    super(reason);
    this.name = 'LineProtocolError';
    this.line = line;
    this.column = column;
  }
}

/** A line has more fields than the reader's caller takes. */
export class TooManyFieldsError extends Error {}

/** A field key as one series writes it. */
export interface LineFieldKey {
  key: string;
  raw: Uint8Array;
  /** The line that had it last and its place there, for fields written twice. */
  lastLine: number;
  lastAt: number;
  /** Free for the reader's caller: the column of (series, field); -1 means not asked yet. */
  slot: number;
}

/** A measurement with its tags, read once however many lines repeat it. */
export interface LineSeries {
  measurement: string;
  tags: [key: string, value: string][];
  raw: Uint8Array;
  /** In the order in which the series' first lines wrote them. */
  fieldKeys: LineFieldKey[];
  byRaw: Map<string, LineFieldKey> | null;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const EQUALS = 61;
const BACKSLASH = 92;

const MEASUREMENT_END = 1;
const TAG_END = 2;
const VALUE_END = 4;
const CONTROL = 8;
/** What each byte ends or is. */
const KIND = new Uint8Array(256);
for (let byte = 0; byte < 32; byte++) KIND[byte] = MEASUREMENT_END | TAG_END | CONTROL;
KIND[127] = MEASUREMENT_END | TAG_END | CONTROL;
KIND[SPACE] = MEASUREMENT_END | TAG_END | VALUE_END;
KIND[COMMA] = MEASUREMENT_END | TAG_END | VALUE_END;
KIND[EQUALS] = TAG_END;
KIND[CR]! |= VALUE_END;
KIND[LF]! |= VALUE_END;

const POWERS_OF_TEN = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/** Measurement and tags together, or the key of a field, may have so many bytes, as in `models`. */
const MAX_NAME_BYTES = 65_535;
/** So many decimal digits are always exact in a double. */
const EXACT_DIGITS = 15;
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);
const UINT64_MAX = 2n ** 64n - 1n;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map(
  ['t', 'T', 'true', 'True', 'TRUE', 'f', 'F', 'false', 'False', 'FALSE'].map((word) => [word, word[0] === 't' || word[0] === 'T']),
);

const STRING_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= NINE;

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

/** Order of the texts' UTF-8 bytes: that of UTF-16 units, but surrogates stand for the highest characters. */
function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

/** A bigint of decimal digits with an optional minus; null when it is longer than 64 bits can be. Linear, however many zeros lead. */
function bigintOf(text: string): bigint | null {
  const negative = text.startsWith('-');
  let first = negative ? 1 : 0;
  while (first < text.length - 1 && text.charCodeAt(first) === ZERO) first++;
  if (text.length - first > 20) return null;
  const value = BigInt(text.slice(first));
  return negative ? -value : value;
}

/**
 * Reads a body point by point; after each `next()` that says true, the members tell the point. Arrays and series are used again for the
 * points that follow, so a caller copies what it keeps. One pass, in time linear to the bytes.
 * @throws LineProtocolError, TooManyFieldsError from `next()`
 */
export class LineReader {
  series!: LineSeries;
  fieldCount = 0;
  readonly fieldKeys: LineFieldKey[] = [];
  readonly fieldTypes: LineFieldType[] = [];
  /** Integers of at most 15 digits are numbers here, longer ones bigints. */
  readonly fieldValues: (number | bigint | boolean | string)[] = [];
  hasTime = false;

  private readonly bytes: Buffer;
  private readonly unit: number;
  private readonly allUtf8: boolean;
  private readonly seriesByRaw = new Map<string, LineSeries>();
  private pos = 0;
  private pointStart = 0;
  private lineNumber = 0;
  private timeStart = 0;
  private timeEnd = 0;
  private type: LineFieldType = 'float';

  private readonly maxFields: number;

  /** @param maxFields of one line */
  constructor(bytes: Uint8Array, precision: LinePrecision = 'ns', maxFields = Number.POSITIVE_INFINITY) {
    this.maxFields = maxFields;
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.unit = UNIT_NS[precision];
    this.allUtf8 = isUtf8(bytes);
  }

  /** Goes to the next point; false at the end. */
  next(): boolean {
    this.skipEmptyLines();
    if (this.pos >= this.bytes.length) return false;
    this.lineNumber++;
    this.fieldCount = 0;
    this.hasTime = false;
    this.pointStart = this.pos;
    this.readSeries();
    this.readFields();
    return true;
  }

  /** The point's fields and time as they are written, with the space before them and the end of the line. */
  afterSeries(): Uint8Array {
    return this.bytes.subarray(this.pointStart + this.series.raw.length, this.pos);
  }

  /** The point's time, nanoseconds since the epoch. */
  nanoseconds(): bigint {
    const value = bigintOf(this.bytes.toString('latin1', this.timeStart, this.timeEnd));
    // Longer than an int64 is out of range, whatever it says.
    return value === null ? INT64_MAX + 1n : value * BigInt(this.unit);
  }

  /** The point's time, microseconds since the epoch; what is finer is cut off. From 2^53 on it is rounded. */
  microseconds(): number {
    const { bytes, unit } = this;
    const negative = bytes[this.timeStart] === MINUS;
    let cut = false;
    let value = 0;
    // A nanosecond is the only unit that is finer.
    const end = unit === 1 ? this.timeEnd - 3 : this.timeEnd;
    for (let i = negative ? this.timeStart + 1 : this.timeStart; i < end; i++) value = value * 10 + bytes[i]! - ZERO;
    if (unit > 1e3) value *= unit / 1e3;
    if (!negative) return value;
    for (let i = Math.max(end, this.timeStart + 1); i < this.timeEnd; i++) if (bytes[i] !== ZERO) cut = true;
    return 0 - value - (cut ? 1 : 0);
  }

  private fail(reason: string, at: number): never {
    const start = at === 0 ? 0 : this.bytes.lastIndexOf(LF, at - 1) + 1;
    let line = 1;
    for (let i = 0; i < start; i++) if (this.bytes[i] === LF) line++;
    throw new LineProtocolError(reason, line, this.bytes.toString('utf8', start, at).length + 1);
  }

  private checkUtf8(start: number, end: number): void {
    if (!this.allUtf8 && !isUtf8(this.bytes.subarray(start, end))) this.fail('invalid UTF-8', start);
  }

  /** Goes over the end of a line, or says that none is here. A carriage return alone ends only the last line. */
  private takeEndOfLine(): boolean {
    const { bytes } = this;
    if (this.pos >= bytes.length) return true;
    if (bytes[this.pos] === LF) this.pos++;
    else if (bytes[this.pos] !== CR) return false;
    else if (this.pos + 1 === bytes.length) this.pos++;
    else if (bytes[this.pos + 1] === LF) this.pos += 2;
    else return false;
    return true;
  }

  private skipSpaces(): void {
    const { bytes } = this;
    let i = this.pos;
    while (bytes[i] === SPACE) i++;
    this.pos = i;
  }

  private skipEmptyLines(): void {
    const { bytes } = this;
    while (this.pos < bytes.length) {
      this.skipSpaces();
      const byte = bytes[this.pos];
      if (byte === 35) {
        const start = this.pos;
        while (this.pos < bytes.length && !(KIND[bytes[this.pos]!]! & CONTROL)) this.pos++;
        if (!this.takeEndOfLine()) this.fail('control character in a comment', start);
      } else if ((byte !== LF && byte !== CR) || !this.takeEndOfLine()) return;
    }
  }

  private readSeries(): void {
    const { bytes } = this;
    const start = this.pos;
    const before = this.series as LineSeries | undefined;
    // Lines of one series often follow one another.
    if (before && this.isAt(before.raw, start) && bytes[start + before.raw.length] === SPACE) this.pos = start + before.raw.length;
    else {
      let end = start;
      while (end < bytes.length && bytes[end] !== LF && (bytes[end] !== SPACE || bytes[end - 1] === BACKSLASH)) end++;
      const raw = bytes.toString('latin1', start, end);
      const known = this.seriesByRaw.get(raw);
      if (known) {
        this.series = known;
        this.pos = end;
      } else {
        this.series = this.parseSeries();
        this.seriesByRaw.set(raw, this.series);
      }
    }
    this.skipSpaces();
  }

  private isAt(raw: Uint8Array, at: number): boolean {
    const { bytes } = this;
    if (at + raw.length > bytes.length) return false;
    // From the end: names of neighbours differ there.
    for (let i = raw.length - 1; i >= 0; i--) if (raw[i] !== bytes[at + i]) return false;
    return true;
  }

  private parseSeries(): LineSeries {
    const { bytes } = this;
    const start = this.pos;
    const measurement = this.takeName(MEASUREMENT_END);
    if (measurement === '') this.fail('missing measurement', start);
    const tags: [string, string][] = [];
    while (bytes[this.pos] === COMMA) {
      this.pos++;
      const keyStart = this.pos;
      const key = this.takeName(TAG_END);
      if (key === '') this.fail('missing tag key', keyStart);
      if (bytes[this.pos] !== EQUALS) this.fail('missing tag value', keyStart);
      this.pos++;
      const valueStart = this.pos;
      const value = this.takeName(TAG_END);
      if (value === '') this.fail('missing tag value', valueStart);
      tags.push([key, value]);
    }
    if (this.pos - start > MAX_NAME_BYTES) this.fail('measurement and tags too long', start);
    if (this.pos >= bytes.length) this.fail('missing fields', this.pos);
    if (bytes[this.pos] !== SPACE) this.fail('a field or a tag was expected', this.pos);
    if (tags.length > 1) {
      tags.sort((a, b) => compareBytes(a[0], b[0]));
      for (let i = 1; i < tags.length; i++) if (tags[i]![0] === tags[i - 1]![0]) this.fail('duplicate tags', start);
    }
    return { measurement, tags, raw: bytes.subarray(start, this.pos), fieldKeys: [], byRaw: null };
  }

  /** A name up to the first byte of the given kind, its escapes undone. */
  private takeName(end: typeof MEASUREMENT_END | typeof TAG_END): string {
    const { bytes } = this;
    const start = this.pos;
    let i = start;
    let escaped = false;
    while (i < bytes.length) {
      const byte = bytes[i]!;
      if (byte === BACKSLASH) {
        const following = bytes[i + 1];
        // Elsewhere a backslash is itself, and what follows it is looked at.
        if (following === SPACE || following === COMMA || (following === EQUALS && end !== MEASUREMENT_END)) {
          escaped = true;
          i++;
        }
      } else if (KIND[byte]! & end) break;
      i++;
    }
    this.pos = i;
    this.checkUtf8(start, i);
    const text = bytes.toString('utf8', start, i);
    if (!escaped) return text;
    return end === MEASUREMENT_END ? text.replace(/\\([ ,])/g, '$1') : text.replace(/\\([ ,=])/g, '$1');
  }

  private readFields(): void {
    const { bytes } = this;
    for (;;) {
      const field = this.readFieldKey();
      const value = this.readValue();
      if (field.lastLine === this.lineNumber) {
        this.fieldValues[field.lastAt] = value;
        this.fieldTypes[field.lastAt] = this.type;
      } else {
        if (this.fieldCount === this.maxFields) throw new TooManyFieldsError();
        const at = this.fieldCount++;
        field.lastLine = this.lineNumber;
        field.lastAt = at;
        this.fieldKeys[at] = field;
        this.fieldTypes[at] = this.type;
        this.fieldValues[at] = value;
      }
      if (this.pos >= bytes.length) return;
      const byte = bytes[this.pos]!;
      if (byte === COMMA) {
        this.pos++;
        continue;
      }
      if (byte !== SPACE && byte !== LF && byte !== CR) this.fail('unexpected character after a field', this.pos);
      this.skipSpaces();
      if (!this.takeEndOfLine()) this.readTime();
      return;
    }
  }

  private readFieldKey(): LineFieldKey {
    const { bytes, series } = this;
    const start = this.pos;
    // Lines of one series mostly name the same fields in the same order.
    const expected = series.fieldKeys[this.fieldCount];
    if (expected && bytes[start + expected.raw.length] === EQUALS && this.isAt(expected.raw, start)) {
      this.pos = start + expected.raw.length + 1;
      return expected;
    }
    const key = this.takeName(TAG_END);
    if (key === '') this.fail('missing field key', start);
    if (bytes[this.pos] !== EQUALS) this.fail('missing field value', this.pos);
    const end = this.pos++;
    if (end - start > MAX_NAME_BYTES) this.fail('field key too long', start);
    const raw = bytes.toString('latin1', start, end);
    series.byRaw ??= new Map();
    let field = series.byRaw.get(raw);
    if (!field) {
      field = { key, raw: bytes.subarray(start, end), lastLine: 0, lastAt: 0, slot: -1 };
      series.byRaw.set(raw, field);
      series.fieldKeys.push(field);
    }
    return field;
  }

  private readValue(): number | bigint | boolean | string {
    const byte = this.bytes[this.pos];
    if (byte === QUOTE) return this.readString();
    if (byte === MINUS || byte === DOT || isDigit(byte)) return this.readNumber();
    if (byte === 116 || byte === 84 || byte === 102 || byte === 70) {
      const start = this.pos;
      const value = BOOLEANS.get(this.takeValue());
      if (value === undefined) this.fail('invalid boolean', start);
      this.type = 'boolean';
      return value;
    }
    return this.fail(byte === undefined || KIND[byte]! & VALUE_END ? 'missing field value' : 'invalid field value', this.pos);
  }

  private takeValue(): string {
    const { bytes } = this;
    const start = this.pos;
    let i = start;
    while (i < bytes.length && !(KIND[bytes[i]!]! & VALUE_END)) i++;
    this.pos = i;
    return bytes.toString('latin1', start, i);
  }

  private readString(): string {
    const { bytes } = this;
    const start = this.pos + 1;
    let i = start;
    let escaped = false;
    for (;;) {
      const byte = bytes[i];
      if (byte === undefined) this.fail('unbalanced quotes', start - 1);
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        escaped = true;
        if (bytes[i + 1] === QUOTE || bytes[i + 1] === BACKSLASH) i++;
      }
      i++;
    }
    this.checkUtf8(start, i);
    this.pos = i + 1;
    this.type = 'string';
    const text = bytes.toString('utf8', start, i);
    return escaped ? text.replace(/\\(["\\nrt])/g, (_, of: string) => STRING_ESCAPES[of] ?? of) : text;
  }

  private readNumber(): number | bigint {
    const { bytes } = this;
    const start = this.pos;
    let i = bytes[start] === MINUS ? start + 1 : start;
    const first = i;
    let mantissa = 0;
    while (isDigit(bytes[i])) mantissa = mantissa * 10 + bytes[i++]! - ZERO;
    let digits = i - first;
    let decimals = 0;
    const whole = bytes[i] !== DOT;
    if (!whole) {
      const point = i++;
      while (isDigit(bytes[i])) mantissa = mantissa * 10 + bytes[i++]! - ZERO;
      decimals = i - point - 1;
      digits += decimals;
    }
    if (digits === 0) this.fail('invalid number', start);
    const ended = i >= bytes.length || (KIND[bytes[i]!]! & VALUE_END) !== 0;
    if (ended && digits <= EXACT_DIGITS) {
      // Both are exact, so their quotient is the double nearest to what was written.
      const value = mantissa / POWERS_OF_TEN[decimals]!;
      this.pos = i;
      this.type = 'float';
      // Minus zero is zero: the engines don't keep its sign alike.
      return first === start || value === 0 ? value : -value;
    }
    if (whole && (bytes[i] === 105 || bytes[i] === 117)) return this.readInteger(start, i, digits <= EXACT_DIGITS ? mantissa : null);
    return this.readLongFloat(start, i);
  }

  /** @param end of the digits, where the `i` or `u` is */
  private readInteger(start: number, end: number, small: number | null): number | bigint {
    const { bytes } = this;
    const after = bytes[end + 1];
    const negative = bytes[start] === MINUS;
    const unsigned = bytes[end] === 117;
    if ((after !== undefined && !(KIND[after]! & VALUE_END)) || (unsigned && negative)) this.fail('invalid number', start);
    this.pos = end + 1;
    this.type = unsigned ? 'unsigned' : 'integer';
    if (small !== null) return negative && small !== 0 ? -small : small;
    const value = bigintOf(bytes.toString('latin1', start, end));
    if (value === null || (unsigned ? value > UINT64_MAX : value > INT64_MAX || value < INT64_MIN))
      this.fail('integer out of range', start);
    return value;
  }

  /** A float with an exponent or with many digits, its mantissa read up to `at`. */
  private readLongFloat(start: number, at: number): number {
    const { bytes } = this;
    let i = at;
    if (bytes[i] === 101 || bytes[i] === 69) {
      i++;
      if (bytes[i] === 43 || bytes[i] === MINUS) i++;
      if (!isDigit(bytes[i])) this.fail('invalid number', start);
      while (isDigit(bytes[i])) i++;
    }
    if (i < bytes.length && !(KIND[bytes[i]!]! & VALUE_END)) this.fail('invalid number', start);
    const value = Number(bytes.toString('latin1', start, i)) + 0;
    if (!Number.isFinite(value)) this.fail('float out of range', start);
    this.pos = i;
    this.type = 'float';
    return value;
  }

  private readTime(): void {
    const { bytes } = this;
    const start = this.pos;
    const first = bytes[start] === MINUS ? start + 1 : start;
    let i = first;
    while (isDigit(bytes[i])) i++;
    const after = bytes[i];
    if (i === first || (after !== undefined && after !== SPACE && after !== LF && after !== CR)) this.fail('invalid timestamp', start);
    this.hasTime = true;
    this.timeStart = start;
    this.timeEnd = i;
    // Most are nanoseconds that fit for sure: 18 digits, or 19 that don't begin with 9.
    const digits = i - first;
    if (this.unit > 1 || digits > 19 || (digits === 19 && bytes[first] === NINE)) {
      const nanoseconds = this.nanoseconds();
      if (nanoseconds > INT64_MAX || nanoseconds < INT64_MIN) this.fail('timestamp out of range', start);
    }
    this.pos = i;
    this.skipSpaces();
    if (!this.takeEndOfLine()) this.fail('unexpected text after the timestamp', this.pos);
  }
}

/**
 * A body of line protocol → its points, whole or not at all.
 * @throws LineProtocolError at the first line that can't be read
 */
export function parseLines(bytes: Uint8Array, { precision = 'ns' }: { precision?: LinePrecision } = {}): LinePoint[] {
  const reader = new LineReader(bytes, precision);
  const points: LinePoint[] = [];
  while (reader.next()) {
    const fields: LinePoint['fields'] = [];
    for (let i = 0; i < reader.fieldCount; i++) {
      const type = reader.fieldTypes[i]!;
      const value = reader.fieldValues[i]!;
      fields.push([
        reader.fieldKeys[i]!.key,
        { type, value: type === 'integer' || type === 'unsigned' ? BigInt(value as number | bigint) : value },
      ]);
    }
    points.push({
      measurement: reader.series.measurement,
      tags: reader.series.tags.map(([key, value]) => [key, value]),
      fields,
      ts: reader.hasTime ? reader.nanoseconds() : null,
    });
  }
  return points;
}
