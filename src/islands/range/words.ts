import { LENGTHS, type TimeRange } from '../../lib/domain/time/range.ts';
import type { T } from '../../lib/i18n/index.ts';

/** The name of a range that has one: `Last 24 hours`, `Today`; null for one from a moment to a moment. */
export function rangeName(t: T, range: TimeRange): string | null {
  if (range.kind === 'period') return t(`range:period.${range.id}`);
  const id = range.kind === 'now' ? LENGTHS.find(({ ms }) => ms === range.span)?.id : undefined;
  return id === undefined ? null : t(`range:last.${id}`);
}
