import type { BodyOf } from '../../contract/endpoint.ts';
import { createGateway, type Gateway, listGateways, revokeGateway, updateGateway } from '../../contract/gateways.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createSecondThoughts, type SecondThoughts, type StepHeard } from '../kernel/second-thoughts.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export interface GatewaysStore extends Pick<BlockStore<readonly Gateway[]>, '$state' | 'start' | 'load'> {
  /** Ids of gateways whose token is about to be revoked. */
  $revoking: SecondThoughts['$waiting'];
  /** The answer is the only place that ever has the token; the store doesn't keep it. */
  create(name: string): Promise<Gateway & { token: string }>;
  update(id: string, changes: BodyOf<typeof updateGateway>): Promise<Gateway>;
  /** Revokes when the time for second thoughts is over. */
  revoke(id: string, heard: StepHeard): void;
  keep(id: string): void;
}

/** Gateways of one workspace. */
export function createGateways(deps: StoreDeps, workspace_id: string): GatewaysStore {
  const params = { organization_id: deps.organization };
  const thoughts = createSecondThoughts(deps);
  const block = createBlock<readonly Gateway[]>(
    deps,
    null,
    async (call) => (await call(listGateways, { params, query: { workspace_id } })).items,
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && (event.data.entity === 'gateways' || event.data.entity === 'device-identities')) reload();
      },
    },
  );
  const put = (row: Gateway) => {
    const state = block.$state.get();
    if (state.status !== 'ready') return;
    const known = state.data.some((one) => one.id === row.id);
    block.set(known ? state.data.map((one) => (one.id === row.id ? row : one)) : [row, ...state.data]);
  };
  return {
    $state: block.$state,
    start: block.start,
    load: block.load,
    $revoking: thoughts.$waiting,
    async create(name) {
      const { token, ...row } = await deps.call(createGateway, { params, body: { workspace_id, name } });
      put(row);
      return { ...row, token };
    },
    async update(id, changes) {
      const row = await deps.call(updateGateway, { params: { ...params, id }, body: changes });
      put(row);
      return row;
    },
    revoke: (id, { over, failed }) =>
      thoughts.put(id, () => void deps.call(revokeGateway, { params: { ...params, id }, keepalive: true }).then(put, failed), over),
    keep: thoughts.keep,
  };
}
