import { LOCALE_TAGS, type Locale } from '../../constants.ts';
import { DAY, firstInstantOf, instantsOf, wallOf, zoneOffset } from '../../domain/time/wall-clock.ts';
import { offsetIfTwice } from '../../i18n/twice.ts';

export { DAY, zoneOffset } from '../../domain/time/wall-clock.ts';

/** Ticks of a time axis, aligned to the wall clock of a zone; days of 23 and 25 hours come out right. Milliseconds throughout. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface Tick {
  at: number;
  /** Only major ticks carry a label. */
  major: boolean;
  /** Midnight of the zone. */
  midnight: boolean;
}

interface TickSpacing {
  major: number;
  minor: number;
}
/** Spacings that a clock face knows: each major one is a whole number of minor ones. */
const TICK_SPACINGS: readonly TickSpacing[] = [
  { major: SECOND, minor: SECOND / 5 },
  { major: 5 * SECOND, minor: SECOND },
  { major: 15 * SECOND, minor: 5 * SECOND },
  { major: 30 * SECOND, minor: 10 * SECOND },
  { major: MINUTE, minor: 15 * SECOND },
  { major: 5 * MINUTE, minor: MINUTE },
  { major: 10 * MINUTE, minor: 5 * MINUTE },
  { major: 15 * MINUTE, minor: 5 * MINUTE },
  { major: 30 * MINUTE, minor: 10 * MINUTE },
  { major: HOUR, minor: 15 * MINUTE },
  { major: 2 * HOUR, minor: 30 * MINUTE },
  { major: 3 * HOUR, minor: HOUR },
  { major: 6 * HOUR, minor: HOUR },
  { major: 12 * HOUR, minor: 3 * HOUR },
  { major: DAY, minor: 6 * HOUR },
  { major: 2 * DAY, minor: DAY },
  { major: 7 * DAY, minor: DAY },
];

/** Start of the zone's day that holds the moment. */
export function startOfDay(at: number, zone: string): number {
  return firstInstantOf(Math.floor(wallOf(at, zone) / DAY) * DAY, zone);
}

/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
const WEEK_SHIFT = 3 * DAY;

/** All moments from `from` to `to` where the wall clock is at a whole step. */
function aligned(from: number, to: number, step: number, zone: string): number[] {
  const shift = step === 7 * DAY ? WEEK_SHIFT : 0;
  const moments = new Set<number>();
  const put = (at: number) => at >= from && at <= to && moments.add(at);
  // An hour that is repeated has its ticks twice; what is left out gives one where the clock jumps, and none twice.
  const offsets = [zoneOffset(from, zone), zoneOffset(to, zone)];
  const last = to + Math.max(...offsets);
  for (let wall = Math.ceil((from + Math.min(...offsets) + shift) / step) * step - shift; wall <= last; wall += step) {
    const twins = step <= HOUR && offsets[0] !== offsets[1] ? instantsOf(wall, zone) : [];
    for (const at of twins.length > 1 ? twins : [firstInstantOf(wall, zone)]) put(at);
  }
  return [...moments].sort((a, b) => a - b);
}

/** First days of every `months`-th month. */
function monthStarts(from: number, to: number, months: number, zone: string): number[] {
  const found: number[] = [];
  const first = new Date(wallOf(from, zone));
  let month = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months;
  for (;;) {
    const at = firstInstantOf(Date.UTC(Math.floor(month / 12), month % 12, 1), zone);
    if (at > to) return found;
    if (at >= from) found.push(at);
    month += months;
  }
}

/** The time between two labels: `month` stands for calendar months. */
export interface TickScale {
  ticks: Tick[];
  /** Distance of major ticks in milliseconds, or of months. */
  step: number | { months: number };
}

/** Ticks for an axis `width` pixels wide with labels at least `spacing` pixels apart. */
export function timeTicks(from: number, to: number, width: number, zone: string, spacing = 76): TickScale {
  if (!(to > from) || width <= 0) return { ticks: [], step: SECOND };
  const wanted = ((to - from) * spacing) / width;
  const clockSpacing = TICK_SPACINGS.find((candidate) => candidate.major >= wanted);
  const midnight = (at: number) => wallOf(at, zone) % DAY === 0;
  if (!clockSpacing) {
    const months = [1, 2, 3, 6, 12, 24, 60, 120].find((count) => count * 30 * DAY >= wanted) ?? 240;
    const majors = new Set(monthStarts(from, to, months, zone));
    const minors = months === 1 ? aligned(from, to, 7 * DAY, zone) : monthStarts(from, to, months <= 3 ? 1 : months / 3, zone);
    const all = [...new Set([...majors, ...minors])].sort((a, b) => a - b);
    return { ticks: all.map((at) => ({ at, major: majors.has(at), midnight: true })), step: { months } };
  }
  const majors = new Set(aligned(from, to, clockSpacing.major, zone));
  const all = [...new Set([...majors, ...aligned(from, to, clockSpacing.minor, zone)])].sort((a, b) => a - b);
  return { ticks: all.map((at) => ({ at, major: majors.has(at), midnight: midnight(at) })), step: clockSpacing.major };
}

export interface AxisLabels {
  /** Text of a major tick; `strong` marks the beginning of a day where times stand beside it. */
  tick(at: number, scale: TickScale, midnight: boolean): { text: string; strong: string | null };
  /** The black flag at the cursor, as exact as the axis is. */
  flag(at: number, spanMs: number): string;
  /** A span of time in words: `19. 11. 15.00 – 20. 11. 15.00`. */
  range(from: number, to: number): string;
}

const dayText = (tag: string, zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tag, { timeZone: zone, ...options });

/** Words of the axis in one locale and zone. Czech and Slovak clock times are written with dots. */
export function axisLabels(locale: Locale, zone: string): AxisLabels {
  const tag = LOCALE_TAGS[locale];
  const clocks = { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' } as const;
  const minute = dayText(tag, zone, clocks);
  const second = dayText(tag, zone, { ...clocks, second: '2-digit' });
  const day = dayText(tag, zone, { day: 'numeric', month: 'numeric' });
  const weekday = dayText(tag, zone, { weekday: 'short', day: 'numeric', month: 'numeric' });
  const month = dayText(tag, zone, { month: 'short', year: 'numeric' });
  const year = dayText(tag, zone, { year: 'numeric' });
  const dated = dayText(tag, zone, { day: 'numeric', month: 'numeric', year: 'numeric' });
  const clock = (format: Intl.DateTimeFormat, at: number) => (locale === 'en' ? format.format(at) : format.format(at).replaceAll(':', '.'));
  const time = (at: number, fine: boolean) => [clock(fine ? second : minute, at), offsetIfTwice(at, zone)].filter(Boolean).join('\u00a0');
  return {
    tick(at, scale, midnight) {
      if (typeof scale.step === 'object') return { text: scale.step.months >= 12 ? year.format(at) : month.format(at), strong: null };
      if (scale.step >= DAY) return { text: day.format(at), strong: null };
      return { text: time(at, scale.step < MINUTE), strong: midnight ? weekday.format(at) : null };
    },
    flag(at, spanMs) {
      const fine = spanMs <= 2 * HOUR;
      return spanMs <= DAY * 1.5 ? time(at, fine) : `${day.format(at)} ${time(at, false)}`;
    },
    range(from, to) {
      const fine = to - from <= 10 * MINUTE;
      const sameDay = startOfDay(from, zone) === startOfDay(to, zone);
      const full = (at: number) => (year.format(from) === year.format(to) ? day.format(at) : dated.format(at));
      return `${full(from)} ${time(from, fine)} – ${sameDay ? '' : `${full(to)} `}${time(to, fine)}`;
    },
  };
}
