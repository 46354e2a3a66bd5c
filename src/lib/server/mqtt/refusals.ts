import type { Clock } from '../kernel/context.ts';

/** Refused connections of one address that are answered at once, and the longest time that later ones wait, milliseconds. */
const FREE = 10;
const FIRST_MS = 250;
const MOST_MS = 30_000;
const FORGET_US = 600e6;
const REMEMBERED = 10_000;

/**
 * Connections that were refused, by network. Who guesses tokens, or comes with a revoked one again and again, waits longer and longer for
 * the same answer; good tokens of the same address are answered at once.
 */
export class Refusals {
  readonly #clock: Clock;
  readonly #counts = new Map<string, { count: number; last: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one more; gives the milliseconds for which its answer is held back. */
  count(network: string): number {
    const now = this.#clock.now();
    const known = this.#counts.get(network);
    const count = known && now - known.last < FORGET_US ? known.count + 1 : 1;
    this.#counts.delete(network);
    this.#counts.set(network, { count, last: now });
    if (this.#counts.size > REMEMBERED) this.#counts.delete(this.#counts.keys().next().value as string);
    return count <= FREE ? 0 : Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(20, count - FREE - 1));
  }
}
