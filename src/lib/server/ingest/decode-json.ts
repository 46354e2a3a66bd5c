import { INGEST_MAX_READINGS } from '../../constants.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import { Columns, type Decoded, isObject, type JsonObject, nothing, readJsonText, timeProblem } from './decoded.ts';
import { looksLike, looksLikeLines } from './looks-like.ts';

export { type Decoded, FUTURE_MARGIN_US, OLDEST_TS } from './decoded.ts';

/**
 * A JSON body → readings. Pure; never throws.
 *
 * - Rows: `{"temperature":21.5}`, `{"ts":…,"temperature":21.5}`, `{"ts":…,"values":{"temperature":21.5}}`, or an array of them.
 * - `ts`: milliseconds since the epoch (fractions are kept to the µs) or RFC 3339 text with an offset; missing = `receivedAt`. Rows
 *   without it that name the same key would fall on one moment: only the last of them is taken, the others are refused
 *   (`ts_missing`). Outside 1990-01-01 … `receivedAt` + 24 h the row is refused, which catches seconds, microseconds and nanoseconds.
 * - Values: finite numbers, booleans, texts of at most 1,000 characters; null means "nothing measured" and is skipped.
 * - Keys: trimmed, 1–100 characters, no control characters.
 *
 * A body that has the shape of another format is refused and names that format (`looks_like_…`).
 * A refused row or value is reported in `errors` and leaves the others alone.
 * @param receivedAt µs UTC
 */
export function decodeJson(body: Uint8Array, receivedAt: number): Decoded {
  const json = readJsonText(body);
  if (json.failure)
    return nothing(json.failure.code === 'malformed_json' && looksLikeLines(body) ? { code: 'looks_like_line_protocol' } : json.failure);
  const parsed = json.value;
  if (typeof parsed !== 'object' || parsed === null) return nothing({ code: 'shape' });
  const lookalike = looksLike(parsed);
  if (lookalike) return nothing({ code: lookalike });
  const rows: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (rows.length > INGEST_MAX_READINGS) return nothing({ code: 'too_many_readings' });
  return readRows(rows, receivedAt);
}

const NO_ROWS: ReadonlySet<number> = new Set();

/** Rows without a time that name a key which a later row without a time names too. */
function rowsOvertaken(rows: unknown[]): ReadonlySet<number> {
  const later = new Set<string>();
  const overtaken = new Set<number>();
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (!isObject(row) || row.ts !== undefined) continue;
    const values = isObject(row.values) ? row.values : row;
    const own: string[] = [];
    for (const key in values) {
      if (values[key] === null) continue;
      const trimmed = key.trim();
      if (later.has(trimmed)) overtaken.add(index);
      else own.push(trimmed);
    }
    // After the row is read: two keys of one row that differ by spaces only are told apart from two rows.
    for (const key of own) later.add(key);
    // One more than allowed is enough to refuse the message.
    if (later.size > INGEST_MAX_READINGS) return overtaken;
  }
  return overtaken;
}

/** Rows of the own form, of which ThingsBoard's telemetry is a part. */
export function readRows(rows: unknown[], receivedAt: number): Decoded {
  const columns = new Columns();
  const overtaken = rows.length > 1 ? rowsOvertaken(rows) : NO_ROWS;
  for (let index = 0; index < rows.length && !columns.full; index++) {
    const row = rows[index];
    if (overtaken.has(index)) columns.out.errors.push({ code: 'ts_missing', index });
    else if (isObject(row)) readRow(columns, row, index, receivedAt);
    else columns.out.errors.push({ code: 'shape', index });
  }
  return columns.done();
}

function readRow(columns: Columns, row: JsonObject, index: number, receivedAt: number): void {
  let ts = receivedAt;
  if (row.ts !== undefined) {
    ts = microseconds(row.ts);
    const problem = timeProblem(ts, receivedAt);
    if (problem) {
      columns.out.errors.push({ code: problem, index });
      return;
    }
  }
  const nested = isObject(row.values) ? row.values : null;
  const values = nested ?? row;
  for (const key in values) {
    if (columns.full) return;
    if (nested || key !== 'ts') columns.add(key, values[key], ts, index);
  }
  // A member beside `ts` and `values` belongs to neither form.
  if (nested) for (const key in row) if (key !== 'ts' && key !== 'values') columns.refuseValue('shape', index, key);
}

const microseconds = (ts: unknown) =>
  typeof ts === 'number' ? Math.round(ts * 1000) : typeof ts === 'string' ? parseInstant(ts) : Number.NaN;
