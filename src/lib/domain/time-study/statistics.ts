/** Figures of durations, and their histogram. */

export interface Statistics {
  n: number;
  mean: number;
  median: number;
  min: number;
  max: number;
  /** Of a sample (n − 1); 0 for a single value. */
  deviation: number;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** NaN without values. */
export const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The value below which a share lies, between neighbours in proportion (Hyndman and Fan 1996, type 7: as spreadsheets' QUARTILE.INC).
 * @param values not empty
 * @param share 0.25 for the first quartile
 */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  return below + (place - Math.floor(place)) * (sorted[Math.ceil(place)]! - below);
}

/**
 * Tukey's fences, Q1 − 1.5·IQR and Q3 + 1.5·IQR (Exploratory Data Analysis, 1977): what lies beyond is suggested as an outlier.
 * @param values not empty
 */
export function tukeyFences(values: readonly number[]): { low: number; high: number } {
  const [q1, q3] = [quantileOf(values, 0.25), quantileOf(values, 0.75)];
  return { low: q1 - 1.5 * (q3 - q1), high: q3 + 1.5 * (q3 - q1) };
}

/** Null without values. */
export function statisticsOf(values: readonly number[]): Statistics | null {
  const n = values.length;
  if (n === 0) return null;
  let [sum, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const mean = sum / n;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  return { n, mean, median: medianOf(values), min, max, deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : 0 };
}

export interface Bin {
  /** Included. */
  from: number;
  /** Excluded. */
  to: number;
  count: number;
}

/** Widths at which people read a clock, milliseconds. */
const WIDTHS = [
  10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000,
  7_200_000, 14_400_000, 28_800_000, 86_400_000,
];
const MOST_BINS = 24;

/** Bins of one readable width, about as many as the square root of the values; they hold every value. */
export function histogramOf(values: readonly number[]): Bin[] {
  const figures = statisticsOf(values);
  if (!figures) return [];
  const { min, max, n } = figures;
  const wanted = (max - min) / Math.min(MOST_BINS, Math.max(5, Math.ceil(Math.sqrt(n))));
  const last = WIDTHS.at(-1)!;
  const width = WIDTHS.find((one) => one >= wanted) ?? Math.ceil(wanted / last) * last;
  const start = Math.floor(min / width) * width;
  const bins = Array.from({ length: Math.floor((max - start) / width) + 1 }, (_, at) => ({
    from: start + at * width,
    to: start + (at + 1) * width,
    count: 0,
  }));
  for (const value of values) bins[Math.floor((value - start) / width)]!.count++;
  return bins;
}
