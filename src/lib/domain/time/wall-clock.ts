/** Wall clocks of a zone. `wall` is what the clock shows, as if it were UTC; everything in milliseconds. */

const SECOND = 1_000;
export const DAY = 86_400_000;

const partFormats = new Map<string, Intl.DateTimeFormat>();
function partFormat(zone: string): Intl.DateTimeFormat {
  let format = partFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    partFormats.set(zone, format);
  }
  return format;
}

/** Wall clock of the zone minus UTC at a moment. */
export function zoneOffset(at: number, zone: string): number {
  const whole = Math.floor(at / SECOND) * SECOND;
  const parts: Record<string, number> = {};
  for (const part of partFormat(zone).formatToParts(whole)) parts[part.type] = Number(part.value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

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

/** First moment at which the zone's clock shows `wall` or, where it jumps over it, a later time. Never goes back when `wall` goes on. */
export function firstInstantOf(wall: number, zone: string): number {
  return instantsOf(wall, zone)[0] ?? jumpOver(wall, zone).at;
}

const noons = new Map<string, number>();
const MOST_NOONS = 5_000;

/** A moment in the middle of a day (`YYYY-MM-DD`) in a zone, to be written as a date. Rows of a list are often of the same day. */
export function noonOf(day: string, zone: string): number {
  const name = `${zone} ${day}`;
  const known = noons.get(name);
  if (known !== undefined) return known;
  if (noons.size >= MOST_NOONS) noons.clear();
  const noon = firstInstantOf(Date.parse(`${day}T12:00:00Z`), zone);
  noons.set(name, noon);
  return noon;
}

/** Start of the zone's day that holds the moment. */
export function startOfDay(at: number, zone: string): number {
  return firstInstantOf(Math.floor(wallOf(at, zone) / DAY) * DAY, zone);
}

/** The zone's day that holds the moment, 23 to 25 hours long; `to` is the beginning of the next one. */
export function dayAround(at: number, zone: string): { from: number; to: number } {
  const wall = Math.floor(wallOf(at, zone) / DAY) * DAY;
  return { from: firstInstantOf(wall, zone), to: firstInstantOf(wall + DAY, zone) };
}
