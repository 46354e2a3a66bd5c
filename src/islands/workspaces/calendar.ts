import { useMemo } from 'react';
import { LOCALE_TAGS } from '../../lib/constants.ts';
import type { Shift, ShiftCalendar } from '../../lib/contract/shift-calendars.ts';
import { calendarProblems } from '../../lib/domain/shifts/shift-rules.ts';
import { breakMinutes, minutesOf, shiftMinutes } from '../../lib/domain/shifts/shifts.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { useLanguage, useT } from '../../lib/i18n/react.tsx';
import { weekdays } from '../organizations/choices.ts';

/** What is edited of a calendar. */
export type Values = Pick<ShiftCalendar, 'shifts' | 'exceptions'>;

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
export const NEW_SHIFT: Shift = { name: '', days: [1, 2, 3, 4, 5], start: '06:00', end: '14:00', breaks: [] };

/** Colours of the design's categories, in their order. */
const CATEGORIES = 8;
export const categoryOf = (index: number): number => (index % CATEGORIES) + 1;

/** Minutes without breaks. */
export function netMinutes(shift: Shift): number {
  return shift.breaks.reduce((rest, one) => {
    const { start, end, inside } = breakMinutes(shift, one);
    return inside ? rest - (end - start) : rest;
  }, shiftMinutes(shift));
}

/** Net minutes of a whole week. */
export const weekMinutes = (shifts: readonly Shift[]): number =>
  shifts.reduce((sum, shift) => sum + netMinutes(shift) * new Set(shift.days).size, 0);

export const crossesMidnight = (shift: Pick<Shift, 'start' | 'end'>): boolean =>
  minutesOf(shift.end) <= minutesOf(shift.start) && shift.end !== '00:00';

export interface CalendarWords {
  /** `6.00`, `6:00`. */
  clock(time: string): string;
  /** `6.00–14.00`. */
  span(shift: Pick<Shift, 'start' | 'end'>): string;
  /** Days that follow each other as a span: `po–pá`, `út, čt`. */
  days(days: readonly number[]): string;
  /** `čt 24. 12. 2026`. */
  date(date: string): string;
  /** Minutes as hours, however many: `115 h 40 min`. */
  hours(minutes: number): string;
  /** All shifts in one line. */
  summary(shifts: readonly Shift[]): string;
  /** Why the calendar can't be kept, in sentences. */
  problems(values: Values): string[];
}

/** Clock times and days in the reader's language. */
export function useCalendarWords(): CalendarWords {
  const t = useT();
  const { locale, habits } = useLanguage();
  return useMemo(() => {
    const format = formatter(locale, 'UTC', habits);
    const short = weekdays(locale, 'short');
    const list = new Intl.ListFormat(LOCALE_TAGS[locale], { type: 'unit', style: 'narrow' });
    const clock: CalendarWords['clock'] = (time) => format.time(minutesOf(time) * 60_000);
    const span: CalendarWords['span'] = ({ start, end }) => `${clock(start)}–${clock(end)}`;
    const date: CalendarWords['date'] = (day) => format.date(`${day}T00:00:00Z`, 'weekday');
    const days: CalendarWords['days'] = (chosen) => {
      if (new Set(chosen).size === 7) return t('workspaces:shifts.every_day');
      const runs: number[][] = [];
      for (const day of [...new Set(chosen)].toSorted((a, b) => a - b)) {
        const run = runs.at(-1);
        if (run?.at(-1) === day - 1) run.push(day);
        else runs.push([day]);
      }
      const name = (day: number | undefined) => short[(day ?? 1) - 1] ?? '';
      return runs.flatMap((run) => (run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map(name))).join(', ');
    };
    return {
      clock,
      span,
      days,
      date,
      hours(minutes) {
        const unit = (count: number, name: 'hour' | 'minute') =>
          new Intl.NumberFormat(LOCALE_TAGS[locale], { style: 'unit', unit: name, unitDisplay: 'short' })
            .format(count)
            .replaceAll(' ', '\u00a0');
        const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
        return [...(whole > 0 || rest === 0 ? [unit(whole, 'hour')] : []), ...(rest > 0 ? [unit(rest, 'minute')] : [])].join(' ');
      },
      summary: (shifts) => list.format(shifts.map((shift) => `${shift.name} ${span(shift)}`)).replaceAll(' ', '\u00a0') || '',
      problems(values) {
        const said = calendarProblems(values).map(({ path, code }) => {
          const name = nameAt(values, path, date);
          if (code === 'overlap')
            return t(`workspaces:shifts.problem.${path.includes('.breaks.') ? 'overlap_break' : 'overlap'}`, { name });
          return t(`workspaces:shifts.problem.${code as 'required'}`, { name });
        });
        return [...new Set(said)];
      },
    };
  }, [t, locale, habits]);
}

/** What the path of a problem speaks of: a shift's name, with the day of an exception. */
function nameAt({ shifts, exceptions }: Values, path: string, date: (day: string) => string): string {
  const [list, index, , inner] = path.split('.');
  if (list === 'shifts') return shifts[Number(index)]?.name ?? '';
  const exception = exceptions[Number(index)];
  if (!exception) return '';
  const shift = exception.shifts[Number(inner)]?.name;
  const day = /^\d{4}-\d\d-\d\d$/.test(exception.date) && !Number.isNaN(Date.parse(exception.date)) ? date(exception.date) : exception.date;
  return path.endsWith('.date') || shift === undefined ? day : `${shift} (${day})`;
}
