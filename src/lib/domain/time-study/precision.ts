import { studentQuantile } from './student.ts';

/** How many readings a mean needs, and how exact it is. A sample's deviation `sd` is that of n − 1. */

/** The share of a normal distribution within ± so many deviations. */
export const Z_95 = 1.96;

/**
 * Readings that are needed so that the mean is within ±`error`: n = (z·s ÷ e)².
 * @param sd of the readings so far, in the unit of `error`
 * @param z 1.96 for 95 %, 2 for 95.45 %
 * @returns not rounded, see `requiredReadings`
 */
export const readingsForError = (sd: number, error: number, z: number = Z_95): number => ((z * sd) / error) ** 2;

/**
 * The same for a share of the mean: n = (z·s ÷ (e·x̄))² (Niebel, Freivalds: Methods, Standards, and Work Design, 12th ed. 2009, ch. 10).
 * @param error as a part of one: 0.05 is ±5 %
 */
export const readingsForShare = (mean: number, sd: number, error: number, z: number = Z_95): number =>
  readingsForError(sd, error * mean, z);

/**
 * The smallest whole number of readings; what is whole but for the last bits of a double is taken as whole.
 * @param readings as the functions above give it
 */
export const requiredReadings = (readings: number): number => Math.max(1, Math.ceil(readings - 1e-9));

/**
 * The form of the ILO for ±5 % at 95.45 %: n = (40·√(n′Σx² − (Σx)²) ÷ Σx)², and with 20 for ±10 % (Introduction to Work Study, 4th ed. 1992, ch. 22).
 * @param values readings so far
 * @param factor 40 or 20
 */
export function readingsByIlo(values: readonly number[], factor: 40 | 20 = 40): number {
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value * value, 0);
  return ((factor * Math.sqrt(Math.max(0, values.length * squares - sum * sum))) / sum) ** 2;
}

/**
 * How exact a mean is: ε = t·s ÷ (√n·x̄), t of Student's distribution with n − 1 degrees of freedom.
 * @param confidence 0.95 for 95 %
 * @returns a part of one: 0.034 is ±3.4 %; NaN for fewer than two readings
 */
export const reachedPrecision = (n: number, mean: number, sd: number, confidence = 0.95): number =>
  n < 2 ? Number.NaN : (studentQuantile((1 + confidence) / 2, n - 1) * sd) / (Math.sqrt(n) * mean);

/** Coefficient of variation, s ÷ x̄, a part of one. */
export const variationCoefficient = (mean: number, sd: number): number => sd / mean;
