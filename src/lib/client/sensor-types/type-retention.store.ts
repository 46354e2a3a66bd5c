import type { ResponseOf } from '../../contract/endpoint.ts';
import { getTypeRetention, setTypeRetention, type TypeKeep, type TypeRetention, tryTypeRetention } from '../../contract/type-retention.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type RetentionTrial = ResponseOf<typeof tryTypeRetention>;

export interface TypeRetentionStore extends Pick<BlockStore<TypeRetention>, '$state' | 'start' | 'load'> {
  /** How much would be deleted. @throws ApiError */
  tried(keep: TypeKeep): Promise<RetentionTrial>;
  /** @throws ApiError */
  save(rev: number, keep: TypeKeep): Promise<TypeRetention>;
}

/** How long what channels of a type measured is kept. */
export function createTypeRetention(deps: StoreDeps, id: string): TypeRetentionStore {
  const params = { organization_id: deps.organization, id };
  const block = createBlock<TypeRetention>(deps, null, (call) => call(getTypeRetention, { params }), { hear: () => undefined });
  return {
    $state: block.$state,
    start: block.start,
    load: block.load,
    tried: (keep) => deps.call(tryTypeRetention, { params, body: { keep } }),
    save: (rev, keep) => deps.call(setTypeRetention, { params, body: { rev, keep } }),
  };
}
