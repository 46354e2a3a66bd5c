import { AHEAD_MARGIN_US } from '../../constants.ts';
import type { Channel } from '../../contract/channels.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { parseInstant } from '../../domain/time/instant.ts';

type Values = Extract<LiveEvent, { name: 'values' }>['data'];

/** Did channels of the logger change, or what is stored of them? */
export const isOfChannels = (event: LiveEvent, datalogger: string): boolean =>
  event.name === 'changed' && event.data.entity === 'channels' && event.data.datalogger_id === datalogger;

/** A channel after new last values of its logger; the same object when they change nothing. */
export function withValue<C extends Pick<Channel, 'id' | 'first_ts' | 'last' | 'ahead_ts'>>(channel: C, { channels }: Values): C {
  const value = channels.find(({ id }) => id === channel.id);
  if (!value || (channel.last && Date.parse(value.ts) < Date.parse(channel.last.ts))) return channel;
  return {
    ...channel,
    first_ts: channel.first_ts ?? value.ts,
    last: { ts: value.ts, value: value.value },
    ahead_ts: stillAhead(channel.ahead_ts, value.ts),
  };
}

/** What remains of a reading ahead of its receipt when one came for `ts`: null once that is as new. */
export const stillAhead = (ahead: string | null, ts: string): string | null =>
  ahead !== null && parseInstant(ts) >= parseInstant(ahead) ? null : ahead;

/** Did a message bring readings ahead of their receipt? Which channels they are of it doesn't say. */
export const bringsAhead = ({ to, last_seen_at }: Pick<Values, 'to' | 'last_seen_at'>): boolean =>
  parseInstant(to) > parseInstant(last_seen_at) + AHEAD_MARGIN_US;
