import type { AlarmSeverity } from '../../contract/alarm-rules.ts';
import { type Alarm, type AlarmFilter, acknowledgeAlarm, countAlarms, getAlarm, listAlarms } from '../../contract/alarms.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { type Ask, type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import type { AlarmCounts } from './alarm-counts.store.ts';

/** What the list shows, as the address says it; null narrows nothing. */
export interface AlarmsQuery {
  workspace: string | null;
  state: AlarmFilter | null;
  severity: AlarmSeverity | null;
  datalogger: string | null;
  machine: string | null;
  rule: string | null;
  /** Those that lasted into this time, RFC 3339. */
  from: string | null;
  to: string | null;
  /** Nothing is searched and nothing sorted: alarms have one order. */
  q: string;
  sort: string;
}

export interface AlarmsStore extends Pick<PagedRows<Alarm, AlarmsQuery>, '$state' | 'start' | 'load' | 'show' | 'more'> {
  /** @throws ApiError */
  acknowledge(row: Alarm, note: string): Promise<Alarm>;
}

export const ALARMS_PAGE = 100;
/** Ends of delays and newest values make no event of their own, milliseconds. */
const LOOK_MS = 60_000;

/** The query as the API takes it. */
export function alarmsRequest({ workspace, state, severity, datalogger, machine, rule, from, to }: AlarmsQuery) {
  return {
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(state === null ? {} : { state }),
    ...(severity === null ? {} : { severity }),
    ...(datalogger === null ? {} : { datalogger_id: datalogger }),
    ...(machine === null ? {} : { machine_id: machine }),
    ...(rule === null ? {} : { rule_id: rule }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

const IN_STATE: Record<AlarmFilter, (row: Alarm) => boolean> = {
  active: ({ state }) => state === 'active',
  pending: ({ state }) => state === 'pending',
  over: ({ state }) => state === 'over',
  withdrawn: ({ state }) => state === 'withdrawn',
  unacknowledged: ({ state, acknowledged_at }) => state === 'over' && acknowledged_at === null,
  waiting: ({ state, acknowledged_at }) => state === 'active' || state === 'pending' || (state === 'over' && acknowledged_at === null),
};

/** Alarms of a list, those first that somebody has to do with. */
export function createAlarms(deps: StoreDeps, initial: { query: AlarmsQuery; answer: ResponseOf<typeof listAlarms> | null }): AlarmsStore {
  const params = { organization_id: deps.organization };
  const list = createPagedRows(deps, {
    ...initial,
    entity: 'alarms',
    pageSize: ALARMS_PAGE,
    request: alarmsRequest,
    list: (call, query) => call(listAlarms, { params, query }),
    get: (call, id) => call(getAlarm, { params: { ...params, id } }),
    belongs: (row, query) => query.state === null || IN_STATE[query.state](row),
    place: ({ state, acknowledged_at }) => `${state} ${acknowledged_at === null}`,
  });
  return {
    ...list,
    async acknowledge(row, note) {
      const saved = await deps.call(acknowledgeAlarm, { params: { ...params, id: row.id }, body: note.trim() === '' ? {} : { note } });
      list.replace(saved);
      return saved;
    },
  };
}

const SHOWN = 5;

export interface AlarmsNow {
  /** Those that somebody has to do with, at most {@link SHOWN}. */
  rows: readonly Alarm[];
  counts: AlarmCounts;
}

export async function loadAlarmsNow({ call, organization, workspace }: Ask): Promise<AlarmsNow> {
  const params = { organization_id: organization };
  const place = workspace === null ? {} : { workspace_id: workspace };
  const [counts, { items }] = await Promise.all([
    call(countAlarms, { params, query: place }),
    call(listAlarms, { params, query: { ...place, state: 'waiting', limit: String(SHOWN) } }),
  ]);
  return { rows: items, counts };
}

/** Alarms for the dashboard. */
export function createAlarmsNow(deps: StoreDeps, workspace: string | null, initial: AlarmsNow | null): BlockStore<AlarmsNow> {
  return createBlock(deps, initial, (call) => loadAlarmsNow({ call, organization: deps.organization, workspace }), {
    everyMs: LOOK_MS,
    hear(event, _shown, { reload }) {
      if (event.name === 'changed' && event.data.entity === 'alarms') reload();
    },
  });
}
