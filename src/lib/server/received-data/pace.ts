/** How long one slice may hold the writer, milliseconds, where that can be had: half of what a message that comes meanwhile may wait. */
const AIM_MS = 25;
/** Keys of a first slice, and the fewest of any. */
const FIRST_KEYS = 50;
const FEWEST_KEYS = 10;

/**
 * How many keys a slice takes: as many as the slices before it could change in the time that one may take, on this machine and as busy as it is
 * now. A slow slice shortens the next one at once; fast ones lengthen it step by step.
 */
export class Pace {
  readonly #most: number;
  #keys: number;

  constructor(most: number) {
    this.#most = most;
    this.#keys = Math.min(most, FIRST_KEYS);
  }

  get keys(): number {
    return this.#keys;
  }

  /** A slice of so many keys took so long, with its commit. */
  took(keys: number, ms: number): void {
    if (keys === 0) return;
    const fitting = Math.floor((keys * AIM_MS) / Math.max(ms, 1));
    const longer = Math.ceil(this.#keys * 1.5);
    this.#keys = Math.min(this.#most, Math.max(FEWEST_KEYS, Math.min(fitting, longer)));
  }
}
