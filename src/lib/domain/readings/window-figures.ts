import { meanKineticTemperature } from './climate.ts';

/**
 * Figures of the readings of a window in one pass, which needs no more room for a year than for an hour. They equal those of the plain functions
 * of `over-time.ts` and `climate.ts` on the same readings, with the lines to the neighbours outside cut at the edges of the window.
 */

export interface WindowOptions {
  /** Microseconds; from ≤ ts < to. */
  from: number;
  to: number;
  /** Farther apart than so many microseconds nothing is known between two readings. */
  gap: number;
  /** Null = nobody asks. */
  above: number | null;
  below: number | null;
}

export interface WindowFigures {
  n: number;
  min: number;
  max: number;
  /** Moments of the first reading that was the lowest, and of the first that was the highest, microseconds. */
  minAt: number;
  maxAt: number;
  /** Of the readings, whatever time they stand for. */
  arithmetic: number;
  /** Over the time that is known; NaN where none is. */
  timeWeighted: number;
  /** Of directions in degrees, 0 ≤ mean < 360; NaN where they cancel each other out. */
  circular: number;
  sum: number;
  last: number;
  /** Of a sample; NaN of a single reading. */
  sd: number;
  /** Seconds between neighbours that are no gap. */
  known: number;
  /** Part of the window that is known. */
  coverage: number;
  /** Seconds; NaN where nobody asked. */
  above: number;
  below: number;
  /** Unit of the values × seconds. */
  integral: number;
}

/** Two readings between which the value lies on a straight line. */
interface Line {
  ts: number;
  value: number;
}

/** Seconds of a line above a limit. */
function aboveOf({ length, from, to }: { length: number; from: number; to: number }, limit: number): number {
  const [low, high] = from < to ? [from, to] : [to, from];
  if (low > limit) return length;
  return high > limit ? (length * (high - limit)) / (high - low) : 0;
}

/** Collects readings in order of time: those of the window, and the nearest ones outside of it, which only draw lines to its edges. */
export function windowFigures({ from, to, gap, above, below }: WindowOptions) {
  let before: Line | null = null;
  let [n, mean, squares, sum, x, y] = [0, 0, 0, 0, 0, 0];
  let [min, max, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  let [minAt, maxAt] = [Number.NaN, Number.NaN];
  let [known, over, under, area] = [0, 0, 0, 0];

  function line(a: Line, b: Line): void {
    if (b.ts - a.ts > gap) return;
    const [start, end] = [Math.max(a.ts, from), Math.min(b.ts, to)];
    if (end <= start) return;
    const at = (ts: number) =>
      ts === a.ts ? a.value : ts === b.ts ? b.value : a.value + ((b.value - a.value) * (ts - a.ts)) / (b.ts - a.ts);
    const piece = { length: (end - start) / 1e6, from: at(start), to: at(end) };
    known += piece.length;
    area += (piece.length * (piece.from + piece.to)) / 2;
    if (above !== null) over += aboveOf(piece, above);
    if (below !== null) under += aboveOf({ ...piece, from: -piece.from, to: -piece.to }, -below);
  }

  return {
    add(ts: number, value: number): void {
      const now = { ts, value };
      if (before) line(before, now);
      before = now;
      if (ts < from || ts >= to) return;
      n += 1;
      const difference = value - mean;
      mean += difference / n;
      squares += difference * (value - mean);
      sum += value;
      if (value < min) [min, minAt] = [value, ts];
      if (value > max) [max, maxAt] = [value, ts];
      last = value;
      x += Math.cos((value * Math.PI) / 180);
      y += Math.sin((value * Math.PI) / 180);
    },
    /** A reading that doesn't count: nothing is known from the one before it to the one after it. */
    cut(): void {
      before = null;
    },
    /** Null without any reading in the window. */
    figures(): WindowFigures | null {
      if (n === 0) return null;
      const direction = Math.hypot(x, y) < 1e-9 * n ? Number.NaN : ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
      return {
        n,
        min,
        max,
        minAt,
        maxAt,
        arithmetic: Math.min(max, Math.max(min, sum / n)),
        timeWeighted: area / known,
        circular: direction,
        sum,
        last,
        sd: n > 1 ? Math.sqrt(squares / (n - 1)) : Number.NaN,
        known,
        coverage: known / ((to - from) / 1e6),
        above: above === null ? Number.NaN : over,
        below: below === null ? Number.NaN : under,
        integral: area,
      };
    },
  };
}

/** Readings of one page of mean kinetic temperature. */
const AT_ONCE = 10_000;

/** Mean kinetic temperature of readings that come one after another: that of the pages' means, each with the weight of its readings. */
export function kineticFold() {
  const page: number[] = [];
  const means: number[] = [];
  const weights: number[] = [];
  const close = () => {
    if (page.length === 0) return;
    means.push(meanKineticTemperature(page));
    weights.push(page.length);
    page.length = 0;
  };
  return {
    /** @param celsius °C */
    add(celsius: number): void {
      page.push(celsius);
      if (page.length === AT_ONCE) close();
    },
    /** °C; NaN without any. */
    mean(): number {
      close();
      return meanKineticTemperature(means, undefined, weights);
    },
  };
}
