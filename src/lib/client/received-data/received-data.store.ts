import { atom, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { getReceivedData, listReceivedData, type ReceivedData, type ReceivedDataDetail } from '../../contract/received-data.ts';
import type { ReceivedStatus } from '../../contract/received-status.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader, withPage } from '../kernel/loader.ts';
import { debounce, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export type ReceivedDataState =
  | { status: 'loading' }
  /** Newest first; `cursor` leads to the older ones, null when there are none. */
  | { status: 'ready'; rows: readonly ReceivedData[]; cursor: string | null }
  | { status: 'error'; code: ApiErrorCode };

export interface ReceivedDataFilter {
  workspace: string | null;
  datalogger: string | null;
  state: ReceivedStatus | null;
  door: string | null;
  /** A part of the MQTT topic. */
  topic: string | null;
  /** Only those with warnings. */
  warned: boolean;
  /** Milliseconds, from ≤ receipt < to; null = no end. */
  from: number | null;
  to: number | null;
}

/**
 * running: messages appear as they come; paused: the reader stopped them; held: he is at the list, and rows must not move under his pointer.
 * While they wait, `waiting` says how many.
 */
export type Tail = { status: 'running' } | { status: 'paused' | 'held'; waiting: number };

export interface ReceivedDataStore {
  $state: ReadableAtom<ReceivedDataState>;
  $tail: ReadableAtom<Tail>;
  /** Ids that came by themselves since the last load: they flash once. */
  $fresh: ReadableAtom<ReadonlySet<string>>;
  start(): () => void;
  load(filter?: ReceivedDataFilter): Promise<void>;
  /** Loads when the filter is another one than before. */
  follow(filter: ReceivedDataFilter): void;
  /** Loads older messages behind the last one. */
  more(): Promise<void>;
  pause(): void;
  /** Shows what waits. */
  resume(): void;
  /** Is somebody at the list? Meanwhile messages wait, unless they are stopped anyway. */
  hold(reading: boolean): void;
}

const PAGE = '100';
const CHANGES_MS = 1_000;
/** After the last letter of a topic. */
export const TYPED_MS = 250;
/** Most messages that are kept while the tail is paused, and most ids that are remembered as fresh. */
const KEPT = 2_000;

/** What of a filter no index knows, as the API takes it. */
export const lookedForIn = ({ topic, warned }: Pick<ReceivedDataFilter, 'topic' | 'warned'>): { topic?: string; warned?: '1' } => ({
  ...(topic === null ? {} : { topic: topic.trim() }),
  ...(warned ? { warned: '1' } : {}),
});
export const isLookedFor = (row: ReceivedData, { topic, warned }: Pick<ReceivedDataFilter, 'topic' | 'warned'>): boolean =>
  (topic === null || (row.topic ?? '').toLowerCase().includes(topic.trim().toLowerCase())) && (!warned || row.warning_count > 0);

const fits = (row: ReceivedData, filter: ReceivedDataFilter) =>
  (filter.workspace === null || row.workspace_id === filter.workspace) &&
  (filter.datalogger === null || row.datalogger_id === filter.datalogger) &&
  (filter.state === null || row.status === filter.state) &&
  (filter.door === null || row.door === filter.door) &&
  isLookedFor(row, filter) &&
  (filter.from === null || Date.parse(row.received_at) >= filter.from) &&
  (filter.to === null || Date.parse(row.received_at) < filter.to);

const differs = (a: ReceivedDataFilter, b: ReceivedDataFilter) =>
  a.workspace !== b.workspace ||
  a.datalogger !== b.datalogger ||
  a.state !== b.state ||
  a.door !== b.door ||
  a.topic !== b.topic ||
  a.warned !== b.warned ||
  a.from !== b.from ||
  a.to !== b.to;

/** The live tail of messages. */
export function createReceivedData(
  deps: StoreDeps,
  initial: { filter: ReceivedDataFilter; answer: ResponseOf<typeof listReceivedData> | null },
): ReceivedDataStore {
  const view = viewOf(deps);
  let filter = initial.filter;
  /** Messages that came while the tail was paused, the newest first. */
  let whilePaused: ReceivedData[] = [];
  /** The stream had a hole while the tail was paused: only a load brings everything. */
  let missed = false;
  const $state = atom<ReceivedDataState>(
    initial.answer ? { status: 'ready', rows: initial.answer.items, cursor: initial.answer.next_cursor } : { status: 'loading' },
  );
  const $tail = atom<Tail>({ status: 'running' });
  const $fresh = atom<ReadonlySet<string>>(new Set());

  const page = (cursor?: string) =>
    view.call(listReceivedData, {
      params: { organization_id: deps.organization },
      query: {
        limit: PAGE,
        ...(filter.workspace === null ? {} : { workspace_id: filter.workspace }),
        ...(filter.datalogger === null ? {} : { datalogger_id: filter.datalogger }),
        ...(filter.state === null ? {} : { status: filter.state }),
        ...(filter.door === null ? {} : { door: filter.door }),
        ...lookedForIn(filter),
        ...(filter.from === null ? {} : { from: String(Math.floor(filter.from)) }),
        ...(filter.to === null ? {} : { to: String(Math.ceil(filter.to)) }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    });

  function prepend(rows: readonly ReceivedData[]): void {
    const state = $state.get();
    if (state.status !== 'ready') return;
    const known = new Set(state.rows.map((row) => row.id));
    const fresh = rows.filter((row) => !known.has(row.id));
    if (fresh.length === 0) return;
    $fresh.set(new Set([...[...$fresh.get()].slice(-KEPT), ...fresh.map((row) => row.id)]));
    $state.set({ ...state, rows: [...fresh, ...state.rows] });
  }

  const loader = createLoader(deps, $state, {
    view,
    read: () => page(),
    take({ items, next_cursor }) {
      $fresh.set(new Set());
      $state.set({ status: 'ready', rows: items, cursor: next_cursor });
    },
    retryShown: true,
  });
  /** While rows must not move, those that are shown say what became of them. */
  async function renew(): Promise<void> {
    missed = true;
    try {
      const renewed = new Map((await page()).items.map((row) => [row.id, row]));
      const state = $state.get();
      if (state.status === 'ready') $state.set({ ...state, rows: state.rows.map((row) => renewed.get(row.id) ?? row) });
    } catch {
      // They are read when the tail goes on.
    }
  }
  // A task changes messages of a logger for as long as it runs.
  const again = debounce(deps.timers, deps.now, CHANGES_MS, () => {
    if ($tail.get().status === 'running') void load();
    else void renew();
  });
  /** What was asked for last; a topic that is still being typed isn't asked for yet. */
  let wanted = filter;
  const typed = debounce(deps.timers, deps.now, TYPED_MS, () => differs(wanted, filter) && void load(wanted));
  async function load(next: ReceivedDataFilter = filter): Promise<void> {
    const changed = differs(next, filter);
    filter = next;
    if (changed) {
      whilePaused = [];
      const tail = $tail.get();
      if (tail.status !== 'running') $tail.set({ ...tail, waiting: 0 });
    }
    if (changed) $state.set({ status: 'loading' });
    await loader.load();
  }

  function hear(event: LiveEvent): void {
    const tail = $tail.get();
    if (event.name === 'reset') {
      if (tail.status !== 'running') missed = true;
      else void load();
    } else if (event.name === 'changed') {
      const { entity, datalogger_id } = event.data;
      const state = $state.get();
      if (entity === 'received-data' && state.status === 'ready' && state.rows.some((row) => row.datalogger_id === datalogger_id))
        again.call();
    } else if (event.name === 'received' && fits(event.data, filter)) {
      if (tail.status !== 'running') {
        whilePaused = [event.data, ...whilePaused].slice(0, KEPT);
        $tail.set({ status: tail.status, waiting: whilePaused.length });
      } else prepend([event.data]);
    }
  }

  function resume(): void {
    $tail.set({ status: 'running' });
    if (missed) void load();
    else prepend(whilePaused);
    whilePaused = [];
    missed = false;
  }

  return {
    $state,
    $tail,
    $fresh,
    start() {
      const end = loader.start(hear, again);
      return () => {
        typed.cancel();
        end();
      };
    },
    load,
    follow(next) {
      wanted = next;
      if (next.topic !== filter.topic) typed.call();
      else if (differs(next, filter)) void load(next);
    },
    async more() {
      const state = $state.get();
      if (state.status !== 'ready' || state.cursor === null) return;
      const { cursor } = state;
      await loader.more(
        () => page(cursor),
        ({ items, next_cursor }) => {
          const now = $state.get();
          if (now.status === 'ready') $state.set({ ...now, rows: withPage(now.rows, items), cursor: next_cursor });
        },
      );
    },
    pause() {
      if ($tail.get().status !== 'paused') $tail.set({ status: 'paused', waiting: whilePaused.length });
    },
    resume,
    hold(reading) {
      const { status } = $tail.get();
      if (reading && status === 'running') $tail.set({ status: 'held', waiting: 0 });
      else if (!reading && status === 'held') resume();
    },
  };
}

export type ReceivedMessageState =
  | { status: 'loading' }
  | { status: 'ready'; message: ReceivedDataDetail }
  | { status: 'error'; code: ApiErrorCode };

export interface ReceivedMessageStore {
  $state: ReadableAtom<ReceivedMessageState>;
  start(): () => void;
  load(): Promise<void>;
}

/** One message, and what it gives now. */
export function createReceivedMessage(deps: StoreDeps, id: string, initial: ReceivedDataDetail | null): ReceivedMessageStore {
  const $state = atom<ReceivedMessageState>(initial ? { status: 'ready', message: initial } : { status: 'loading' });
  const loader = createLoader(deps, $state, {
    read: (call) => call(getReceivedData, { params: { organization_id: deps.organization, id } }),
    take: (message) => $state.set({ status: 'ready', message }),
    isShown: () => $state.get().status !== 'loading',
  });
  const again = debounce(deps.timers, deps.now, CHANGES_MS, () => void loader.load());
  function hear(event: LiveEvent): void {
    const state = $state.get();
    if (event.name === 'changed' && event.data.entity === 'received-data' && state.status === 'ready')
      if (state.message.datalogger_id === event.data.datalogger_id) again.call();
  }
  return { $state, load: loader.load, start: () => loader.start(hear, again) };
}
