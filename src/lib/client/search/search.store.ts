import { atom, type ReadableAtom } from 'nanostores';
import { type SearchHit, search as searchEndpoint } from '../../contract/search.ts';
import { searchWords } from '../../domain/text/folded.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

/** Hits stay while the next ones are on their way, so that the list doesn't jump with every letter. */
export type SearchState = { status: 'loading' | 'ready'; hits: readonly SearchHit[] } | { status: 'error'; code: ApiErrorCode };

export interface SearchStore {
  $state: ReadableAtom<SearchState>;
  /** Searches as somebody types; the last text wins. A text without a word finds nothing. */
  type(text: string): void;
  /** The same search again, after a failure. */
  again(): void;
  /** A view is there; returns the end, after which nothing is asked any more. */
  start(): () => void;
}

const TYPING_MS = 120;
const NOTHING: SearchState = { status: 'ready', hits: [] };

/** Everything in one organisation that the person may open, found by any part of its texts. */
export function createSearch(deps: Pick<StoreDeps, 'organization' | 'call' | 'live' | 'timers' | 'now'>): SearchStore {
  const $state = atom<SearchState>(NOTHING);
  let text = '';
  const loader = createLoader(
    deps,
    { get: () => $state.get(), set: () => undefined },
    {
      read: (call) => call(searchEndpoint, { params: { organization_id: deps.organization }, query: { q: text } }),
      take: ({ items }) => $state.set({ status: 'ready', hits: items }),
      isShown: () => true,
      failed: (code) => $state.set({ status: 'error', code }),
    },
  );
  const typing = debounce(deps.timers, deps.now, TYPING_MS, () => void loader.load());
  const wait = () => {
    const before = $state.get();
    $state.set({ status: 'loading', hits: 'hits' in before ? before.hits : [] });
  };
  return {
    $state,
    type(typed) {
      if (typed.trim() === text) return;
      text = typed.trim();
      loader.overtake();
      typing.cancel();
      if (searchWords(text).length === 0) $state.set(NOTHING);
      else {
        wait();
        typing.call();
      }
    },
    again() {
      wait();
      void loader.load();
    },
    start: () => loader.start(() => undefined, typing),
  };
}
