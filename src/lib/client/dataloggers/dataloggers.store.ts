import { atom, type ReadableAtom } from 'nanostores';
import { createDatalogger, type Datalogger, type DataloggerState, getDatalogger, listDataloggers } from '../../contract/dataloggers.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { finder } from '../../domain/text/folded.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { readAll } from '../kernel/read-all.ts';
import { failureCode, type StoreDeps } from '../kernel/store-deps.ts';
import { freshest, mergeReceived, mergeValues, stateNow } from './datalogger-row.ts';

export type DataloggersState =
  | { status: 'loading' }
  /** `complete` is false while further pages are still on their way. */
  | { status: 'ready'; rows: readonly Datalogger[]; complete: boolean }
  | { status: 'error'; code: ApiErrorCode };

/** Which loggers are loaded: of one workspace or of all, with the archived ones or without. */
export interface DataloggersScope {
  workspace: string | null;
  archived: boolean;
}

/** What a reader narrows the loaded rows to; the empty text and null narrow nothing. */
export interface DataloggersFilter {
  q: string;
  state: DataloggerState | null;
}

export type NewDatalogger = BodyInput<typeof createDatalogger>;

export interface DataloggersStore {
  $state: ReadableAtom<DataloggersState>;
  /** How many times each row was changed by a live message, by id: a new number makes the row flash once. */
  $touched: ReadableAtom<Readonly<Record<string, number>>>;
  /** Listens to live messages and loads what is missing; returns the end of it. */
  start(): () => void;
  load(scope?: DataloggersScope): Promise<void>;
  /** Loads when the scope is another one than before. */
  follow(scope: DataloggersScope): void;
  create(input: NewDatalogger): Promise<Datalogger>;
}

const PAGE = '200';

/** Rows that a filter leaves, in the order of the list. Letters are compared without case and accents. */
export function filterRows(rows: readonly Datalogger[], { q, state }: DataloggersFilter, now: number | null): Datalogger[] {
  const finds = finder(q);
  return rows.filter((row) => (state === null || stateNow(row, now) === state) && finds(row.name, row.code, row.kind, row.place));
}

/** How many rows are in each state. */
export function tally(rows: readonly Datalogger[], now: number | null): Record<DataloggerState, number> {
  const counts: Record<DataloggerState, number> = { online: 0, late: 0, offline: 0, refused: 0, never: 0, paused: 0 };
  for (const row of rows) counts[stateNow(row, now)]++;
  return counts;
}

const byName = (a: Datalogger, b: Datalogger) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);

/** Loggers of a list: loaded whole, so that filters answer at once, and kept fresh by the live stream. */
export function createDataloggers(
  deps: StoreDeps,
  initial: { scope: DataloggersScope; answer: ResponseOf<typeof listDataloggers> | null },
): DataloggersStore {
  const { organization } = deps;
  let scope = initial.scope;
  const $state = atom<DataloggersState>(
    initial.answer ? { status: 'ready', rows: initial.answer.items, complete: initial.answer.next_cursor === null } : { status: 'loading' },
  );
  const $touched = atom<Readonly<Record<string, number>>>({});

  const rows = (): readonly Datalogger[] => {
    const state = $state.get();
    return state.status === 'ready' ? state.rows : [];
  };
  const setRows = (next: readonly Datalogger[]) => {
    const state = $state.get();
    if (state.status === 'ready') $state.set({ ...state, rows: next });
  };
  const belongs = (row: Datalogger) =>
    (scope.workspace === null || row.workspace_id === scope.workspace) && (scope.archived || row.archived_at === null);
  const touch = (id: string) => $touched.set({ ...$touched.get(), [id]: ($touched.get()[id] ?? 0) + 1 });

  /** Puts a row in place, in, or out of the list. */
  function put(row: Datalogger): void {
    const at = rows().findIndex((one) => one.id === row.id);
    if (!belongs(row)) {
      if (at >= 0) setRows(rows().filter((one) => one.id !== row.id));
    } else if (at >= 0) setRows(rows().with(at, row));
    else setRows([...rows(), row].sort(byName));
  }

  const isComplete = () => {
    const state = $state.get();
    return state.status === 'ready' && state.complete;
  };
  /** A page, with what live messages have said of its rows since. */
  async function page(query: { limit: string; cursor?: string }): Promise<ResponseOf<typeof listDataloggers>> {
    const answer = await call(listDataloggers, {
      params: { organization_id: organization },
      query: {
        ...query,
        sort: 'name',
        limit: PAGE,
        archived: scope.archived ? '1' : '0',
        ...(scope.workspace === null ? {} : { workspace_id: scope.workspace }),
      },
    });
    const held = new Map(rows().map((row) => [row.id, row]));
    return { ...answer, items: answer.items.map((row) => freshest(row, held.get(row.id))) };
  }
  const loader = createLoader(deps, $state, {
    read: (_, goOn) =>
      readAll(page, (found, complete) => {
        goOn();
        // The first load shows rows as they come; a later one only swaps them when it has them all.
        if (complete || !isComplete()) $state.set({ status: 'ready', rows: [...found], complete });
      }),
    take: () => undefined,
    retryShown: true,
    isShown: isComplete,
  });
  const { call } = loader.view;

  async function load(next: DataloggersScope = scope): Promise<void> {
    const changed = next.workspace !== scope.workspace || next.archived !== scope.archived;
    scope = next;
    if (changed) $state.set({ status: 'loading' });
    await loader.load();
  }

  async function reload(id: string): Promise<void> {
    try {
      put(await call(getDatalogger, { params: { organization_id: organization, id } }));
    } catch (error) {
      if (failureCode(error) === 'not_found') setRows(rows().filter((row) => row.id !== id));
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed') {
      if (event.data.entity === 'dataloggers') void reload(event.data.id);
      else if (event.data.entity === 'channels' && event.data.datalogger_id) void reload(event.data.datalogger_id);
    } else if (event.name === 'received') {
      const row = rows().find((one) => one.id === event.data.datalogger_id);
      const next = row && mergeReceived(row, event.data);
      if (next && next !== row) put(next);
    } else if (event.name === 'values') {
      const row = rows().find((one) => one.id === event.data.datalogger_id);
      if (!row) return;
      put(mergeValues(row, event.data));
      touch(row.id);
      // Names and units of channels that are new come with the row.
      if (row.last === null) void reload(row.id);
    }
  }

  return {
    $state,
    $touched,
    start: () => loader.start(hear),
    load,
    follow(next) {
      if (next.workspace !== scope.workspace || next.archived !== scope.archived) void load(next);
    },
    async create(input) {
      const row = await call(createDatalogger, { params: { organization_id: organization }, body: input });
      put(row);
      return row;
    },
  };
}
