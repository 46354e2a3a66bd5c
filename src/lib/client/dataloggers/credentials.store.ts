import { atom, type ReadableAtom } from 'nanostores';
import { type Credential, createCredential, listCredentials, revokeCredential } from '../../contract/credentials.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { createSecondThoughts, type SecondThoughts, type StepHeard } from '../kernel/second-thoughts.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type CredentialsState =
  | { status: 'loading' }
  | { status: 'ready'; rows: readonly Credential[] }
  | { status: 'error'; code: ApiErrorCode };

export interface CredentialsStore {
  $state: ReadableAtom<CredentialsState>;
  /** Ids of tokens whose revocation is about to be sent. */
  $revoking: SecondThoughts['$waiting'];
  start(): () => void;
  load(): Promise<void>;
  /** The answer is the only place that ever has the token; the store doesn't keep it. */
  create(label: string | null): Promise<Credential & { token: string }>;
  /** Revokes when the time for second thoughts is over. */
  revoke(id: string, heard: StepHeard): void;
  keep(id: string): void;
}

/** Tokens of one logger. */
export function createCredentials(deps: StoreDeps, datalogger: string): CredentialsStore {
  const $state = atom<CredentialsState>({ status: 'loading' });
  const thoughts = createSecondThoughts(deps);
  const params = { organization_id: deps.organization, id: datalogger };

  const update = (change: (rows: readonly Credential[]) => readonly Credential[]) => {
    const state = $state.get();
    if (state.status === 'ready') $state.set({ status: 'ready', rows: change(state.rows) });
  };

  const loader = createLoader(deps, $state, {
    read: (call) => call(listCredentials, { params }),
    take: ({ items }) => $state.set({ status: 'ready', rows: items }),
  });
  const { load } = loader;

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && event.data.entity === 'credentials' && event.data.datalogger_id === datalogger) void load();
  }

  return {
    $state,
    $revoking: thoughts.$waiting,
    start: () => loader.start(hear),
    load,
    async create(label) {
      const { token, ...row } = await deps.call(createCredential, { params, body: { label } });
      update((rows) => [row, ...rows.filter((one) => one.id !== row.id)]);
      return { ...row, token };
    },
    revoke(id, { over, failed }) {
      const send = () =>
        deps
          .call(revokeCredential, { params: { ...params, credential_id: id }, keepalive: true })
          .then((row) => update((rows) => rows.map((one) => (one.id === id ? row : one))), failed);
      thoughts.put(id, send, over);
    },
    keep: thoughts.keep,
  };
}
