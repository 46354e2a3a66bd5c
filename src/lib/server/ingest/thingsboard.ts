import { INGEST_MAX_READINGS } from '../../constants.ts';
import { readRows } from './decode-json.ts';
import { type Decoded, isObject, nothing, readJsonText } from './decoded.ts';

const tooMany = () => nothing({ code: 'too_many_readings' });

/** ThingsBoard's telemetry of one device, which is our own form: `{"key":value}`, `{"ts":…,"values":{…}}`, or an array of either. */
export function decodeThingsboard(body: Uint8Array, receivedAt: number): Decoded {
  const json = readJsonText(body);
  if (json.failure) return nothing(json.failure);
  const rows: unknown[] = Array.isArray(json.value) ? json.value : [json.value];
  return rows.length > INGEST_MAX_READINGS ? tooMany() : readRows(rows, receivedAt);
}

/**
 * ThingsBoard's gateway telemetry, `{"device name":[{"ts":…,"values":{…}}]}` → readings by device; rows are counted for each device.
 * Pure; never throws.
 * @param receivedAt µs UTC
 */
export function decodeThingsboardGateway(
  body: Uint8Array,
  receivedAt: number,
): { failure: Decoded['failure']; devices: { device: string; decoded: Decoded }[] } {
  const json = readJsonText(body);
  if (json.failure) return { failure: json.failure, devices: [] };
  if (!isObject(json.value)) return { failure: { code: 'shape' }, devices: [] };
  const devices: { device: string; decoded: Decoded }[] = [];
  let seen = 0;
  for (const device of Object.keys(json.value)) {
    const rows = json.value[device];
    const decoded = Array.isArray(rows)
      ? rows.length > INGEST_MAX_READINGS
        ? tooMany()
        : readRows(rows, receivedAt)
      : nothing({ code: 'shape' });
    // An empty device counts as well: each becomes somebody's identity.
    seen += 1 + decoded.slot.length + decoded.errors.length;
    if (seen > INGEST_MAX_READINGS || decoded.failure?.code === 'too_many_readings')
      return { failure: { code: 'too_many_readings' }, devices: [] };
    devices.push({ device, decoded });
  }
  return { failure: null, devices };
}
