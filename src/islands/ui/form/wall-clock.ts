import { DAY, zoneOffset } from '../../../lib/client/time-axis.ts';

/** Wall clocks of a zone. `wall` is what the clock shows, as if it were UTC; everything in milliseconds. */

export const wallOf = (at: number, zone: string): number => at + zoneOffset(at, zone);

/** Moments at which the zone's clock shows `wall`: none where it jumps ahead, two where it goes back. */
export function instantsOf(wall: number, zone: string): number[] {
  // No zone changes its clock twice within two days, so the offsets a day before and a day after are all there are.
  const offsets = new Set([zoneOffset(wall - DAY, zone), zoneOffset(wall + DAY, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => wallOf(at, zone) === wall)
    .sort((a, b) => a - b);
}

/** The jump that skips `wall`, to the second. Only for a wall time that {@link instantsOf} doesn't find. */
export function jumpOver(wall: number, zone: string): { at: number; from: number; to: number } {
  const before = zoneOffset(wall - DAY, zone);
  const after = zoneOffset(wall + DAY, zone);
  // The old offset holds at `low`, the new one at `high`.
  let low = Math.floor((wall - after) / 1_000) - 1;
  let high = Math.ceil((wall - before) / 1_000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(middle * 1_000, zone) === before) low = middle;
    else high = middle;
  }
  const at = high * 1_000;
  return { at, from: at + before, to: at + after };
}

/** `UTC+2`, `UTC−3:30`. */
export function offsetName(at: number, zone: string): string {
  const minutes = Math.round(zoneOffset(at, zone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '\u2212' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
