/**
 * Figures of readings over time. `ts` are microseconds, increasing; between two readings the value lies on the straight line that joins them, but
 * not across a gap: where two neighbours are farther apart than `gap` microseconds, nothing is known between them.
 */

const US_PER_SECOND = 1_000_000;

interface Piece {
  /** Seconds. */
  length: number;
  from: number;
  to: number;
}

function* pieces(ts: readonly number[], values: readonly number[], gap: number): Generator<Piece> {
  for (let i = 1; i < ts.length; i++) {
    const us = ts[i]! - ts[i - 1]!;
    if (us <= gap) yield { length: us / US_PER_SECOND, from: values[i - 1]!, to: values[i]! };
  }
}

/**
 * Area under the values, trapezoid by trapezoid.
 * @returns unit of the values × seconds: W give J, ÷ 3,600,000 kWh
 */
export function integral(ts: readonly number[], values: readonly number[], gap = Infinity): number {
  let area = 0;
  for (const { length, from, to } of pieces(ts, values, gap)) area += (length * (from + to)) / 2;
  return area;
}

/**
 * Mean over time: the area ÷ the time that is known.
 * @returns unit of the values; NaN where no time is known
 */
export function timeWeightedMean(ts: readonly number[], values: readonly number[], gap = Infinity): number {
  return integral(ts, values, gap) / knownTime(ts, gap);
}

/** @returns seconds between neighbours that are no gap */
export function knownTime(ts: readonly number[], gap = Infinity): number {
  let seconds = 0;
  for (const { length } of pieces(ts, ts, gap)) seconds += length;
  return seconds;
}

/**
 * Time above a limit, with the moments at which the straight lines cross it; on the limit is not above.
 * @returns seconds
 */
export function timeAbove(ts: readonly number[], values: readonly number[], limit: number, gap = Infinity): number {
  let seconds = 0;
  for (const { length, from, to } of pieces(ts, values, gap)) {
    const [low, high] = from < to ? [from, to] : [to, from];
    if (low > limit) seconds += length;
    else if (high > limit) seconds += (length * (high - limit)) / (high - low);
  }
  return seconds;
}

/** Time below a limit, as `timeAbove`. */
export const timeBelow = (ts: readonly number[], values: readonly number[], limit: number, gap = Infinity): number =>
  timeAbove(
    ts,
    values.map((value) => -value),
    -limit,
    gap,
  );

/**
 * What of a window is covered by readings.
 * @param from, to the window, microseconds
 * @returns a part of one; a reading at the window's edge or beyond it covers up to the edge
 */
export function coverage(ts: readonly number[], from: number, to: number, gap: number): number {
  let us = 0;
  for (let i = 1; i < ts.length; i++) if (ts[i]! - ts[i - 1]! <= gap) us += Math.max(0, Math.min(ts[i]!, to) - Math.max(ts[i - 1]!, from));
  return us / (to - from);
}

/**
 * Spans of a window in which nothing is known.
 * @returns microseconds, from the first to the last; the window's edges count as readings
 */
export function gaps(ts: readonly number[], from: number, to: number, gap: number): { from: number; to: number }[] {
  const inside = ts.filter((moment) => moment > from && moment < to);
  const edges = [from, ...inside, to];
  return edges.slice(1).flatMap((moment, at) => (moment - edges[at]! > gap ? [{ from: edges[at]!, to: moment }] : []));
}
