import { atom, type ReadableAtom } from 'nanostores';
import type { StoreDeps } from './store-deps.ts';

/** Time in which something that can't be undone on the server can still be taken back, milliseconds. */
export const SECOND_THOUGHTS_MS = 8_000;

export interface SecondThoughts {
  /** Ids of what is about to be sent. */
  $waiting: ReadableAtom<ReadonlySet<string>>;
  /** Sends after {@link SECOND_THOUGHTS_MS}; nothing more for an id that waits already. */
  put(id: string, send: () => void): void;
  keep(id: string): void;
  /** Sends what waits at once, because the page may go away. */
  flush(): void;
}

/** Steps that have no way back on the server are sent only when the time for second thoughts is over. */
export function createSecondThoughts({ timers }: Pick<StoreDeps, 'timers'>): SecondThoughts {
  const $waiting = atom<ReadonlySet<string>>(new Set());
  const waiting = new Map<string, { timer: unknown; send: () => void }>();
  const announce = () => $waiting.set(new Set(waiting.keys()));
  function keep(id: string): void {
    timers.clearTimeout(waiting.get(id)?.timer);
    waiting.delete(id);
    announce();
  }
  return {
    $waiting,
    put(id, send) {
      if (waiting.has(id)) return;
      const done = () => {
        keep(id);
        send();
      };
      waiting.set(id, { send: done, timer: timers.setTimeout(done, SECOND_THOUGHTS_MS) });
      announce();
    },
    keep,
    flush() {
      for (const { send } of [...waiting.values()]) send();
    },
  };
}
