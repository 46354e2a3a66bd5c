import { CalendarDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import {
  Button as AriaButton,
  Dialog as AriaDialog,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import { shiftsBetween } from '../../lib/domain/shifts/shifts.ts';
import { LENGTHS, PERIODS, roughly, type Span, type TimePlace, type TimeRange } from '../../lib/domain/time/range.ts';
import { readSpan } from '../../lib/domain/time/range-address.ts';
import { nameSpan } from '../../lib/domain/time/range-steps.ts';
import { DAY, firstInstantOf, wallOf } from '../../lib/domain/time/wall-clock.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { zoneText } from '../../lib/i18n/zone-name.ts';
import { useNarrow } from '../shell/Signed.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { DateField, DateTimeField } from '../ui/form/MomentField.tsx';
import { offsetName } from '../ui/form/moment-text.ts';
import { useKept } from '../ui/form/useKept.ts';
import { Icon } from '../ui/Icon.tsx';
import { POP } from '../ui/menu-looks.ts';
import type { RangeControlProps, Within } from './RangeControl.tsx';

// Words of the fields that moments are written in.
await ready('forms');

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** How many of the periods are days: on a phone the shifts stand behind them, before weeks and months. */
const DAYS = 2;
/** Six weeks around the month that is in sight. */
const BEFORE = 7;
const AFTER = 42;

const dateOf = (day: string) => new CalendarDate(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)));
/** `YYYY-MM-DD` on which a moment falls. */
const dayAt = (at: number, zone: string): string => new Date(Math.floor(wallOf(at, zone) / DAY) * DAY).toISOString().slice(0, 10);
const startOf = (day: string, zone: string, more = 0): number => firstInstantOf(Date.parse(`${day}T00:00:00Z`) + more * DAY, zone);
const text = (at: number): string => new Date(at).toISOString();

/** ISO week of a Monday. */
function weekNumber(monday: CalendarDate): number {
  const thursday = monday.add({ days: 3 });
  return Math.floor((Date.UTC(thursday.year, thursday.month - 1, thursday.day) - Date.UTC(thursday.year, 0, 1)) / DAY / 7) + 1;
}

interface PanelProps extends RangeControlProps {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The open control: names to choose from, two moments to write, days to point at. A panel at its button, on phones a sheet. */
export function RangePanel({ id, trigger, ...props }: PanelProps) {
  const t = useT();
  const narrow = useNarrow();
  if (narrow) return <Sheet {...props} />;
  return (
    <Popover
      className={POP}
      triggerRef={trigger}
      placement="bottom end"
      offset={4}
      isOpen
      onOpenChange={(open) => !open && props.onClose()}
    >
      <AriaDialog
        id={id}
        aria-label={t('range:label')}
        className="grid grid-cols-[148px_minmax(0,320px)] outline-0 focus-visible:shadow-none"
      >
        <Choice {...props}>
          {(parts) => (
            <>
              <div className="border-r border-line py-2">{parts.names}</div>
              <div className="grid content-start gap-2 px-3.5 pt-2.5">
                {parts.own}
                <div className="-mx-3.5 flex border-t border-line px-3.5 py-2">{parts.foot}</div>
              </div>
            </>
          )}
        </Choice>
      </AriaDialog>
    </Popover>
  );
}

/** A field that had the keyboard would bring that of the phone up, over the days. */
const toFirstName = (sheet: HTMLElement | null) => sheet?.querySelector('button')?.focus();

function Sheet(props: Omit<PanelProps, 'id' | 'trigger'>) {
  const t = useT();
  return (
    <Choice {...props}>
      {(parts) => (
        <Dialog title={t('range:label')} isOpen onClose={props.onClose} footer={parts.foot}>
          <div className="grid gap-3 text-ink" ref={toFirstName}>
            {parts.names}
            {parts.own}
          </div>
        </Dialog>
      )}
    </Choice>
  );
}

interface Parts {
  names: ReactNode;
  own: ReactNode;
  foot: ReactNode;
}

/** A moment that was written or pointed at, RFC 3339 in UTC. */
type Draft = Record<'from' | 'to', string | null>;

function Choice({
  range,
  span,
  onChange,
  onClose,
  anyTime,
  days,
  marks,
  shifts,
  within,
  children,
}: Omit<PanelProps, 'id' | 'trigger'> & { children: (parts: Parts) => ReactNode }) {
  const t = useT();
  const format = useFormat();
  const place = useTimePlace();
  const { zone } = place;
  const locale = useLocale();
  const narrow = useNarrow();
  const kept = useKept<Draft>('range', within && span ? { from: text(span.from), to: text(span.to) } : draftOf(span, zone, days));
  const draft = kept.values;
  const [failed, setFailed] = useState(false);
  const chosen = spanOfDraft(draft, zone, days);

  const choose = (next: TimeRange | null) => {
    kept.reset();
    onChange(next);
    onClose();
  };
  const apply = () => {
    const right = chosen && readSpan(text(chosen.from), text(chosen.to));
    if (right) choose(within ? { kind: 'fixed', ...right } : nameSpan(right, Date.now(), place));
    else setFailed(true);
  };
  const Moment = days ? DateField : DateTimeField;
  const field = (name: keyof Draft) => {
    const { onType, ...props } = kept.typed(name);
    const type: typeof onType = (...typed) => {
      setFailed(false);
      onType(...typed);
    };
    return { ...props, onType: type };
  };
  const point = ({ from, to }: Draft) => {
    field('from').onType(from, null, null);
    field('to').onType(to, null, null);
  };
  const clock = [zoneText(zone, locale), chosen ? offsetName(chosen.from, zone) : ''].filter(Boolean).join(', ');
  return children({
    names: <Names range={range} span={span} anyTime={anyTime} days={days} shifts={shifts} within={within} onChoose={choose} />,
    own: (
      <div className="grid gap-2">
        <DraftNote form={kept} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field does what the button below does */}
        <div
          className="grid grid-cols-2 gap-2 max-[359px]:grid-cols-1"
          onKeyDown={({ key, target }) => {
            if (key === 'Enter' && target instanceof HTMLInputElement) apply();
          }}
        >
          <Moment label={t('range:from')} hint="" zone={zone} {...field('from')} picker={false} apart={narrow} />
          <Moment label={t('range:to')} hint="" zone={zone} {...field('to')} picker={false} apart={narrow} />
        </div>
        {failed ? (
          <p className="text-12 text-alarm-text" role="alert">
            {t('range:impossible')}
          </p>
        ) : null}
        {within ? null : (
          <Days
            place={place}
            span={chosen}
            marks={marks}
            onChoose={(first, last) => point(draftOf({ from: startOf(first, zone), to: startOf(last, zone, 1) }, zone, days))}
          />
        )}
      </div>
    ),
    foot: (
      <div className="flex flex-1 items-center gap-2 phone:grid phone:grid-cols-[minmax(0,1fr)_minmax(168px,auto)]">
        <span className="min-w-0 flex-1 text-12 leading-4 text-ink-3">{clock}</span>
        {narrow ? null : (
          <Button
            variant="ghost"
            size="sm"
            onPress={() => {
              kept.reset();
              onClose();
            }}
          >
            {t('range:cancel')}
          </Button>
        )}
        <Button variant="primary" size="sm" onPress={apply} isDisabled={chosen === null}>
          {chosen === null
            ? t('range:apply')
            : t('range:apply_length', { length: format.interval(roughly((chosen.to - chosen.from) / 1_000)) })}
        </Button>
      </div>
    ),
  });
}

/** In days the second one is the last that belongs to the span. */
function draftOf(span: Span | null, zone: string, days: boolean | undefined): Draft {
  if (span === null) return { from: null, to: null };
  const last = days ? startOf(dayAt(span.to - 1, zone), zone) : span.to;
  return { from: text(wholeMinute(span.from)), to: text(days ? last : wholeMinute(last)) };
}
const wholeMinute = (at: number): number => Math.round(at / 60_000) * 60_000;

/** What the two fields say: the wrong way round they are meant the right one; without an end, up to now. */
function spanOfDraft({ from, to }: Draft, zone: string, days: boolean | undefined): Span | null {
  if (from === null) return null;
  const [a, b] = [Date.parse(from), to === null ? Date.now() : Date.parse(to)];
  const [first, last] = [Math.min(a, b), Math.max(a, b)];
  const end = days ? startOf(dayAt(last, zone), zone, 1) : last;
  return end > first ? { from: first, to: end } : null;
}

const NAME =
  'block w-full cursor-pointer px-3 py-1 text-left text-12 text-ink-2 hover:bg-hover aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-[inset_3px_0_var(--accent)] phone:h-9 phone:w-auto phone:flex-auto phone:shrink-0 phone:rounded-2 phone:border phone:border-line-2 phone:text-center phone:text-13 phone:whitespace-nowrap phone:text-ink phone:aria-pressed:border-accent-line phone:aria-pressed:bg-accent-soft phone:aria-pressed:shadow-none';
const SHORT =
  'h-6 cursor-pointer text-center text-12 text-ink-2 hover:bg-hover focus-visible:shadow-inside aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink phone:h-10 phone:text-13';
const HEAD = 'px-3 pt-1 pb-0.5 text-11 leading-4 font-medium text-ink-3 phone:hidden';

interface NamesProps extends Pick<RangeControlProps, 'range' | 'span' | 'anyTime' | 'days' | 'shifts' | 'within'> {
  onChoose: (range: TimeRange | null) => void;
}

/** Ranges that have a name. */
function Names(props: NamesProps) {
  return props.within ? <OwnNames {...props} within={props.within} /> : <CalendarNames {...props} />;
}

/** Of something that has its own beginning and end. */
function OwnNames({ span, within, onChoose }: NamesProps & { within: Within }) {
  return (
    <div className="phone:flex phone:flex-wrap phone:gap-1.5">
      {within.names.map(({ name, from, to }) => (
        <AriaButton
          key={name}
          className={NAME}
          aria-pressed={span?.from === from && span.to === to}
          onPress={() => onChoose({ kind: 'fixed', from, to })}
        >
          {name}
        </AriaButton>
      ))}
    </div>
  );
}

function CalendarNames({ range, anyTime, days, shifts, onChoose }: NamesProps) {
  const t = useT();
  const narrow = useNarrow();
  const named = useShifts(shifts);
  const name = (id: string, is: boolean, next: TimeRange | null, words: ReactNode) => (
    <AriaButton key={id} className={NAME} aria-pressed={is} onPress={() => onChoose(next)}>
      {words}
    </AriaButton>
  );
  const any = anyTime ? name('any', range === null, null, t('range:any')) : null;
  const periods = PERIODS.map((id) =>
    name(id, range?.kind === 'period' && range.id === id, { kind: 'period', id }, t(`range:period.${id}`)),
  );
  const shiftNames = named.map(({ name: shift, hours, from, to }) =>
    name(
      `shift ${shift}`,
      range?.kind === 'fixed' && range.from === from && range.to === to,
      { kind: 'fixed', from, to },
      <>
        {shift} <span className="text-ink-3 phone:hidden">{hours}</span>
      </>,
    ),
  );
  return (
    <>
      {days ? null : <Lengths range={range} onChoose={onChoose} />}
      {narrow ? (
        <Line>
          {any}
          {periods.slice(0, DAYS)}
          {shiftNames}
          {periods.slice(DAYS)}
        </Line>
      ) : (
        <>
          <h3 className={HEAD}>{t('range:calendar_heading')}</h3>
          {any}
          {periods}
          {shiftNames.length > 0 ? <h3 className={HEAD}>{t('range:shifts_heading')}</h3> : null}
          {shiftNames}
        </>
      )}
    </>
  );
}

/** One line that is moved sideways, as the filters of a list are; what is chosen is in sight. */
function Line({ children }: { children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    line.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <div ref={line} className="-mx-4 -my-1 flex gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
      {children}
    </div>
  );
}

/** Up to now. */
function Lengths({ range, onChoose }: Pick<NamesProps, 'range' | 'onChoose'>) {
  const t = useT();
  const headId = useId();
  return (
    <>
      <h3 className={HEAD} id={headId}>
        {t('range:last_heading')}
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons of one kind, not fields of a form */}
      <div
        role="group"
        aria-labelledby={headId}
        className="mx-3 mb-1.5 grid grid-cols-3 overflow-hidden rounded-2 border border-line-2 phone:mx-0 phone:mb-0 phone:grid-cols-6 [&>*]:border-line [&>:nth-child(-n+3)]:border-b phone:[&>:nth-child(-n+3)]:border-b-0 [&>:not(:nth-child(3n))]:border-r phone:[&>:nth-child(3)]:border-r"
      >
        {LENGTHS.map(({ id, ms }) => (
          <AriaButton
            key={id}
            className={SHORT}
            aria-pressed={range?.kind === 'now' && range.span === ms}
            onPress={() => onChoose({ kind: 'now', span: ms })}
          >
            {t(`range:length.${id}`)}
          </AriaButton>
        ))}
      </div>
    </>
  );
}

/** The newest shift of each name that has begun; one that goes on ends now. */
function useShifts(load: RangeControlProps['shifts']): readonly (Span & { name: string; hours: string })[] {
  const { zone } = useTimePlace();
  const format = useFormat();
  const [calendar, setCalendar] = useState<Awaited<ReturnType<NonNullable<typeof load>>> | null>(null);
  useEffect(() => {
    let here = true;
    // Without them the panel has everything else.
    load?.().then(
      (found) => here && setCalendar(found),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [load]);
  if (calendar === null) return [];
  const now = Date.now();
  const newest = new Map(shiftsBetween(calendar, zone, (now - 8 * DAY) * 1_000, now * 1_000).map((shift) => [shift.name, shift]));
  return [...newest.values()]
    .toSorted((a, b) => a.start - b.start)
    .map(({ name, start, end }) => ({
      name,
      from: start / 1_000,
      to: Math.min(end / 1_000, now),
      hours: `${format.clock(start / 1_000)}–${format.clock(end / 1_000)}`,
    }));
}

/** The days of a month; two presses choose from one to the other. */
function Days({
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
                      style={{ width: `${Math.round((had[date.toString()] ?? 0) * 18)}px` }}
                    />
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
        </p>
      ) : null}
    </RangeCalendar>
  );
}

const isMonday = (date: CalendarDate): boolean => new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay() === 1;

/** What stands under the days around a month (`YYYY-MM`). */
function useMarks(load: RangeControlProps['marks'], month: string): Readonly<Record<string, number>> {
  const [had, setHad] = useState<Readonly<Record<string, number>>>({});
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
