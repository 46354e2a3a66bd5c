import type { ShiftCalendar } from '../../contract/shift-calendars.ts';
import { DAY, firstInstantOf, wallOf } from '../time/wall-clock.ts';
import { shiftsBetween } from './shifts.ts';

/**
 * Periods of which a report tells, by the clock of a zone: whole days, weeks from Monday, months, and shifts. A period is reported once it is over:
 * days, weeks and months on the day after them at an hour of that clock, shifts a quarter of an hour after their end. Days have 23 or 25 hours where
 * the clock changes; an hour that the clock skips is the moment of the jump, one that comes twice is its first coming.
 */

export type ReportPeriodKind = 'day' | 'week' | 'month' | 'shift';

/** Microseconds UTC. */
export interface DuePeriod {
  from: number;
  to: number;
  /** When it is reported. */
  due: number;
  /** Of a shift. */
  name: string | null;
}

export interface PeriodRule {
  period: ReportPeriodKind;
  /** 0–23; of shifts nobody asks. */
  hour: number;
  zone: string;
  calendar: Pick<ShiftCalendar, 'shifts' | 'exceptions'>;
}

const HOUR = 3_600_000;
/** What a logger sends late still belongs to the shift, microseconds. */
const AFTER_SHIFT_US = 15 * 60e6;
/** A calendar without a shift in so many days has none. */
const FARTHEST_DAYS = 62;

/** The first midnight of the period that holds a wall time, and of the one after it; as if it were UTC, milliseconds. */
function edgesOf(period: Exclude<ReportPeriodKind, 'shift'>, wall: number): { from: number; to: number } {
  const day = Math.floor(wall / DAY) * DAY;
  if (period === 'day') return { from: day, to: day + DAY };
  if (period === 'week') {
    // 1 January 1970 was a Thursday.
    const from = day - ((((day / DAY + 3) % 7) + 7) % 7) * DAY;
    return { from, to: from + 7 * DAY };
  }
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}

/** The first period that is due after a moment; null where there is none, as without shifts. @param after microseconds */
export function nextPeriod(rule: PeriodRule, after: number): DuePeriod | null {
  const { period, hour, zone, calendar } = rule;
  if (period === 'shift') {
    const spans = shiftsBetween(calendar, zone, after - AFTER_SHIFT_US - 2 * DAY * 1_000, after + FARTHEST_DAYS * DAY * 1_000);
    const due = spans
      .map(({ start, end, name }): DuePeriod => ({ from: start, to: end, due: end + AFTER_SHIFT_US, name }))
      .filter((one) => one.due > after)
      .sort((a, b) => a.due - b.due || a.from - b.from);
    return due[0] ?? null;
  }
  const at = (wall: number) => firstInstantOf(wall, zone) * 1_000;
  // The one before that of the moment may still be due: its hour comes on the day after it.
  let { from } = edgesOf(period, wallOf(Math.floor(after / 1_000), zone));
  from = edgesOf(period, from - 1).from;
  for (;;) {
    const { to } = edgesOf(period, from);
    const due = at(to + hour * HOUR);
    if (due > after) return { from: at(from), to: at(to), due, name: null };
    from = to;
  }
}

/** The newest period that is over at a moment; null where there is none. @param now microseconds */
export function lastPeriod(rule: Omit<PeriodRule, 'hour'>, now: number): DuePeriod | null {
  const { period, zone, calendar } = rule;
  if (period === 'shift') {
    const spans = shiftsBetween(calendar, zone, now - FARTHEST_DAYS * DAY * 1_000, now).filter(({ end }) => end <= now);
    const last = spans.at(-1);
    return last ? { from: last.start, to: last.end, due: last.end, name: last.name } : null;
  }
  const { from } = edgesOf(period, wallOf(Math.floor(now / 1_000), zone));
  const before = edgesOf(period, from - 1);
  const at = (wall: number) => firstInstantOf(wall, zone) * 1_000;
  return { from: at(before.from), to: at(before.to), due: at(before.to), name: null };
}
