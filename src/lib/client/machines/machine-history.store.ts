import { atom, type ReadableAtom } from 'nanostores';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { listMachineHistory } from '../../contract/machines.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader, withPage } from '../kernel/loader.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export type MachineHistoryState =
  | { status: 'loading' }
  | { status: 'ready'; events: readonly AuditEvent[]; next: string | null }
  | { status: 'error'; code: ApiErrorCode };

export interface MachineHistoryStore {
  $state: ReadableAtom<MachineHistoryState>;
  start(): () => void;
  load(): Promise<void>;
  /** Older changes, when there are some. @throws ApiError */
  more(): Promise<void>;
}

const CHANGES_MS = 300;

/** Who changed what of a machine, the newest first. */
export function createMachineHistory(deps: StoreDeps, id: string): MachineHistoryStore {
  const $state = atom<MachineHistoryState>({ status: 'loading' });
  const params = { organization_id: deps.organization, id };

  const loader = createLoader(deps, $state, {
    read: (call) => call(listMachineHistory, { params }),
    take: ({ items, next_cursor }) => $state.set({ status: 'ready', events: items, next: next_cursor }),
  });
  const { load } = loader;
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());
  const hear = (event: LiveEvent) => {
    if (event.name === 'reset') void load();
    // Files name only themselves: any of them may be one of this machine.
    else if (event.name === 'changed' && (event.data.id === id || event.data.entity === 'files')) following.call();
  };

  return {
    $state,
    start: () => loader.start(hear, following),
    load,
    async more() {
      const state = $state.get();
      if (state.status !== 'ready' || state.next === null) return;
      const { events, next } = state;
      await loader.more(
        () => loader.view.call(listMachineHistory, { params, query: { cursor: next } }),
        ({ items, next_cursor }) => $state.set({ status: 'ready', events: withPage(events, items), next: next_cursor }),
        (error) => {
          if (error !== null) throw error;
        },
      );
    },
  };
}
