import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import { listReadings, type Reading } from '../../contract/readings.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { createPool } from '../kernel/pool.ts';
import { debounce, type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { isOfChannels } from './newest.ts';

/** Everything that was measured at one moment; channels without a reading then are missing from `cells`. */
export interface ReadingRow {
  ts: string;
  /** Microseconds UTC. */
  us: number;
  cells: Readonly<Record<string, Reading>>;
}

export type ReadingsState =
  | { status: 'loading' }
  | { status: 'ready'; rows: readonly ReadingRow[]; more: boolean }
  | { status: 'error'; code: ApiErrorCode };

/** Readings of one channel, newest first, as far as they are loaded; `cursor` null = to the end. */
export interface Column {
  id: string;
  items: readonly Reading[];
  cursor: string | null;
}

const AT_ONCE = 6;
const PAGE = '200';

const oldest = (column: Column): number => {
  const last = column.items.at(-1);
  return column.cursor === null || !last ? Number.NEGATIVE_INFINITY : parseInstant(last.ts);
};
/** Nothing older than this is complete: a column that isn't loaded further may have readings there. */
const horizon = (columns: readonly Column[]): number => Math.max(Number.NEGATIVE_INFINITY, ...columns.map(oldest));

/** Columns joined by time, newest first; only moments that are known in every column. */
export function joinColumns(columns: readonly Column[]): ReadingRow[] {
  const limit = horizon(columns);
  const rows = new Map<number, ReadingRow & { cells: Record<string, Reading> }>();
  for (const column of columns) {
    for (const reading of column.items) {
      const us = parseInstant(reading.ts);
      if (us < limit) break;
      const row = rows.get(us);
      if (row) row.cells[column.id] = reading;
      else rows.set(us, { ts: reading.ts, us, cells: { [column.id]: reading } });
    }
  }
  return [...rows.values()].sort((a, b) => b.us - a.us);
}

export interface ReadingsStore {
  $state: ReadableAtom<ReadingsState>;
  start(): () => void;
  /** The channels that are columns; loads them from the newest reading. */
  show(channels: readonly string[]): void;
  more(): Promise<void>;
  reload(): Promise<void>;
}

/** The table of a logger's readings: pages of every channel, joined by time. */
export function createReadings(deps: StoreDeps, datalogger: string): ReadingsStore {
  const $state = atom<ReadingsState>({ status: 'loading' });
  const view = viewOf(deps);
  const pool = createPool(AT_ONCE);
  let columns: Column[] = [];

  const publish = () => $state.set({ status: 'ready', rows: joinColumns(columns), more: columns.some((column) => column.cursor !== null) });

  const page = (id: string, cursor: string | null) =>
    pool(() =>
      view.call(listReadings, {
        params: { organization_id: deps.organization, id },
        query: { order: 'desc', limit: PAGE, ...(cursor === null ? {} : { cursor }) },
      }),
    );

  const loader = createLoader(deps, $state, {
    view,
    read: () => Promise.all(columns.map(async ({ id }) => ({ id, ...(await page(id, null)) }))),
    take(pages) {
      columns = pages.map(({ id, items, next_cursor }) => ({ id, items, cursor: next_cursor }));
      publish();
    },
    failed: (code) => $state.set({ status: 'error', code }),
    isShown: () => columns.length === 0 || $state.get().status !== 'loading',
  });
  const { load } = loader;
  const again = debounce(deps.timers, deps.now, 1_000, () => void load());

  function hear(event: LiveEvent): void {
    if ($state.get().status !== 'ready') return;
    if (event.name === 'reset' || isOfChannels(event, datalogger)) again.call();
    if (event.name !== 'values' || event.data.datalogger_id !== datalogger) return;
    const newest = Math.max(
      Number.NEGATIVE_INFINITY,
      ...columns.map((column) => (column.items[0] ? parseInstant(column.items[0].ts) : Number.NEGATIVE_INFINITY)),
    );
    // Late messages and messages of several moments bring more than their last values.
    if (event.data.from !== event.data.to || parseInstant(event.data.from) < newest) {
      again.call();
      return;
    }
    columns = columns.map((column) => {
      const value = event.data.channels.find((channel) => channel.id === column.id);
      if (!value) return column;
      const older = column.items.filter((item) => item.ts !== value.ts);
      return { ...column, items: [{ ts: value.ts, value: value.value, quality: 'good' as const }, ...older] };
    });
    publish();
  }

  return {
    $state,
    start: () => loader.start(hear, again),
    show(ids) {
      if (ids.length === columns.length && ids.every((id, index) => columns[index]?.id === id) && $state.get().status !== 'error') return;
      columns = ids.map((id) => ({ id, items: [], cursor: null }));
      $state.set({ status: 'loading' });
      void load();
    },
    async more() {
      const limit = horizon(columns);
      if (limit === Number.NEGATIVE_INFINITY) return;
      // Only the columns that hold the others back: a slow channel needs no page for every page of a fast one.
      const lagging = columns.filter((column) => oldest(column) === limit);
      await loader.more(
        () => Promise.all(lagging.map((column) => page(column.id, column.cursor))),
        (pages) => {
          columns = columns.map((column) => {
            const answer = pages[lagging.findIndex((one) => one.id === column.id)];
            return answer ? { ...column, items: [...column.items, ...answer.items], cursor: answer.next_cursor } : column;
          });
          publish();
        },
      );
    },
    reload: load,
  };
}
