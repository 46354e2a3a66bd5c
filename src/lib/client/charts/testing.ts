import type { LiveEvent } from '../../contract/events.ts';
import type { Series } from '../../contract/readings.ts';
import { formatInstant } from '../../domain/time/instant.ts';

export const NOW = Date.parse('2026-11-20T14:00:00Z');

/** One reading, or one bucket of `bucket` µs, at each point. */
export function series(points: [ms: number, value: number][], bucket: number | null = null): Series {
  const values = points.map(([, value]) => value);
  return {
    resolution: bucket === null ? 'raw' : '5m',
    bucket_us: bucket,
    ts: points.map(([ms]) => ms * 1000),
    min: values,
    max: values,
    first: values,
    last: values,
    n: values.map(() => 1),
  };
}
/** Readings of channels of the logger `a` came. */
export const values = (channels: [id: string, ms: number, value: number][], from = channels[0]![1], to = channels[0]![1]): LiveEvent => ({
  name: 'values',
  data: {
    datalogger_id: 'a',
    workspace_id: 'hall',
    state: 'online',
    last_seen_at: formatInstant(NOW * 1000),
    channels: channels.map(([id, ms, value]) => ({ id, key: id, ts: formatInstant(ms * 1000), value })),
    from: formatInstant(from * 1000),
    to: formatInstant(to * 1000),
  },
});

/** Readings of a channel were stored anew or taken back. */
export const ofChannels = (id: string, datalogger_id: string): LiveEvent => ({
  name: 'changed',
  data: { entity: 'channels', id, workspace_id: 'hall', datalogger_id },
});
