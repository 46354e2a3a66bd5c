import { atom, type ReadableAtom } from 'nanostores';
import { type AuditEvent, exportAuditEvents, listAuditEvents } from '../../contract/audit-events.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader, withPage } from '../kernel/loader.ts';
import { debounce, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export type AuditEventsState =
  | { status: 'loading' }
  /** `next` leads to older changes, null = there are none; `more` says how asking for them stands. */
  | { status: 'ready'; rows: readonly AuditEvent[]; next: string | null; more: 'idle' | 'loading' | 'failed' }
  | { status: 'error'; code: ApiErrorCode };

/** Null narrows nothing; `from` and `to` are RFC 3339, `to` doesn't belong to the span. */
export interface AuditFilter {
  entity: string | null;
  actor: string | null;
  from: string | null;
  to: string | null;
  allOrgs: boolean;
}

export interface AuditEventsStore {
  $state: ReadableAtom<AuditEventsState>;
  start(): () => void;
  load(filter?: AuditFilter): Promise<void>;
  /** Loads when the filter is another one than before. */
  follow(filter: AuditFilter): void;
  /** The next page of older changes. */
  more(): Promise<void>;
}

const PAGE = '100';
const QUIET_MS = 1_000;

const queryOf = ({ entity, actor, from, to, allOrgs }: AuditFilter) => ({
  ...(entity === null ? {} : { entity }),
  ...(actor === null ? {} : { actor_id: actor }),
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
  ...(allOrgs ? { all_orgs: '1' as const } : {}),
});

/** Path of the CSV with what a filter leaves. */
export function csvPath(organization: string, filter: AuditFilter): string {
  const query = new URLSearchParams(queryOf(filter)).toString();
  return `${exportAuditEvents.path.replace(':organization_id', organization)}${query && `?${query}`}`;
}

/** The audit trail, newest first, page by page; new changes come to its head by themselves. */
export function createAuditEvents(deps: StoreDeps, initial: AuditFilter): AuditEventsStore {
  const params = { organization_id: deps.organization };
  const $state = atom<AuditEventsState>({ status: 'loading' });
  const view = viewOf(deps);
  let filter = initial;

  const page = (cursor?: string) =>
    view.call(listAuditEvents, { params, query: { ...queryOf(filter), limit: PAGE, ...(cursor === undefined ? {} : { cursor }) } });

  const loader = createLoader(deps, $state, {
    view,
    read: () => page(),
    take: ({ items, next_cursor }) => $state.set({ status: 'ready', rows: items, next: next_cursor, more: 'idle' }),
    retryShown: true,
  });
  async function load(next: AuditFilter = filter): Promise<void> {
    if (next !== filter) $state.set({ status: 'loading' });
    filter = next;
    await loader.load();
  }

  /** Brings what is new over the rows that are there; where the gap is longer than a page, the list begins anew. */
  async function refresh(): Promise<void> {
    const before = $state.get();
    if (before.status !== 'ready') return;
    const isNewest = loader.watch();
    const answer = await page().catch(() => null);
    const state = $state.get();
    if (answer === null || !isNewest() || state.status !== 'ready') return;
    const known = new Set(state.rows.map(({ id }) => id));
    const fresh = answer.items.filter(({ id }) => !known.has(id));
    if (fresh.length === answer.items.length && state.rows.length > 0)
      $state.set({ status: 'ready', rows: answer.items, next: answer.next_cursor, more: 'idle' });
    else if (fresh.length > 0) $state.set({ ...state, rows: [...fresh, ...state.rows] });
  }
  const later = debounce(deps.timers, deps.now, QUIET_MS, () => void refresh());

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed') later.call();
  }

  return {
    $state,
    start: () => loader.start(hear, later),
    load,
    follow(next) {
      if (JSON.stringify(next) !== JSON.stringify(filter)) void load(next);
    },
    async more() {
      const state = $state.get();
      if (state.status !== 'ready' || state.next === null || state.more === 'loading') return;
      const { next } = state;
      const patch = (change: (rows: readonly AuditEvent[]) => Partial<Extract<AuditEventsState, { status: 'ready' }>>) => {
        const now = $state.get();
        if (now.status === 'ready') $state.set({ ...now, ...change(now.rows) });
      };
      $state.set({ ...state, more: 'loading' });
      await loader.more(
        () => page(next),
        ({ items, next_cursor }) => patch((rows) => ({ rows: withPage(rows, items), next: next_cursor, more: 'idle' })),
        (error) => patch(() => ({ more: error === null ? 'idle' : 'failed' })),
      );
    },
  };
}
