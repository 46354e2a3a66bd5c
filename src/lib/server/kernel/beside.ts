import { setTimeout } from 'node:timers/promises';

/** So much longer than its work does a job rest: it takes a fortieth of the time, also where everything is slow. */
const REST = 39;
const LEAST_MS = 100;
const MOST_MS = 30_000;

/** How long a job that works beside everybody else rests after a part of its work, milliseconds. */
export const restAfter = (workedMs: number): number => Math.min(MOST_MS, Math.max(LEAST_MS, REST * workedMs));

/** Rests, until the process is to stop. @param workedMs how long the part took, waiting for others included */
export async function besideOthers(workedMs: number, stopping?: () => boolean): Promise<void> {
  for (let left = restAfter(workedMs); left > 0 && !stopping?.(); left -= LEAST_MS) await setTimeout(Math.min(left, LEAST_MS));
}

/** Rests after a part of a job's work. @param workedMs how long the part took */
export type Rest = (workedMs: number, stopping?: () => boolean) => Promise<unknown>;

/** Short parts add up until a rest of its least length is due for them: a job that looks a thousand times and finds nothing rests for that too. */
export function addingUp(rest: Rest): Rest {
  let dueMs = 0;
  return async (workedMs, stopping) => {
    dueMs += workedMs;
    if (dueMs * REST < LEAST_MS) return;
    const all = dueMs;
    dueMs = 0;
    await rest(all, stopping);
  };
}
