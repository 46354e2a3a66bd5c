import { getOperationStandard, getStudyCard, listOperations, type OperationStandard, type StudyCard } from '../../contract/operations.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** What is compared: standards of operations, and what some of their measurements give alone. */

const still = { hear: () => undefined };

/** Operations that may be compared, by their codes. */
export const createComparable = (deps: StoreDeps): BlockStore<readonly { id: string; code: string; name: string }[]> =>
  createBlock<readonly { id: string; code: string; name: string }[]>(
    deps,
    null,
    async (call) =>
      (await call(listOperations, { params: { organization_id: deps.organization }, query: { sort: 'code', limit: '500', archived: '1' } }))
        .items,
    still,
  );

export const createComparedStandard = (deps: StoreDeps, id: string): BlockStore<OperationStandard> =>
  createBlock<OperationStandard>(
    deps,
    null,
    (call) => call(getOperationStandard, { params: { organization_id: deps.organization, id } }),
    still,
  );

/** The card of some measurements of an operation; without any it is not asked for. */
export const createStudyCard = (deps: StoreDeps, id: string, measurements: readonly string[]): BlockStore<StudyCard | null> =>
  createBlock<StudyCard | null>(
    deps,
    null,
    async (call) =>
      measurements.length === 0
        ? null
        : call(getStudyCard, { params: { organization_id: deps.organization, id }, query: { measurements: measurements.join() } }),
    still,
  );
