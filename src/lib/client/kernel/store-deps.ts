import type { Endpoint } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
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
  live: Pick<Live, 'on' | 'missed'>;
  /** Milliseconds since the epoch. */
  now(): number;
  timers: Timers;
  /** Runs `work` when the page is hidden or goes away; returns how to stop it. */
  leaving(work: () => void): () => void;
}

/** A read that was given up because its view went. */
export class Cancelled extends Error {}

/** The calls of a store while a view shows it. When the last view goes, reads that are under way are cancelled; writes go on. */
export interface View {
  /** @throws Cancelled beside what the API throws */
  call: Api['call'];
  /**
   * A view is there: loads what isn't shown yet, listens to the live stream; returns the end of it. What is shown already came with the page,
   * which may be older than a stream that is open by now: then `hear` gets what it missed.
   */
  start(hear: (event: LiveEvent) => void, content?: { isShown(): boolean; load(): unknown }): () => void;
}

export function viewOf({ call, live }: Pick<StoreDeps, 'call' | 'live'>): View {
  let views = 0;
  let reads = new AbortController();
  const given = call as (endpoint: Endpoint, options?: { signal?: AbortSignal }) => Promise<unknown>;
  async function read(endpoint: Endpoint, options: { signal?: AbortSignal } = {}): Promise<unknown> {
    const { signal } = reads;
    try {
      return await given(endpoint, { ...options, signal: options.signal ? AbortSignal.any([signal, options.signal]) : signal });
    } catch (error) {
      throw signal.aborted ? new Cancelled() : error;
    }
  }
  return {
    call: ((endpoint: Endpoint, options?: object) =>
      endpoint.method === 'GET' ? read(endpoint, options) : given(endpoint, options)) as Api['call'],
    start(hear, content) {
      if (reads.signal.aborted) reads = new AbortController();
      views++;
      const shown = content?.isShown();
      if (shown === false) content?.load();
      const off = live.on(hear);
      if (shown) for (const event of live.missed()) hear(event);
      return () => {
        off();
        if (--views === 0) reads.abort();
      };
    },
  };
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
