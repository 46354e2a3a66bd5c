import type { Skipped, Twice } from '../../contract/tables.ts';
import { isTimeZone } from '../time/time-zone.ts';
import { DAY, instantsOf, zoneOffset } from '../time/wall-clock.ts';

/** Local times of a file as moments: what happens where the clock is changed is decided by a person, never guessed. */

const FIXED = /^([+-])(\d{2}):(\d{2})$/;

/** `+01:00` in milliseconds; null for what is no such offset. */
function fixedOffset(zone: string): number | null {
  if (zone === 'UTC') return 0;
  const [, sign, hours, minutes] = FIXED.exec(zone) ?? [];
  if (sign === undefined || Number(hours) > 14 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Can times be told by it: `UTC`, an offset, a zone? */
export const isTableZone = (zone: string): boolean => fixedOffset(zone) !== null || isTimeZone(zone);

export interface LocalTimes {
  zone: string;
  twice: Twice | null;
  skipped: Skipped | null;
  /** The rows go from the newest to the oldest. */
  newest_first: boolean;
}

/** `us` is the moment, null where there is none: it is to be left out, or nobody has decided. */
export type Resolved = { us: number; at?: 'twice' | 'skipped' } | { us: null; at: 'twice' | 'skipped'; decided: boolean };

/** Makes moments of the clock of a zone, in the order of the rows. @param previous the moment of the row before the first one */
export function localTimes({ zone, twice, skipped, newest_first }: LocalTimes, previous: number | null) {
  const fixed = fixedOffset(zone);
  let before = previous;
  let day = Number.NaN;
  /** Of the whole day, null on one whose clock is changed. */
  let ofDay: number | null = null;

  const candidates = (ms: number): number[] => {
    if (fixed !== null) return [ms - fixed];
    const today = Math.floor(ms / DAY);
    if (today !== day) {
      day = today;
      const offset = zoneOffset((today - 1) * DAY, zone);
      ofDay = [0.5, 1, 2].every((days) => zoneOffset((today + days) * DAY, zone) === offset) ? offset : null;
    }
    return ofDay === null ? instantsOf(ms, zone) : [ms - ofDay];
  };

  const inOrder = (first: number, second: number): number => {
    if (newest_first) return before === null || second <= before ? second : first;
    return before === null || first >= before ? first : second;
  };

  const resolve = (wall: number): Resolved => {
    const ms = Math.floor(wall / 1_000);
    const rest = wall - ms * 1_000;
    const moments = candidates(ms).map((at) => at * 1_000 + rest);
    const [first, second] = moments;
    if (first !== undefined && second === undefined) return { us: first };
    if (first === undefined || second === undefined) {
      if (skipped === null || skipped === 'skip') return { us: null, at: 'skipped', decided: skipped !== null };
      const offset = zoneOffset(ms + (skipped === 'before' ? -DAY : DAY), zone);
      return { us: (ms - offset) * 1_000 + rest, at: 'skipped' };
    }
    if (twice === null || twice === 'skip') return { us: null, at: 'twice', decided: twice !== null };
    return { us: twice === 'in_order' ? inOrder(first, second) : twice === 'before' ? first : second, at: 'twice' };
  };

  return {
    /** @param wall the clock as if it were UTC, microseconds */
    resolve(wall: number): Resolved {
      const resolved = resolve(wall);
      if (resolved.us !== null) before = resolved.us;
      return resolved;
    },
    /** A moment that was told without the zone, which the order goes on from. */
    note(us: number): void {
      before = us;
    },
    get previous(): number | null {
      return before;
    },
  };
}
