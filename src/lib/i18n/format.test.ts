import { describe, expect, it } from 'vitest';
import { formatter, type Habits } from './format.ts';

const cs = formatter('cs', 'Europe/Prague');
const en = formatter('en', 'America/New_York');
const sk = formatter('sk', 'UTC');
const NB = '\u00a0';

describe('numbers', () => {
  it('have a true minus sign, the comma of the language and fixed decimals where they are asked for', () => {
    expect(cs.number(-12345.6, 2)).toBe(`\u221212${NB}345,60`);
    expect(en.number(-12345.6)).toBe('\u221212,345.6');
    expect(cs.number(-0)).toBe('0');
    expect(cs.number(-0.001, 1)).toBe('0,0');
  });
  it('have a decimal comma and groups of thousands with no-break spaces in Czech and Slovak', () => {
    for (const format of [cs, sk]) {
      expect(format.number(1_234_567.891)).toBe(`1${NB}234${NB}567,891`);
      expect(format.number(1_234)).toBe(`1${NB}234`);
      expect(format.number(1.5)).toBe('1,5');
      expect(format.number(0.5, 2)).toBe('0,50');
      expect(format.percent(0.125, 1)).toBe(`12,5${NB}%`);
    }
    expect(en.number(1_234_567.891)).toBe('1,234,567.891');
    expect(en.percent(0.125, 1)).toBe('12.5%');
  });
  it('stand before their unit with a no-break space', () => {
    expect(cs.quantity(21.5, '°C', 1)).toBe(`21,5${NB}°C`);
    expect(cs.quantity(21.5, null, 1)).toBe('21,5');
    expect(cs.bytes(1536)).toBe(`1,5${NB}kB`);
  });
});

describe('moments', () => {
  it('are shown in the zone that was asked for, also over the change of time', () => {
    expect(cs.time('2026-03-29T00:59:59Z', 'second')).toBe('1.59.59');
    expect(cs.time('2026-03-29T01:00:00Z', 'second')).toBe('3.00.00');
    expect(en.time('2026-11-01T07:30:00Z')).toBe('02:30');
    expect(sk.time('2026-01-01T15:04:30.125Z', 'millisecond')).toBe('15.04.30,125');
  });
  it('that the clock shows twice carry their offset, and only those', () => {
    const readings = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'];
    expect(readings.map((at) => cs.time(at))).toEqual([`2.30${NB}+02:00`, `2.30${NB}+01:00`]);
    expect(cs.dateTime(readings[0]!, 'second')).toBe(`25.${NB}10.${NB}2026${NB}2.30.00${NB}+02:00`);
    expect(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'].map((at) => en.time(at))).toEqual([
      `01:30${NB}\u221204:00`,
      `01:30${NB}\u221205:00`,
    ]);
    expect(cs.clock(readings[0]!)).toBe('2.30');
    for (const zone of ['Europe/Prague', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      const { time } = formatter('cs', zone);
      for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']) {
        // Two days in minutes: no two moments of one date are written alike.
        const start = Date.parse(`${day}T00:00:00Z`) - 12 * 3_600_000;
        const written = Array.from(
          { length: 48 * 12 },
          (_, n) => formatter('cs', zone).date(start + n * 300_000) + time(start + n * 300_000),
        );
        expect(new Set(written).size, `${zone} ${day}`).toBe(written.length);
      }
    }
  });
  it('use dots in Czech and Slovak clock times, which tells them from durations', () => {
    expect(cs.dateTime('2026-11-19T14:05:00Z')).toBe(`19.${NB}11.${NB}2026${NB}15.05`);
    expect(cs.duration(4_880)).toBe('1:21:20');
  });
  it('have dates as each language writes them, never broken over two lines', () => {
    const noon = '2026-03-29T12:00:00Z';
    expect(cs.date(noon)).toBe(`29.${NB}3.${NB}2026`);
    expect(sk.date(noon)).toBe(`29.${NB}3.${NB}2026`);
    expect(en.date(noon)).toBe('3/29/2026');
    expect(cs.date(noon, 'long')).toBe(`29.${NB}března${NB}2026`);
    expect(sk.date(noon, 'long')).toBe(`29.${NB}marca${NB}2026`);
    expect(en.date(noon, 'long')).toBe(`March${NB}29,${NB}2026`);
    expect(cs.date(noon, 'weekday')).toBe(`ne${NB}29.${NB}3.${NB}2026`);
    for (const format of [cs, en, sk]) expect(format.dateTime(noon, 'millisecond')).not.toContain(' ');
  });
  it('are those that Intl shows, in every zone, at every time and to every part of a second', () => {
    const zones = [
      'UTC',
      'Europe/Prague',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Pacific/Apia',
    ];
    const fractions = { minute: null, second: null, tenth: 1, hundredth: 2, millisecond: 3 } as const;
    const intl = (tag: string, timeZone: string, precision: keyof typeof fractions) => {
      const digits = fractions[precision];
      return new Intl.DateTimeFormat(tag, {
        hour: tag === 'en-GB' ? '2-digit' : 'numeric',
        minute: '2-digit',
        ...(precision === 'minute' ? {} : { second: '2-digit' }),
        ...(digits === null ? {} : { fractionalSecondDigits: digits }),
        hourCycle: 'h23',
        timeZone,
      });
    };
    // Hours that don't divide a day, from before zones had whole minutes until long from now, so that each hour and all changes come up.
    const moments = Array.from({ length: 400 }, (_, n) => Date.UTC(1880, 0, 1) + n * 0.731 * 365.25 * 86_400_000 + n * 1_234_567);
    const changes = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(Date.parse);
    for (const [locale, tag] of [
      ['cs', 'cs'],
      ['sk', 'sk'],
      ['en', 'en-GB'],
    ] as const)
      for (const zone of zones)
        for (const precision of Object.keys(fractions) as (keyof typeof fractions)[]) {
          const format = formatter(locale, zone, { english: 'GB' });
          const theirs = intl(tag, zone, precision);
          for (const at of [...moments.map(Math.floor), ...changes])
            expect(format.clock(at, precision)).toBe(locale === 'en' ? theirs.format(at) : theirs.format(at).replaceAll(':', '.'));
        }
  });
  it('begin the day with 0, not with 24', () => {
    expect(en.time('2026-06-01T04:00:00Z')).toBe('00:00');
  });
});

describe('the age of a reading', () => {
  const now = '2026-06-01T12:00:00Z';
  it('is said in the largest whole unit', () => {
    expect(cs.age('2026-06-01T11:59:18Z', now)).toBe('před 42\u00a0s');
    expect(cs.age('2026-06-01T11:55:00Z', now)).toBe('před 5\u00a0min');
    expect(en.age('2026-05-31T11:00:00Z', now)).toBe('1\u00a0day ago');
  });
  it('is never in the future, whatever the clocks say', () => {
    expect(cs.age('2026-06-01T12:00:05Z', now)).toBe('před 0\u00a0s');
  });
});

describe('durations', () => {
  it('are written with colons, intervals in words', () => {
    expect([0, 59, 60, 3_600, 36_061, -90].map((seconds) => cs.duration(seconds))).toEqual([
      '0:00',
      '0:59',
      '1:00',
      '1:00:00',
      '10:01:01',
      '\u22121:30',
    ]);
    expect(cs.interval(5_400)).toBe(`1${NB}h 30${NB}min`);
    expect(cs.interval(0)).toBe(`0${NB}s`);
    expect(sk.interval(90_000)).toBe(`1${NB}deň 1${NB}h`);
  });
});

describe('lists', () => {
  it('end as in a sentence', () => {
    expect([cs, sk].map((format) => format.list(['a', 'b', 'c']).replace(NB, ' '))).toEqual(['a, b a c', 'a, b a c']);
    expect(en.list(['a', 'b', 'c'])).toBe('a, b, and c');
  });
});

describe('the habits of a person', () => {
  const noon = '2026-03-09T14:05:07Z';
  const habit = (locale: 'cs' | 'en' | 'sk', habits: Habits) => formatter(locale, 'UTC', habits);

  it('that say nothing, or what the language does anyway, change nothing', () => {
    const moments = ['2026-03-09T14:05:07Z', '2026-11-19T00:00:00Z'];
    for (const locale of ['cs', 'en', 'sk'] as const) {
      const formats = formatter(locale, 'UTC');
      for (const habits of [
        {},
        { date: null, time: null, duration: null },
        { date: 'day_first' as const, time: '24h' as const, duration: 'hms' as const, english: 'GB' as const },
      ])
        for (const moment of moments) {
          const other = habit(locale, habits);
          for (const style of ['short', 'long', 'weekday'] as const) expect(other.date(moment, style)).toBe(formats.date(moment, style));
          expect(other.time(moment, 'millisecond')).toBe(formats.time(moment, 'millisecond'));
          expect(other.duration(4_880)).toBe(formats.duration(4_880));
        }
    }
  });

  it('order the parts of a date, and leave months in words to the language', () => {
    expect(habit('cs', { date: 'iso' }).date(noon)).toBe('2026-03-09');
    expect(habit('en', { date: 'iso' }).dateTime(noon)).toBe(`2026-03-09${NB}14:05`);
    expect(habit('cs', { date: 'iso' }).date(noon, 'weekday')).toBe(`po${NB}2026-03-09`);
    expect(habit('cs', { date: 'iso' }).date(noon, 'long')).toBe(`9.${NB}března${NB}2026`);
    expect(habit('sk', { date: 'month_first' }).date(noon)).toBe('3/9/2026');
    expect(habit('cs', { date: 'month_first' }).date(noon, 'weekday')).toBe(`po${NB}3/9/2026`);
    expect(habit('en', { date: 'day_first', english: 'US' }).date(noon)).toBe('09/03/2026');
    expect(habit('en', { date: 'month_first' }).date(noon)).toBe('3/9/2026');
    expect(habit('cs', { date: 'iso' }).date(noon, 'day')).toBe('03-09');
    expect(habit('sk', { date: 'month_first' }).date(noon, 'day_weekday')).toBe(`po${NB}3/9`);
    expect(habit('en', { date: 'day_first' }).date(noon, 'long')).toBe(`9${NB}March${NB}2026`);
  });

  it('may count hours to twelve', () => {
    expect(habit('en', { time: '12h', english: 'US' }).time(noon)).toBe(`2:05${NB}PM`);
    expect(habit('en', { time: '12h' }).time(noon)).toBe(`2:05${NB}pm`);
    expect(habit('cs', { time: '12h' }).time(noon, 'second')).toBe(`2.05.07${NB}odp.`);
    expect(habit('en', { time: '12h', english: 'US' }).time('2026-03-09T00:05:00Z')).toBe(`12:05${NB}AM`);
    expect(habit('sk', { time: '12h' }).dateTime(noon)).not.toContain(' ');
  });

  it('write durations in minutes, hours or hundredths of a minute', () => {
    expect(habit('en', { duration: 'minutes' }).duration(5_025)).toBe(`83.75${NB}min`);
    expect(habit('cs', { duration: 'hours' }).duration(5_025)).toBe(`1,396${NB}h`);
    expect(habit('en', { duration: 'hundredths' }).duration(5_025)).toBe(`8,375${NB}cmin`);
    expect(habit('cs', { duration: 'minutes' }).duration(-90)).toBe(`\u22121,50${NB}min`);
  });
});

describe('English', () => {
  const noon = '2026-03-09T14:05:07Z';
  const all = (zone: string, habits?: Habits) => {
    const { date, time, list } = formatter('en', zone, habits);
    return [date(noon), date(noon, 'long'), date(noon, 'day'), time('2026-03-09T08:05:07Z'), list(['a', 'b', 'c'])];
  };
  const british = ['09/03/2026', `9${NB}March${NB}2026`, '09/03', 'a, b and c'];
  const american = ['3/9/2026', `March${NB}9,${NB}2026`, '3/9', 'a, b, and c'];
  const but = (texts: string[]) => texts.filter((_, index) => index !== 3);

  it('is British, but where the clock of the United States is shown', () => {
    for (const zone of ['Europe/Prague', 'UTC', 'Europe/London', 'America/Sao_Paulo', 'Asia/Kolkata'])
      expect(but(all(zone)), zone).toEqual(british);
    for (const zone of ['America/New_York', 'America/Indiana/Knox', 'US/Pacific', 'Pacific/Honolulu'])
      expect(but(all(zone)), zone).toEqual(american);
  });

  it('is the one that the person chose, wherever the machine is', () => {
    expect(but(all('Europe/Prague', { english: 'US' }))).toEqual(american);
    expect(but(all('America/New_York', { english: 'GB' }))).toEqual(british);
    expect(formatter('cs', 'America/New_York', { english: 'US' }).date(noon)).toBe(`9.${NB}3.${NB}2026`);
  });

  it('has two digits of the hour while the clock has 24', () => {
    expect([all('Europe/Prague')[3], all('America/New_York')[3]]).toEqual(['09:05', '04:05']);
  });
});
