import type { Timers } from '../kernel/timers.ts';

/** Timers that ring when told. */
export function testTimers() {
  const waiting = new Map<number, { run: () => void; ms: number; again: boolean }>();
  let count = 0;
  const add = (run: () => void, ms: number, again: boolean) => {
    waiting.set(++count, { run, ms, again });
    return count;
  };
  const timers: Timers = {
    setTimeout: (run, ms) => add(run, ms, false),
    setInterval: (run, ms) => add(run, ms, true),
    clearTimeout: (timer) => waiting.delete(timer as number),
    clearInterval: (timer) => waiting.delete(timer as number),
  };
  /** Rings all that wait for so long. */
  const ring = (ms: number) => {
    for (const [id, timer] of [...waiting])
      if (timer.ms === ms) {
        if (!timer.again) waiting.delete(id);
        timer.run();
      }
  };
  return { timers, ring, waiting };
}
