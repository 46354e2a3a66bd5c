import { atom, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../contract/endpoint.ts';
import type { LiveEvent } from '../contract/events.ts';
import { listMachines } from '../contract/machines.ts';
import { getMeasurement, listMeasurements, type Measurement, type MeasurementState, updateMeasurement } from '../contract/measurements.ts';
import { listScreens, type Method } from '../contract/screens.ts';
import type { ApiErrorCode } from './api.ts';
import { Cancelled, debounce, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface MeasurementsQuery {
  workspace: string | null;
  q: string;
  state: MeasurementState | null;
  method: Method | null;
  screen: string | null;
  machine: string | null;
  /** Days, both included, as `2026-11-20`. */
  from: string | null;
  to: string | null;
  archived: boolean;
  /** A sort of the contract, such as `-day`. */
  sort: string;
}

export type MeasurementsState =
  | { status: 'loading' }
  | {
      status: 'ready';
      rows: readonly Measurement[];
      total: number;
      /** Where the next page begins; null = these are all. */
      next: string | null;
      /** What goes on: nothing, the next page, another query whose answer will take the place of these rows, or a page that failed. */
      work: 'none' | 'page' | 'query' | 'failed';
    }
  | { status: 'error'; code: ApiErrorCode };

export interface MeasurementChoices {
  screens: readonly { id: string; text: string }[];
  machines: readonly { id: string; text: string }[];
}

export interface MeasurementsStore {
  $state: ReadableAtom<MeasurementsState>;
  /** Names that filters offer; null until {@link loadChoices}. */
  $choices: ReadableAtom<MeasurementChoices | null>;
  start(): () => void;
  load(): Promise<void>;
  /** Shows another query: at once, or when the typing of a search has come to rest. */
  show(query: MeasurementsQuery): void;
  more(): Promise<void>;
  loadChoices(): Promise<void>;
  /** Archives one or brings it back. @throws ApiError */
  archive(row: Measurement, archived: boolean): Promise<Measurement>;
}

export const MEASUREMENTS_PAGE = 100;
const LARGEST_PAGE = 500;
const TYPING_MS = 220;
const CHANGES_MS = 400;
/** So many changed rows are asked for one by one; more of them by the page. */
const SINGLY = 5;

/** The query as the API takes it. */
export function measurementsRequest({ workspace, q, state, method, screen, machine, from, to, archived, sort }: MeasurementsQuery) {
  return {
    sort,
    ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(state === null ? {} : { state }),
    ...(method === null ? {} : { method }),
    ...(screen === null ? {} : { screen_id: screen }),
    ...(machine === null ? {} : { machine_id: machine }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(archived ? { archived: '1' as const } : {}),
  };
}

const sameQuery = (a: MeasurementsQuery, b: MeasurementsQuery) =>
  JSON.stringify(measurementsRequest(a)) === JSON.stringify(measurementsRequest(b));

/** Does the row stay in the list, as far as that can be told without asking? */
const belongs = (row: Measurement, query: MeasurementsQuery) =>
  (query.workspace === null || row.workspace_id === query.workspace) &&
  (query.archived || row.archived_at === null) &&
  (query.state === null || row.state === query.state) &&
  (query.method === null || row.method === query.method) &&
  (query.screen === null || row.screen_id === query.screen) &&
  (query.machine === null || row.machine_id === query.machine) &&
  (query.from === null || row.day >= query.from) &&
  (query.to === null || row.day <= query.to);

/** Measurements of a list: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createMeasurements(
  deps: StoreDeps,
  initial: { query: MeasurementsQuery; answer: ResponseOf<typeof listMeasurements> | null },
): MeasurementsStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  let query = initial.query;
  /** Grows with every list that is begun, so that pages of an older one are dropped. */
  let generation = 0;
  let choicesOf: string | null | undefined;
  const ready = (answer: ResponseOf<typeof listMeasurements>): MeasurementsState => ({
    status: 'ready',
    rows: answer.items,
    total: answer.total ?? answer.items.length,
    next: answer.next_cursor,
    work: 'none',
  });
  const $state = atom<MeasurementsState>(initial.answer ? ready(initial.answer) : { status: 'loading' });
  const $choices = atom<MeasurementChoices | null>(null);
  const changed = new Set<string>();

  const now = () => {
    const state = $state.get();
    return state.status === 'ready' ? state : null;
  };
  const patch = (next: Partial<Extract<MeasurementsState, { status: 'ready' }>>) => {
    const state = now();
    if (state) $state.set({ ...state, ...next });
  };
  const page = (more: { limit: number; cursor?: string; count?: '1' }) =>
    view.call(listMeasurements, { params, query: { ...measurementsRequest(query), ...more, limit: String(more.limit) } });

  /** The list from its beginning: another query with its first page, the same one (`refresh`) as long as it is now. */
  async function read(refresh: boolean): Promise<void> {
    const mine = ++generation;
    const held = now();
    const length = refresh ? Math.max(held?.rows.length ?? 0, MEASUREMENTS_PAGE) : MEASUREMENTS_PAGE;
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
      const { items, next_cursor } = await page({ limit: MEASUREMENTS_PAGE, cursor: state.next });
      const before = now();
      if (mine !== generation || !before) return;
      const held = new Set(before.rows.map((row) => row.id));
      patch({ rows: [...before.rows, ...items.filter((row) => !held.has(row.id))], next: next_cursor, work: 'none' });
    } catch (error) {
      if (mine === generation) patch({ work: error instanceof Cancelled ? 'none' : 'failed' });
    }
  }

  async function loadChoices(): Promise<void> {
    const { workspace } = query;
    choicesOf = workspace;
    const where = { limit: String(LARGEST_PAGE), sort: 'name', ...(workspace === null ? {} : { workspace_id: workspace }) };
    const named = ({ items }: { items: readonly { id: string; name: string }[] }) => items.map(({ id, name }) => ({ id, text: name }));
    // Without names a filter offers what is chosen already; the list itself tells of a broken line.
    const none = () => [];
    const [screens, machines] = await Promise.all([
      view.call(listScreens, { params, query: { ...where, archived: '1' } }).then(named, none),
      view.call(listMachines, { params, query: where }).then(named, none),
    ]);
    if (workspace === query.workspace) $choices.set({ screens, machines });
  }

  /** Puts a row in its place, or takes it out. */
  function put(id: string, row: Measurement | null): void {
    const state = now();
    const at = state?.rows.findIndex((one) => one.id === id) ?? -1;
    if (!state || at < 0) return;
    if (row && belongs(row, query)) patch({ rows: state.rows.with(at, row) });
    else patch({ rows: state.rows.filter((one) => one.id !== id), total: state.total - 1 });
  }

  async function follow(): Promise<void> {
    const ids = [...changed];
    changed.clear();
    const held = new Set(now()?.rows.map((row) => row.id));
    if (!now() || ids.length > SINGLY || ids.some((id) => !held.has(id))) return refresh();
    const place = ({ name, day, created_at }: Measurement) => `${name}\n${day}\n${created_at}`;
    let moved = false;
    await Promise.all(
      ids.map(async (id) => {
        try {
          const row = await view.call(getMeasurement, { params: { ...params, id } });
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
    else if (event.name === 'changed' && event.data.entity === 'measurements') {
      changed.add(event.data.id);
      following.call();
    }
  }

  return {
    $state,
    $choices,
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
      if (choicesOf !== undefined && choicesOf !== next.workspace) void loadChoices();
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
    loadChoices,
    async archive(row, archived) {
      const saved = await deps.call(updateMeasurement, { params: { ...params, id: row.id }, body: { rev: row.rev, archived } });
      put(row.id, saved);
      // One that came back stands nowhere yet.
      if (!archived) await refresh();
      return saved;
    },
  };
}
