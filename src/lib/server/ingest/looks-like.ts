import type { IngestError } from '../../contract/received-data.ts';
import { isObject } from './decoded.ts';
import { LineReader, TooManyFieldsError } from './line-protocol.ts';

type Lookalike = Extract<IngestError['code'], `looks_like_${string}`>;

const VALUES_OF_SENML = ['v', 'vs', 'vb', 'vd', 's'] as const;

/**
 * Which other format's JSON came to the door of our own; null for our own. Only the first row is looked at, so a message of any size
 * costs a few look-ups. ThingsBoard's `{"ts":…,"values":{…}}` is our own form too.
 * @param body the value of the whole JSON text
 */
export function looksLike(body: unknown): Lookalike | null {
  const row: unknown = Array.isArray(body) ? body[0] : body;
  if (!isObject(row)) return null;
  if (isObject(row.end_device_ids)) return 'looks_like_the_things_stack';
  if (isObject(row.deviceInfo) && row.deviceInfo.devEui !== undefined) return 'looks_like_chirpstack';
  if (Array.isArray(row.values) && Array.isArray(row.dsnames) && typeof row.plugin === 'string') return 'looks_like_collectd';
  // One object is no SenML, and a number for a name is somebody's own reading.
  if (!Array.isArray(body)) return null;
  if (typeof row.bn === 'string') return 'looks_like_senml';
  return typeof row.n === 'string' && VALUES_OF_SENML.some((key) => row[key] !== undefined) ? 'looks_like_senml' : null;
}

/** Is a text that is no JSON line protocol? Its first line is read for it. */
export function looksLikeLines(body: Uint8Array): boolean {
  const first = body[0];
  // What begins as JSON was meant to be it: the place where it breaks helps more.
  if (first === 0x7b || first === 0x5b || first === 0x22) return false;
  try {
    return new LineReader(body, 'ns', 1000).next();
  } catch (error) {
    return error instanceof TooManyFieldsError;
  }
}
