import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from './api.ts';
import { Cancelled, failureCode, type StoreDeps, type View, viewOf } from './store-deps.ts';

/** The part of a store's state that the loader sets by itself; what is `ready` the store sets. */
type Waiting = { status: 'loading' } | { status: 'error'; code: ApiErrorCode };

export interface Loader {
  view: View;
  load(): Promise<void>;
  /** Answers that were asked for before are older than what the store has now: they are dropped. */
  overtake(): void;
  /** Whether nothing has been loaded or overtaken since now; for what a store reads beside `load`. */
  watch(): () => boolean;
  /**
   * Reads a next page, one at a time. `load` makes it void. `failed` gets why it could not be had, null when the views went; without it the end of
   * the list asks again when it is reached again.
   */
  more<Page>(read: () => Promise<Page>, take: (page: Page) => void, failed?: (error: unknown) => void): Promise<void>;
  /** A view is there: loads what isn't shown yet and listens. The returned end also cancels what was to follow later. */
  start(hear: (event: LiveEvent) => void, ...later: readonly { cancel(): void }[]): () => void;
}

/**
 * Reads for a store, again whenever asked. Only the newest answer counts, a read whose views went says nothing, and a failure is shown
 * only where nothing is: rows that are there stay, and the live lamp tells that the line is down.
 */
export function createLoader<Data>(
  deps: Pick<StoreDeps, 'call' | 'live'>,
  $state: { get(): { status: 'loading' | 'ready' | 'error' }; set(state: Waiting): void },
  options: {
    /** Between two pages it says `goOn`, which throws when a newer read has begun; then it may show what it has so far. */
    read: (call: View['call'], goOn: () => void) => Promise<Data>;
    take: (data: Data) => void;
    /** Shows that it loads when the read before failed; else the failure stays until the answer. */
    retryShown?: boolean;
    /** Whether a view that comes finds everything; else it loads. */
    isShown?: () => boolean;
    /** What a failure means where the rows that are there must not stay. */
    failed?: (code: ApiErrorCode) => void;
    /** Of a store that reads more than this. */
    view?: View;
  },
): Loader {
  const { read, take, retryShown = false, view = viewOf(deps) } = options;
  const isReady = () => $state.get().status === 'ready';
  const isShown = options.isShown ?? isReady;
  const failed =
    options.failed ??
    ((code: ApiErrorCode) => {
      if (!isReady()) $state.set({ status: 'error', code });
    });
  let generation = 0;
  /** The generation whose next page is on its way. */
  let paging = -1;
  const watch = () => {
    const begun = generation;
    return () => begun === generation;
  };
  async function load(): Promise<void> {
    generation++;
    const isNewest = watch();
    if (retryShown && $state.get().status === 'error') $state.set({ status: 'loading' });
    try {
      const data = await read(view.call, () => {
        if (!isNewest()) throw new Cancelled();
      });
      if (isNewest()) take(data);
    } catch (error) {
      if (!(error instanceof Cancelled) && isNewest()) failed(failureCode(error));
    }
  }
  return {
    view,
    load,
    overtake: () => {
      generation++;
    },
    watch,
    async more(readPage, takePage, pageFailed) {
      if (paging === generation) return;
      const isNewest = watch();
      const asked = generation;
      paging = asked;
      try {
        const page = await readPage();
        if (isNewest()) takePage(page);
      } catch (error) {
        if (isNewest()) pageFailed?.(error instanceof Cancelled ? null : error);
      } finally {
        if (paging === asked) paging = -1;
      }
    },
    start(hear, ...later) {
      const end = view.start(hear, { isShown, load });
      return () => {
        for (const one of later) one.cancel();
        end();
      };
    },
  };
}

/** Rows with those of a next page; one that has moved there meanwhile stays where it is. */
export function withPage<R extends { id: string }>(rows: readonly R[], page: readonly R[]): R[] {
  const there = new Set(rows.map((row) => row.id));
  return [...rows, ...page.filter((row) => !there.has(row.id))];
}
