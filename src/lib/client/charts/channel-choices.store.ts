import { atom, type ReadableAtom } from 'nanostores';
import { type ChannelChoice, listChannelChoices } from '../../contract/channels.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export type ChannelChoicesState =
  | { status: 'loading' }
  /** `more` = there are others that the search doesn't show. */
  | { status: 'ready'; rows: readonly ChannelChoice[]; more: boolean }
  | { status: 'error'; code: ApiErrorCode };

export interface ChannelChoicesStore {
  $state: ReadableAtom<ChannelChoicesState>;
  search(q: string): void;
}

const TYPING_MS = 220;

/** Channels of all loggers that one may see, of which some are to be chosen; of a workspace where one is chosen. */
export function createChannelChoices(deps: StoreDeps, workspace: string | null): ChannelChoicesStore {
  const $state = atom<ChannelChoicesState>({ status: 'loading' });
  let searched = false;
  let text = '';
  const { load } = createLoader(deps, $state, {
    read() {
      const q = text.trim();
      return deps.call(listChannelChoices, {
        params: { organization_id: deps.organization },
        query: { ...(q === '' ? {} : { q }), ...(workspace === null ? {} : { workspace_id: workspace }) },
      });
    },
    take: ({ items, more }) => $state.set({ status: 'ready', rows: items, more }),
    // Channels of another search would be the wrong ones.
    failed: (code) => $state.set({ status: 'error', code }),
  });
  const typing = debounce(deps.timers, deps.now, TYPING_MS, () => void load());
  return {
    $state,
    search(q) {
      text = q.slice(0, 200);
      if (searched) typing.call();
      else void load();
      searched = true;
    },
  };
}
