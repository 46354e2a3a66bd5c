import {
  countDataloggers,
  type Datalogger,
  type DataloggerFilter,
  type DataloggerState,
  listDataloggers,
} from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { type FavoriteReadings, listFavoriteReadings } from '../../contract/favorites.ts';
import { listInvitations } from '../../contract/invitations.ts';
import { listMachines } from '../../contract/machines.ts';
import { listMeasurements } from '../../contract/measurements.ts';
import { listPeople } from '../../contract/people.ts';
import type { Scope } from '../../contract/scopes.ts';
import { listPanels, listScreens } from '../../contract/screens.ts';
import { listWorkspaces } from '../../contract/workspaces.ts';
import { bringsAhead, mayTurn, withValue } from '../dataloggers/newest.ts';
import { type Api, ApiError } from '../kernel/api.ts';
import { type Ask, type BlockStore, createBlock } from '../kernel/block-store.ts';
import { Cancelled, type StoreDeps } from '../kernel/store-deps.ts';
import { type FavoritesStore, isFavorite } from './favorites.store.ts';

/** What the blocks of the dashboard show. Each `load…` is also what the server asks for its first render. */

/** What asks for somebody: states, and sensors that fail. */
export const ATTENTION = ['offline', 'late', 'refused', 'failing', 'never'] as const satisfies readonly DataloggerFilter[];
const SHOWN = 8;
/** A logger falls silent by the clock alone, which no event tells, milliseconds. */
const LOOK_MS = 30_000;

export interface Attention {
  /** The longest silence first, those that never sent at the end; at most {@link SHOWN}. */
  rows: readonly Datalogger[];
  counts: Record<DataloggerState | 'failing', number>;
}

const heardAt = ({ last_seen_at }: Datalogger) => (last_seen_at === null ? Number.POSITIVE_INFINITY : Date.parse(last_seen_at));

/** A few rows of each state that asks for somebody, and how many there are of all, whatever the size of the plant. */
export async function loadAttention({ call, organization, workspace }: Ask): Promise<Attention> {
  const params = { organization_id: organization };
  const place = workspace === null ? {} : { workspace_id: workspace };
  const [{ by }, ...asking] = await Promise.all([
    call(countDataloggers, { params, query: place }),
    ...ATTENTION.map((state) =>
      call(listDataloggers, {
        params,
        query: {
          state,
          sort: state === 'never' || state === 'refused' ? 'created_at' : 'last_seen_at',
          limit: String(SHOWN),
          ...place,
        },
      }),
    ),
  ]);
  const rows = asking.flatMap(({ items }) => items).sort((a, b) => heardAt(a) - heardAt(b) || (a.created_at < b.created_at ? -1 : 1));
  return { rows: rows.slice(0, SHOWN), counts: by };
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
      if (event.name !== 'values' || !shown) return;
      const row = shown.rows.find(({ id }) => id === event.data.datalogger_id);
      // Of a logger that isn't among the first nobody here knows whether it failed already.
      if (row ? row.state === 'online' && !mayTurn(row.failing, event.data) : !(event.data.left_out && shown.rows.length < SHOWN)) return;
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
  const values = new Set([...data.channels, ...(data.left_out ?? [])].map(({ id }) => id));
  let touched = false;
  const next = rows.map((row) => {
    if (!row.channels.some(({ id }) => values.has(id))) return row;
    touched = true;
    return {
      ...row,
      channels: row.channels.map((channel) => withValue(channel, data)),
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
        const own = shown.flatMap((row) => row.channels.filter(({ datalogger_id }) => datalogger_id === event.data.datalogger_id));
        if (next !== shown) set(next);
        // Which of its channels have a reading ahead of its receipt only the server tells.
        if (bringsAhead(event.data) && own.length > 0 && own.every(({ ahead_ts }) => ahead_ts === null)) reload();
        // A logger's first reading makes its channels known.
        else if (next === shown && shown.some((row) => row.entity_id === event.data.datalogger_id)) reload();
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

export const SETUP_STEPS = ['workspace', 'machine', 'logger', 'reading', 'screen', 'publish', 'measure', 'people'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** How far an organisation has been set up; null = the person can't know. */
export interface FirstSteps {
  done: Record<SetupStep, boolean | null>;
  /** The logger that is to send its first reading. */
  datalogger: string | null;
  /** The screen that is to be published, and the published panel that is to be measured with. */
  screen: string | null;
  panel: string | null;
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
  const [workspaces, machines, loggers, screens, panels, measurements, people, invitations] = await Promise.all([
    asked('org:read', () => call(listWorkspaces, { params, query: one })),
    asked('machines:read', () => call(listMachines, { params, query: one })),
    asked('dlog:read', () => call(listDataloggers, { params, query: { ...one, sort: '-last_seen_at' } })),
    asked('tm:read', () => call(listScreens, { params, query: { ...one, sort: '-created_at' } })),
    asked('tm:capture', () => call(listPanels, { params, query: {} })),
    // Only those that somebody tapped in: a panel that was opened has measured nothing.
    asked('tm:read', () => call(listMeasurements, { params, query: one })),
    asked('members:manage', () => call(listPeople, { params, query: { limit: '2' } })),
    asked('members:manage', () => call(listInvitations, { params, query: one })),
  ]);
  const logger = loggers?.items[0];
  return {
    done: {
      workspace: workspaces && workspaces.items.length > 0,
      machine: machines && machines.items.length > 0,
      logger: loggers && logger !== undefined,
      reading: loggers && (logger?.last_seen_at != null || logger?.filed_at != null),
      screen: screens && screens.items.length > 0,
      publish: panels && panels.items.length > 0,
      measure: measurements && measurements.items.length > 0,
      people: people && (people.items.length > 1 || (invitations?.items.length ?? 0) > 0),
    },
    datalogger: logger?.id ?? null,
    screen: screens?.items[0]?.id ?? null,
    panel: panels?.items[0]?.id ?? null,
  };
}

const STEP_ENTITIES = ['workspaces', 'machines', 'dataloggers', 'screens', 'measurements', 'people', 'invitations'];

/** The checklist of a new organisation, ticking itself off. */
export function createFirstSteps(deps: StoreDeps, may: (scope: Scope) => boolean, initial: FirstSteps | null): BlockStore<FirstSteps> {
  return createBlock(deps, initial, (call) => loadFirstSteps({ call, organization: deps.organization }, may), {
    hear(event, shown, { reload }) {
      if (event.name === 'changed' && STEP_ENTITIES.includes(event.data.entity)) reload();
      if (event.name === 'values' && shown?.done.reading === false) reload();
    },
  });
}
