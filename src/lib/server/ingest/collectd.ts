import { INGEST_MAX_READINGS } from '../../constants.ts';
import { Columns, type Decoded, isObject, type JsonObject, KEY_MAX_LENGTH, nothing, readJsonText, timeProblem } from './decoded.ts';

/** What collectd's `write_http` plugin (Format JSON) sent of one host. */
export interface CollectdHost {
  host: string;
  decoded: Decoded;
  /** Sampling interval, seconds: the shortest of its value lists. */
  interval: number | null;
}

/** `plugin[-instance].type[-instance]` */
function prefixOf(row: JsonObject): string {
  const part = (name: unknown, instance: unknown) => (typeof instance === 'string' && instance !== '' ? `${name}-${instance}` : `${name}`);
  return `${part(row.plugin, row.plugin_instance)}.${part(row.type, row.type_instance)}`;
}

/** A value list's readings; the data source's name is part of the key where a type has several. */
function addValues(columns: Columns, row: JsonObject & { values: unknown[]; dsnames: unknown[] }, ts: number, index: number): void {
  const prefix = prefixOf(row);
  for (let i = 0; i < row.values.length; i++) {
    // A key that is too long for itself isn't made longer for each value.
    if (prefix.length > KEY_MAX_LENGTH) columns.refuseValue('bad_key', index, prefix);
    else columns.add(row.dsnames.length === 1 ? prefix : `${prefix}.${row.dsnames[i]}`, row.values[i], ts, index);
  }
}

const isValueList = (row: unknown): row is JsonObject & { values: unknown[]; dsnames: unknown[]; host: string } =>
  isObject(row) &&
  Array.isArray(row.values) &&
  Array.isArray(row.dsnames) &&
  row.values.length === row.dsnames.length &&
  row.dsnames.every((name) => typeof name === 'string') &&
  typeof row.host === 'string' &&
  typeof row.plugin === 'string' &&
  typeof row.type === 'string';

/** The host of a value list, null when it is none. */
export const collectdHostOf = (row: unknown): string | null => (isValueList(row) ? row.host : null);

/**
 * A body of collectd → readings by host, rows counted over the whole body. Pure; never throws.
 *
 * `time` is seconds since the epoch; a value that is null (NaN in collectd) is skipped.
 * @param receivedAt µs UTC
 */
export function decodeCollectd(
  body: Uint8Array,
  receivedAt: number,
): { failure: Decoded['failure']; errors: Decoded['errors']; hosts: CollectdHost[] } {
  const refused = (failure: Decoded['failure']) => ({ failure, errors: [], hosts: [] });
  const json = readJsonText(body);
  if (json.failure) return refused(json.failure);
  if (!Array.isArray(json.value)) return refused({ code: 'shape' });
  const rows: unknown[] = json.value;
  if (rows.length > INGEST_MAX_READINGS) return refused({ code: 'too_many_readings' });
  const errors: Decoded['errors'] = [];
  const hosts = new Map<string, { columns: Columns; interval: number | null }>();
  let seen = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (!isValueList(row)) {
      errors.push({ code: 'shape', index });
      continue;
    }
    seen += row.values.length;
    if (seen > INGEST_MAX_READINGS) return refused({ code: 'too_many_readings' });
    const host = hosts.get(row.host) ?? { columns: new Columns(), interval: null };
    hosts.set(row.host, host);
    if (typeof row.interval === 'number' && row.interval > 0) host.interval = Math.min(host.interval ?? row.interval, row.interval);
    const ts = typeof row.time === 'number' ? Math.round(row.time * 1e6) : Number.NaN;
    const problem = timeProblem(ts, receivedAt);
    if (problem) host.columns.refuseRow(problem, index);
    else addValues(host.columns, row, ts, index);
  }
  return {
    failure: null,
    errors,
    hosts: [...hosts].map(([host, { columns, interval }]) => ({
      host,
      decoded: columns.full ? nothing({ code: 'too_many_readings' }) : columns.out,
      interval,
    })),
  };
}

/**
 * A body of collectd for the one logger whose token it came with: the host of its first row is the logger. Rows of other hosts are refused
 * (`other_device`), as their readings would have the same keys. Pure; never throws.
 * @param receivedAt µs UTC
 */
export function decodeCollectdHost(body: Uint8Array, receivedAt: number): Decoded {
  const { failure, errors, hosts } = decodeCollectd(body, receivedAt);
  if (failure) return nothing(failure);
  const [first, ...others] = hosts;
  if (first?.decoded.failure) return first.decoded;
  const decoded = first?.decoded ?? nothing(null);
  for (const { decoded: other } of others) {
    const rows = new Set([...other.row, ...other.errors.map(({ index }) => index!)]);
    for (const index of rows) errors.push({ code: 'other_device', index });
  }
  decoded.errors = [...decoded.errors, ...errors].sort((a, b) => a.index! - b.index!);
  return decoded;
}
