import { AHEAD_MARGIN_US } from '../../constants.ts';
import type { Channel } from '../../contract/channels.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { parseInstant } from '../../domain/time/instant.ts';

type Values = Extract<LiveEvent, { name: 'values' }>['data'];

/** Did channels of the logger change, or what is stored of them? */
export const isOfChannels = (event: LiveEvent, datalogger: string): boolean =>
  event.name === 'changed' && event.data.entity === 'channels' && event.data.datalogger_id === datalogger;

/** A channel after new last values of its logger; the same object when they change nothing. */
export function withValue<C extends Pick<Channel, 'id' | 'first_ts' | 'last' | 'ahead_ts' | 'failing_ts'>>(channel: C, data: Values): C {
  const value = data.channels.find(({ id }) => id === channel.id);
  const isNewer = value && !(channel.last && Date.parse(value.ts) < Date.parse(channel.last.ts));
  const last = isNewer ? { ts: value.ts, value: value.value } : channel.last;
  const failing_ts = failingAfter(channel, data, last?.ts ?? null);
  if (!isNewer) return failing_ts === channel.failing_ts ? channel : { ...channel, failing_ts };
  return { ...channel, first_ts: channel.first_ts ?? value.ts, last, ahead_ts: stillAhead(channel.ahead_ts, value.ts), failing_ts };
}

/** Moment of the sensor's newest error after the message; null once its newest value is as new. */
export function failingAfter(
  { id, failing_ts }: { id: string | undefined; failing_ts: string | null },
  { left_out = [] }: Values,
  lastTs: string | null,
): string | null {
  let newest = failing_ts;
  for (const one of left_out) if (one.id === id && (newest === null || parseInstant(one.ts) > parseInstant(newest))) newest = one.ts;
  return newest !== null && lastTs !== null && parseInstant(newest) <= parseInstant(lastTs) ? null : newest;
}

/** May the message have changed how many channels of a logger fail? */
export const mayTurn = (failing: number, { channels, left_out = [] }: Values): boolean =>
  failing === 0 ? left_out.length > 0 : left_out.length === 0 && channels.length > 0;

/** What remains of a reading ahead of its receipt when one came for `ts`: null once that is as new. */
export const stillAhead = (ahead: string | null, ts: string): string | null =>
  ahead !== null && parseInstant(ts) >= parseInstant(ahead) ? null : ahead;

/** Did a message bring readings ahead of their receipt? Which channels they are of it doesn't say. */
export const bringsAhead = ({ to, last_seen_at }: Pick<Values, 'to' | 'last_seen_at'>): boolean =>
  parseInstant(to) > parseInstant(last_seen_at) + AHEAD_MARGIN_US;
