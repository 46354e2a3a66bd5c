import { atom, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { type Favorite, listFavorites, setFavorite } from '../../contract/favorites.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type FavoriteEntity = Favorite['entity'];

export type FavoritesState =
  | { status: 'loading' }
  /** The oldest first. */
  | { status: 'ready'; rows: readonly Favorite[] }
  | { status: 'error'; code: ApiErrorCode };

export interface FavoritesStore {
  $state: ReadableAtom<FavoritesState>;
  start(): () => void;
  load(): Promise<void>;
  /** Shows the mark at once and takes it back when the server refuses it. @throws ApiError */
  mark(entity: FavoriteEntity, id: string, marked: boolean): Promise<void>;
}

/** Tells the person's other tabs that something was marked; they ask the server what. */
export interface FavoritesShare {
  post(): void;
  listen(hear: () => void): () => void;
}

export const isFavorite = (state: FavoritesState, entity: FavoriteEntity, id: string): boolean =>
  state.status === 'ready' && state.rows.some((row) => row.entity === entity && row.entity_id === id);

const keyOf = (entity: FavoriteEntity, id: string) => `${entity} ${id}`;

/** One's own favourites in the organisation. */
export function createFavorites(
  deps: StoreDeps,
  { answer = null, share }: { answer?: ResponseOf<typeof listFavorites> | null; share?: FavoritesShare } = {},
): FavoritesStore {
  const params = { organization_id: deps.organization };
  const $state = atom<FavoritesState>(answer ? { status: 'ready', rows: answer.items } : { status: 'loading' });
  let serverRows: readonly Favorite[] = answer?.items ?? [];
  /** Marks that the server hasn't answered yet, by row; they lie over what it said before. */
  const pending = new Map<string, { favorite: Favorite; marked: boolean }>();
  let writes: Promise<unknown> = Promise.resolve();

  function show(): void {
    const kept = serverRows.filter((row) => pending.get(keyOf(row.entity, row.entity_id))?.marked !== false);
    const held = new Set(kept.map((row) => keyOf(row.entity, row.entity_id)));
    const added = [...pending].filter(([key, { marked }]) => marked && !held.has(key)).map(([, { favorite }]) => favorite);
    $state.set({ status: 'ready', rows: [...kept, ...added] });
  }

  const loader = createLoader(deps, $state, {
    read: (call) => call(listFavorites, { params }),
    take({ items }) {
      serverRows = items;
      show();
    },
  });
  const { load } = loader;

  function hear(event: LiveEvent): void {
    // A marked row that was archived, or taken out of one's reach, is no favourite any more.
    if (event.name === 'reset' || (event.name === 'changed' && serverRows.some((row) => row.entity_id === event.data.id))) void load();
  }

  return {
    $state,
    start() {
      const stop = loader.start(hear);
      const unlisten = share?.listen(() => void load());
      return () => {
        stop();
        unlisten?.();
      };
    },
    load,
    mark(entity, id, marked) {
      const key = keyOf(entity, id);
      const mine = { favorite: { entity, entity_id: id, created_at: new Date(deps.now()).toISOString() }, marked };
      pending.set(key, mine);
      show();
      const answered = () => {
        if (pending.get(key) === mine) pending.delete(key);
      };
      // One after another, so that the last press wins on the server too.
      const write = writes.then(async () => {
        try {
          const { items } = await deps.call(setFavorite, { params, body: { entity, entity_id: id, marked } });
          loader.overtake();
          serverRows = items;
          answered();
          share?.post();
        } catch (error) {
          answered();
          throw error;
        } finally {
          show();
        }
      });
      writes = write.catch(() => undefined);
      return write;
    },
  };
}
