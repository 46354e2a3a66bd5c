import { LOCALE_TAGS, type Locale } from '../constants.ts';
import type { DurationFormat, Formats } from '../contract/formats.ts';
import { DAY, zoneOffset } from '../domain/time/wall-clock.ts';
import { englishOf, tagOf } from './region.ts';
import { offsetIfTwice, steadyOffset } from './twice.ts';

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
  /** Time of day; one that the zone's clock shows twice carries its offset from UTC: `2.30 +02:00`. */
  time(moment: Moment, precision?: Precision): string;
  /** The same without the offset, as it stands in a field. */
  clock(moment: Moment, precision?: Precision): string;
  dateTime(moment: Moment, precision?: Precision): string;
  /** Time since the moment: `5 min ago`. */
  age(moment: Moment, now: Moment): string;
  /**
   * Seconds as `h:mm:ss`, `m:ss` under an hour, or as the person chose: `83.75 min`, `1.396 h`, `8,375 cmin`.
   * @param decimals of a second, where what is timed is short; other forms get as many places more
   */
  duration(seconds: number, decimals?: number): string;
  /** Milliseconds of the last place of such a duration: what is a multiple of it is written without rounding. */
  grain(decimals?: number): number;
  /** Seconds in words: `10 min`, `1 h 30 min`. */
  interval(seconds: number): string;
  list(items: readonly string[]): string;
}

/** RFC 3339 text, milliseconds since the epoch, or a Date. */
export type Moment = string | number | Date;
export type Precision = 'minute' | 'second' | 'tenth' | 'hundredth' | 'millisecond';
/** `day` and `day_weekday` are without the year, `month` is without the day. */
type DateStyle = 'short' | 'long' | 'weekday' | 'day' | 'day_weekday' | 'month' | 'year';

const FRACTION: Partial<Record<Precision, 1 | 2 | 3>> = { tenth: 1, hundredth: 2, millisecond: 3 };
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
  day: { day: 'numeric', month: 'numeric' },
  day_weekday: { weekday: 'short', day: 'numeric', month: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

/** What a person chose for himself; null or absent = as the locale has it, and weeks that begin on Monday. */
export type Habits = Partial<Formats>;
type Order = NonNullable<Formats['date']>;
/** Which of day and month comes first where the language decides. */
export const orderOf = (locale: Locale, zone: string, { date, english }: Habits = {}): Order =>
  date ?? (locale === 'en' && englishOf(english, zone) === 'US' ? 'month_first' : 'day_first');
/** Seconds of one unit, and the decimals that work study writes. */
const DURATION_UNITS: Record<Exclude<DurationFormat, 'hms'>, readonly [unit: string, seconds: number, decimals: number]> = {
  minutes: ['min', 60, 2],
  hours: ['h', 3_600, 3],
  hundredths: ['cmin', 0.6, 0],
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');
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
/** The same, where what it is made of is one word or number: a list asks for some hundred. */
function kept<K, F>(make: (key: K) => F): (key: K) => F {
  const made = new Map<K, F>();
  return (key) => {
    let found = made.get(key);
    if (found === undefined) {
      found = make(key);
      made.set(key, found);
    }
    return found;
  };
}
const numberFormat = cached((tag: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));
const dateFormat = cached((tag: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options));
type AgeUnit = (typeof AGE_UNITS)[number][0];
/** Ages in words, by their unit and their number, which is small: writing one took longer than all else of a row of a list. */
const agesIn = kept((tag: string) => {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: 'short' });
  const inUnit = kept((unit: AgeUnit) => kept((count: number) => format.format(-count, unit).replace(/(?<=\d) /u, NBSP)));
  return (unit: AgeUnit, count: number) => inUnit(unit)(count);
});
const listFormat = kept((tag: string) => new Intl.ListFormat(tag, { type: 'conjunction' }));

/** A date in digits whose order no English or Czech or Slovak has. */
function reordered(order: Order, tag: string, style: DateStyle, moment: Date, timeZone: string): string {
  const { day, month, year, weekday } = Object.fromEntries(
    dateFormat(tag, { ...DATE_STYLES[style], timeZone })
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  ) as Record<'day' | 'month', string> & Partial<Record<'year' | 'weekday', string>>;
  const two = (value: string) => value.padStart(2, '0');
  const written =
    order === 'iso'
      ? [...(year === undefined ? [] : [year.padStart(4, '0')]), two(month), two(day)].join('-')
      : [String(Number(month)), String(Number(day)), ...(year === undefined ? [] : [year])].join('/');
  return weekday === undefined ? written : `${weekday}${NBSP}${written}`;
}

/** @param timeZone IANA zone in which clock times are shown. @param habits what the person chose for himself */
export const formatter: (locale: Locale, timeZone: string, habits?: Habits) => Format = cached(
  (locale: Locale, timeZone: string, habits: Habits = {}): Format => {
    const english = englishOf(habits.english, timeZone);
    // Numbers and units are the same in both; British abbreviations of units would have a plural (8 hrs).
    const tag = LOCALE_TAGS[locale];
    const order = orderOf(locale, timeZone, habits);
    // Each order has its English; in Czech and Slovak only digits can be put into another one.
    const dateTag = locale === 'en' && order !== 'iso' ? tagOf(locale, order === 'month_first' ? 'US' : 'GB') : tag;
    const isOwn = (style: DateStyle) =>
      style === 'long' || style === 'month' || style === 'year' || (locale === 'en' ? order !== 'iso' : order === 'day_first');
    const [clockSeparator, fractionSeparator] = locale === 'en' ? [':', '.'] : ['.', ','];

    const numberOf = kept((decimals: number | null) =>
      numberFormat(
        tag,
        decimals === null
          ? { maximumFractionDigits: 3, signDisplay: 'negative' }
          : { minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'negative' },
      ),
    );
    const percentOf = kept((decimals: number) =>
      numberFormat(tag, { style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    );
    const dateOf = kept((style: DateStyle) => dateFormat(dateTag, { ...DATE_STYLES[style], timeZone }));
    /** Halves of the day have words, which the language knows. */
    const halvesOf = kept((precision: Precision) =>
      dateFormat(tagOf(locale, english), {
        hour: 'numeric',
        minute: '2-digit',
        ...(precision === 'minute' ? {} : { second: '2-digit' }),
        ...(FRACTION[precision] ? { fractionalSecondDigits: FRACTION[precision] } : {}),
        hourCycle: 'h12',
        timeZone,
      }),
    );
    const age = agesIn(tag);

    /** The last one: what stands together in a list often came at the same moment. */
    let latest: { at: number; precision: Precision; text: string } | null = null;

    const written = (value: number, format: Intl.NumberFormat): string => {
      // Only what is below zero has a sign to be made a true one.
      return value >= 0 ? format.format(Math.abs(value)) : format.format(value).replace('-', '\u2212');
    };
    const number = (value: number, decimals?: number | null): string =>
      // Counts in lists, which every language writes alike.
      decimals == null && value >= 0 && value < 1_000 && Number.isInteger(value) ? `${value}` : written(value, numberOf(decimals ?? null));
    const quantity = (value: number, unit: string | null, decimals?: number | null): string =>
      number(value, decimals) + (unit ? NBSP + unit : '');
    const date = (moment: Moment, style: DateStyle = 'short'): string =>
      isOwn(style) ? dateOf(style).format(toDate(moment)).replaceAll(' ', NBSP) : reordered(order, tag, style, toDate(moment), timeZone);
    const halfClock = (moment: Moment, precision: Precision): string =>
      halvesOf(precision)
        .formatToParts(toDate(moment))
        .map(({ type, value }) => (type !== 'literal' ? value : value === ':' ? clockSeparator : value.replace(/\s/gu, NBSP)))
        .join('');
    /** Reckoned: taking the parts from Intl takes ten times as long, and lists have a hundred of them. */
    const dayClock = (moment: Moment, precision: Precision): string => {
      const at = toDate(moment).getTime();
      const wall = at + (steadyOffset(at, timeZone) ?? zoneOffset(at, timeZone));
      const ms = wall - Math.floor(wall / DAY) * DAY;
      const hour = Math.floor(ms / 3_600_000);
      const [minute, second] = [Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
      const shown = `${locale === 'en' ? twoDigits(hour) : hour}${clockSeparator}${twoDigits(minute)}`;
      if (precision === 'minute') return shown;
      const places = FRACTION[precision];
      const fraction = places
        ? fractionSeparator +
          String(ms % 1_000)
            .padStart(3, '0')
            .slice(0, places)
        : '';
      return `${shown}${clockSeparator}${twoDigits(second)}${fraction}`;
    };
    const clock = (moment: Moment, precision: Precision = 'minute'): string =>
      habits.time === '12h' ? halfClock(moment, precision) : dayClock(moment, precision);
    const time = (moment: Moment, precision?: Precision): string => {
      const offset = offsetIfTwice(toDate(moment).getTime(), timeZone);
      return clock(moment, precision) + (offset && NBSP + offset);
    };

    const grain = (decimals = 0): number => {
      const [, length, places] = habits.duration && habits.duration !== 'hms' ? DURATION_UNITS[habits.duration] : ['', 1, 0];
      return (length * 1_000) / 10 ** (places + decimals);
    };

    return {
      number,
      quantity,
      percent: (value, decimals = 0) => written(value, percentOf(decimals)),
      bytes(value) {
        if (value < 1_024) return quantity(value, 'B', 0);
        return value < 1_048_576 ? quantity(value / 1_024, 'kB', 1) : quantity(value / 1_048_576, 'MB', 1);
      },
      date,
      time,
      clock,
      dateTime(moment, precision = 'minute') {
        const at = toDate(moment).getTime();
        if (latest?.at !== at || latest.precision !== precision)
          latest = { at, precision, text: `${date(at)}${NBSP}${time(at, precision)}` };
        return latest.text;
      },
      age(moment, now) {
        const seconds = Math.max(0, (toDate(now).getTime() - toDate(moment).getTime()) / 1_000);
        let at = 0;
        while (Math.floor(seconds / AGE_UNITS[at]![1]) >= AGE_LIMITS[at]!) at++;
        const [unit, length] = AGE_UNITS[at]!;
        return age(unit, Math.floor(seconds / length));
      },
      duration(seconds, decimals = 0) {
        // Whole milliseconds first: half a last place is rounded as everything that is computed from it.
        const all = Math.round(Math.round(Math.abs(seconds) * 1_000) / grain(decimals));
        if (habits.duration && habits.duration !== 'hms') {
          const [unit, , places] = DURATION_UNITS[habits.duration];
          return quantity((Math.sign(seconds) * all) / 10 ** (places + decimals), unit, places + decimals);
        }
        const parts = 10 ** decimals;
        const whole = Math.floor(all / parts);
        const fraction = decimals > 0 ? number((all % parts) / parts, decimals).slice(1) : '';
        const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
        return `${seconds < 0 && all > 0 ? '\u2212' : ''}${h > 0 ? `${h}:${twoDigits(m)}` : m}:${twoDigits(s)}${fraction}`;
      },
      grain,
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
      list: (items) => listFormat(tagOf(locale, english)).format(items),
    };
  },
);
