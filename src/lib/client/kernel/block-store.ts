import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import type { Api, ApiErrorCode } from './api.ts';
import { createLoader } from './loader.ts';
import { debounce, type StoreDeps } from './store-deps.ts';

/** Where a block asks. */
export interface Ask {
  call: Api['call'];
  organization: string;
  workspace: string | null;
}
export type Loaded<Data> = { status: 'loading' } | { status: 'ready'; data: Data } | { status: 'error'; code: ApiErrorCode };
export interface BlockStore<Data> {
  $state: ReadableAtom<Loaded<Data>>;
  start(): () => void;
  load(): Promise<void>;
}

export interface BlockTools<Data> {
  set(data: Data): void;
  /** Loads again a moment later. */
  reload(): void;
}

/** Several changes at once are one new look, milliseconds. */
const SETTLE_MS = 1_000;

/** Data of a block: loaded once, again when `hear` says so, and at the latest after `everyMs`. */
export function createBlock<Data>(
  deps: StoreDeps,
  initial: Data | null,
  ask: (call: Api['call']) => Promise<Data>,
  { hear, everyMs }: { hear(event: LiveEvent, shown: Data | null, tools: BlockTools<Data>): void; everyMs?: number },
): BlockStore<Data> & BlockTools<Data> {
  const $state = atom<Loaded<Data>>(initial === null ? { status: 'loading' } : { status: 'ready', data: initial });
  const shown = () => {
    const state = $state.get();
    return state.status === 'ready' ? state.data : null;
  };
  const loader = createLoader(deps, $state, { read: ask, take: (data) => $state.set({ status: 'ready', data }), retryShown: true });
  const { load } = loader;
  const soon = debounce(deps.timers, deps.now, SETTLE_MS, () => void load());
  const tools: BlockTools<Data> = { set: (data) => $state.set({ status: 'ready', data }), reload: soon.call };
  return {
    ...tools,
    $state,
    load,
    start() {
      const heard = (event: LiveEvent) => {
        if (event.name === 'reset') void load();
        else hear(event, shown(), tools);
      };
      const stop = loader.start(heard, soon);
      let timer: unknown;
      const tick = () => {
        if (everyMs === undefined) return;
        timer = deps.timers.setTimeout(() => {
          void load();
          tick();
        }, everyMs);
      };
      tick();
      return () => {
        stop();
        deps.timers.clearTimeout(timer);
      };
    },
  };
}
