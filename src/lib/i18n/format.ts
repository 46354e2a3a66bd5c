import { LOCALE_TAGS, type Locale } from '../constants.ts';

/**
 * Numbers, moments and durations as people of the locale write them, for the eye only. A true minus sign, no-break spaces before
 * the unit and inside dates. Czech and Slovak clock times are written with dots (15.04.30), durations everywhere with colons (1:21:20), so that a
 * time of day is never mistaken for a length of time. Days have 24 hours in every locale.
 */
export interface Format {
  /** `decimals` fixed, else up to 3. `text` and booleans come back as they are. */
  number(value: number, decimals?: number | null): string;
  /** A number with its unit after a no-break space. */
  quantity(value: number, unit: string | null, decimals?: number | null): string;
  /** A share from 0 to 1. */
  percent(value: number, decimals?: number): string;
  bytes(value: number): string;
  date(moment: Moment, style?: DateStyle): string;
  /** Time of day. */
  time(moment: Moment, precision?: Precision): string;
  dateTime(moment: Moment, precision?: Precision): string;
  /** Time since the moment: `5 min ago`. */
  age(moment: Moment, now: Moment): string;
  /** Seconds as `h:mm:ss`, `m:ss` under an hour. */
  duration(seconds: number): string;
  /** Seconds in words: `10 min`, `1 h 30 min`. */
  interval(seconds: number): string;
  list(items: readonly string[]): string;
}

/** RFC 3339 text, milliseconds since the epoch, or a Date. */
export type Moment = string | number | Date;
type Precision = 'minute' | 'second' | 'millisecond';
type DateStyle = 'short' | 'long' | 'weekday';

const NBSP = '\u00a0';
const AGE_UNITS = [
  ['second', 1],
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
  ['month', 30.44 * 86_400],
  ['year', 365.25 * 86_400],
] as const;
const AGE_LIMITS = [60, 60, 24, 60, 24, Number.POSITIVE_INFINITY];
const DATE_STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  short: { day: 'numeric', month: 'numeric', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'numeric', year: 'numeric' },
};

const toDate = (moment: Moment): Date => (moment instanceof Date ? moment : new Date(moment));

/** Intl's formatters are dear to make; one of each kind is kept. */
function cached<A extends unknown[], F>(make: (...args: A) => F): (...args: A) => F {
  const kept = new Map<string, F>();
  return (...args) => {
    const key = JSON.stringify(args);
    let found = kept.get(key);
    if (found === undefined) {
      found = make(...args);
      kept.set(key, found);
    }
    return found;
  };
}
const numberFormat = cached((tag: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));
const dateFormat = cached((tag: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options));
const relativeFormat = cached((tag: string) => new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: 'short' }));
const listFormat = cached((tag: string) => new Intl.ListFormat(tag, { type: 'conjunction' }));

/** @param timeZone IANA zone in which clock times are shown. */
export const formatter: (locale: Locale, timeZone: string) => Format = cached((locale: Locale, timeZone: string): Format => {
  const tag = LOCALE_TAGS[locale];
  const clockSeparator = locale === 'en' ? ':' : '.';

  const written = (value: number, options: Intl.NumberFormatOptions): string =>
    numberFormat(tag, options)
      .formatToParts(Object.is(value, -0) ? 0 : value)
      .map((part) => (part.type === 'minusSign' ? '\u2212' : part.value))
      .join('');
  const number = (value: number, decimals?: number | null): string =>
    written(
      value,
      decimals === undefined || decimals === null
        ? { maximumFractionDigits: 3, signDisplay: 'negative' }
        : { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'negative' },
    );
  const quantity = (value: number, unit: string | null, decimals?: number | null): string =>
    number(value, decimals) + (unit ? NBSP + unit : '');
  const date = (moment: Moment, style: DateStyle = 'short'): string =>
    dateFormat(tag, { ...DATE_STYLES[style], timeZone })
      .format(toDate(moment))
      .replaceAll(' ', NBSP);
  const time = (moment: Moment, precision: Precision = 'minute'): string =>
    dateFormat(tag, {
      hour: 'numeric',
      minute: '2-digit',
      ...(precision === 'minute' ? {} : { second: '2-digit' }),
      ...(precision === 'millisecond' ? { fractionalSecondDigits: 3 } : {}),
      hourCycle: 'h23',
      timeZone,
    })
      .formatToParts(toDate(moment))
      .map((part) => (part.type === 'literal' && part.value === ':' ? clockSeparator : part.value))
      .join('');

  return {
    number,
    quantity,
    percent: (value, decimals = 0) =>
      written(value, { style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    bytes(value) {
      if (value < 1_024) return quantity(value, 'B', 0);
      return value < 1_048_576 ? quantity(value / 1_024, 'kB', 1) : quantity(value / 1_048_576, 'MB', 1);
    },
    date,
    time,
    dateTime: (moment, precision) => `${date(moment)}${NBSP}${time(moment, precision)}`,
    age(moment, now) {
      const seconds = Math.max(0, (toDate(now).getTime() - toDate(moment).getTime()) / 1_000);
      let at = 0;
      while (Math.floor(seconds / AGE_UNITS[at]![1]) >= AGE_LIMITS[at]!) at++;
      const [unit, length] = AGE_UNITS[at]!;
      return relativeFormat(tag).format(-Math.floor(seconds / length), unit);
    },
    duration(seconds) {
      const whole = Math.round(Math.abs(seconds));
      const two = (value: number) => String(value).padStart(2, '0');
      const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
      return `${seconds < 0 && whole > 0 ? '\u2212' : ''}${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}`;
    },
    interval(seconds) {
      const parts: string[] = [];
      let rest = Math.round(seconds);
      for (const [unit, length] of [
        ['day', 86_400],
        ['hour', 3_600],
        ['minute', 60],
        ['second', 1],
      ] as const) {
        const count = Math.floor(rest / length);
        rest -= count * length;
        if (count > 0 || (unit === 'second' && parts.length === 0))
          parts.push(numberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(count).replaceAll(' ', NBSP));
      }
      return parts.join(' ');
    },
    list: (items) => listFormat(tag).format(items),
  };
});
