import type { CSSProperties } from 'react';
import type { Shift } from '../../lib/contract/shift-calendars.ts';
import { breakMinutes, DAY_MINUTES, minutesOf, shiftMinutes } from '../../lib/domain/shifts/shifts.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { weekdays, weekFrom } from '../organizations/choices.ts';
import { useFirstDay } from '../shell/habits.ts';
import { categoryOf, useCalendarWords } from './calendar.ts';

/** A part of a shift on one day, minutes of that day. */
interface Piece {
  shift: Shift;
  index: number;
  from: number;
  to: number;
  /** Began on the day before. */
  continued: boolean;
  rests: { from: number; to: number; paid: boolean }[];
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
/** An hour of the ruler over its mark; the first and the last don't stand out over its ends. */
const HOUR =
  'absolute bottom-0 pb-1.25 -translate-x-1/2 first:translate-x-0 last:-translate-x-full after:absolute after:bottom-0 after:left-1/2 after:h-1 after:border-l after:border-l-ink first:after:left-0 last:after:right-0 last:after:left-auto';
const percent = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;
const place = (from: number, to: number): CSSProperties => ({ left: percent(from), width: percent(to - from) });

/** What of the shifts lies on a day: those that begin on it, and the ends of those that began on the day before. */
export function piecesOf(shifts: readonly Shift[], day: number): Piece[] {
  const before = day === 1 ? 7 : day - 1;
  return shifts
    .flatMap((shift, index) => {
      const start = minutesOf(shift.start);
      const end = start + shiftMinutes(shift);
      const rests = shift.breaks
        .map((rest) => ({ ...breakMinutes(shift, rest), paid: rest.paid }))
        .filter(({ inside }) => inside)
        .map((rest) => ({ from: start + rest.start, to: start + rest.end, paid: rest.paid }));
      const piece = (shifted: number, continued: boolean): Piece => ({
        shift,
        index,
        from: Math.max(0, start - shifted),
        to: Math.min(DAY_MINUTES, end - shifted),
        continued,
        rests: rests
          .map((rest) => ({ ...rest, from: Math.max(0, rest.from - shifted), to: Math.min(DAY_MINUTES, rest.to - shifted) }))
          .filter((rest) => rest.from < rest.to),
      });
      return [
        ...(shift.days.includes(day) ? [piece(0, false)] : []),
        ...(shift.days.includes(before) && end > DAY_MINUTES ? [piece(DAY_MINUTES, true)] : []),
      ];
    })
    .toSorted((a, b) => a.from - b.from);
}

/** The week of the shifts: a lane for each day on one ruler of hours. */
export function WeekPicture({ shifts }: { shifts: readonly Shift[] }) {
  const t = useT();
  const locale = useLocale();
  const names = weekdays(locale, 'short');
  const firstDay = useFirstDay();
  return (
    <div className="[--day:44px] min-w-0 slim:[--day:28px]">
      <div className="relative h-5 ml-(--day) border-b border-b-ink text-11 leading-4 text-ink-3" aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} className={HOUR} style={{ left: percent(hour * 60) }}>
            {hour}
          </span>
        ))}
      </div>
      <ol aria-label={t('workspaces:shifts.week_label')}>
        {weekFrom(firstDay).map((day) => {
          const pieces = piecesOf(shifts, day);
          return (
            <li key={day} className="grid grid-cols-[var(--day)_minmax(0,1fr)] items-center border-b border-b-line">
              <span className={`text-12 ${day > 5 ? 'text-ink-3' : 'text-ink-2'}`}>{names[day - 1]}</span>
              <span className="week-lane relative h-9">
                {pieces.length === 0 ? <span className="vh">{t('workspaces:shifts.day_off')}</span> : null}
                {pieces.map((piece) => (
                  <Block key={`${piece.index} ${piece.continued}`} piece={piece} />
                ))}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Block({ piece: { shift, index, from, to, continued, rests } }: { piece: Piece }) {
  const t = useT();
  const format = useFormat();
  const words = useCalendarWords();
  const category = categoryOf(index);
  const style = { ...place(from, to), '--block': `var(--cat-${category})`, '--ink': `var(--cat-${category}-on)` } as CSSProperties;
  const span = words.span(shift);
  const whole = continued
    ? t('workspaces:shifts.continued', { name: shift.name, end: words.clock(shift.end) })
    : t('workspaces:shifts.from_to', { name: shift.name, start: words.clock(shift.start), end: words.clock(shift.end) });
  return (
    <span
      className="week-block @container absolute inset-y-0.5 overflow-hidden rounded-1 bg-(--block) text-(color:--ink)"
      style={style}
      title={`${whole} · ${format.interval(shiftMinutes(shift) * 60)}`}
    >
      {rests.map((rest) => (
        <i
          key={rest.from}
          className={`absolute inset-y-0 ${rest.paid ? 'paid' : ''}`}
          style={{ left: share(rest.from, from, to), width: share(rest.to, rest.from, to - from + rest.from) }}
        />
      ))}
      <span className="vh">{whole}</span>
      <span
        className="absolute inset-x-1.5 inset-y-0.5 grid content-start text-11 leading-3.5 whitespace-nowrap *:max-w-full *:justify-self-start *:overflow-hidden *:text-clip *:bg-(--block) @max-[41px]:hidden"
        aria-hidden="true"
      >
        <b className="font-medium">{shift.name}</b>
        <small className="text-11 slim:hidden @max-[75px]:hidden">{continued ? `→ ${words.clock(shift.end)}` : span}</small>
      </span>
    </span>
  );
}

/** Where a moment lies between two others, as a part of the whole. */
const share = (at: number, from: number, to: number) => `${((at - from) / (to - from)) * 100}%`;
