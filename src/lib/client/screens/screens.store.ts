import { listActivities } from '../../contract/activities.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import {
  createScreen,
  getScreen,
  listScreens,
  type Method,
  type Screen,
  type ScreenDocument,
  updateScreen,
} from '../../contract/screens.ts';
import { documentOf } from '../../domain/screens/screen-document.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { readAll } from '../kernel/read-all.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface ScreensQuery {
  workspace: string | null;
  q: string;
  method: Method | null;
  archived: boolean;
  /** A sort of the contract, such as `-name`. */
  sort: string;
}
export type NewScreen = BodyInput<typeof createScreen>;

export interface ScreensStore extends Pick<PagedRows<Screen, ScreensQuery>, '$state' | 'start' | 'load' | 'show' | 'query' | 'more'> {
  /** Names of machines by id, as far as they are known. */
  create(input: NewScreen): Promise<Screen>;
  archive(row: Screen, archived: boolean): Promise<Screen>;
  /** The screen as a file. */
  document(row: Screen): Promise<ScreenDocument>;
}

export const SCREENS_PAGE = 50;

/** The query as the API takes it. */
export function screensRequest({ workspace, q, method, archived, sort }: ScreensQuery) {
  return {
    sort,
    ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
    ...(workspace === null ? {} : { workspace_id: workspace }),
    ...(method === null ? {} : { method }),
    ...(archived ? { archived: '1' as const } : {}),
  };
}

/** Screens of a list. */
export function createScreens(
  deps: StoreDeps,
  initial: { query: ScreensQuery; answer: ResponseOf<typeof listScreens> | null },
): ScreensStore {
  const params = { organization_id: deps.organization };
  const rows = createPagedRows(deps, {
    ...initial,
    entity: 'screens',
    pageSize: SCREENS_PAGE,
    request: screensRequest,
    list: (call, query) => call(listScreens, { params, query }),
    get: (call, id) => call(getScreen, { params: { ...params, id } }),
    belongs: (row, { workspace, method, archived }) =>
      (workspace === null || row.workspace_id === workspace) &&
      (archived || row.archived_at === null) &&
      (method === null || row.method === method),
    place: ({ name }) => name,
  });

  return {
    ...rows,
    async create(input) {
      const row = await deps.call(createScreen, { params, body: input });
      await rows.refresh();
      return row;
    },
    async archive({ id, rev }, archived) {
      const row = await deps.call(updateScreen, { params: { ...params, id }, body: { rev, archived } });
      rows.put(id, row);
      // One that came back stands nowhere yet.
      if (!archived) await rows.refresh();
      return row;
    },
    async document(row) {
      const activities = await readAll((page) =>
        deps.call(listActivities, { params, query: { workspace_id: row.workspace_id, archived: '1', ...page } }),
      );
      return documentOf(row, activities);
    },
  };
}
