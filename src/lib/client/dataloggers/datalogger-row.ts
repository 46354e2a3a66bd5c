import type { Datalogger, DataloggerState } from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { isRefused } from '../../contract/received-status.ts';
import { dataloggerState } from '../../domain/datalogger-state.ts';
import { bringsAhead, failingAfter, stillAhead } from './newest.ts';

/** State of a row at `now`; the server's own when the moment is not known, as in the first render. */
export const stateNow = (row: Datalogger, now: number | null): DataloggerState => (now === null ? row.state : dataloggerState(row, now));

/** Has the logger brought today as much as it may? Then its next messages are refused until the day (UTC) ends. */
export const limitSpent = ({ mb_per_day, bytes_today }: Pick<Datalogger, 'mb_per_day' | 'bytes_today'>): boolean =>
  mb_per_day !== null && bytes_today >= mb_per_day * 1_000_000;

/** A row as it was read, with what the live stream has said of it since: an answer may be older than the values that overtook it. */
export function freshest(read: Datalogger, held: Datalogger | undefined): Datalogger {
  if (!held?.last_seen_at || Date.parse(held.last_seen_at) <= Date.parse(read.last_seen_at ?? '1970-01-01')) return read;
  return { ...read, last: held.last ?? read.last, first_seen_at: held.first_seen_at, last_seen_at: held.last_seen_at };
}

/** The row after a message of its logger; the same object unless it was refused. */
export function mergeReceived(row: Datalogger, { status, received_at }: Extract<LiveEvent, { name: 'received' }>['data']): Datalogger {
  return isRefused(status) ? { ...row, refused_at: received_at } : row;
}

/** The row after new last values of its logger; the same object when they change nothing. */
export function mergeValues(row: Datalogger, data: Extract<LiveEvent, { name: 'values' }>['data']): Datalogger {
  const value = row.last && data.channels.find((channel) => channel.id === row.last?.channel_id);
  const newer = value && row.last && Date.parse(value.ts) >= Date.parse(row.last.ts);
  return {
    ...row,
    last_seen_at: data.last_seen_at,
    first_seen_at: row.first_seen_at ?? data.last_seen_at,
    last: newer && row.last ? { ...row.last, ts: value.ts, value: value.value } : row.last,
    failing_ts: failingAfter({ id: row.last?.channel_id, failing_ts: row.failing_ts }, data, newer ? value.ts : (row.last?.ts ?? null)),
    ahead_ts: bringsAhead(data) ? data.to : newer ? stillAhead(row.ahead_ts, value.ts) : row.ahead_ts,
  };
}
