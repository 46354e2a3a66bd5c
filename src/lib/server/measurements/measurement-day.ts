import type { Measurement } from '../../contract/measurements.ts';
import type { ShiftCalendar } from '../../contract/shift-calendars.ts';
import { dateOf, shiftsBetween } from '../../domain/shifts/shifts.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY, wallOf } from '../../domain/time/wall-clock.ts';

/** The zone of a workspace and its shifts as they are stored. */
export interface DayCalendar {
  time_zone: string;
  shifts: string | null;
  exceptions: string | null;
}

/** A tap up to this long before its shift still belongs to it: people come early. */
const EARLY_US = 30 * 60 * 1_000_000;

/**
 * Day and shift to which a measurement belongs: the shift that runs at its beginning, or begins within half an hour; its day is the one on
 * which it began, also after midnight.
 * @param at milliseconds since the epoch, UTC
 */
export function dayOf({ time_zone, shifts, exceptions }: DayCalendar, at: number): Pick<Measurement, 'day' | 'shift'> {
  const calendar = { shifts: JSON.parse(shifts ?? '[]'), exceptions: JSON.parse(exceptions ?? '[]') } as Pick<
    ShiftCalendar,
    'shifts' | 'exceptions'
  >;
  const now = at * 1_000;
  const spans = shiftsBetween(calendar, time_zone, now, now + EARLY_US);
  const span = spans.findLast(({ start, end }) => start <= now && now < end) ?? spans.find(({ start }) => start > now);
  if (span) return { day: span.day, shift: { name: span.name, from: formatInstant(span.start), to: formatInstant(span.end) } };
  return { day: dateOf(Math.floor(wallOf(at, time_zone) / DAY) * DAY), shift: null };
}
