import { setTimeout } from 'node:timers/promises';

/** So much longer than its work does a job rest: it takes a twentieth of the time, also where everything is slow. */
const REST = 19;
const LEAST_MS = 100;
const MOST_MS = 10_000;

/** How long a job that works beside everybody else rests after a part of its work, milliseconds. */
export const restAfter = (workedMs: number): number => Math.min(MOST_MS, Math.max(LEAST_MS, REST * workedMs));

/** Rests, until the process is to stop. @param workedMs how long the part took, waiting for others included */
export async function besideOthers(workedMs: number, stopping?: () => boolean): Promise<void> {
  for (let left = restAfter(workedMs); left > 0 && !stopping?.(); left -= LEAST_MS) await setTimeout(Math.min(left, LEAST_MS));
}
