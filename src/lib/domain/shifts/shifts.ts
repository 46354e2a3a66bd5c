import type { Shift, ShiftCalendar } from '../../contract/shift-calendars.ts';
import { DAY, firstInstantOf, wallOf } from '../time/wall-clock.ts';

/**
 * Shifts as spans of time: pure arithmetic on the calendar of a workspace.
 *
 * A clock time stands for the first moment at which the clocks of the zone show it or a later one: a time that is skipped in spring is the
 * moment of the jump, one that comes twice in autumn is its first coming. So shifts that meet on the clock meet in time too, and a day of 23
 * or 25 hours is divided among its shifts without a gap or an overlap.
 */

type Shifts = Pick<ShiftCalendar, 'shifts' | 'exceptions'>;

/** One shift of one day; instants in microseconds UTC. */
export interface ShiftSpan {
  name: string;
  /** The day on which it begins, in the zone of the workspace. */
  day: string;
  start: number;
  end: number;
  breaks: { name: string; start: number; end: number; paid: boolean }[];
  /** Seconds without breaks. */
  planned_s: number;
  /** Seconds without unpaid breaks. */
  paid_s: number;
}

export const DAY_MINUTES = 1_440;
const MINUTE = 60_000;

/** Minutes since midnight. */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Minutes from one clock time to the next coming of the other, 1–1440. */
const until = (from: number, to: number): number => ((to - from - 1 + DAY_MINUTES) % DAY_MINUTES) + 1;

/** Length of a shift on the clock, minutes, 1–1440. */
export const shiftMinutes = (shift: Pick<Shift, 'start' | 'end'>): number => until(minutesOf(shift.start), minutesOf(shift.end));

/** A break from the beginning of its shift, minutes on the clock; outside when it doesn't lie in the shift. */
export function breakMinutes(shift: Pick<Shift, 'start' | 'end'>, rest: { start: string; end: string }) {
  const start = (minutesOf(rest.start) - minutesOf(shift.start) + DAY_MINUTES) % DAY_MINUTES;
  const end = until(minutesOf(shift.start), minutesOf(rest.end));
  return { start, end, inside: start < end && end <= shiftMinutes(shift) };
}

/** ISO day of the week of a date: 1 Monday … 7 Sunday. @param midnight the date as if it were UTC, milliseconds */
export const weekdayOf = (midnight: number): number => ((((midnight / DAY + 3) % 7) + 7) % 7) + 1;

/** `YYYY-MM-DD` of a midnight as if it were UTC, milliseconds. */
export const dateOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

/** Shifts that begin on a date: those of its exception, else those of its weekday. */
export function shiftsOfDay({ shifts, exceptions }: Shifts, midnight: number): readonly Shift[] {
  const date = dateOf(midnight);
  const exception = exceptions.find((one) => one.date === date);
  if (exception) return exception.shifts;
  const weekday = weekdayOf(midnight);
  return shifts.filter(({ days }) => days.includes(weekday));
}

/**
 * Shifts that touch `from` ≤ t < `to`, whole, in order of time. Shifts and breaks that fall into a jump of the clocks altogether are left out.
 * @param timeZone IANA zone of the workspace
 * @param from microseconds UTC, as `to`
 */
export function shiftsBetween(calendar: Shifts, timeZone: string, from: number, to: number): ShiftSpan[] {
  const spans: ShiftSpan[] = [];
  const dayOf = (us: number) => Math.floor(wallOf(Math.floor(us / 1_000), timeZone) / DAY) * DAY;
  // A shift lasts a day at most, so those that began on the day before may still be running.
  for (let midnight = dayOf(from) - DAY; to > from && midnight <= dayOf(to); midnight += DAY)
    for (const shift of shiftsOfDay(calendar, midnight)) {
      const span = spanOf(shift, midnight, timeZone);
      if (span.start < span.end && span.end > from && span.start < to) spans.push(span);
    }
  return spans.sort((a, b) => a.start - b.start || a.end - b.end);
}

function spanOf(shift: Shift, midnight: number, zone: string): ShiftSpan {
  const begin = midnight + minutesOf(shift.start) * MINUTE;
  const at = (minutes: number) => firstInstantOf(begin + minutes * MINUTE, zone) * 1_000;
  const start = at(0);
  const end = at(shiftMinutes(shift));
  const breaks = shift.breaks
    .map((rest) => {
      const { start: first, end: last } = breakMinutes(shift, rest);
      return { name: rest.name, start: at(first), end: at(last), paid: rest.paid };
    })
    .filter((rest) => rest.start < rest.end)
    .sort((a, b) => a.start - b.start);
  const seconds = (us: number) => us / 1_000_000;
  const resting = (which: readonly { start: number; end: number }[]) => which.reduce((sum, one) => sum + one.end - one.start, 0);
  return {
    name: shift.name,
    day: dateOf(midnight),
    start,
    end,
    breaks,
    planned_s: seconds(end - start - resting(breaks)),
    paid_s: seconds(end - start - resting(breaks.filter(({ paid }) => !paid))),
  };
}
