import { DAY, wallOf, zoneOffset } from '../domain/time/wall-clock.ts';

const MINUTE = 60_000;

/** `+02:00`, with a true minus sign. Milliseconds. */
function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '\u2212' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Days of zones, and whether the clock stays as it is from the day before until the day after: that of most times that are written. */
const steadyDays = new Map<string, boolean>();
const MOST_DAYS = 5_000;

function isSteady(at: number, zone: string): boolean {
  const day = Math.floor(at / DAY);
  const key = `${zone} ${day}`;
  const known = steadyDays.get(key);
  if (known !== undefined) return known;
  // No zone changes its clock twice within three days, so what is the same at both ends is so between them.
  const steady = zoneOffset((day - 1) * DAY, zone) === zoneOffset((day + 2) * DAY, zone);
  if (steadyDays.size >= MOST_DAYS) steadyDays.clear();
  steadyDays.set(key, steady);
  return steady;
}

/**
 * What must stand behind a clock time that the zone's clock shows twice on that day: the offset from UTC that was in force, `+02:00`. Empty for
 * every other time, which is to say on all days but one a year.
 */
export function offsetIfTwice(at: number, zone: string): string {
  if (isSteady(at, zone)) return '';
  const own = zoneOffset(at, zone);
  // No zone changes its clock twice within two days, so the offsets a day before and a day after are all there are.
  const other = [zoneOffset(at - DAY, zone), zoneOffset(at + DAY, zone)].find((offset) => offset !== own);
  if (other === undefined) return '';
  const twin = at + own - other;
  return wallOf(twin, zone) === at + own ? offsetText(own) : '';
}
