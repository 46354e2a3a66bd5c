import type { Locale } from '../../../lib/constants.ts';
import { instantsOf, jumpOver, wallOf, zoneOffset } from '../../../lib/domain/time/wall-clock.ts';
import { formatter, type Habits, orderOf } from '../../../lib/i18n/format.ts';
import type { FieldProblem } from './sentence.ts';

/** `date` is the start of its day in the zone, `time` a time of the day that holds `day`. */
export type MomentKind = 'date' | 'time' | 'date-time';

export interface MomentOptions {
  kind: MomentKind;
  locale: Locale;
  /** IANA zone in which dates and clock times are written. */
  zone: string;
  /** How the person writes dates and times; absent = as the language does. */
  habits?: Habits | undefined;
  /** RFC 3339; the day to which a `time` belongs. */
  day?: string | undefined;
  /** RFC 3339, inclusive. */
  min?: string | undefined;
  max?: string | undefined;
}

/** `value` is RFC 3339 in UTC; null where nothing, or no moment, is written. */
export interface MomentRead {
  value: string | null;
  problem: FieldProblem | null;
}

type Digits = readonly [number, number, number];

/** An instant without the milliseconds nobody wrote. */
export const instantText = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

const DATES: Record<'dots' | 'iso' | 'day_first' | 'month_first', RegExp> = {
  dots: /^(?<d>\d{1,2})\s*\.\s*(?<m>\d{1,2})\s*\.\s*(?<y>\d{4})(?!\d)/,
  iso: /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?!\d)/,
  day_first: /^(?<d>\d{1,2})\s*\/\s*(?<m>\d{1,2})\s*\/\s*(?<y>\d{4})(?!\d)/,
  month_first: /^(?<m>\d{1,2})\s*\/\s*(?<d>\d{1,2})\s*\/\s*(?<y>\d{4})(?!\d)/,
};

/** Slashes are clear only to those who write with them: in English, and where the person chose an order. */
function slashesOf({ locale, zone, habits }: MomentOptions): RegExp | null {
  const chosen = habits?.date;
  if (chosen === 'day_first' || chosen === 'month_first') return DATES[chosen];
  return locale === 'en' ? DATES[orderOf(locale, zone, { ...habits, date: null })] : null;
}

/** The date at the beginning of a text and how much of it it takes; null when there is none, or when no calendar has it. */
function dateAt(text: string, options: MomentOptions): { wall: number; length: number } | null {
  const found = DATES.dots.exec(text) ?? DATES.iso.exec(text) ?? slashesOf(options)?.exec(text);
  if (!found) return null;
  const { y, m, d } = found.groups as Record<'y' | 'm' | 'd', string>;
  const wall = Date.UTC(Number(y), Number(m) - 1, Number(d));
  const exact = new Date(wall);
  if (Number(y) < 1_000 || exact.getUTCMonth() !== Number(m) - 1 || exact.getUTCDate() !== Number(d)) return null;
  return { wall, length: found[0].length };
}

/** Hours, minutes, seconds; null when the text is no time of day. */
function timeOf(text: string): Digits | null {
  const half = /\s*(?:([ap])\.?\s?m|(d)op|(o)dp)\.?$/i.exec(text);
  const clock = half ? text.slice(0, half.index) : text;
  const found =
    /^(\d{1,2})\s?[:.]\s?(\d{2})(?:\s?[:.]\s?(\d{2}))?$/.exec(clock) ??
    /^(\d{1,2})(\d{2})$/.exec(clock) ??
    (half ? /^(\d{1,2})$/.exec(clock) : null);
  if (!found) return null;
  const [h = 0, m = 0, s = 0] = found.slice(1).map((part) => Number(part ?? 0));
  if (half && (h < 1 || h > 12)) return null;
  const hour = half ? (h % 12) + (/[po]/i.test(half[1] ?? half[3] ?? '') ? 12 : 0) : h;
  return hour < 24 && m < 60 && s < 60 ? [hour, m, s] : null;
}

const DAY_MS = 86_400_000;
const PROBLEM: Record<MomentKind, string> = { date: 'not_date', time: 'not_time', 'date-time': 'not_moment' };

/** What the zone's clock shows at the written moment; null when the text is no moment. */
function wallAt(text: string, options: MomentOptions): number | null {
  const { kind, zone, day } = options;
  if (kind === 'time') {
    const time = timeOf(text);
    const start = Math.floor(wallOf(Date.parse(day ?? ''), zone) / DAY_MS) * DAY_MS;
    return time && !Number.isNaN(start) ? start + (time[0] * 3_600 + time[1] * 60 + time[2]) * 1_000 : null;
  }
  const date = dateAt(text, options);
  if (!date) return null;
  const rest = text.slice(date.length);
  if (kind === 'date') return rest === '' ? date.wall : null;
  const time = /^[\s,T]/.test(rest) ? timeOf(rest.replace(/^[\s,T]+/, '')) : null;
  return time ? date.wall + (time[0] * 3_600 + time[1] * 60 + time[2]) * 1_000 : null;
}

/**
 * The moment that a person wrote in the zone's wall clock. What {@link writeMoment} writes is always read back. Dates: as the person or the language writes
 * them, with dots in every language, or `2026-11-20`; never with two digits of the year. Times: 24 hours with colons or dots, `1430`, or with am and pm.
 * A time that the zone skips is refused with the jump in the sentence. One that it shows twice is the earlier moment, unless `previous` is within the minute of the later one.
 */
export function readMoment(text: string, options: MomentOptions, previous: string | null = null): MomentRead {
  const { kind, locale, zone, habits, min, max } = options;
  const bare = text.trim();
  if (bare === '') return { value: null, problem: null };
  const wall = wallAt(bare, options);
  if (wall === null) return { value: null, problem: { code: PROBLEM[kind], params: { example: example(options) } } };
  const found = instantsOf(wall, zone);
  const before = found.find((one) => Math.abs(one - Date.parse(previous ?? '')) < 60_000);
  let at = before ?? found[0];
  if (at === undefined) {
    const jump = jumpOver(wall, zone);
    const clock = formatter(locale, 'UTC', habits);
    if (kind !== 'date')
      return { value: null, problem: { code: 'time_skipped', params: { from: clock.time(jump.from), to: clock.time(jump.to) } } };
    // A day without its midnight begins where the clock comes out.
    at = jump.at;
  }
  const value = instantText(at);
  if (min !== undefined && at < Date.parse(min))
    return { value, problem: { code: 'moment_min', params: { min: writeMoment(min, options) } } };
  if (max !== undefined && at > Date.parse(max))
    return { value, problem: { code: 'moment_max', params: { max: writeMoment(max, options) } } };
  return { value, problem: null };
}

/** A moment as the person writes it in the zone; with seconds only where it has any. */
export function writeMoment(value: string, { kind, locale, zone, habits }: MomentOptions): string {
  const format = formatter(locale, zone, habits);
  const precision = Date.parse(value) % 60_000 === 0 ? 'minute' : 'second';
  if (kind === 'date') return format.date(value);
  const clock = format.clock(value, precision);
  return kind === 'time' ? clock : `${format.date(value)}\u00a0${clock}`;
}

/** A moment of the year that runs, written as it is expected. */
export const example = (options: MomentOptions): string => writeMoment('2026-11-20T13:30:00Z', options);

/** The other moments at which the clock shows the same, with the given one, the earlier first; one alone where there is no other. */
export function twins(value: string, zone: string): string[] {
  const at = Date.parse(value);
  const whole = Math.floor(at / 1_000) * 1_000;
  return instantsOf(wallOf(whole, zone), zone).map((one) => instantText(one + (at - whole)));
}

/** The value of a browser's own date and time inputs, which know no zone: `2026-11-20`, `14:30`, `2026-11-20T14:30`. */
export function nativeText(value: string | null, { kind, zone }: MomentOptions): string {
  const at = Date.parse(value ?? '');
  if (Number.isNaN(at)) return '';
  const iso = new Date(wallOf(at, zone)).toISOString();
  return kind === 'date' ? iso.slice(0, 10) : kind === 'time' ? iso.slice(11, 16) : iso.slice(0, 16);
}

/** `UTC+2`, `UTC−3:30`. */
export function offsetName(at: number, zone: string): string {
  const minutes = Math.round(zoneOffset(at, zone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '\u2212' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
