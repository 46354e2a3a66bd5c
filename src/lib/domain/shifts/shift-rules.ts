import type { FieldError } from '../../contract/errors.ts';
import type { Shift, ShiftCalendar } from '../../contract/shift-calendars.ts';
import { DAY } from '../time/wall-clock.ts';
import { breakMinutes, DAY_MINUTES, dateOf, minutesOf, shiftMinutes, shiftsOfDay } from './shifts.ts';

/** What a calendar must keep to beyond its shape; the editor and the server ask the same. */

type Shifts = Pick<ShiftCalendar, 'shifts' | 'exceptions'>;
/** One shift of one day, minutes on the clock from a common midnight. */
interface Placed {
  path: string;
  start: number;
  end: number;
}

const error = (path: string, code: string): FieldError => ({ path, code });

/**
 * Why the calendar can't be kept, each with the path of its field: `required` (a shift on no day), `overlap` (with another shift, across
 * midnight too, or with another break), `outside_shift` (a break), `not_date`, `taken` (a second exception of the same date).
 */
export function calendarProblems(calendar: Shifts): FieldError[] {
  const problems: FieldError[] = [];
  calendar.shifts.forEach((shift, i) => {
    if (shift.days.length === 0) problems.push(error(`shifts.${i}.days`, 'required'));
    problems.push(...breakProblems(shift, `shifts.${i}`));
  });
  const dates = new Set<string>();
  calendar.exceptions.forEach(({ date, shifts }, i) => {
    if (!isDate(date)) problems.push(error(`exceptions.${i}.date`, 'not_date'));
    else if (dates.has(date)) problems.push(error(`exceptions.${i}.date`, 'taken'));
    dates.add(date);
    shifts.forEach((shift, j) => {
      problems.push(...breakProblems(shift, `exceptions.${i}.shifts.${j}`));
    });
  });
  const overlaps = [...weekOverlaps(calendar.shifts), ...exceptionOverlaps(calendar)];
  problems.push(...[...new Set(overlaps)].map((path) => error(path, 'overlap')));
  return problems;
}

const isDate = (date: string): boolean => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && dateOf(midnight) === date;
};

function breakProblems(shift: Shift, path: string): FieldError[] {
  const placed = shift.breaks.map((rest, k) => ({ path: `${path}.breaks.${k}`, ...breakMinutes(shift, rest) }));
  const outside = placed.filter(({ inside }) => !inside);
  const overlaps = overlapping(placed.filter(({ inside }) => inside));
  return [...outside.map((one) => error(one.path, 'outside_shift')), ...overlaps.map((one) => error(one, 'overlap'))];
}

const place = (shift: Shift, path: string, midnight: number): Placed => {
  const start = midnight + minutesOf(shift.start);
  return { path, start, end: start + shiftMinutes(shift) };
};

/** Paths of those that begin before another one has ended. */
function overlapping(placed: Placed[]): string[] {
  const found: string[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const one of placed.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (one.start < end) found.push(one.path);
    end = Math.max(end, one.end);
  }
  return found;
}

/** The week twice over, so that Sunday's night meets Monday's morning. */
function weekOverlaps(shifts: readonly Shift[]): string[] {
  const week = shifts.flatMap((shift, i) => [...new Set(shift.days)].map((day) => ({ shift, path: `shifts.${i}.start`, day })));
  return overlapping([0, 7].flatMap((later) => week.map(({ shift, path, day }) => place(shift, path, (day - 1 + later) * DAY_MINUTES))));
}

/** Exceptions against each other and against the days around them. */
function exceptionOverlaps(calendar: Shifts): string[] {
  const paths = new Map<Shift, string>();
  calendar.exceptions.forEach(({ shifts }, i) => {
    shifts.forEach((shift, j) => {
      paths.set(shift, `exceptions.${i}.shifts.${j}.start`);
    });
  });
  return calendar.exceptions.flatMap(({ date, shifts }) => {
    if (!isDate(date)) return [];
    const midnight = Date.parse(`${date}T00:00:00Z`);
    const own = shifts.map((shift) => place(shift, paths.get(shift) ?? '', 0));
    const around = [-1, 1].flatMap((days) =>
      shiftsOfDay(calendar, midnight + days * DAY).map((shift) => place(shift, paths.get(shift) ?? '', days * DAY_MINUTES)),
    );
    const met = own.filter((one) => around.some((other) => one.start < other.end && other.start < one.end));
    return [...overlapping(own), ...met.map(({ path }) => path)];
  });
}
