import { type Api, ApiError, type ApiErrorCode } from './api.ts';
import type { Live } from './live.ts';

export interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Everything outside that a store touches; tests give their own. */
export interface StoreDeps {
  organization: string;
  call: Api['call'];
  live: Pick<Live, 'on'>;
  /** Milliseconds since the epoch. */
  now(): number;
  timers: Timers;
}

/** Why a call failed; whatever isn't an answer of the API counts as a broken network. */
export function failureCode(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'network';
}

/** The row that came with a `stale_rev`, else null. */
export function currentRow<T>(error: unknown): T | null {
  return error instanceof ApiError && error.code === 'stale_rev' && error.current ? (error.current as T) : null;
}

/** One run after calls have been quiet for `ms`, at the latest after five times as long. */
export function debounce(timers: Timers, now: () => number, ms: number, run: () => void): { call(): void; cancel(): void } {
  let timer: unknown = null;
  let since = 0;
  const cancel = () => {
    if (timer !== null) timers.clearTimeout(timer);
    timer = null;
  };
  return {
    call() {
      if (timer === null) since = now();
      const left = Math.min(ms, Math.max(0, since + 5 * ms - now()));
      const started = since;
      cancel();
      timer = timers.setTimeout(() => {
        timer = null;
        run();
      }, left);
      since = started;
    },
    cancel,
  };
}
