import type { BodyInput } from '../../contract/endpoint.ts';
import { createSavedView, listSavedViews, type SavedView, updateSavedView, type ViewedList } from '../../contract/saved-views.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** Filters and order of a list as its address says them. */
export type ViewQuery = Readonly<Record<string, string | null>>;
/** Columns that somebody put in or out. */
export type ViewColumns = Readonly<Record<string, boolean>>;

/** The same query as the same text, whatever the order of its parts; what narrows nothing is left out. */
export function queryText(query: ViewQuery): string {
  const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== null && one[1] !== '');
  return new URLSearchParams(given.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}
export const queryOf = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export const columnsText = (columns: ViewColumns): string[] =>
  Object.entries(columns)
    .map(([id, shown]) => (shown ? id : `-${id}`))
    .sort();
export const columnsOf = (text: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(text.map((id) => [id.replace(/^-/, ''), !id.startsWith('-')]));

/** Does the list show something else than the view says? */
export const isChanged = (view: Pick<SavedView, 'query' | 'columns'>, query: ViewQuery, columns: ViewColumns | null): boolean =>
  view.query !== queryText(query) || (columns !== null && columnsText(columns).join() !== [...view.columns].sort().join());

export interface SavedViewsStore extends Pick<BlockStore<readonly SavedView[]>, '$state' | 'start' | 'load'> {
  /** @throws ApiError */
  create(input: Omit<BodyInput<typeof createSavedView>, 'list'>): Promise<SavedView>;
  /** Changes a view that the person saw. @throws ApiError */
  save(view: SavedView, patch: Omit<BodyInput<typeof updateSavedView>, 'rev'>): Promise<SavedView>;
}

/** Saved views of one list: one's own, and those of one's workspaces. */
export function createSavedViews(deps: StoreDeps, list: ViewedList): SavedViewsStore {
  const params = { organization_id: deps.organization };
  const block = createBlock<readonly SavedView[]>(
    deps,
    null,
    async (call) => (await call(listSavedViews, { params, query: { list } })).items,
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'saved-views') reload();
      },
    },
  );
  /** Puts a view among the others at once. */
  function put(view: SavedView): void {
    const state = block.$state.get();
    if (state.status !== 'ready') return;
    const others = state.data.filter(({ id }) => id !== view.id);
    const at = state.data.findIndex(({ id }) => id === view.id);
    if (view.archived_at !== null) block.set(others);
    else block.set(others.toSpliced(at < 0 ? others.length : at, 0, view));
  }
  return {
    ...block,
    async create(input) {
      const view = await deps.call(createSavedView, { params, body: { ...input, list } });
      put(view);
      return view;
    },
    async save({ id, rev }, patch) {
      const view = await deps.call(updateSavedView, { params: { ...params, id }, body: { rev, ...patch } });
      put(view);
      return view;
    },
  };
}
