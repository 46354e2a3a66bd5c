import type { EntityWith } from '../../contract/entities.ts';
import { listFiles, type StoredFile } from '../../contract/files.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** Files of one row, the newest first, for whoever only looks at them. */
export function createNewestFiles(
  deps: StoreDeps,
  place: { entity: EntityWith<'files'>; entity_id: string },
): BlockStore<readonly StoredFile[]> {
  const params = { organization_id: deps.organization };
  const read = async (call: StoreDeps['call']) =>
    (await call(listFiles, { params, query: place })).items.filter(({ archived_at }) => archived_at === null);
  return createBlock<readonly StoredFile[]>(deps, null, read, {
    hear(event, _shown, { reload }) {
      if (event.name === 'changed' && event.data.entity === 'files') reload();
    },
  });
}
