import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import { listMeasurements, type Measurement } from '../../contract/measurements.ts';
import {
  approveStandard,
  createOperation,
  getOperation,
  getOperationStandard,
  listOperations,
  type Operation,
  type OperationStandard,
  returnStandard,
  reviewStandard,
  type StandardStep,
  updateOperation,
} from '../../contract/operations.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface OperationsQuery {
  workspace: string | null;
  q: string;
  standard: StandardStep | null;
  archived: boolean;
  /** A sort of the contract, such as `code`. */
  sort: string;
}

export type OperationsStore = Pick<PagedRows<Operation, OperationsQuery>, '$state' | 'start' | 'load' | 'show' | 'more'>;

export const OPERATIONS_PAGE = 100;

/** The query as the API takes it. */
export const operationsRequest = ({ workspace, q, standard, archived, sort }: OperationsQuery) => ({
  sort,
  ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
  ...(workspace === null ? {} : { workspace_id: workspace }),
  ...(standard === null ? {} : { standard }),
  ...(archived ? { archived: '1' as const } : {}),
});

/** Is anything left out beside the archived ones and other workspaces? */
export const isNarrowed = ({ q, standard }: OperationsQuery): boolean => q.trim() !== '' || standard !== null;

const stepOf = ({ active, waiting }: Operation, step: StandardStep): boolean =>
  step === 'waiting' ? waiting !== null : step === 'approved' ? active !== null : active === null && waiting === null;

/** Operations of a list: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createOperations(
  deps: StoreDeps,
  initial: { query: OperationsQuery; answer: ResponseOf<typeof listOperations> | null },
): OperationsStore {
  const params = { organization_id: deps.organization };
  return createPagedRows(deps, {
    ...initial,
    view: viewOf(deps),
    entity: 'operations',
    pageSize: OPERATIONS_PAGE,
    request: operationsRequest,
    list: (call, query) => call(listOperations, { params, query }),
    get: (call, id) => call(getOperation, { params: { ...params, id } }),
    belongs: (row, query) =>
      (query.workspace === null || row.workspace_id === query.workspace) &&
      (query.archived || row.archived_at === null) &&
      (query.standard === null || stepOf(row, query.standard)),
    everything: (query) => (isNarrowed(query) ? null : { ...operationsRequest(query), archived: '1' as const }),
    place: ({ code, name, created_at }) => `${code}\n${name}\n${created_at}`,
  });
}

/** @throws ApiError */
export const makeOperation = (deps: StoreDeps, body: BodyInput<typeof createOperation>): Promise<Operation> =>
  deps.call(createOperation, { params: { organization_id: deps.organization }, body });

export type OperationPatch = Omit<BodyInput<typeof updateOperation>, 'rev'>;
export type OperationStore = RowStore<Operation, OperationPatch>;

/** One operation. */
export function createOperationStore(deps: StoreDeps, id: string, initial: Operation | null): OperationStore {
  const params = { organization_id: deps.organization, id };
  return createRowStore<Operation, OperationPatch>(deps, {
    initial,
    read: (call) => call(getOperation, { params }),
    write: (call, rev, patch) => call(updateOperation, { params, body: { ...patch, rev } }),
    concerns: (data) => data.id === id || data.entity === 'measurements',
  });
}

export interface StandardStore extends BlockStore<OperationStandard> {
  /** Keeps the draft as it was seen. @throws ApiError */
  review(row: Operation, hash: string, note: string): Promise<void>;
  /** Locks the reviewed version as it was seen. @throws ApiError */
  approve(row: Operation, hash: string, statement: string): Promise<void>;
  /** Takes the reviewed version back to the draft. @throws ApiError */
  giveBack(row: Operation): Promise<void>;
}

/** The versions of an operation's standard and its draft; looked at again whenever something that it is computed from changes. */
export function createStandard(deps: StoreDeps, id: string): StandardStore {
  const params = { organization_id: deps.organization, id };
  const block = createBlock<OperationStandard>(deps, null, (call) => call(getOperationStandard, { params }), {
    hear(event, shown, { reload }) {
      if (event.name !== 'changed') return;
      const { entity, id: changed } = event.data;
      const isOurs = entity === 'operations' ? changed === id : entity === 'measurements' || entity === 'allowance-sets';
      if (isOurs || shown === null) reload();
    },
  });
  const taken = async (answer: Promise<OperationStandard>) => block.set(await answer);
  const said = (name: 'note' | 'statement', text: string) => (text.trim() === '' ? {} : { [name]: text.trim() });
  return {
    ...block,
    review: ({ rev }, hash, note) => taken(deps.call(reviewStandard, { params, body: { rev, hash, ...said('note', note) } })),
    approve: ({ rev }, hash, statement) =>
      taken(deps.call(approveStandard, { params, body: { rev, hash, ...said('statement', statement) } })),
    giveBack: ({ rev }) => taken(deps.call(returnStandard, { params, body: { rev } })),
  };
}

/** As many measurements of an operation as its page lists. */
export const MOST_LISTED = 200;

/** Measurements that belong to an operation, the newest first. */
export function createStudied(deps: StoreDeps, id: string): BlockStore<{ items: readonly Measurement[]; more: boolean }> {
  const params = { organization_id: deps.organization };
  return createBlock<{ items: readonly Measurement[]; more: boolean }>(
    deps,
    null,
    async (call) => {
      const { items, next_cursor } = await call(listMeasurements, {
        params,
        query: { operation_id: id, sort: '-day', limit: String(MOST_LISTED) },
      });
      return { items, more: next_cursor !== null };
    },
    {
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'measurements') reload();
      },
    },
  );
}

/** Operations of a workspace to which a measurement may be put, by their codes. */
export const createOperationChoice = (deps: StoreDeps, workspace: string) =>
  createBlock<readonly Pick<Operation, 'id' | 'code' | 'name'>[]>(
    deps,
    null,
    async (call) => {
      const query = { workspace_id: workspace, sort: 'code', limit: '500' };
      return (await call(listOperations, { params: { organization_id: deps.organization }, query })).items;
    },
    {
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'operations') reload();
      },
    },
  );
