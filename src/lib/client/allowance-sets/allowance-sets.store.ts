import {
  type AllowanceSet,
  createAllowanceSet,
  getAllowanceSet,
  listAllowanceSets,
  updateAllowanceSet,
} from '../../contract/allowance-sets.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import { createBlock } from '../kernel/block-store.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export interface SetsQuery {
  /** Sets belong to the whole organisation: it narrows nothing. */
  workspace: string | null;
  q: string;
  archived: boolean;
  sort: string;
}

export type SetsStore = Pick<PagedRows<AllowanceSet, SetsQuery>, '$state' | 'start' | 'load' | 'show' | 'more'>;

export const SETS_PAGE = 100;

export const setsRequest = ({ q, archived, sort }: SetsQuery) => ({
  sort,
  ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
  ...(archived ? { archived: '1' as const } : {}),
});

/** Sets of allowances of a list, page by page, kept fresh by the live stream. */
export function createSets(deps: StoreDeps, initial: { query: SetsQuery; answer: ResponseOf<typeof listAllowanceSets> | null }): SetsStore {
  const params = { organization_id: deps.organization };
  return createPagedRows(deps, {
    ...initial,
    view: viewOf(deps),
    entity: 'allowance-sets',
    pageSize: SETS_PAGE,
    request: setsRequest,
    list: (call, query) => call(listAllowanceSets, { params, query }),
    get: (call, id) => call(getAllowanceSet, { params: { ...params, id } }),
    belongs: (row, query) => query.archived || row.archived_at === null,
    everything: (query) => (query.q.trim() === '' ? { ...setsRequest(query), archived: '1' as const } : null),
    place: ({ name, created_at }) => `${name}\n${created_at}`,
  });
}

/** @throws ApiError */
export const makeSet = (deps: StoreDeps, body: BodyInput<typeof createAllowanceSet>): Promise<AllowanceSet> =>
  deps.call(createAllowanceSet, { params: { organization_id: deps.organization }, body });

/** Archives sets that were just made. @throws ApiError */
export async function archiveSets(deps: StoreDeps, sets: readonly Pick<AllowanceSet, 'id' | 'rev'>[]): Promise<void> {
  for (const { id, rev } of sets)
    await deps.call(updateAllowanceSet, { params: { organization_id: deps.organization, id }, body: { rev, archived: true } });
}

export type SetPatch = Omit<BodyInput<typeof updateAllowanceSet>, 'rev'>;
export type SetStore = RowStore<AllowanceSet, SetPatch>;

/** One set with its versions. */
export function createSetStore(deps: StoreDeps, id: string, initial: AllowanceSet | null): SetStore {
  const params = { organization_id: deps.organization, id };
  return createRowStore<AllowanceSet, SetPatch>(deps, {
    initial,
    read: (call) => call(getAllowanceSet, { params }),
    write: (call, rev, patch) => call(updateAllowanceSet, { params, body: { ...patch, rev } }),
    concerns: (data) => data.id === id,
  });
}

/** Sets of which an operation has one. */
export const createSetChoice = (deps: StoreDeps) =>
  createBlock<readonly AllowanceSet[]>(
    deps,
    null,
    async (call) =>
      (await call(listAllowanceSets, { params: { organization_id: deps.organization }, query: { sort: 'name', limit: '500' } })).items,
    {
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'allowance-sets') reload();
      },
    },
  );
