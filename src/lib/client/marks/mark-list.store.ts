import type { ResponseOf } from '../../contract/endpoint.ts';
import { type ListedMark, listAllMarks, type MarkStanding } from '../../contract/mark-lists.ts';
import type { Mark, MarkKind } from '../../contract/marks.ts';
import { ApiError } from '../kernel/api.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { createMarkActs } from './marks.store.ts';

/** What the list of all marks shows, as the address says it; the empty text and null narrow nothing. */
export interface MarksQuery {
  workspace: string | null;
  q: string;
  kind: MarkKind | null;
  standing: MarkStanding | null;
  /** Those that reach into this time, RFC 3339. */
  from: string | null;
  to: string | null;
  /** A sort of the contract, such as `-from`. */
  sort: string;
}

export interface MarkListStore extends Pick<PagedRows<ListedMark, MarksQuery>, '$state' | 'start' | 'load' | 'show' | 'more'> {
  /** Takes a mark back, or lets it hold again. @throws ApiError */
  turn(mark: Pick<Mark, 'id' | 'rev'>, revoked: boolean): Promise<Mark>;
}

export const MARKS_PAGE = 100;

/** The query as the API takes it. */
export const marksRequest = ({ workspace, q, kind, standing, from, to, sort }: MarksQuery) => ({
  sort,
  ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
  ...(workspace === null ? {} : { workspace_id: workspace }),
  ...(kind === null ? {} : { kind }),
  ...(standing === null ? {} : { standing }),
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
});

export const isNarrowed = ({ q, kind, standing, from, to }: MarksQuery): boolean =>
  q.trim() !== '' || [kind, standing, from, to].some((one) => one !== null);

/** Marks of all loggers: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createMarkList(
  deps: StoreDeps,
  initial: { query: MarksQuery; answer: ResponseOf<typeof listAllMarks> | null },
): MarkListStore {
  const params = { organization_id: deps.organization };
  const acts = createMarkActs(deps);
  const rows = createPagedRows(deps, {
    ...initial,
    view: viewOf(deps),
    entity: 'marks',
    pageSize: MARKS_PAGE,
    request: marksRequest,
    list: (call, query) => call(listAllMarks, { params, query }),
    async get(call, id): Promise<ListedMark> {
      const [row] = (await call(listAllMarks, { params, query: { mark_id: id } })).items;
      if (!row) throw new ApiError('not_found', null);
      return row;
    },
    belongs: (row, query) =>
      (query.workspace === null || row.workspace_id === query.workspace) &&
      (query.kind === null || row.kind === query.kind) &&
      (query.standing === null || (row.revoked_at !== null) === (query.standing === 'revoked')) &&
      (query.from === null || Date.parse(row.to) > Date.parse(query.from)) &&
      (query.to === null || Date.parse(row.from) < Date.parse(query.to)),
    everything: (query) => (isNarrowed(query) ? null : marksRequest(query)),
    place: ({ from, created_at }) => `${from}\n${created_at}`,
  });
  return {
    ...rows,
    async turn(mark, revoked) {
      const turned = await acts.turn(mark, revoked);
      const state = rows.$state.get();
      const shown = state.status === 'ready' ? state.rows.find(({ id }) => id === turned.id) : undefined;
      // It stays in sight, whatever the filter says, so that it can be turned again.
      if (shown) rows.replace({ ...shown, ...turned });
      return turned;
    },
  };
}
