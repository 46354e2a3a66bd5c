import { isUtf8 } from 'node:buffer';
import { AHEAD_MARGIN_US, INGEST_MAX_READINGS, JSON_MAX_DEPTH } from '../../constants.ts';
import type { IngestError } from '../../contract/received-data.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import { isDeeperThan } from '../kernel/body.ts';
import { jsonErrorOffset, lineAndColumn, utf8Text } from './json-scan.ts';

/** 1990-01-01: an older time comes from a clock that was never set, or from seconds read as milliseconds. */
export const OLDEST_TS = 631_152_000_000_000;
/** How far ahead of ours a logger's clock may run before its readings are taken for other units of time, microseconds. */
export const FUTURE_MARGIN_US = 86_400_000_000;
const KEY_MAX_LENGTH = 100;
const TEXT_MAX_LENGTH = 1_000;

type DecodedValue = number | string | boolean;

/** A decoded message in columns: reading `i` says that `keys[slot[i]]` was `value[i]` at `ts[i]` (µs UTC), in row `row[i]`. */
export interface Decoded {
  /** Why the body as a whole could not be read; then there are no readings. */
  failure: IngestError | null;
  /** Distinct keys of channels, in order of appearance. */
  keys: string[];
  slot: number[];
  row: number[];
  ts: number[];
  value: DecodedValue[];
  /** One for each row or value that was refused. */
  errors: IngestError[];
}

/** Is the time of a reading too far after its receipt? Such a reading is kept and marked, and is never its channel's newest. */
export const isAhead = (ts: number, receivedAt: number): boolean => ts > receivedAt + AHEAD_MARGIN_US;

type JsonObject = Record<string, unknown>;

const CONTROL = /\p{Cc}/u;
const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function valueProblem(value: unknown): IngestError['code'] | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'not_finite';
  if (typeof value === 'boolean') return null;
  if (typeof value !== 'string') return 'bad_value';
  if (value.length > TEXT_MAX_LENGTH) return 'text_too_long';
  return value.includes('\0') || !value.isWellFormed() ? 'bad_text' : null;
}

function nothing(failure: IngestError | null): Decoded {
  return { failure, keys: [], slot: [], row: [], ts: [], value: [], errors: [] };
}

/**
 * A JSON body → readings. Pure; never throws.
 *
 * - Rows: `{"temperature":21.5}`, `{"ts":…,"temperature":21.5}`, `{"ts":…,"values":{"temperature":21.5}}`, or an array of them.
 * - `ts`: milliseconds since the epoch (fractions are kept to the µs) or RFC 3339 text with an offset; missing = `receivedAt`. Rows
 *   without it that name the same key would fall on one moment: none of them is taken (`ts_missing`). Outside
 *   1990-01-01 … `receivedAt` + 24 h the row is refused, which catches seconds, microseconds and nanoseconds.
 * - Values: finite numbers, booleans, texts of at most 1,000 characters; null means "nothing measured" and is skipped.
 * - Keys: trimmed, 1–100 characters, no control characters.
 *
 * A refused row or value is reported in `errors` and leaves the others alone.
 * @param receivedAt µs UTC
 */
export function decodeJson(body: Uint8Array, receivedAt: number): Decoded {
  if (!isUtf8(body)) return nothing({ code: 'not_utf8' });
  if (isDeeperThan(body, JSON_MAX_DEPTH)) return nothing({ code: 'too_deep' });
  const text = utf8Text(body);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return nothing({ code: 'malformed_json', ...lineAndColumn(text, jsonErrorOffset(text)) });
  }
  if (typeof parsed !== 'object' || parsed === null) return nothing({ code: 'shape' });
  const rows: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (rows.length > INGEST_MAX_READINGS) return nothing({ code: 'too_many_readings' });
  return new RowReader(receivedAt).read(rows);
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** Rows without a time that name a key which another row without a time names too. */
function rowsAlike(rows: unknown[]): ReadonlySet<number> {
  const first = new Map<string, number>();
  const alike = new Set<number>();
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (!isObject(row) || row.ts !== undefined) continue;
    const values = isObject(row.values) ? row.values : row;
    for (const key in values) {
      if (values[key] === null) continue;
      const trimmed = key.trim();
      const before = first.get(trimmed);
      if (before === undefined) first.set(trimmed, index);
      else if (before !== index) alike.add(before).add(index);
      // One more than allowed is enough to refuse the message.
      if (first.size > INGEST_MAX_READINGS) return alike;
    }
  }
  return alike;
}

/** Collects the columns of one message. */
class RowReader {
  private readonly receivedAt: number;
  private readonly out: Decoded = nothing(null);
  /** Key as it came → slot, or -1 for a bad one: each spelling is checked once a message. */
  private readonly slots = new Map<string, number>();
  private seen = 0;

  constructor(receivedAt: number) {
    this.receivedAt = receivedAt;
  }

  read(rows: unknown[]): Decoded {
    const alike = rows.length > 1 ? rowsAlike(rows) : NO_ROWS;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      if (alike.has(index)) this.out.errors.push({ code: 'ts_missing', index });
      else if (isObject(row)) this.readRow(row, index);
      else this.out.errors.push({ code: 'shape', index });
      if (this.seen > INGEST_MAX_READINGS) return nothing({ code: 'too_many_readings' });
    }
    return this.out;
  }

  private readRow(row: JsonObject, index: number): void {
    let ts = this.receivedAt;
    if (row.ts !== undefined) {
      const given = this.readTs(row.ts);
      if (typeof given !== 'number') {
        this.out.errors.push({ code: given, index });
        return;
      }
      ts = given;
    }
    const nested = isObject(row.values) ? row.values : null;
    const values = nested ?? row;
    for (const key in values) {
      if (this.seen > INGEST_MAX_READINGS) return;
      if (nested || key !== 'ts') this.readValue(key, values[key], ts, index);
    }
    if (nested) for (const key in row) if (key !== 'ts' && key !== 'values') this.refuseMember(key, index);
  }

  /** A member beside `ts` and `values` belongs to neither form. */
  private refuseMember(key: string, index: number): void {
    if (++this.seen <= INGEST_MAX_READINGS) this.refuse('shape', index, key);
  }

  private readTs(ts: unknown): number | 'bad_ts' | 'ts_past' | 'ts_future' {
    const us = typeof ts === 'number' ? Math.round(ts * 1000) : typeof ts === 'string' ? parseInstant(ts) : Number.NaN;
    if (Number.isNaN(us)) return 'bad_ts';
    if (us < OLDEST_TS) return 'ts_past';
    if (us > this.receivedAt + FUTURE_MARGIN_US) return 'ts_future';
    return us;
  }

  private readValue(key: string, value: unknown, ts: number, index: number): void {
    this.seen++;
    if (value === null) return;
    const problem = valueProblem(value);
    if (problem) {
      this.refuse(problem, index, key);
      return;
    }
    const slot = this.slots.get(key) ?? this.newSlot(key);
    if (slot < 0) {
      this.refuse('bad_key', index, key);
      return;
    }
    const out = this.out;
    out.slot.push(slot);
    out.row.push(index);
    out.ts.push(ts);
    // Minus zero is zero: the engines don't keep its sign alike.
    out.value.push(value === 0 ? 0 : (value as DecodedValue));
  }

  private newSlot(key: string): number {
    const trimmed = key.trim();
    const good = trimmed.length > 0 && trimmed.length <= KEY_MAX_LENGTH && !CONTROL.test(trimmed) && trimmed.isWellFormed();
    let slot = good ? this.slots.get(trimmed) : -1;
    if (slot === undefined) {
      slot = this.out.keys.push(trimmed) - 1;
      this.slots.set(trimmed, slot);
    }
    this.slots.set(key, slot);
    return slot;
  }

  private refuse(code: IngestError['code'], index: number, key: string): void {
    this.out.errors.push({ code, index, key: key.slice(0, KEY_MAX_LENGTH).toWellFormed() });
  }
}
