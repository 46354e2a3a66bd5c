import { DAY, firstInstantOf, wallOf } from '../../lib/domain/time/wall-clock.ts';

/** Days as the reader chose them: each the start of a day in his zone, RFC 3339, both inclusive. */
export interface Span {
  from: string | null;
  to: string | null;
}

/** The moment at which the last day of a span ends, which is the first that doesn't belong to it. Days of 23 and 25 hours end right. */
export function endOfSpan({ to }: Pick<Span, 'to'>, zone: string): string | null {
  if (to === null || Number.isNaN(Date.parse(to))) return null;
  const wall = wallOf(Date.parse(to), zone);
  const nextDay = Math.floor(wall / DAY) * DAY + DAY;
  return new Date(firstInstantOf(nextDay, zone)).toISOString();
}
