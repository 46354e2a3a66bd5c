import type { Timers } from '../kernel/store-deps.ts';

/** What asks for a pass soon. */
const SOON_MS = 400;
const FIRST_WAIT_MS = 2_000;
export const LONGEST_WAIT_MS = 30_000;

/** Waits that grow, half of them by chance, so that the tablets of a hall don't come back at once. */
function backoff(attempt: number, random: () => number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
  return Math.round(longest / 2 + (longest / 2) * random());
}

export interface Passes {
  /** One whole pass now; during one it is that one, and another follows soon, also after one that failed: a network may have come back meanwhile. */
  run(): Promise<void>;
  /** There is something new: soon, after the pass under way, or when a wait after failures is over. */
  ask(): void;
  /** The next pass, after so many milliseconds. */
  later(ms: number): void;
  stop(): void;
}

/**
 * What a tablet sends goes out in passes, never two at once; after one that failed the next waits, longer each time.
 * @param failed says so where it is seen, before the wait begins
 */
export function createPasses({
  timers,
  random,
  pass,
  failed = () => undefined,
}: {
  timers: Timers;
  random(): number;
  pass(): Promise<void>;
  failed?(): void | Promise<void>;
}): Passes {
  let timer: unknown = null;
  let failures = 0;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  function later(ms: number): void {
    timers.clearTimeout(timer);
    timer = stopped ? null : timers.setTimeout(() => void run(), ms);
  }

  async function once(): Promise<void> {
    try {
      await pass();
      failures = 0;
    } catch {
      await failed();
      later(backoff(failures++, random));
    }
  }

  async function run(): Promise<void> {
    if (stopped) return;
    if (running) {
      again = true;
      return running;
    }
    timers.clearTimeout(timer);
    running = once().finally(() => {
      running = null;
      if (!again) return;
      again = false;
      later(SOON_MS);
    });
    return running;
  }

  return {
    run,
    later,
    ask() {
      if (running) again = true;
      else if (failures === 0) later(SOON_MS);
    },
    stop() {
      stopped = true;
      timers.clearTimeout(timer);
    },
  };
}
