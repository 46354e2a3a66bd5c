import type { BodyInput } from '../../contract/endpoint.ts';
import { listRecordingShares, type RecordingShare, revokeRecordingShare, shareRecording } from '../../contract/recordings.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export interface SharesStore extends BlockStore<readonly RecordingShare[]> {
  /** Answers the token, which is never told again. @throws ApiError */
  make(input: BodyInput<typeof shareRecording>): Promise<RecordingShare & { token: string }>;
  /** @throws ApiError */
  revoke(shareId: string): Promise<void>;
}

/** Links to one recording. */
export function createShares(deps: StoreDeps, id: string): SharesStore {
  const params = { organization_id: deps.organization, id };
  const block = createBlock<readonly RecordingShare[]>(deps, null, async (call) => (await call(listRecordingShares, { params })).items, {
    hear(event, _, { reload }) {
      if (event.name === 'changed' && event.data.entity === 'recordings' && event.data.id === id) reload();
    },
  });
  return {
    ...block,
    async make(input) {
      const made = await deps.call(shareRecording, { params, body: input });
      await block.load();
      return made;
    },
    async revoke(share_id) {
      await deps.call(revokeRecordingShare, { params, body: { share_id } });
      await block.load();
    },
  };
}
