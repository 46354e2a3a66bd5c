import { RESOLUTION_US } from '../../constants.ts';

const DAY_US = 86_400e6;

/**
 * The oldest moment that is kept, at the start of an hour so that no rollup is cut; −Infinity when everything is. Microseconds.
 * @param days null = for ever
 */
export function keptFrom(now: number, days: number | null): number {
  if (days === null) return Number.NEGATIVE_INFINITY;
  return Math.floor((now - days * DAY_US) / RESOLUTION_US['1h']) * RESOLUTION_US['1h'];
}
