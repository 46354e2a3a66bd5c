import { atom, type ReadableAtom } from 'nanostores';
import { type Credential, createCredential, listCredentials, revokeCredential } from '../contract/credentials.ts';
import type { LiveEvent } from '../contract/events.ts';
import type { ApiErrorCode } from './api.ts';
import { Cancelled, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

export type CredentialsState =
  | { status: 'loading' }
  | { status: 'ready'; rows: readonly Credential[] }
  | { status: 'error'; code: ApiErrorCode };

/** Time in which a revocation can be taken back, milliseconds. */
export const REVOKE_DELAY_MS = 8_000;

export interface CredentialsStore {
  $state: ReadableAtom<CredentialsState>;
  /** Ids of tokens whose revocation is about to be sent. */
  $revoking: ReadableAtom<ReadonlySet<string>>;
  start(): () => void;
  load(): Promise<void>;
  /** The answer is the only place that ever has the token; the store doesn't keep it. */
  create(label: string | null): Promise<Credential & { token: string }>;
  /** Revokes after {@link REVOKE_DELAY_MS}; `failed` hears why it could not be. */
  revoke(id: string, failed: (error: unknown) => void): void;
  keep(id: string): void;
  /** Sends what waits at once, because the page may go away. */
  flush(): void;
}

/** Tokens of one logger. A revocation can't be undone on the server, so it is sent only when the time for second thoughts is over. */
export function createCredentials(deps: StoreDeps, datalogger: string): CredentialsStore {
  const $state = atom<CredentialsState>({ status: 'loading' });
  const $revoking = atom<ReadonlySet<string>>(new Set());
  const waiting = new Map<string, { timer: unknown; send: () => void }>();
  const params = { organization_id: deps.organization, id: datalogger };
  const view = viewOf(deps);
  let generation = 0;

  const update = (change: (rows: readonly Credential[]) => readonly Credential[]) => {
    const state = $state.get();
    if (state.status === 'ready') $state.set({ status: 'ready', rows: change(state.rows) });
  };
  const announceWaiting = () => $revoking.set(new Set(waiting.keys()));

  async function load(): Promise<void> {
    const mine = ++generation;
    try {
      const { items } = await view.call(listCredentials, { params });
      if (mine === generation) $state.set({ status: 'ready', rows: items });
    } catch (error) {
      if (!(error instanceof Cancelled) && mine === generation && $state.get().status !== 'ready')
        $state.set({ status: 'error', code: failureCode(error) });
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && event.data.entity === 'credentials' && event.data.datalogger_id === datalogger) void load();
  }

  function keep(id: string): void {
    deps.timers.clearTimeout(waiting.get(id)?.timer);
    waiting.delete(id);
    announceWaiting();
  }

  return {
    $state,
    $revoking,
    start: () => view.start(hear, { isShown: () => $state.get().status === 'ready', load }),
    load,
    async create(label) {
      const { token, ...row } = await deps.call(createCredential, { params, body: { label } });
      update((rows) => [row, ...rows.filter((one) => one.id !== row.id)]);
      return { ...row, token };
    },
    revoke(id, failed) {
      if (waiting.has(id)) return;
      const send = () => {
        keep(id);
        deps
          .call(revokeCredential, { params: { ...params, credential_id: id } })
          .then((row) => update((rows) => rows.map((one) => (one.id === id ? row : one))), failed);
      };
      waiting.set(id, { send, timer: deps.timers.setTimeout(send, REVOKE_DELAY_MS) });
      announceWaiting();
    },
    keep,
    flush() {
      for (const { send } of [...waiting.values()]) send();
    },
  };
}
