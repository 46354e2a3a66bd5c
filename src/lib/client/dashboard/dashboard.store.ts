import {
  countDataloggers,
  type Datalogger,
  type DataloggerFilter,
  type DataloggerState,
  listDataloggers,
} from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { type FavoriteReadings, listFavoriteReadings } from '../../contract/favorites.ts';
import { type FirstSteps, getFirstSteps } from '../../contract/first-steps.ts';
import { bringsAhead, mayTurn, withValue } from '../dataloggers/newest.ts';
import type { Api } from '../kernel/api.ts';
import { type Ask, type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
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

/** How many there are of each state, and a few rows of those that ask for somebody, whatever the size of the plant. */
export async function loadAttention({ call, organization, workspace }: Ask): Promise<Attention> {
  const params = { organization_id: organization };
  const place = workspace === null ? {} : { workspace_id: workspace };
  const { by } = await call(countDataloggers, { params, query: place });
  const asking = ATTENTION.filter((state) => by[state] > 0).map((state) => {
    const sort = state === 'never' || state === 'refused' ? 'created_at' : 'last_seen_at';
    return call(listDataloggers, { params, query: { state, sort, limit: String(SHOWN), ...place } });
  });
  const found = (await Promise.all(asking)).flatMap(({ items }) => items);
  const rows = found.sort((a, b) => heardAt(a) - heardAt(b) || (a.created_at < b.created_at ? -1 : 1)).slice(0, SHOWN);
  return { rows, counts: by };
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

/** How far the whole organisation has been set up. */
export const loadFirstSteps = ({ call, organization }: Omit<Ask, 'workspace'>): Promise<FirstSteps> =>
  call(getFirstSteps, { params: { organization_id: organization } });

const STEP_ENTITIES = ['workspaces', 'machines', 'dataloggers', 'screens', 'measurements', 'people', 'invitations'];

/** The checklist of a new organisation, ticking itself off. */
export function createFirstSteps(deps: StoreDeps, initial: FirstSteps | null): BlockStore<FirstSteps> {
  return createBlock(deps, initial, (call) => loadFirstSteps({ call, organization: deps.organization }), {
    hear(event, shown, { reload }) {
      if (event.name === 'changed' && STEP_ENTITIES.includes(event.data.entity)) reload();
      if (event.name === 'values' && shown?.done.reading === false) reload();
    },
  });
}
