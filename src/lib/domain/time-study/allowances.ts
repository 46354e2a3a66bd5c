/** Allowances: what is added to normal times for personal needs, fatigue and what can't be avoided. Shares are parts of one: 0.12 is 12 %. */

/**
 * Standard time where allowances are a share of the work: ST = NT × (1 + A).
 * @param normal any unit, the result is in the same
 */
export const standardTimeOfJob = (normal: number, allowance: number): number => normal * (1 + allowance);

/**
 * Standard time where allowances are a share of the workday: ST = NT ÷ (1 − A).
 * @throws RangeError where the whole day is allowance
 */
export function standardTimeOfWorkday(normal: number, allowance: number): number {
  if (allowance >= 1) throw new RangeError('allowance');
  return normal / (1 - allowance);
}

/** The same allowance as a share of the work, of one that is a share of the workday: A ÷ (1 − A). */
export const workdayAsJobAllowance = (allowance: number): number => allowance / (1 - allowance);

/**
 * Relaxation allowance of strains that were given points, per cent of the normal time, with 5 % for personal needs in it (ILO, Introduction to Work
 * Study, 4th ed. 1992, appendix 3, table "Points conversion"). A row holds ten points, as in print.
 */
const PERCENT_OF_POINTS = [
  [10, 10, 10, 10, 10, 10, 10, 11, 11, 11],
  [11, 11, 11, 11, 11, 12, 12, 12, 12, 12],
  [13, 13, 13, 13, 14, 14, 14, 14, 15, 15],
  [15, 16, 16, 16, 17, 17, 17, 18, 18, 18],
  [19, 19, 20, 20, 21, 21, 22, 22, 23, 23],
  [24, 24, 25, 26, 26, 27, 27, 28, 28, 29],
  [30, 30, 31, 32, 32, 33, 34, 34, 35, 36],
  [37, 37, 38, 39, 40, 40, 41, 42, 43, 44],
  [45, 46, 47, 48, 48, 49, 50, 51, 52, 53],
  [54, 55, 56, 57, 58, 59, 60, 61, 62, 63],
  [64, 65, 66, 68, 69, 70, 71, 72, 73, 74],
  [75, 77, 78, 79, 80, 82, 83, 84, 85, 87],
  [88, 89, 91, 92, 93, 95, 96, 97, 99, 100],
  [101, 103, 105, 106, 107, 109, 110, 112, 113, 115],
  [116, 118, 119, 121, 122, 123, 125, 126, 128, 130],
] as const;

/**
 * @param points whole, 0 to 149
 * @returns per cent of the normal time, personal needs included
 * @throws RangeError beyond the table
 */
export function allowanceOfPoints(points: number): number {
  const percent = PERCENT_OF_POINTS[Math.floor(points / 10)]?.[points % 10];
  if (percent === undefined) throw new RangeError('points');
  return percent;
}
