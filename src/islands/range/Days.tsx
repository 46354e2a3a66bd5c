import type { CalendarDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendar,
} from 'react-aria-components';
import type { DayMark } from '../../lib/client/charts/data-days.ts';
import type { Span, TimePlace } from '../../lib/domain/time/range.ts';
import { DAY } from '../../lib/domain/time/wall-clock.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { dateOf, dayAt } from './calendar-day.ts';
import type { RangeControlProps } from './RangeControl.tsx';

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** Six weeks around the month that is in sight. */
const BEFORE = 7;
const AFTER = 42;

/** ISO week of a Monday. */
function weekNumber(monday: CalendarDate): number {
  const thursday = monday.add({ days: 3 });
  return Math.floor((Date.UTC(thursday.year, thursday.month - 1, thursday.day) - Date.UTC(thursday.year, 0, 1)) / DAY / 7) + 1;
}

/** The days of a month; two presses choose from one to the other. */
export function Days({
  place,
  span,
  marks,
  onChoose,
}: {
  place: TimePlace;
  span: Span | null;
  marks: RangeControlProps['marks'];
  onChoose: (first: string, last: string) => void;
}) {
  const t = useT();
  const { zone, firstDay } = place;
  const today = dateOf(dayAt(Date.now(), zone));
  const value = span && { start: dateOf(dayAt(span.from, zone)), end: dateOf(dayAt(span.to - 1, zone)) };
  const [sight, setSight] = useState(() => (value?.end ?? today).toString().slice(0, 7));
  const had = useMarks(marks, sight);
  const labelId = useId();
  return (
    <RangeCalendar
      aria-label={t('range:days')}
      value={value}
      maxValue={today}
      defaultFocusedValue={value?.end ?? today}
      firstDayOfWeek={WEEK[firstDay - 1] ?? 'mon'}
      onFocusChange={(date) => setSight(date.toString().slice(0, 7))}
      onChange={({ start, end }) => onChoose(start.toString(), end.toString())}
    >
      <div className="flex items-center justify-between phone:-mx-2">
        <AriaButton slot="previous" className="btn ghost icon sm">
          <Icon of={ChevronLeft} size={14} />
        </AriaButton>
        <Heading id={labelId} className="text-12 font-semi phone:text-14" />
        <AriaButton slot="next" className="btn ghost icon sm">
          <Icon of={ChevronRight} size={14} />
        </AriaButton>
      </div>
      {/* As high for five weeks as for six: the arrows stay under the finger. */}
      <div className="phone:min-h-71">
        <CalendarGrid
          className="ml-6 w-[calc(100%-24px)] table-fixed border-collapse text-12 phone:ml-[12.5%] phone:w-[87.5%]"
          weekdayStyle="short"
        >
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className="p-0 text-11 leading-5 font-medium text-ink-3">{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell
                date={date}
                className="relative block h-6.5 cursor-pointer rounded-1 text-center leading-5.5 outline-0 hover:bg-hover data-disabled:cursor-default data-disabled:text-ink-3 data-outside-month:text-ink-3 data-selected:rounded-none data-selected:bg-accent data-selected:text-on-accent data-selection-end:rounded-r-1 data-selection-end:font-semi data-selection-start:rounded-l-1 data-selection-start:font-semi data-focus-visible:shadow-focus data-today:font-semi data-today:outline-1 data-today:-outline-offset-1 data-today:outline-line-control phone:h-11 phone:text-14 phone:leading-9"
              >
                {({ formattedDate }) => (
                  <>
                    {firstDay === 1 && isMonday(date) ? (
                      <span
                        className="absolute top-0 -left-6 w-6 text-11 phone:right-full phone:left-auto phone:w-full font-regular text-ink-3 before:content-[attr(data-week)]"
                        data-week={weekNumber(date)}
                      />
                    ) : null}
                    {formattedDate}
                    <i
                      className="absolute bottom-0.5 left-1/2 h-0.5 -translate-x-1/2 bg-current opacity-60 phone:bottom-1.5"
                      style={{ width: `${Math.round((had[date.toString()]?.covered ?? 0) * 18)}px` }}
                    />
                    {had[date.toString()]?.alarm ? (
                      <Triangle className="absolute top-0.5 right-0.5 text-alarm in-data-selected:text-on-accent phone:top-1.5 phone:right-2" />
                    ) : null}
                  </>
                )}
              </CalendarCell>
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </div>
      {Object.keys(had).length > 0 ? (
        <p className="ml-6 flex items-center gap-1.5 pt-1 text-11 text-ink-3 phone:hidden">
          <i className="h-0.5 w-4.5 bg-current opacity-60" aria-hidden="true" />
          {t('range:marks')}
          <Triangle className="ml-2.5 text-alarm" />
          {t('range:alarms')}
        </p>
      ) : null}
    </RangeCalendar>
  );
}

/** An alarm of the day. */
const Triangle = ({ className }: { className: string }) => (
  <svg viewBox="0 0 12 12" className={`size-1.75 ${className}`} aria-hidden="true">
    <path d="M6 .6 11.8 11H.2z" fill="currentColor" />
  </svg>
);

const isMonday = (date: CalendarDate): boolean => new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay() === 1;

/** What stands under the days around a month (`YYYY-MM`). */
function useMarks(load: RangeControlProps['marks'], month: string): Readonly<Record<string, DayMark>> {
  const [had, setHad] = useState<Readonly<Record<string, DayMark>>>({});
  useEffect(() => {
    if (!load) return;
    let here = true;
    const first = dateOf(`${month}-01`);
    // A calendar without its marks is one still.
    load(first.subtract({ days: BEFORE }).toString(), first.add({ days: AFTER }).toString()).then(
      (found) => here && setHad((before) => ({ ...before, ...found })),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [load, month]);
  return had;
}
