import { DAY, firstInstantOf, instantsOf, wallOf } from '../time/wall-clock.ts';

/** Hours of each day in which somebody wants no messages; where `to` isn't after `from` they end on the next day. */
export interface QuietHours {
  /** Minutes of the day. */
  from: number;
  to: number;
}

const MINUTE = 60_000;

/** When quiet hours that are on at a moment end, by the clock of a zone; null = they aren't on. @param now microseconds, as the answer */
export function quietUntil({ from, to }: QuietHours, zone: string, now: number): number | null {
  if (from === to) return null;
  const wall = wallOf(Math.floor(now / 1_000), zone);
  const midnight = Math.floor(wall / DAY) * DAY;
  const minute = (wall - midnight) / MINUTE;
  const isOn = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isOn) return null;
  const today = midnight + to * MINUTE;
  const end = today > wall ? today : today + DAY;
  // Of an end that comes twice the one ahead counts; one that the clock leaves out is when it jumps.
  return (instantsOf(end, zone).find((at) => at * 1_000 > now) ?? firstInstantOf(end, zone)) * 1_000;
}
