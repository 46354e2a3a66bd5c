import { createEmbed, type Embed, listEmbeds, revokeEmbed, updateEmbed } from '../../contract/embeds.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createSecondThoughts, type SecondThoughts, type StepHeard } from '../kernel/second-thoughts.ts';
import { type RowSaved, rowSaved } from '../kernel/server-rows.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type EmbedPatch = Omit<BodyInput<typeof updateEmbed>, 'rev'>;

export interface EmbedsStore extends BlockStore<readonly Embed[]> {
  /** Ids of those whose revocation is about to be sent. */
  $revoking: SecondThoughts['$waiting'];
  /** Answers the token, which is never told again. @throws ApiError */
  make(input: BodyInput<typeof createEmbed>): Promise<Embed & { token: string }>;
  change(id: string, rev: number, patch: EmbedPatch): Promise<RowSaved<Embed>>;
  /** Revokes when the time for second thoughts is over. */
  revoke(id: string, heard: StepHeard): void;
  keep(id: string): void;
}

/** Embeds that show a channel of the logger. */
export function createEmbeds(deps: StoreDeps, datalogger: string): EmbedsStore {
  const params = { organization_id: deps.organization };
  const thoughts = createSecondThoughts(deps);
  const block = createBlock<readonly Embed[]>(
    deps,
    null,
    async (call) => (await call(listEmbeds, { params, query: { datalogger_id: datalogger } })).items,
    {
      hear(event, _, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'embeds') reload();
      },
    },
  );
  return {
    ...block,
    $revoking: thoughts.$waiting,
    async make(input) {
      const made = await deps.call(createEmbed, { params, body: input });
      await block.load();
      return made;
    },
    async change(id, rev, patch) {
      const result = await rowSaved(deps.call(updateEmbed, { params: { ...params, id }, body: { rev, ...patch } }));
      await block.load();
      return result;
    },
    revoke(id, { over, failed }) {
      const send = () => deps.call(revokeEmbed, { params: { ...params, id }, keepalive: true }).then(() => block.load(), failed);
      thoughts.put(id, send, over);
    },
    keep: thoughts.keep,
  };
}
