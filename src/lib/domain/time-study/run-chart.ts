import { medianOf } from './statistics.ts';

/** A run chart: durations in their order around the median, and what is too regular to be chance. */

export interface RunSignal {
  /**
   * `shift`: so many in a row on one side of the median; `trend`: so many in a row each longer (or shorter) than the one before; `outlier`: one
   * that lies apart from the others.
   */
  kind: 'shift' | 'trend' | 'outlier';
  direction: 'up' | 'down';
  /** Indices of its first and last value. */
  first: number;
  last: number;
}

/** Usual limits of run charts (Perla, Provost and Murray 2011): values on the median are skipped, equal neighbours too. */
export const SHIFT_LENGTH = 6;
export const TREND_LENGTH = 5;

/** Runs of the sign of each value: zeros neither break nor lengthen one. */
function runs(signs: readonly number[], length: number): { sign: number; first: number; last: number }[] {
  const longRuns: { sign: number; first: number; last: number }[] = [];
  let run = { sign: 0, first: 0, last: 0, count: 0 };
  const close = () => {
    if (run.count >= length) longRuns.push({ sign: run.sign, first: run.first, last: run.last });
  };
  for (const [at, sign] of signs.entries()) {
    if (sign === 0) continue;
    if (sign === run.sign) run = { ...run, last: at, count: run.count + 1 };
    else {
      close();
      run = { sign, first: at, last: at, count: 1 };
    }
  }
  close();
  return longRuns;
}

/** Fewer values don't tell what is usual. */
export const OUTLIER_LEAST = 5;
/** Beyond it a value is an outlier (Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993). */
const OUTLIER_SCORE = 3.5;
/** A difference below a twentieth of the median never makes an outlier, however alike the other values are. */
const LEAST_SPREAD = 0.05;

/**
 * Indices of outliers by the modified z-score 0.6745·(x − median) ÷ MAD, taken of the logarithms: times of work are skewed to the right, and a long one
 * among long ones is nothing unusual. Median and MAD don't move with what they are to find.
 * @param values positive
 */
export function outliersOf(values: readonly number[]): number[] {
  if (values.length < OUTLIER_LEAST) return [];
  const logs = values.map((value) => Math.log(Math.max(value, 1)));
  const middle = medianOf(logs);
  const deviation = Math.max(medianOf(logs.map((one) => Math.abs(one - middle))), LEAST_SPREAD);
  return logs.flatMap((one, at) => (Math.abs((0.6745 * (one - middle)) / deviation) > OUTLIER_SCORE ? [at] : []));
}

export function runChart(values: readonly number[]): { median: number; signals: RunSignal[] } | null {
  if (values.length === 0) return null;
  const median = medianOf(values);
  const direction = (sign: number) => (sign > 0 ? ('up' as const) : ('down' as const));
  const shifts = runs(
    values.map((value) => Math.sign(value - median)),
    SHIFT_LENGTH,
  ).map(({ sign, first, last }): RunSignal => ({ kind: 'shift', direction: direction(sign), first, last }));
  // A trend of five values has four steps.
  const trends = runs(
    values.slice(1).map((value, at) => Math.sign(value - values[at]!)),
    TREND_LENGTH - 1,
  ).map(({ sign, first, last }): RunSignal => ({ kind: 'trend', direction: direction(sign), first, last: last + 1 }));
  const outliers = outliersOf(values).map(
    (at): RunSignal => ({
      kind: 'outlier',
      direction: direction(values[at]! - median),
      first: at,
      last: at,
    }),
  );
  return { median, signals: [...shifts, ...trends, ...outliers].sort((a, b) => a.first - b.first) };
}
