import { Buffer } from 'node:buffer';
import { parseInstant } from '../../domain/time/instant.ts';
import { Columns, type Decoded, isObject, type JsonObject, KEY_MAX_LENGTH, nothing, timeProblem } from './decoded.ts';

/** What a LoRaWAN network server tells of one device. */
export interface Uplink {
  /** DevEUI: 16 hexadecimal digits in capitals; null when the message can't be read. */
  identity: string | null;
  /** The name that its network server has for it. */
  label: string | null;
  /** What the network server's own payload formatter made of the frame, with `rssi` (dBm) and `snr` (dB) of the strongest reception. */
  decoded: Decoded;
  /** The frame itself, for a decoder of ours; null when the message brought none. */
  frame: { fPort: number; payload: Uint8Array /** µs UTC of its reception. */; ts: number } | null;
}

export const unreadable = (code: NonNullable<Decoded['failure']>): Uplink => ({
  identity: null,
  label: null,
  decoded: nothing(code),
  frame: null,
});

/** A DevEUI in its one spelling, or null. */
export const devEui = (value: unknown): string | null =>
  typeof value === 'string' && /^[0-9A-Fa-f]{16}$/.test(value) ? value.toUpperCase() : null;

/** The members of nested objects and arrays, each under its path: `a.b`, `list.0`. */
export function addNested(columns: Columns, value: unknown, path: string, ts: number, row: number): void {
  if (columns.full) return;
  if (typeof value !== 'object' || value === null) columns.add(path, value, ts, row);
  // Nothing below can have a good key, and building such keys again and again would take long.
  else if (path.length > KEY_MAX_LENGTH) columns.refuseValue('bad_key', row, path);
  else for (const [key, member] of Object.entries(value)) addNested(columns, member, path === '' ? key : `${path}.${key}`, ts, row);
}

/** The reception with the highest RSSI. */
function strongest(receptions: unknown): JsonObject | null {
  let best: JsonObject | null = null;
  if (!Array.isArray(receptions)) return null;
  for (const reception of receptions)
    if (isObject(reception) && typeof reception.rssi === 'number' && (best === null || reception.rssi > (best.rssi as number)))
      best = reception;
  return best;
}

interface Parts {
  identity: string;
  label: unknown;
  /** RFC 3339 text of the reception; missing = `receivedAt`. */
  time: unknown;
  /** What the payload formatter gave. */
  values: unknown;
  receptions: unknown;
  fPort: unknown;
  /** Base64. */
  payload: unknown;
}

/** One uplink's readings. @param receivedAt µs UTC */
export function uplinkOf({ identity, label, time, values, receptions, fPort, payload }: Parts, receivedAt: number): Uplink {
  const columns = new Columns();
  const ts = time === undefined ? receivedAt : typeof time === 'string' ? parseInstant(time) : Number.NaN;
  const problem = timeProblem(ts, receivedAt);
  // A frame without payload has no port and is no reading.
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'base64') : null;
  const frame = bytes ? { fPort: Number.isInteger(fPort) ? (fPort as number) : 0, payload: bytes, ts } : null;
  if (problem) columns.refuseRow(problem, 0);
  else {
    if (isObject(values)) addNested(columns, values, '', ts, 0);
    const reception = strongest(receptions);
    // A device that reports its own signal keeps its word.
    for (const key of ['rssi', 'snr'])
      if (typeof reception?.[key] === 'number' && !columns.out.keys.includes(key)) columns.add(key, reception[key], ts, 0);
  }
  return { identity, label: typeof label === 'string' ? label : null, decoded: columns.done(), frame };
}
