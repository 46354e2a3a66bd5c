import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button as AriaButton } from '#button';
import { shiftsBetween } from '../../lib/domain/shifts/shifts.ts';
import { LENGTHS, PERIODS, type Span, type TimeRange } from '../../lib/domain/time/range.ts';
import { DAY } from '../../lib/domain/time/wall-clock.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useNarrow } from '../shell/Signed.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import type { RangeControlProps, Within } from './RangeControl.tsx';

/** How many of the periods are days: on a phone the shifts stand behind them, before weeks and months. */
const DAYS = 2;

const NAME =
  'block w-full cursor-pointer px-3 py-1 text-left text-12 text-ink-2 hover:bg-hover aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-[inset_3px_0_var(--accent)] phone:h-9 phone:w-auto phone:flex-auto phone:shrink-0 phone:rounded-2 phone:border phone:border-line-2 phone:text-center phone:text-13 phone:whitespace-nowrap phone:text-ink phone:aria-pressed:border-accent-line phone:aria-pressed:bg-accent-soft phone:aria-pressed:shadow-none';
const SHORT =
  'h-6 cursor-pointer text-center text-12 text-ink-2 hover:bg-hover focus-visible:shadow-inside aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink phone:h-10 phone:text-13';
const HEAD = 'px-3 pt-1 pb-0.5 text-11 leading-4 font-medium text-ink-3 phone:hidden';

interface NamesProps extends Pick<RangeControlProps, 'range' | 'span' | 'anyTime' | 'days' | 'shifts' | 'within'> {
  onChoose: (range: TimeRange | null) => void;
}

/** Ranges that have a name. */
export function Names(props: NamesProps) {
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
