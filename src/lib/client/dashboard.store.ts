import { atom, type ReadableAtom } from 'nanostores';
import { type Datalogger, type DataloggerState, listDataloggers } from '../contract/dataloggers.ts';
import type { LiveEvent } from '../contract/events.ts';
import { type FavoriteReadings, listFavoriteReadings } from '../contract/favorites.ts';
import { listInvitations } from '../contract/invitations.ts';
import { listMachines } from '../contract/machines.ts';
import { listPeople } from '../contract/people.ts';
import type { Scope } from '../contract/scopes.ts';
import { listWorkspaces } from '../contract/workspaces.ts';
import { type Api, ApiError, type ApiErrorCode } from './api.ts';
import { type FavoritesStore, isFavorite } from './favorites.store.ts';
import { Cancelled, debounce, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

/** What the blocks of the dashboard show. Each `load…` is also what the server asks for its first render. */

/** Where a block asks. */
export interface Ask {
  call: Api['call'];
  organization: string;
  workspace: string | null;
}
export type Loaded<Data> = { status: 'loading' } | { status: 'ready'; data: Data } | { status: 'error'; code: ApiErrorCode };
export interface BlockStore<Data> {
  $state: ReadableAtom<Loaded<Data>>;
  start(): () => void;
  load(): Promise<void>;
}

interface BlockTools<Data> {
  set(data: Data): void;
  /** Loads again a moment later. */
  reload(): void;
}

/** Several changes at once are one new look, milliseconds. */
const SETTLE_MS = 1_000;

/** Data of a block: loaded once, again when `hear` says so, and at the latest after `everyMs`. */
function createBlock<Data>(
  deps: StoreDeps,
  initial: Data | null,
  ask: (call: Api['call']) => Promise<Data>,
  { hear, everyMs }: { hear(event: LiveEvent, shown: Data | null, tools: BlockTools<Data>): void; everyMs?: number },
): BlockStore<Data> & BlockTools<Data> {
  const view = viewOf(deps);
  const $state = atom<Loaded<Data>>(initial === null ? { status: 'loading' } : { status: 'ready', data: initial });
  let generation = 0;
  const shown = () => {
    const state = $state.get();
    return state.status === 'ready' ? state.data : null;
  };
  async function load(): Promise<void> {
    const mine = ++generation;
    if ($state.get().status === 'error') $state.set({ status: 'loading' });
    try {
      const data = await ask(view.call);
      if (mine === generation) $state.set({ status: 'ready', data });
    } catch (error) {
      if (!(error instanceof Cancelled) && mine === generation && $state.get().status !== 'ready')
        $state.set({ status: 'error', code: failureCode(error) });
    }
  }
  const soon = debounce(deps.timers, deps.now, SETTLE_MS, () => void load());
  const tools: BlockTools<Data> = { set: (data) => $state.set({ status: 'ready', data }), reload: soon.call };
  return {
    ...tools,
    $state,
    load,
    start() {
      const heard = (event: LiveEvent) => {
        if (event.name === 'reset') void load();
        else hear(event, shown(), tools);
      };
      const stop = view.start(heard, { isShown: () => $state.get().status === 'ready', load });
      let timer: unknown;
      const tick = () => {
        if (everyMs === undefined) return;
        timer = deps.timers.setTimeout(() => {
          void load();
          tick();
        }, everyMs);
      };
      tick();
      return () => {
        stop();
        soon.cancel();
        deps.timers.clearTimeout(timer);
      };
    },
  };
}

/** States that ask for somebody. */
export const ATTENTION = ['offline', 'late', 'never'] as const satisfies readonly DataloggerState[];
const SHOWN = 8;
/** A logger falls silent by the clock alone, which no event tells, milliseconds. */
const LOOK_MS = 30_000;

export interface Attention {
  /** The longest silence first, those that never sent at the end; at most {@link SHOWN}. */
  rows: readonly Datalogger[];
  counts: Record<'online' | (typeof ATTENTION)[number], number>;
}

const heardAt = ({ last_seen_at }: Datalogger) => (last_seen_at === null ? Number.POSITIVE_INFINITY : Date.parse(last_seen_at));

/** A few rows of each state and how many there are, whatever the size of the plant. */
export async function loadAttention({ call, organization, workspace }: Ask): Promise<Attention> {
  const page = (state: DataloggerState, limit: number) =>
    call(listDataloggers, {
      params: { organization_id: organization },
      query: {
        state,
        sort: state === 'never' ? 'created_at' : 'last_seen_at',
        limit: String(limit),
        count: '1',
        ...(workspace === null ? {} : { workspace_id: workspace }),
      },
    });
  const [online, ...asking] = await Promise.all([page('online', 1), ...ATTENTION.map((state) => page(state, SHOWN))]);
  const [offline, late, never] = asking.map(({ total }) => total ?? 0) as [number, number, number];
  const rows = asking.flatMap(({ items }) => items).sort((a, b) => heardAt(a) - heardAt(b) || (a.created_at < b.created_at ? -1 : 1));
  return { rows: rows.slice(0, SHOWN), counts: { online: online.total ?? 0, offline, late, never } };
}

/** The attention without a logger that has just spoken. */
export function spoke({ rows, counts }: Attention, id: string): Attention {
  const row = rows.find((one) => one.id === id);
  const state = ATTENTION.find((one) => one === row?.state);
  if (!row || !state) return { rows, counts };
  return { rows: rows.filter((one) => one !== row), counts: { ...counts, [state]: counts[state] - 1, online: counts.online + 1 } };
}

/** Loggers that need somebody. */
export function createAttention(deps: StoreDeps, workspace: string | null, initial: Attention | null): BlockStore<Attention> {
  return createBlock(deps, initial, (call) => loadAttention({ call, organization: deps.organization, workspace }), {
    everyMs: LOOK_MS,
    hear(event, shown, { set, reload }) {
      if (event.name === 'changed' && event.data.entity === 'dataloggers') reload();
      if (event.name !== 'values' || !shown?.rows.some(({ id }) => id === event.data.datalogger_id)) return;
      set(spoke(shown, event.data.datalogger_id));
      reload();
    },
  });
}

export async function loadReadings({ call, organization }: Ask): Promise<readonly FavoriteReadings[]> {
  return (await call(listFavoriteReadings, { params: { organization_id: organization } })).items;
}

/** The favourites with the values of a message in them; the same array when none of them shows any. */
export function withValues(
  rows: readonly FavoriteReadings[],
  data: Extract<LiveEvent, { name: 'values' }>['data'],
): readonly FavoriteReadings[] {
  const values = new Map(data.channels.map((channel) => [channel.id, channel]));
  let touched = false;
  const next = rows.map((row) => {
    if (!row.channels.some(({ id }) => values.has(id))) return row;
    touched = true;
    return {
      ...row,
      channels: row.channels.map((channel) => {
        const value = values.get(channel.id);
        if (!value || (channel.last && Date.parse(value.ts) < Date.parse(channel.last.ts))) return channel;
        return { ...channel, first_ts: channel.first_ts ?? value.ts, last: { ts: value.ts, value: value.value } };
      }),
    };
  });
  return touched ? next : rows;
}

/**
 * Newest readings of the favourites, moved by the live stream and by what is marked and unmarked.
 * @param marks asked for when the store starts
 */
export function createReadings(
  deps: StoreDeps,
  initial: readonly FavoriteReadings[] | null,
  marks: () => Pick<FavoritesStore, '$state'>,
): BlockStore<readonly FavoriteReadings[]> {
  const ask = (call: Api['call']) => loadReadings({ call, organization: deps.organization, workspace: null });
  const store = createBlock(deps, initial, ask, {
    hear(event, shown, { set, reload }) {
      if (shown === null) return;
      if (event.name === 'values') {
        const next = withValues(shown, event.data);
        if (next !== shown) set(next);
        // A logger's first reading makes its channels known.
        else if (shown.some((row) => row.entity_id === event.data.datalogger_id)) reload();
      } else if (event.name === 'changed' && ['channels', 'dataloggers', 'machines'].includes(event.data.entity)) {
        const { id, datalogger_id } = event.data;
        const about = (one: string | null | undefined) => one === id || (one != null && one === datalogger_id);
        // Loggers and channels come to machines and leave them.
        const touches = (row: FavoriteReadings) =>
          row.entity === 'machines' ||
          about(row.entity_id) ||
          row.channels.some((channel) => about(channel.id) || about(channel.datalogger_id));
        if (shown.some(touches)) reload();
      }
    },
  });
  return {
    ...store,
    start() {
      const stop = store.start();
      const unlisten = marks().$state.subscribe((marked) => {
        const state = store.$state.get();
        if (marked.status !== 'ready' || state.status !== 'ready') return;
        const kept = state.data.filter((row) => isFavorite(marked, row.entity, row.entity_id));
        if (kept.length < state.data.length) store.set(kept);
        if (marked.rows.length > kept.length) store.reload();
      });
      return () => {
        unlisten();
        stop();
      };
    },
  };
}

export const STEPS = ['workspace', 'machine', 'logger', 'reading', 'people'] as const;
export type Step = (typeof STEPS)[number];

/** How far an organisation has been set up; null = the person can't know. */
export interface FirstSteps {
  done: Record<Step, boolean | null>;
  /** The logger that is to send its first reading. */
  datalogger: string | null;
}

/** The answer, null when it is refused: a step that one may not see is left out. */
const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof Cancelled || !(error instanceof ApiError)) throw error;
    return null;
  });

/** A handful of rows of the whole organisation. @param may scopes that the person has somewhere in it */
export async function loadFirstSteps({ call, organization }: Omit<Ask, 'workspace'>, may: (scope: Scope) => boolean): Promise<FirstSteps> {
  const params = { organization_id: organization };
  const one = { limit: '1' };
  const asked = <T>(scope: Scope, ask: () => Promise<T>) => (may(scope) ? orNull(ask()) : Promise.resolve(null));
  const [workspaces, machines, loggers, people, invitations] = await Promise.all([
    asked('org:read', () => call(listWorkspaces, { params, query: one })),
    asked('machines:read', () => call(listMachines, { params, query: one })),
    asked('dlog:read', () => call(listDataloggers, { params, query: { ...one, sort: '-last_seen_at' } })),
    asked('members:manage', () => call(listPeople, { params, query: { limit: '2' } })),
    asked('members:manage', () => call(listInvitations, { params, query: one })),
  ]);
  const logger = loggers?.items[0];
  return {
    done: {
      workspace: workspaces && workspaces.items.length > 0,
      machine: machines && machines.items.length > 0,
      logger: loggers && logger !== undefined,
      reading: loggers && logger?.last_seen_at != null,
      people: people && (people.items.length > 1 || (invitations?.items.length ?? 0) > 0),
    },
    datalogger: logger?.id ?? null,
  };
}

const STEP_ENTITIES = ['workspaces', 'machines', 'dataloggers', 'people', 'invitations'];

/** The checklist of a new organisation, ticking itself off. */
export function createFirstSteps(deps: StoreDeps, may: (scope: Scope) => boolean, initial: FirstSteps | null): BlockStore<FirstSteps> {
  return createBlock(deps, initial, (call) => loadFirstSteps({ call, organization: deps.organization }, may), {
    hear(event, shown, { reload }) {
      if (event.name === 'changed' && STEP_ENTITIES.includes(event.data.entity)) reload();
      if (event.name === 'values' && shown?.done.reading === false) reload();
    },
  });
}
