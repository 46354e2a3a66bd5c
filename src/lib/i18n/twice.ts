import { DAY, wallOf, zoneOffset } from '../domain/time/wall-clock.ts';

const MINUTE = 60_000;

/** `+02:00`, with a true minus sign. Milliseconds. */
function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '\u2212' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Offsets by days of zones; null where the clock changes between the day before and the day after: those of most times that are written are known. */
const dayOffsets = new Map<string, number | null>();
const MOST_DAYS = 5_000;

/** What the zone's clock shows more than UTC, milliseconds, where that is so from the day before until the day after; else null. */
export function steadyOffset(at: number, zone: string): number | null {
  const day = Math.floor(at / DAY);
  const key = `${zone} ${day}`;
  const known = dayOffsets.get(key);
  if (known !== undefined) return known;
  // No zone changes its clock twice within three days, so what is the same at both ends is so between them.
  const before = zoneOffset((day - 1) * DAY, zone);
  const offset = before === zoneOffset((day + 2) * DAY, zone) ? before : null;
  if (dayOffsets.size >= MOST_DAYS) dayOffsets.clear();
  dayOffsets.set(key, offset);
  return offset;
}

/**
 * What must stand behind a clock time that the zone's clock shows twice on that day: the offset from UTC that was in force, `+02:00`. Empty for
 * every other time, which is to say on all days but one a year.
 */
export function offsetIfTwice(at: number, zone: string): string {
  if (steadyOffset(at, zone) !== null) return '';
  const own = zoneOffset(at, zone);
  // No zone changes its clock twice within two days, so the offsets a day before and a day after are all there are.
  const other = [zoneOffset(at - DAY, zone), zoneOffset(at + DAY, zone)].find((offset) => offset !== own);
  if (other === undefined) return '';
  const twin = at + own - other;
  return wallOf(twin, zone) === at + own ? offsetText(own) : '';
}
