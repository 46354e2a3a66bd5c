import { atom, type ReadableAtom } from 'nanostores';
import type { Entity } from '../../contract/entities.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from './api.ts';
import { createLoader, withPage } from './loader.ts';
import { debounce, failureCode, type StoreDeps, type View, viewOf } from './store-deps.ts';

/** What a query finds that finds nothing in the chosen workspace, in the others. */
export interface Elsewhere {
  total: number;
  /** There are more than `total`. */
  capped: boolean;
}

export type PagedState<R> =
  | { status: 'loading' }
  | {
      status: 'ready';
      rows: readonly R[];
      total: number;
      /** There are more than `total`: nobody counted them all. */
      capped?: true;
      /** There is not a single row, whatever is asked for: not even an archived one. */
      bare?: true;
      /** In the chosen workspace the query finds nothing, in all of them so many. */
      elsewhere?: Elsewhere;
      /** Where the next page begins; null = these are all. */
      next: string | null;
      /** What goes on: nothing, the next page, another query whose answer will take the place of these rows, or a page that failed. */
      work: 'none' | 'page' | 'query' | 'failed';
    }
  | { status: 'error'; code: ApiErrorCode };

interface Answer<R> {
  items: R[];
  next_cursor: string | null;
  total?: number | undefined;
  total_capped?: boolean | undefined;
  bare?: boolean;
  elsewhere?: Elsewhere;
}
export interface PageQuery {
  limit: string;
  cursor?: string;
  count?: '1';
}

export interface PagedRows<R, Q> {
  $state: ReadableAtom<PagedState<R>>;
  start(): () => void;
  load(): Promise<void>;
  /** The same query again, as long as the list is now. */
  refresh(): Promise<void>;
  /** Shows another query: at once, or when the typing of a search has come to rest. False when it asks for the same. */
  show(query: Q): boolean;
  /** What is shown, or on its way. */
  query(): Q;
  /** The next page, when there is one. */
  more(): Promise<void>;
  /** Puts a row in its place, or takes it out when it doesn't belong there any more. */
  put(id: string, row: R | null): void;
  /** Shows a row as it is now where it is now, whether or not it belongs there. */
  replace(row: R): void;
}

const LARGEST_PAGE = 500;
const TYPING_MS = 220;
const CHANGES_MS = 400;
/** So many changed rows are asked for one by one; more of them by the page. */
const SINGLY = 5;

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A list that the server filters and sorts, page by page, kept fresh by the live stream. */
export function createPagedRows<R extends { id: string }, Q extends { q: string; workspace: string | null }, A extends object>(
  deps: StoreDeps,
  options: {
    query: Q;
    answer: Answer<R> | null;
    entity: Entity;
    pageSize: number;
    /** The query as the API takes it; two that ask for the same are one. */
    request: (query: Q) => A;
    list: (call: View['call'], request: A & PageQuery) => Promise<Answer<R>>;
    get: (call: View['call'], id: string) => Promise<R>;
    /** Does the row stay in the list, as far as that can be told without asking? */
    belongs: (row: R, query: Q) => boolean;
    /** What the place of a row depends on. */
    place: (row: R) => string;
    /** The request for all rows there are, archived ones too, of a query that narrows nothing; null of any other. */
    everything?: (query: Q) => A | null;
    /** Hears every other event too, and once before changed rows are asked for. */
    hear?: (event: LiveEvent) => void;
    changed?: () => void;
    /** Reads of the store around it, so that they end with the same views. */
    view?: View;
  },
): PagedRows<R, Q> {
  const { answer, entity, pageSize, request, get, belongs, place, view = viewOf(deps) } = options;
  let { query } = options;
  /** The list that is on its way is the same as the one that is shown. */
  let refreshing = false;
  const list = (page: PageQuery) => options.list(view.call, { ...request(query), ...page });
  const ready = (found: Answer<R>): PagedState<R> => ({
    status: 'ready',
    rows: found.items,
    total: found.total ?? found.items.length,
    ...(found.total_capped ? { capped: true as const } : {}),
    ...(found.bare ? { bare: true as const } : {}),
    ...(found.elsewhere ? { elsewhere: found.elsewhere } : {}),
    next: found.next_cursor,
    work: 'none',
  });
  /** The request of all workspaces, where the query asks for one. */
  const around = (): A | null => {
    const all = request({ ...query, workspace: null });
    return isSame(all, request(query)) ? null : all;
  };
  // An empty page of one workspace says nothing of the others, and did not come with what is there.
  const $state = atom<PagedState<R>>(answer && (answer.items.length > 0 || !around()) ? ready(answer) : { status: 'loading' });
  const changed = new Set<string>();

  const now = () => {
    const state = $state.get();
    return state.status === 'ready' ? state : null;
  };
  const patch = (next: Partial<Extract<PagedState<R>, { status: 'ready' }>>) => {
    const state = now();
    if (state) $state.set({ ...state, ...next });
  };

  const loader = createLoader(deps, $state, {
    view,
    async read(_, goOn) {
      const length = refreshing ? Math.max(now()?.rows.length ?? 0, pageSize) : pageSize;
      const found = await list({ limit: String(Math.min(length, LARGEST_PAGE)), count: '1' });
      while (found.next_cursor !== null && found.items.length < length) {
        goOn();
        const next = await list({ limit: String(LARGEST_PAGE), cursor: found.next_cursor });
        found.items.push(...next.items);
        found.next_cursor = next.next_cursor;
      }
      if (found.items.length > 0) return found;
      const all = around();
      if (all) {
        goOn();
        const { items, total, total_capped } = await options.list(view.call, { ...all, limit: '1', count: '1' });
        if (items.length > 0) return { ...found, elsewhere: { total: total ?? items.length, capped: total_capped === true } };
      }
      const everything = options.everything?.(query);
      if (!everything) return found;
      // It was asked for already, and is empty.
      if (isSame(everything, request(query))) return { ...found, bare: true };
      goOn();
      return { ...found, bare: (await options.list(view.call, { ...everything, limit: '1' })).items.length === 0 };
    },
    take: (found) => $state.set(ready(found)),
    retryShown: true,
    failed(code) {
      // A failed refresh leaves the rows that are there; those of another query would be the wrong ones.
      if (refreshing && now()) patch({ work: 'none' });
      else $state.set({ status: 'error', code });
    },
  });
  async function load(): Promise<void> {
    refreshing = false;
    patch({ work: 'query' });
    await loader.load();
  }
  async function refresh(): Promise<void> {
    refreshing = true;
    await loader.load();
  }
  const typing = debounce(deps.timers, deps.now, TYPING_MS, () => void load());

  async function more(): Promise<void> {
    const state = now();
    if (!state || state.next === null || state.work === 'page' || state.work === 'query') return;
    const { next } = state;
    patch({ work: 'page' });
    await loader.more(
      () => list({ limit: String(pageSize), cursor: next }),
      ({ items, next_cursor }) => {
        const rows = now()?.rows ?? [];
        patch({ rows: withPage(rows, items), next: next_cursor, work: 'none' });
      },
      (error) => patch({ work: error === null ? 'none' : 'failed' }),
    );
  }

  function put(id: string, row: R | null): void {
    const state = now();
    const at = state?.rows.findIndex((one) => one.id === id) ?? -1;
    if (!state || at < 0) return;
    if (row && belongs(row, query)) patch({ rows: state.rows.with(at, row) });
    else patch({ rows: state.rows.filter((one) => one.id !== id), total: state.total - 1 });
  }

  function replace(row: R): void {
    const state = now();
    const at = state?.rows.findIndex((one) => one.id === row.id) ?? -1;
    if (state && at >= 0) patch({ rows: state.rows.with(at, row) });
  }

  async function follow(): Promise<void> {
    const ids = [...changed];
    changed.clear();
    options.changed?.();
    const held = new Set(now()?.rows.map((row) => row.id));
    if (ids.length > SINGLY || ids.some((id) => !held.has(id))) return refresh();
    let moved = false;
    await Promise.all(
      ids.map(async (id) => {
        try {
          const row = await get(view.call, id);
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
    else if (event.name === 'changed' && event.data.entity === entity) {
      changed.add(event.data.id);
      following.call();
    } else options.hear?.(event);
  }

  return {
    $state,
    start() {
      const stop = loader.start(hear, typing, following);
      // Whether an empty page means that there is nothing at all did not come with it.
      if (answer?.items.length === 0 && $state.get().status === 'ready' && options.everything?.(query)) void refresh();
      return stop;
    },
    load,
    refresh,
    query: () => query,
    show(next) {
      if (JSON.stringify(request(next)) === JSON.stringify(request(query))) return false;
      const typed = next.q !== query.q;
      query = next;
      // Pages of the old query must not come after the new one.
      loader.overtake();
      if (typed) {
        patch({ work: 'query' });
        typing.call();
      } else {
        typing.cancel();
        void load();
      }
      return true;
    },
    more,
    put,
    replace,
  };
}
