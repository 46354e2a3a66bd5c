import type { AllowancePoints, PointsRow, PointsSex } from '../../contract/allowance-sets.ts';

/** Allowances by points: strains of a work are given points, a table of the organisation says how many per cent their sum is. */

/** Rows of one column of the table, by points. */
export const columnOf = (table: readonly PointsRow[], sex: PointsSex | null): PointsRow[] =>
  table.filter((row) => row.sex === sex).toSorted((a, b) => a.points - b.points);

/** Columns that a table has; null = the one that is for everybody. */
export const columnsOf = (table: readonly PointsRow[]): (PointsSex | null)[] => [...new Set(table.map(({ sex }) => sex))];

export const pointsTogether = ({ factors }: Pick<AllowancePoints, 'factors'>): number =>
  factors.reduce((sum, { points }) => sum + points, 0);

/**
 * Per cent of the row with the most points that aren't more than these: nothing is read between rows.
 * @returns null below the first row and above the last one
 */
export function percentOfPoints(table: readonly PointsRow[], sex: PointsSex | null, points: number): number | null {
  const rows = columnOf(table, sex);
  if (points > (rows.at(-1)?.points ?? -1)) return null;
  return rows.findLast((row) => row.points <= points)?.percent ?? null;
}

/** Shares are kept in hundred-thousandths. */
const FINEST = 100_000;

/**
 * The allowance for fatigue that points give, a part of one: what the table says, without personal needs where they are in it.
 * @param personal the set's allowance for personal needs, a part of one
 * @returns null where the table has no such row, or says less than personal needs alone
 */
export function fatigueOfPoints(given: AllowancePoints, personal: number): number | null {
  const percent = percentOfPoints(given.table, given.sex, pointsTogether(given));
  if (percent === null) return null;
  const share = Math.round((percent / 100 - (given.with_personal ? personal : 0)) * FINEST) / FINEST;
  return share < 0 ? null : share;
}
