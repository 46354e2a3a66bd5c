import { isUtf8 } from 'node:buffer';
import { AHEAD_MARGIN_US, INGEST_MAX_READINGS, JSON_MAX_DEPTH } from '../../constants.ts';
import type { ChannelKind } from '../../contract/channels.ts';
import type { IngestError } from '../../contract/received-data.ts';
import { isDeeperThan } from '../kernel/body.ts';
import { jsonErrorOffset, lineAndColumn, utf8Text } from './json-scan.ts';

/** 1990-01-01: an older time comes from a clock that was never set, or from seconds read as milliseconds. */
export const OLDEST_TS = 631_152_000_000_000;
/** How far ahead of ours a logger's clock may run before its readings are taken for other units of time, microseconds. */
export const FUTURE_MARGIN_US = 86_400_000_000;
export const KEY_MAX_LENGTH = 100;
const PATH_MAX_LENGTH = 200;
const TEXT_MAX_LENGTH = 1_000;

export type DecodedValue = number | string | boolean;

/** What a logger type says of a channel that isn't there yet. */
export interface NamedChannel {
  name: string;
  kind: ChannelKind;
  sensorTypeId: string | null;
  /** As people write it; null where the sensor type says it. */
  unit: string | null;
}

/** A decoded message in columns: reading `i` says that `keys[slot[i]]` was `value[i]` at `ts[i]` (µs UTC), in row `row[i]`. */
export interface Decoded {
  /** Why the body as a whole could not be read; then there are no readings. */
  failure: IngestError | null;
  /** Distinct keys of channels, in order of appearance. */
  keys: string[];
  /** The unit that the message gives to `keys[i]`, as it writes it; only where the format has units. */
  units?: (string | undefined)[];
  /** What the logger type says of `keys[i]`; undefined = it doesn't know the key. */
  named?: (NamedChannel | undefined)[];
  /** What was taken, but not as it was written: a decimal comma, an hour that comes twice; and what a script warned of. */
  warnings?: IngestError[];
  slot: number[];
  row: number[];
  ts: number[];
  value: DecodedValue[];
  /** Places of values by which the sensor says that it can't measure, where only what read the message knows it. */
  failed?: Set<number>;
  /** One for each row or value that was refused. */
  errors: IngestError[];
}

/** Is the time of a reading too far after its receipt? Such a reading is kept and marked, and is never its channel's newest. */
export const isAhead = (ts: number, receivedAt: number): boolean => ts > receivedAt + AHEAD_MARGIN_US;

export type JsonObject = Record<string, unknown>;
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const CONTROL = /\p{Cc}/u;

export function nothing(failure: IngestError | null): Decoded {
  return { failure, keys: [], slot: [], row: [], ts: [], value: [], errors: [] };
}

function valueProblem(value: unknown): IngestError['code'] | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'not_finite';
  if (typeof value === 'boolean') return null;
  if (typeof value !== 'string') return 'bad_value';
  if (value.length > TEXT_MAX_LENGTH) return 'text_too_long';
  return value.includes('\0') || !value.isWellFormed() ? 'bad_text' : null;
}

/** What is wrong with a time in µs UTC of a message received at `receivedAt`, or null. */
export function timeProblem(us: number, receivedAt: number): 'bad_ts' | 'ts_past' | 'ts_future' | null {
  if (Number.isNaN(us)) return 'bad_ts';
  if (us < OLDEST_TS) return 'ts_past';
  return us > receivedAt + FUTURE_MARGIN_US ? 'ts_future' : null;
}

/** A JSON text as a value, or why it is none. Never throws. */
export function readJsonText(body: Uint8Array): { failure: null; text: string; value: unknown } | { failure: IngestError } {
  if (!isUtf8(body)) return { failure: { code: 'not_utf8' } };
  if (isDeeperThan(body, JSON_MAX_DEPTH)) return { failure: { code: 'too_deep' } };
  const text = utf8Text(body);
  try {
    return { failure: null, text, value: JSON.parse(text) };
  } catch {
    return { failure: { code: 'malformed_json', ...lineAndColumn(text, jsonErrorOffset(text)) } };
  }
}

/** Collects the columns of one message; every decoder checks keys, values and their number here. */
export class Columns {
  readonly out: Decoded = nothing(null);
  /** Key as it came → slot, or -1 for a bad one: each spelling is checked once a message. */
  private readonly slots = new Map<string, number>();
  private seen = 0;

  /** Did the message name more values than one may have? Then it is refused whole. */
  get full(): boolean {
    return this.seen > INGEST_MAX_READINGS;
  }

  /** The columns, or the refusal of a message that has too many. */
  done(): Decoded {
    return this.full ? nothing({ code: 'too_many_readings' }) : this.out;
  }

  /** One value of a row: taken, refused with its reason, or skipped when it is null, which says that nothing was measured. */
  add(key: string, value: unknown, ts: number, row: number): void {
    this.seen++;
    if (value === null) return;
    const problem = valueProblem(value);
    if (problem) {
      this.refuse(problem, row, key);
      return;
    }
    const slot = this.slots.get(key) ?? this.newSlot(key);
    if (slot < 0) this.refuse('bad_key', row, key);
    else this.push(slot, value as DecodedValue, ts, row);
  }

  /** As {@link add}, for a slot from {@link slotOf}; `key` names a value whose slot is none. */
  addTo(slot: number, key: string, value: DecodedValue, ts: number, row: number, path?: string): void {
    this.seen++;
    const problem = valueProblem(value) ?? (slot < 0 ? 'bad_key' : null);
    if (problem) this.refuse(problem, row, this.out.keys[slot] ?? key, path);
    else this.push(slot, value, ts, row);
  }

  /** As {@link addTo}, of a value by which the sensor says that it can't measure. */
  addFailed(slot: number, key: string, said: string, ts: number, row: number, path?: string): void {
    const before = this.out.value.length;
    this.addTo(slot, key, said, ts, row, path);
    if (this.out.value.length === before) return;
    this.out.failed ??= new Set();
    this.out.failed.add(before);
  }

  /** The key's slot, or -1 when the key can't be a channel's. */
  slotOf(key: string): number {
    return this.slots.get(key) ?? this.newSlot(key);
  }

  /** Counts a value that is refused before it is looked at. */
  refuseValue(code: IngestError['code'], row: number, key: string, path?: string): void {
    if (++this.seen <= INGEST_MAX_READINGS) this.refuse(code, row, key, path);
  }

  /** Counts a row that is refused whole. */
  refuseRow(code: IngestError['code'], row: number): void {
    if (++this.seen <= INGEST_MAX_READINGS) this.out.errors.push({ code, index: row });
  }

  private push(slot: number, value: DecodedValue, ts: number, row: number): void {
    const { out } = this;
    out.slot.push(slot);
    out.row.push(row);
    out.ts.push(ts);
    // Minus zero is zero: the engines don't keep its sign alike.
    out.value.push(value === 0 ? 0 : value);
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

  private refuse(code: IngestError['code'], index: number, key: string, path?: string): void {
    const error: IngestError = { code, index, key: key.slice(0, KEY_MAX_LENGTH).toWellFormed() };
    if (path !== undefined) error.path = path.slice(0, PATH_MAX_LENGTH).toWellFormed();
    this.out.errors.push(error);
  }
}
