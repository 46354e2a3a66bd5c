import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput, ResponseOf } from '../contract/endpoint.ts';
import type { LiveEvent } from '../contract/events.ts';
import {
  createMachine,
  getMachine,
  listMachinePlaces,
  listMachines,
  type Machine,
  type MachineStatus,
  updateMachine,
} from '../contract/machines.ts';
import type { ApiErrorCode } from './api.ts';
import { Cancelled, debounce, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface MachinesQuery {
  workspace: string | null;
  q: string;
  status: MachineStatus | null;
  kind: string | null;
  site: string | null;
  hall: string | null;
  line: string | null;
  archived: boolean;
  /** A sort of the contract, such as `-name`. */
  sort: string;
}
/** Filters whose choices are words that machines have. */
export const MACHINE_FACETS = ['site', 'hall', 'line', 'kind'] as const;
export type MachineFacet = (typeof MACHINE_FACETS)[number];

export type MachinesState =
  | { status: 'loading' }
  | {
      status: 'ready';
      rows: readonly Machine[];
      total: number;
      /** Where the next page begins; null = these are all. */
      next: string | null;
      /** What goes on: nothing, the next page, another query whose answer will take the place of these rows, or a page that failed. */
      work: 'none' | 'page' | 'query' | 'failed';
    }
  | { status: 'error'; code: ApiErrorCode };

export type MachinePlaces = ResponseOf<typeof listMachinePlaces>['items'];
export type NewMachine = BodyInput<typeof createMachine>;

export interface MachinesStore {
  $state: ReadableAtom<MachinesState>;
  /** Combinations of words that machines have; null until {@link loadPlaces}. */
  $places: ReadableAtom<MachinePlaces | null>;
  start(): () => void;
  load(): Promise<void>;
  /** Shows another query: at once, or when the typing of a search has come to rest. */
  show(query: MachinesQuery): void;
  /** The next page, when there is one. */
  more(): Promise<void>;
  loadPlaces(): Promise<void>;
  create(input: NewMachine): Promise<Machine>;
  /** Archives machines or brings them back; gives those that were done and the first error. */
  archive(rows: readonly Machine[], archived: boolean): Promise<{ done: Machine[]; error: unknown }>;
}

export const MACHINES_PAGE = 100;
const LARGEST_PAGE = 500;
const TYPING_MS = 220;
const CHANGES_MS = 400;
/** So many changed rows are asked for one by one; more of them by the page. */
const SINGLY = 5;

/** The query as the API takes it. */
export function machinesRequest({ workspace, q, archived, sort, ...filters }: MachinesQuery) {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as Partial<
    Record<MachineFacet, string> & { status: MachineStatus }
  >;
  return {
    sort,
    ...given,
    ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(archived ? { archived: '1' as const } : {}),
  };
}

const sameQuery = (a: MachinesQuery, b: MachinesQuery) => JSON.stringify(machinesRequest(a)) === JSON.stringify(machinesRequest(b));

/** Does the row stay in the list, as far as that can be told without asking? */
const belongs = (row: Machine, query: MachinesQuery) =>
  (query.workspace === null || row.workspace_id === query.workspace) &&
  (query.archived || row.archived_at === null) &&
  (query.status === null || row.status === query.status) &&
  MACHINE_FACETS.every((facet) => query[facet] === null || row[facet] === query[facet]);

/** Machines of a list: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createMachines(
  deps: StoreDeps,
  initial: { query: MachinesQuery; answer: ResponseOf<typeof listMachines> | null },
): MachinesStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  let query = initial.query;
  /** Grows with every list that is begun, so that pages of an older one are dropped. */
  let generation = 0;
  let placesOf: string | null | undefined;
  const ready = (answer: ResponseOf<typeof listMachines>): MachinesState => ({
    status: 'ready',
    rows: answer.items,
    total: answer.total ?? answer.items.length,
    next: answer.next_cursor,
    work: 'none',
  });
  const $state = atom<MachinesState>(initial.answer ? ready(initial.answer) : { status: 'loading' });
  const $places = atom<MachinePlaces | null>(null);
  const changed = new Set<string>();

  const now = () => {
    const state = $state.get();
    return state.status === 'ready' ? state : null;
  };
  const patch = (next: Partial<Extract<MachinesState, { status: 'ready' }>>) => {
    const state = now();
    if (state) $state.set({ ...state, ...next });
  };
  const page = (more: { limit: number; cursor?: string; count?: '1' }) =>
    view.call(listMachines, {
      params,
      query: { ...machinesRequest(query), ...more, limit: String(more.limit) },
    });

  /** The list from its beginning: another query with its first page, the same one (`refresh`) as long as it is now. */
  async function read(refresh: boolean): Promise<void> {
    const mine = ++generation;
    const held = now();
    const length = refresh ? Math.max(held?.rows.length ?? 0, MACHINES_PAGE) : MACHINES_PAGE;
    if (!held) $state.set({ status: 'loading' });
    else if (!refresh) patch({ work: 'query' });
    try {
      const found = await page({ limit: Math.min(length, LARGEST_PAGE), count: '1' });
      while (mine === generation && found.next_cursor !== null && found.items.length < length) {
        const next = await page({ limit: LARGEST_PAGE, cursor: found.next_cursor });
        found.items.push(...next.items);
        found.next_cursor = next.next_cursor;
      }
      if (mine === generation) $state.set(ready(found));
    } catch (error) {
      if (error instanceof Cancelled || mine !== generation) return;
      // A failed refresh leaves the rows that are there; those of another query would be the wrong ones.
      if (refresh && now()) patch({ work: 'none' });
      else $state.set({ status: 'error', code: failureCode(error) });
    }
  }
  const load = () => read(false);
  const refresh = () => read(true);
  const typing = debounce(deps.timers, deps.now, TYPING_MS, () => void load());

  async function more(): Promise<void> {
    const state = now();
    if (!state || state.next === null || state.work === 'page' || state.work === 'query') return;
    const mine = generation;
    patch({ work: 'page' });
    try {
      const { items, next_cursor } = await page({ limit: MACHINES_PAGE, cursor: state.next });
      const before = now();
      if (mine !== generation || !before) return;
      const held = new Set(before.rows.map((row) => row.id));
      patch({ rows: [...before.rows, ...items.filter((row) => !held.has(row.id))], next: next_cursor, work: 'none' });
    } catch (error) {
      if (mine === generation) patch({ work: error instanceof Cancelled ? 'none' : 'failed' });
    }
  }

  async function loadPlaces(): Promise<void> {
    const { workspace } = query;
    placesOf = workspace;
    try {
      const { items } = await view.call(listMachinePlaces, { params, query: workspace === null ? {} : { workspace_id: workspace } });
      if (workspace === query.workspace) $places.set(items);
    } catch {
      // Without counts the menus offer what is chosen already; the list itself tells of a broken line.
      if (workspace === query.workspace && $places.get() === null) $places.set([]);
    }
  }

  /** Puts a row in its place, or takes it out. */
  function put(id: string, row: Machine | null): void {
    const state = now();
    const at = state?.rows.findIndex((one) => one.id === id) ?? -1;
    if (!state || at < 0) return;
    if (row && belongs(row, query)) patch({ rows: state.rows.with(at, row) });
    else patch({ rows: state.rows.filter((one) => one.id !== id), total: state.total - 1 });
  }

  async function follow(): Promise<void> {
    const ids = [...changed];
    changed.clear();
    if (placesOf !== undefined) void loadPlaces();
    const state = now();
    const held = new Set(state?.rows.map((row) => row.id));
    if (!state || ids.length > SINGLY || ids.some((id) => !held.has(id))) return refresh();
    const place = ({ name, code, status }: Machine) => `${name}\n${code}\n${status}`;
    let moved = false;
    await Promise.all(
      ids.map(async (id) => {
        try {
          const row = await view.call(getMachine, { params: { ...params, id } });
          const before = now()?.rows.find((one) => one.id === id);
          moved ||= before !== undefined && place(before) !== place(row);
          put(id, row);
        } catch (error) {
          if (failureCode(error) === 'not_found') put(id, null);
        }
      }),
    );
    if (moved) await refresh();
  }
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void follow());

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void refresh();
    else if (event.name === 'changed' && event.data.entity === 'machines') {
      changed.add(event.data.id);
      following.call();
    } else if (event.name === 'values') {
      const { datalogger_id, last_seen_at } = event.data;
      const row = now()?.rows.find((one) => one.datalogger_ids.includes(datalogger_id));
      if (row && Date.parse(row.last_seen_at ?? '1970-01-01') < Date.parse(last_seen_at)) put(row.id, { ...row, last_seen_at });
    }
  }

  return {
    $state,
    $places,
    start() {
      const end = view.start(hear, { isShown: () => now() !== null, load });
      return () => {
        typing.cancel();
        following.cancel();
        end();
      };
    },
    load,
    show(next) {
      if (sameQuery(next, query)) return;
      const typed = next.q !== query.q;
      query = next;
      if (placesOf !== undefined && placesOf !== next.workspace) void loadPlaces();
      // Pages of the old query must not come after the new one.
      generation++;
      if (typed) {
        patch({ work: 'query' });
        typing.call();
      } else {
        typing.cancel();
        void load();
      }
    },
    more,
    loadPlaces,
    async create(input) {
      const row = await deps.call(createMachine, { params, body: input });
      await refresh();
      return row;
    },
    async archive(rows, archived) {
      const done: Machine[] = [];
      let error: unknown = null;
      for (const row of rows) {
        try {
          const saved = await deps.call(updateMachine, { params: { ...params, id: row.id }, body: { rev: row.rev, archived } });
          done.push(saved);
          put(row.id, saved);
        } catch (failure) {
          error ??= failure;
        }
      }
      // Those that came back stand nowhere yet.
      if (!archived) await refresh();
      return { done, error };
    },
  };
}
