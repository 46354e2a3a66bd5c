import { atom, type ReadableAtom } from 'nanostores';
import type { StoreDeps } from './store-deps.ts';

/** Time in which something that can't be undone on the server can still be taken back, milliseconds. */
export const SECOND_THOUGHTS_MS = 8_000;

/** What whoever asked for a step hears of it. */
export interface StepHeard {
  /** It was sent or kept: from now on there is nothing to take back. */
  over(): void;
  failed(error: unknown): void;
}

export interface SecondThoughts {
  /** Ids of what is about to be sent. */
  $waiting: ReadableAtom<ReadonlySet<string>>;
  /**
   * Sends after {@link SECOND_THOUGHTS_MS}, or when the page is left: `send` asks with `keepalive`, or the browser cuts it off. Nothing more
   * for an id that waits already.
   */
  put(id: string, send: () => void, over: StepHeard['over']): void;
  keep(id: string): void;
}

// Of the whole page: a step outlives the view in which it was asked for, and a view that comes back shows that it waits.
const waiting = new Map<string, () => void>();
const $waiting = atom<ReadonlySet<string>>(new Set());

function end(id: string): void {
  const stop = waiting.get(id);
  waiting.delete(id);
  $waiting.set(new Set(waiting.keys()));
  stop?.();
}

/** Steps that have no way back on the server are sent only when the time for second thoughts is over. */
export function createSecondThoughts({ timers, leaving }: Pick<StoreDeps, 'timers' | 'leaving'>): SecondThoughts {
  return {
    $waiting,
    put(id, send, over) {
      if (waiting.has(id)) return;
      const done = () => {
        end(id);
        send();
      };
      const timer = timers.setTimeout(done, SECOND_THOUGHTS_MS);
      const stay = leaving(done);
      waiting.set(id, () => {
        timers.clearTimeout(timer);
        stay();
        over();
      });
      $waiting.set(new Set(waiting.keys()));
    },
    keep: end,
  };
}
