import { DAY, wallOf, zoneOffset } from '../domain/time/wall-clock.ts';

const MINUTE = 60_000;

/** `+02:00`, with a true minus sign. Milliseconds. */
function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '\u2212' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * What must stand behind a clock time that the zone's clock shows twice on that day: the offset from UTC that was in force, `+02:00`. Empty for
 * every other time, which is to say on all days but one a year.
 */
export function offsetIfTwice(at: number, zone: string): string {
  const own = zoneOffset(at, zone);
  // No zone changes its clock twice within two days, so the offsets a day before and a day after are all there are.
  const other = [zoneOffset(at - DAY, zone), zoneOffset(at + DAY, zone)].find((offset) => offset !== own);
  if (other === undefined) return '';
  const twin = at + own - other;
  return wallOf(twin, zone) === at + own ? offsetText(own) : '';
}
