import type { AlarmSample } from './fold.ts';

/**
 * Changes of a value: that of a sample less that of the oldest one within the window before it. So a change depends on nothing but readings of
 * that window, by their own time: one that comes late changes what follows it for as long as the window is, and nothing else. After a silence
 * longer than the window there is none, since nobody knows in which time the value changed.
 */
export class Changes {
  readonly #longest: number;
  #samples: AlarmSample[] = [];
  #first = 0;

  /** @param longest the longest window that is asked for, microseconds */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** @param sample newer than every one before it */
  next({ ts, value }: AlarmSample): AlarmSample {
    const { ends } = this.#forget(ts - this.#longest);
    const before = this.#samples;
    const first = this.#first;
    const change = (window: number): number | null => {
      for (let at = first; at < ends; at++) if (before[at]!.ts >= ts - window) return value - before[at]!.value;
      return null;
    };
    before.push({ ts, value });
    return { ts, value, change };
  }

  #forget(until: number): { ends: number } {
    while (this.#first < this.#samples.length && this.#samples[this.#first]!.ts < until) this.#first++;
    if (this.#first > 1_000 && this.#first * 2 > this.#samples.length) {
      this.#samples = this.#samples.slice(this.#first);
      this.#first = 0;
    }
    return { ends: this.#samples.length };
  }
}
