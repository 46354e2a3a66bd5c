/** Chance that is the same in every run: a demo started again meets what it made. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number;
  between(least: number, most: number): number;
  /** Whole milliseconds of a normal spread, never below a third of the mean. */
  around(meanMs: number, spreadMs: number): number;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    around(meanMs, spreadMs) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return Math.round(Math.max(meanMs / 3, meanMs + spreadMs * normal));
    },
  };
}
