import type { ShiftCalendar } from '../../contract/shift-calendars.ts';
import { DAY, firstInstantOf, wallOf } from '../time/wall-clock.ts';
import { minutesOf, shiftsBetween, weekdayOf } from './shifts.ts';

/**
 * When recordings of a plan begin and end, by the clock of a zone: from day to day and from week to week at an hour, for each shift, or at given
 * times for so long. Where the clock changes a day has 23 or 25 hours; a time that the clock skips is the moment of the jump, one that comes twice
 * is its first coming.
 */

export interface PlanTimes {
  trigger: 'day' | 'week' | 'shift' | 'times';
  /** 1 Monday … 7 Sunday; of `week` one, of `times` those on which it begins. */
  days: readonly number[];
  /** `HH:MM`; of `day` and `week` one. */
  starts: readonly string[];
  /** Of `times`, minutes that pass. */
  length_min: number | null;
  zone: string;
  calendar: Pick<ShiftCalendar, 'shifts' | 'exceptions'>;
}

/** Microseconds UTC. */
export interface PlannedTime {
  from: number;
  to: number;
  /** Of its shift. */
  shift: string | null;
}

const MINUTE = 60_000;
/** A calendar without a shift in so many days has none. */
const FARTHEST_DAYS = 62;

/** The first time that begins after a moment; null where none does, as without shifts. @param after microseconds */
export function nextPlanned(plan: PlanTimes, after: number): PlannedTime | null {
  const { trigger, zone, calendar, length_min } = plan;
  if (trigger === 'shift') {
    const spans = shiftsBetween(calendar, zone, after, after + FARTHEST_DAYS * DAY * 1_000);
    const next = spans.find(({ start }) => start > after);
    return next ? { from: next.start, to: next.end, shift: next.name } : null;
  }
  const at = (midnight: number, clock: string) => firstInstantOf(midnight + minutesOf(clock) * MINUTE, zone) * 1_000;
  const today = Math.floor(wallOf(Math.floor(after / 1_000), zone) / DAY) * DAY;
  const starts = [...plan.starts].sort();
  // Eight days reach over a week, and the one before is still yesterday's where the clock went back over midnight.
  for (let midnight = today - DAY; midnight <= today + 8 * DAY; midnight += DAY) {
    if (trigger !== 'day' && !plan.days.includes(weekdayOf(midnight))) continue;
    for (const clock of starts) {
      const from = at(midnight, clock);
      if (from <= after) continue;
      const to = trigger === 'times' ? from + (length_min ?? 0) * MINUTE * 1_000 : at(midnight + (trigger === 'day' ? 1 : 7) * DAY, clock);
      return { from, to, shift: null };
    }
  }
  return null;
}
