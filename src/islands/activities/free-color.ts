import type { Activity } from '../../lib/contract/activities.ts';

const COLORS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The colour that the fewest activities in use have; the first one of them. */
export function freeColor(rows: readonly Pick<Activity, 'color' | 'archived_at'>[]): number {
  const uses = (color: number) => rows.filter((row) => row.archived_at === null && row.color === color).length;
  return COLORS.reduce((best, color) => (uses(color) < uses(best) ? color : best));
}
