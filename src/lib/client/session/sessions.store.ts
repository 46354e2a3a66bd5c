import { atom, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { listSessions, revokeOtherSessions, revokeSession, type Session } from '../../contract/sessions.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { failureCode, type StoreDeps } from '../kernel/store-deps.ts';

export type SessionsState = { status: 'loading' } | { status: 'ready'; rows: readonly Session[] } | { status: 'error'; code: ApiErrorCode };

export interface SessionsStore {
  $state: ReadableAtom<SessionsState>;
  /** Ids of sessions that are being ended. */
  $ending: ReadableAtom<ReadonlySet<string>>;
  start(): () => void;
  load(): Promise<void>;
  /** Signs another browser out. One that is gone already counts as signed out. @throws ApiError */
  end(id: string): Promise<void>;
  /** Signs all browsers out but this one, also those that signed in after the list was read. @throws ApiError */
  endOthers(): Promise<void>;
}

/** Sessions belong to a person and not to an organisation, so no stream tells of them. */
const SILENT: StoreDeps['live'] = { on: () => () => undefined, missed: () => [] };

/** The signed-in browsers of the person. */
export function createSessions(
  { call }: Pick<StoreDeps, 'call'>,
  { answer = null }: { answer?: ResponseOf<typeof listSessions> | null } = {},
): SessionsStore {
  const $state = atom<SessionsState>(answer ? { status: 'ready', rows: answer.items } : { status: 'loading' });
  const $ending = atom<ReadonlySet<string>>(new Set());

  const keep = (wanted: (row: Session) => boolean) => {
    // An answer that was asked for before still has what is gone now.
    loader.overtake();
    const state = $state.get();
    if (state.status === 'ready') $state.set({ status: 'ready', rows: state.rows.filter(wanted) });
  };
  const mark = (id: string, ending: boolean) => {
    const ids = new Set($ending.get());
    if (ending) ids.add(id);
    else ids.delete(id);
    $ending.set(ids);
  };

  const loader = createLoader({ call, live: SILENT }, $state, {
    read: (ask) => ask(listSessions),
    take: ({ items }) => $state.set({ status: 'ready', rows: items }),
    retryShown: true,
  });
  const { load } = loader;

  return {
    $state,
    $ending,
    start: () => loader.start(() => undefined),
    load,
    async end(id) {
      if ($ending.get().has(id)) return;
      mark(id, true);
      try {
        await call(revokeSession, { params: { session_id: id } }).catch((error: unknown) => {
          if (failureCode(error) !== 'not_found') throw error;
        });
        keep((row) => row.id !== id);
      } finally {
        mark(id, false);
      }
    },
    async endOthers() {
      await call(revokeOtherSessions);
      keep((row) => row.current);
    },
  };
}
