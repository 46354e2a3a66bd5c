import { atom, type ReadableAtom } from 'nanostores';
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../contract/api-keys.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { createSecondThoughts, type SecondThoughts, type StepHeard } from '../kernel/second-thoughts.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type ApiKeysState = { status: 'loading' } | { status: 'ready'; rows: readonly ApiKey[] } | { status: 'error'; code: ApiErrorCode };

export interface ApiKeysStore {
  $state: ReadableAtom<ApiKeysState>;
  /** Ids of keys whose revocation is about to be sent. */
  $revoking: SecondThoughts['$waiting'];
  start(): () => void;
  load(): Promise<void>;
  /** The answer is the only place that ever has the token; the store doesn't keep it. @throws ApiError */
  create(input: BodyInput<typeof createApiKey>): Promise<ResponseOf<typeof createApiKey>>;
  /** Revokes when the time for second thoughts is over. */
  revoke(id: string, heard: StepHeard): void;
  keep(id: string): void;
}

/** How long before its end a key asks for a new one, milliseconds. */
const ENDING_MS = 14 * 86_400_000;

/** How a key stands at a moment; `ending` is still valid. */
export function keyState(row: Pick<ApiKey, 'revoked_at' | 'expires_at'>, now: number): 'valid' | 'ending' | 'expired' | 'revoked' {
  if (row.revoked_at !== null) return 'revoked';
  const left = Date.parse(row.expires_at) - now;
  return left <= 0 ? 'expired' : left <= ENDING_MS ? 'ending' : 'valid';
}

/** Keys of services. */
export function createApiKeys(deps: StoreDeps): ApiKeysStore {
  const params = { organization_id: deps.organization };
  const $state = atom<ApiKeysState>({ status: 'loading' });
  const thoughts = createSecondThoughts(deps);

  const update = (change: (rows: readonly ApiKey[]) => readonly ApiKey[]) => {
    const state = $state.get();
    if (state.status === 'ready') $state.set({ status: 'ready', rows: change(state.rows) });
  };

  const loader = createLoader(deps, $state, {
    read: (call) => call(listApiKeys, { params }),
    take: ({ items }) => $state.set({ status: 'ready', rows: items }),
    retryShown: true,
  });
  const { load } = loader;

  function hear(event: LiveEvent): void {
    if (event.name === 'reset' || (event.name === 'changed' && event.data.entity === 'api-keys')) void load();
  }

  return {
    $state,
    $revoking: thoughts.$waiting,
    start: () => loader.start(hear),
    load,
    async create(input) {
      const created = await deps.call(createApiKey, { params, body: input });
      const { token: _, ...row } = created;
      update((rows) => [row, ...rows.filter((one) => one.id !== row.id)]);
      return created;
    },
    revoke(id, { over, failed }) {
      const send = () =>
        deps
          .call(revokeApiKey, { params: { ...params, id }, keepalive: true })
          .then((row) => update((rows) => rows.map((one) => (one.id === id ? row : one))), failed);
      thoughts.put(id, send, over);
    },
    keep: thoughts.keep,
  };
}
