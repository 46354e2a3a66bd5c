import { isObject, readJsonText } from './decoded.ts';
import { devEui, type Uplink, unreadable, uplinkOf } from './uplink.ts';

/** What its integration sends, by the query of its request. */
export const CHIRPSTACK_EVENTS = ['up', 'status', 'join', 'ack', 'txack', 'log', 'location', 'integration'] as const;

/**
 * An event of ChirpStack v4's HTTP integration (JSON) → its device and readings. Pure; never throws.
 *
 * The readings come from `object`, which ChirpStack's codec made. Only the event `up` (the query of the integration's request names it)
 * brings readings and a frame.
 * @param receivedAt µs UTC
 */
export function decodeChirpstack(body: Uint8Array, receivedAt: number, event = 'up'): Uplink {
  const json = readJsonText(body);
  if (json.failure) return unreadable(json.failure);
  const message = json.value;
  const device = isObject(message) && isObject(message.deviceInfo) ? message.deviceInfo : {};
  const identity = devEui(device.devEui);
  if (!isObject(message) || identity === null) return unreadable({ code: 'shape' });
  const uplink = event === 'up' ? message : {};
  return uplinkOf(
    {
      identity,
      label: device.deviceName,
      time: message.time ?? undefined,
      values: uplink.object,
      receptions: uplink.rxInfo,
      fPort: uplink.fPort,
      payload: uplink.data,
    },
    receivedAt,
  );
}
