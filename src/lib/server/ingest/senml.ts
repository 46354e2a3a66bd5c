import { INGEST_MAX_READINGS } from '../../constants.ts';
import type { IngestError } from '../../contract/received-data.ts';
import { isObject, type JsonObject, readJsonText } from './decoded.ts';

/**
 * SenML (RFC 8428) in JSON: an array of records, where base fields hold for the record that has them and for those that follow.
 * One bad record is told by its index. What makes the records after it mean something else refuses the whole pack: a base field of the
 * wrong type, a version above 10 or two versions, and an unknown field whose name ends in `_` and so must be understood.
 */

/** A record without base fields and relative times (RFC 8428, 4.6), by the labels of the standard. */
export interface SenmlRecord {
  /** Base name + name: letters, digits and `- : . / _`, first a letter or digit. */
  n: string;
  /** SenML unit of `v` and, per second, of `s`. */
  u?: string;
  /** Of the four values one at most; none when there is a sum. */
  v?: number;
  vs?: string;
  vb?: boolean;
  /** Bytes in base64url without padding. */
  vd?: string;
  /** Integrated sum, unit times seconds. */
  s?: number;
  /** Absolute time, seconds since the epoch. */
  t: number;
  /** The next record of this name comes within so many seconds. */
  ut?: number;
}

export class SenmlError extends Error {
  readonly code: IngestError['code'];
  /** The record's index from 0; undefined when the whole pack can't be read. */
  readonly index: number | undefined;
  readonly detail: IngestError;

  constructor(detail: IngestError) {
    super(detail.code);
    this.name = 'SenmlError';
    this.code = detail.code;
    this.index = detail.index;
    this.detail = detail;
  }
}

export interface SenmlPack {
  failure: IngestError | null;
  records: { index: number; record: SenmlRecord }[];
  errors: IngestError[];
}

/** Times below it are relative to now. */
const ABSOLUTE_FROM = 2 ** 28;
const VERSION = 10;
/** Far longer than a channel's key may be. */
const NAME_MAX_LENGTH = 1_000;
const NAME = /^[A-Za-z0-9][A-Za-z0-9\-:./_]*$/;
const BASE_TYPES = { bn: 'string', bt: 'number', bu: 'string', bv: 'number', bs: 'number', bver: 'number' } as const;
const FIELD_TYPES = {
  n: 'string',
  u: 'string',
  v: 'number',
  vs: 'string',
  vb: 'boolean',
  vd: 'string',
  s: 'number',
  t: 'number',
  ut: 'number',
} as const;
const VALUES = ['v', 'vs', 'vb', 'vd'] as const;

const has = (record: JsonObject, key: string) => Object.hasOwn(record, key);

/**
 * Indexes of the records that write one label twice. `JSON.parse` keeps the last and says nothing, so members are counted in the text.
 * @param text valid JSON, an array
 */
function recordsWithTwins(text: string, rows: unknown[]): ReadonlySet<number> {
  const twins = new Set<number>();
  let depth = 0;
  let index = -1;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      for (i++; text.charCodeAt(i) !== 34; i++) if (text.charCodeAt(i) === 92) i++;
    } else if (code === 123 || code === 91) {
      depth++;
      if (depth === 2) members = 0;
      // Only objects and arrays are counted here; other elements are refused anyway, by a name of their own.
      if (depth === 2) index = nextContainer(rows, index);
    } else if (code === 125 || code === 93) {
      const row = rows[index];
      if (depth === 2 && isObject(row) && Object.keys(row).length !== members) twins.add(index);
      depth--;
    } else if (code === 58 && depth === 2) members++;
  }
  return twins;
}

function nextContainer(rows: unknown[], after: number): number {
  let index = after + 1;
  while (index < rows.length && (typeof rows[index] !== 'object' || rows[index] === null)) index++;
  return index;
}

/** The base fields in force. */
interface Base {
  bn: string;
  bt: number;
  bu: string | undefined;
  bv: number | undefined;
  bs: number | undefined;
}

/** Takes a record's base fields over; a failure of the pack when one of them can't be read. */
function takeBase(base: Base, record: JsonObject, index: number): IngestError | null {
  for (const key in BASE_TYPES) {
    if (!has(record, key)) continue;
    const value = record[key];
    if (typeof value !== BASE_TYPES[key as keyof typeof BASE_TYPES]) return { code: 'bad_base_field', index, key };
    if (typeof value === 'number' && !Number.isFinite(value)) return { code: 'not_finite', index, key };
    if (key !== 'bver') Object.assign(base, { [key]: value });
  }
  return null;
}

/** The version counts for the whole pack, whichever record names it; without one it is 10. */
function versionProblem(rows: unknown[]): IngestError | null {
  let version: unknown;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (!isObject(row) || !has(row, 'bver')) continue;
    const given = row.bver;
    if (!Number.isInteger(given) || (given as number) < 1 || (given as number) > VERSION || (version !== undefined && given !== version))
      return { code: 'unsupported_version', index, key: 'bver' };
    version = given;
  }
  return null;
}

/** An unknown field that must be understood (RFC 8428, 4.4). */
function mustUnderstand(rows: unknown[]): IngestError | null {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (!isObject(row)) continue;
    for (const key in row) if (key.endsWith('_')) return { code: 'unknown_field', index, key: key.slice(0, 100).toWellFormed() };
  }
  return null;
}

const sum = (base: number | undefined, own: unknown) => (base ?? 0) + ((own as number | undefined) ?? 0);

function resolve(base: Base, row: JsonObject, index: number, now: number): SenmlRecord | IngestError {
  for (const key in FIELD_TYPES) {
    if (!has(row, key)) continue;
    if (typeof row[key] !== FIELD_TYPES[key as keyof typeof FIELD_TYPES]) return { code: key === 't' ? 'bad_ts' : 'bad_value', index, key };
    if (typeof row[key] === 'number' && !Number.isFinite(row[key])) return { code: key === 't' ? 'bad_ts' : 'not_finite', index, key };
  }
  const own = has(row, 'n') ? String(row.n) : '';
  // A base name of megabytes isn't looked through again for each record.
  if (base.bn.length > NAME_MAX_LENGTH) return { code: 'bad_key', index, key: base.bn.slice(0, 100).toWellFormed() };
  const n = base.bn + own;
  if (n.length > NAME_MAX_LENGTH || !NAME.test(n)) return { code: 'bad_key', index, key: n.slice(0, 100).toWellFormed() };
  const values = VALUES.filter((key) => has(row, key));
  const hasSum = has(row, 's') || base.bs !== undefined;
  // Without any value, a base value stands for the value itself (4.5.3).
  const bare = values.length === 0 && base.bv !== undefined && !has(row, 's');
  if (values.length > 1 || (values.length === 0 && !hasSum && !bare)) return { code: 'bad_value', index, key: n.slice(0, 100) };
  const t = base.bt + (has(row, 't') ? (row.t as number) : 0);
  const record: SenmlRecord = { n, t: t < ABSOLUTE_FROM ? now / 1e6 + t : t };
  const u = has(row, 'u') ? (row.u as string) : base.bu;
  if (u !== undefined) record.u = u;
  const [value] = values;
  if (value === 'v' || bare) record.v = sum(base.bv, row.v);
  else if (value !== undefined) Object.assign(record, { [value]: row[value] });
  if (hasSum) record.s = sum(base.bs, row.s);
  if (has(row, 'ut')) record.ut = row.ut as number;
  for (const key of ['v', 's', 't'] as const)
    if (record[key] !== undefined && !Number.isFinite(record[key]))
      return { code: key === 't' ? 'bad_ts' : 'not_finite', index, key: n.slice(0, 100) };
  return record;
}

const FIELDS = Object.keys(FIELD_TYPES);
const isBaseOnly = (row: JsonObject) => !FIELDS.some((key) => has(row, key)) && Object.keys(BASE_TYPES).some((key) => has(row, key));

/** A pack's records, resolved, each with its index; never throws. @param now µs UTC */
export function readSenml(bytes: Uint8Array, now: number): SenmlPack {
  const refused = (failure: IngestError): SenmlPack => ({ failure, records: [], errors: [] });
  const json = readJsonText(bytes);
  if (json.failure) return refused(json.failure);
  const rows = json.value;
  if (!Array.isArray(rows)) return refused({ code: 'shape' });
  if (rows.length > INGEST_MAX_READINGS) return refused({ code: 'too_many_readings' });
  const problem = versionProblem(rows) ?? mustUnderstand(rows);
  if (problem) return refused(problem);
  const twins = recordsWithTwins(json.text, rows);
  const pack: SenmlPack = { failure: null, records: [], errors: [] };
  const base: Base = { bn: '', bt: 0, bu: undefined, bv: undefined, bs: undefined };
  for (let index = 0; index < rows.length; index++) {
    const row: unknown = rows[index];
    if (!isObject(row)) {
      pack.errors.push({ code: 'shape', index });
      continue;
    }
    if (twins.has(index)) {
      if (Object.keys(BASE_TYPES).some((key) => has(row, key))) return refused({ code: 'duplicate_field', index });
      pack.errors.push({ code: 'duplicate_field', index });
      continue;
    }
    const failure = takeBase(base, row, index);
    if (failure) return refused(failure);
    if (isBaseOnly(row)) continue;
    const record = resolve(base, row, index, now);
    if ('code' in record) pack.errors.push(record);
    else pack.records.push({ index, record });
  }
  return pack;
}

/**
 * A pack's resolved records, all of them or none.
 * @param now µs UTC, for times below 2^28 seconds, which are relative to it
 * @throws SenmlError for the pack or for its first bad record
 */
export function resolveSenml(bytes: Uint8Array, now: number): SenmlRecord[] {
  const { failure, errors, records } = readSenml(bytes, now);
  const problem = failure ?? errors[0];
  if (problem) throw new SenmlError(problem);
  return records.map(({ record }) => record);
}
