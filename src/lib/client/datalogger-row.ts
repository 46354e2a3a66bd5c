import type { Datalogger, DataloggerState } from '../contract/dataloggers.ts';
import type { LiveEvent } from '../contract/events.ts';
import { dataloggerState } from '../datalogger-state.ts';

/** State of a row at `now`; the server's own when the moment is not known, as in the first render. */
export const stateNow = (row: Datalogger, now: number | null): DataloggerState => (now === null ? row.state : dataloggerState(row, now));

/** The row after new last values of its logger; the same object when they change nothing. */
export function mergeValues(row: Datalogger, data: Extract<LiveEvent, { name: 'values' }>['data']): Datalogger {
  const value = row.last && data.channels.find((channel) => channel.id === row.last?.channel_id);
  const newer = value && row.last && Date.parse(value.ts) >= Date.parse(row.last.ts);
  return {
    ...row,
    last_seen_at: data.last_seen_at,
    first_seen_at: row.first_seen_at ?? data.last_seen_at,
    last: newer && row.last ? { ...row.last, ts: value.ts, value: value.value } : row.last,
  };
}
