import { isObject, readJsonText } from './decoded.ts';
import { devEui, type Uplink, unreadable, uplinkOf } from './uplink.ts';

/**
 * A webhook message of The Things Stack v3 (The Things Network) → its device and readings. Pure; never throws.
 *
 * The readings come from `uplink_message.decoded_payload` at the time when the network server received the frame. Joins, downlinks and
 * other messages of a device bring no readings and no frame.
 * @param receivedAt µs UTC
 */
export function decodeTheThingsStack(body: Uint8Array, receivedAt: number): Uplink {
  const json = readJsonText(body);
  if (json.failure) return unreadable(json.failure);
  const message = json.value;
  const ids = isObject(message) && isObject(message.end_device_ids) ? message.end_device_ids : {};
  const identity = devEui(ids.dev_eui);
  if (!isObject(message) || identity === null) return unreadable({ code: 'shape' });
  const uplink = isObject(message.uplink_message) ? message.uplink_message : {};
  return uplinkOf(
    {
      identity,
      label: ids.device_id,
      time: uplink.received_at ?? message.received_at,
      values: uplink.decoded_payload,
      receptions: uplink.rx_metadata,
      fPort: uplink.f_port,
      payload: uplink.frm_payload,
    },
    receivedAt,
  );
}
