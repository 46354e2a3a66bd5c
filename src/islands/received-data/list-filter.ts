import { lookedForIn } from '../../lib/client/received-data/received-data.store.ts';
import { RECEIVED_STATUSES, type ReceivedStatus } from '../../lib/contract/received-status.ts';
import type { TimePlace, TimeRange } from '../../lib/domain/time/range.ts';
import { readRange, writeRange } from '../../lib/domain/time/range-address.ts';
import { endsOf } from '../../lib/domain/time/range-steps.ts';

/** What narrows the list of messages, as it stands in addresses: that of the list, and of a message that was opened from it. */
export interface Filter {
  state: ReceivedStatus | null;
  datalogger: string | null;
  door: string | null;
  /** A part of the MQTT topic. */
  topic: string | null;
  warned: boolean;
  /** Null = any time. */
  range: TimeRange | null;
}

export const writeQuery = ({ state, datalogger, door, topic, warned, range }: Filter) => ({
  status: state,
  datalogger,
  door,
  topic,
  warned: warned ? '1' : null,
  ...writeRange(range),
});

const LAST_DAY: TimeRange = { kind: 'now', span: 86_400_000 };
/** A topic is looked for message by message: of all loggers in the last day, where no time is chosen. */
export const bounded = <F extends Pick<Filter, 'datalogger' | 'topic' | 'range'>>(filter: F): F =>
  filter.topic !== null && filter.datalogger === null && filter.range === null ? { ...filter, range: LAST_DAY } : filter;

export function readFilter(query: Readonly<Record<string, string | undefined>>): Filter {
  return bounded({
    state: RECEIVED_STATUSES.find((status) => status === query.status) ?? null,
    datalogger: query.datalogger || null,
    door: /^[a-z0-9_-]{1,40}$/.test(query.door ?? '') ? (query.door ?? null) : null,
    topic: (query.topic ?? '').trim().slice(0, 200) || null,
    warned: query.warned === '1',
    range: readRange(query),
  });
}

/** What of an address says a filter, beginning with `?`; of no filter nothing. */
export function addressOf(query: Record<string, string | null>): string {
  const said = Object.entries(query).filter((one): one is [string, string] => one[1] !== null);
  return said.length === 0 ? '' : `?${new URLSearchParams(said)}`;
}

/** How the address of a message says that it was opened from the list. */
export const FROM_LIST = { in: 'list' } as const;

/** The filter as the API takes it, with the ends that its time has now. */
export function askedOf(filter: Filter, workspace: string | null, place: TimePlace) {
  const { from, to } = endsOf(filter.range, Date.now(), place);
  return {
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(filter.datalogger === null ? {} : { datalogger_id: filter.datalogger }),
    ...(filter.door === null ? {} : { door: filter.door }),
    ...lookedForIn(filter),
    ...(filter.state === null ? {} : { status: filter.state }),
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(to).toISOString() }),
  };
}
