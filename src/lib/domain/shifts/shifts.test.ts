import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Shift, ShiftCalendar, ShiftException } from '../../contract/shift-calendars.ts';
import { calendarProblems } from './shift-rules.ts';
import { type ShiftSpan, shiftsBetween } from './shifts.ts';

type Calendar = Pick<ShiftCalendar, 'shifts' | 'exceptions'>;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const shift = (name: string, start: string, end: string, over: Partial<Shift> = {}): Shift => ({
  name,
  days: EVERY_DAY,
  start,
  end,
  breaks: [],
  ...over,
});
const calendar = (shifts: Shift[], exceptions: ShiftException[] = []): Calendar => ({ shifts, exceptions });
const us = (text: string) => Date.parse(text) * 1_000;
const iso = (at: number) => new Date(at / 1_000).toISOString().replace('.000Z', 'Z');
const told = ({ name, start, end }: ShiftSpan) => `${name} ${iso(start)} – ${iso(end)}`;
const day = (calendarOf: Calendar, zone: string, from: string, to: string) => shiftsBetween(calendarOf, zone, us(from), us(to));

const THREE = calendar([shift('R', '06:00', '14:00'), shift('O', '14:00', '22:00'), shift('N', '22:00', '06:00')]);

describe('shifts between two moments', () => {
  it('are told whole, in order, with the night shift that began on the day before', () => {
    const found = day(THREE, 'Europe/Prague', '2026-03-02T00:00:00+01:00', '2026-03-02T15:00:00+01:00');
    expect(found.map(told)).toEqual([
      'N 2026-03-01T21:00:00Z – 2026-03-02T05:00:00Z',
      'R 2026-03-02T05:00:00Z – 2026-03-02T13:00:00Z',
      'O 2026-03-02T13:00:00Z – 2026-03-02T21:00:00Z',
    ]);
    expect(found.map((one) => one.day)).toEqual(['2026-03-01', '2026-03-02', '2026-03-02']);
  });

  it('end before `to` and go on after `from`: shifts that only touch the edges stay out', () => {
    expect(day(THREE, 'UTC', '2026-03-02T06:00:00Z', '2026-03-02T14:00:00Z').map((one) => one.name)).toEqual(['R']);
    expect(day(THREE, 'UTC', '2026-03-02T06:00:00Z', '2026-03-02T06:00:00Z')).toEqual([]);
  });

  it('begin on their days of the week only', () => {
    const weekdays = calendar([shift('R', '06:00', '14:00', { days: [1, 2, 3, 4, 5] })]);
    const week = day(weekdays, 'Europe/Prague', '2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z');
    expect(week.map((one) => one.day)).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']);
  });

  it('follow the exception of their day instead of its weekday, and a day off has none', () => {
    const holidays = calendar(THREE.shifts, [
      { date: '2026-03-03', name: 'Odstávka', shifts: [] },
      { date: '2026-03-04', name: 'Inventura', shifts: [shift('I', '08:00', '12:00', { days: [] })] },
    ]);
    const found = day(holidays, 'UTC', '2026-03-02T22:00:00Z', '2026-03-05T06:00:00Z');
    expect(found.map((one) => `${one.day} ${one.name}`)).toEqual(['2026-03-02 N', '2026-03-04 I']);
  });

  it('know the time that is planned and the time that is paid', () => {
    const rests = [
      { name: 'oběd', start: '10:00', end: '10:30', paid: false },
      { name: 'svačina', start: '08:00', end: '08:10', paid: true },
    ];
    const [one] = day(calendar([shift('R', '06:00', '14:00', { breaks: rests })]), 'UTC', '2026-03-02T06:00:00Z', '2026-03-02T07:00:00Z');
    expect(one).toMatchObject({ planned_s: 8 * 3_600 - 40 * 60, paid_s: 8 * 3_600 - 30 * 60 });
    expect(one?.breaks.map((rest) => rest.name)).toEqual(['svačina', 'oběd']);
  });

  it('have their breaks after midnight where they belong', () => {
    const night = shift('N', '22:00', '06:00', { breaks: [{ name: '', start: '02:00', end: '02:30', paid: false }] });
    const [one] = day(calendar([night]), 'UTC', '2026-03-02T23:00:00Z', '2026-03-03T00:00:00Z');
    expect(one?.breaks).toEqual([{ name: '', start: us('2026-03-03T02:00:00Z'), end: us('2026-03-03T02:30:00Z'), paid: false }]);
  });

  it('last an hour less over the jump of spring and an hour more over that of autumn', () => {
    const hours = (found: ShiftSpan[]) => found.map((one) => `${one.name} ${one.planned_s / 3_600}`);
    expect(hours(day(THREE, 'Europe/Prague', '2026-03-28T22:00:00+01:00', '2026-03-29T14:00:00+02:00'))).toEqual(['N 7', 'R 8']);
    expect(hours(day(THREE, 'Europe/Prague', '2026-10-24T22:00:00+02:00', '2026-10-25T14:00:00+01:00'))).toEqual(['N 9', 'R 8']);
    expect(hours(day(THREE, 'Australia/Lord_Howe', '2026-04-04T22:00:00+11:00', '2026-04-05T06:00:00+10:30'))).toEqual(['N 8.5']);
  });

  it('take a skipped clock time as the moment of the jump and a repeated one as its first coming', () => {
    const split = calendar([shift('A', '00:00', '02:30'), shift('B', '02:30', '06:00')]);
    expect(day(split, 'Europe/Prague', '2026-03-29T00:00:00+01:00', '2026-03-29T06:00:00+02:00').map(told)).toEqual([
      'A 2026-03-28T23:00:00Z – 2026-03-29T01:00:00Z',
      'B 2026-03-29T01:00:00Z – 2026-03-29T04:00:00Z',
    ]);
    expect(day(split, 'Europe/Prague', '2026-10-25T00:00:00+02:00', '2026-10-25T06:00:00+01:00').map(told)).toEqual([
      'A 2026-10-24T22:00:00Z – 2026-10-25T00:30:00Z',
      'B 2026-10-25T00:30:00Z – 2026-10-25T05:00:00Z',
    ]);
  });

  it('leave out a shift and a break that fall into the jump altogether', () => {
    const inside = shift('A', '02:00', '02:45');
    const around = shift('B', '01:00', '05:00', { breaks: [{ name: '', start: '02:00', end: '03:00', paid: false }] });
    const spring = ['2026-03-29T00:00:00+01:00', '2026-03-29T06:00:00+02:00'] as const;
    expect(day(calendar([inside]), 'Europe/Prague', ...spring)).toEqual([]);
    expect(day(calendar([around]), 'Europe/Prague', ...spring)).toMatchObject([{ breaks: [], planned_s: 3 * 3_600 }]);
  });

  it('of a whole day follow each other', () => {
    const whole = calendar([shift('D', '06:00', '06:00')]);
    const lengths = day(whole, 'Europe/Prague', '2026-03-27T06:00:00+01:00', '2026-03-30T06:00:00+02:00').map((one) => one.paid_s / 3_600);
    expect(lengths).toEqual([24, 23, 24]);
  });
});

describe('a calendar', () => {
  const codes = (one: Calendar) => calendarProblems(one).map(({ path, code }) => `${path} ${code}`);

  it('of three shifts that meet is right, also as the exception of one day', () => {
    expect(codes(THREE)).toEqual([]);
    expect(codes(calendar(THREE.shifts, [{ date: '2026-12-24', name: 'Štědrý den', shifts: [shift('R', '06:00', '12:00')] }]))).toEqual([]);
  });

  it('has a day for each shift, but none for those of an exception', () => {
    expect(codes(calendar([shift('R', '06:00', '14:00', { days: [] })]))).toEqual(['shifts.0.days required']);
    const exception = { date: '2026-12-24', name: '', shifts: [shift('R', '06:00', '12:00', { days: [] })] };
    expect(codes(calendar([], [exception]))).toEqual([]);
  });

  it('refuses shifts that overlap on a day, across midnight and from Sunday to Monday', () => {
    const morning = shift('R', '06:00', '14:00', { days: [1] });
    expect(codes(calendar([morning, shift('X', '13:59', '15:00', { days: [1] })]))).toEqual(['shifts.1.start overlap']);
    expect(codes(calendar([morning, shift('X', '13:59', '15:00', { days: [2] })]))).toEqual([]);
    expect(codes(calendar([morning, shift('N', '22:00', '06:01', { days: [7] })]))).toEqual(['shifts.0.start overlap']);
    expect(codes(calendar([shift('N', '22:00', '06:00', { days: [1, 2] }), shift('X', '05:00', '06:00', { days: [2] })]))).toEqual([
      'shifts.1.start overlap',
    ]);
    expect(codes(calendar([shift('D', '06:00', '06:00'), shift('X', '07:00', '08:00', { days: [3] })]))).toEqual([
      'shifts.1.start overlap',
    ]);
  });

  it('refuses an exception that overlaps with itself, with the night before or the morning after', () => {
    const on = (...shifts: Shift[]) => codes(calendar(THREE.shifts, [{ date: '2026-03-03', name: '', shifts }]));
    expect(on(shift('A', '06:00', '10:00'), shift('B', '09:00', '11:00'))).toEqual(['exceptions.0.shifts.1.start overlap']);
    expect(on(shift('A', '05:00', '10:00'))).toEqual(['exceptions.0.shifts.0.start overlap']);
    expect(on(shift('A', '22:00', '07:00'))).toEqual(['exceptions.0.shifts.0.start overlap']);
    expect(on(shift('A', '06:00', '06:00'))).toEqual([]);
  });

  it('refuses exceptions of neighbouring days that overlap, and none where the day before is off', () => {
    const late = { date: '2026-03-03', name: '', shifts: [shift('A', '20:00', '08:00')] };
    const early = { date: '2026-03-04', name: '', shifts: [shift('B', '07:00', '09:00')] };
    expect(codes(calendar([], [late, early]))).toEqual(['exceptions.0.shifts.0.start overlap', 'exceptions.1.shifts.0.start overlap']);
    expect(
      codes(
        calendar(THREE.shifts, [
          { ...late, shifts: [] },
          { ...early, shifts: [shift('B', '00:00', '09:00')] },
        ]),
      ),
    ).toEqual([]);
  });

  it('refuses the same date twice, and a text that is no date', () => {
    const off = (date: string) => ({ date, name: '', shifts: [] });
    expect(codes(calendar([], [off('2026-12-24'), off('2026-12-24')]))).toEqual(['exceptions.1.date taken']);
    expect(codes(calendar([], [off('2026-02-29'), off('2028-02-29')]))).toEqual(['exceptions.0.date not_date']);
  });

  it('refuses a break outside of its shift, or over another break', () => {
    const rests = (...times: [string, string][]) =>
      codes(calendar([shift('N', '22:00', '06:00', { breaks: times.map(([start, end]) => ({ name: '', start, end, paid: false })) })]));
    expect(rests(['22:00', '22:15'], ['02:00', '02:30'], ['05:45', '06:00'])).toEqual([]);
    expect(rests(['21:50', '22:10'])).toEqual(['shifts.0.breaks.0 outside_shift']);
    expect(rests(['05:50', '06:10'])).toEqual(['shifts.0.breaks.0 outside_shift']);
    expect(rests(['12:00', '12:30'])).toEqual(['shifts.0.breaks.0 outside_shift']);
    expect(rests(['02:00', '02:00'])).toEqual(['shifts.0.breaks.0 outside_shift']);
    expect(rests(['02:00', '02:30'], ['02:15', '03:00'])).toEqual(['shifts.0.breaks.1 overlap']);
  });
});

describe('in any zone', () => {
  const ZONES = ['Europe/Prague', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC', 'Asia/Kathmandu'];
  const clock = (minutes: number) => {
    const two = (value: number) => String(value).padStart(2, '0');
    return `${two(Math.floor((minutes % 1_440) / 60))}:${two(minutes % 60)}`;
  };
  const zone = fc.constantFrom(...ZONES);
  const begin = fc
    .integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 })
    .map((minutes) => minutes * 60_000_000);
  /** Cuts of a day into shifts; every other one is left out when `gaps`. */
  const divided = (cuts: number[], gaps: boolean): Calendar => {
    const sorted = [...new Set(cuts)].toSorted((a, b) => a - b);
    const shifts = sorted.map((from, i) => shift(`${i}`, clock(from), clock(sorted[(i + 1) % sorted.length]!)));
    return calendar(shifts.filter((_, i) => !gaps || i % 2 === 0));
  };
  const cuts = fc.array(fc.integer({ min: 0, max: 1_439 }), { minLength: 1, maxLength: 8 });

  it('shifts of a right calendar never overlap', () => {
    fc.assert(
      fc.property(cuts, fc.boolean(), zone, begin, (at, gaps, where, from) => {
        const one = divided(at, gaps);
        expect(calendarProblems(one)).toEqual([]);
        const found = shiftsBetween(one, where, from, from + 9 * 86_400e6);
        for (let i = 1; i < found.length; i++) expect(found[i]!.start).toBeGreaterThanOrEqual(found[i - 1]!.end);
      }),
      { numRuns: 300 },
    );
  });

  it('shifts that fill the day fill every day of 23, 24 or 25 hours without a gap', () => {
    fc.assert(
      fc.property(cuts, zone, begin, (at, where, from) => {
        const to = from + 9 * 86_400e6;
        const found = shiftsBetween(divided(at, false), where, from, to);
        const inside = found.reduce((sum, one) => sum + Math.min(one.end, to) - Math.max(one.start, from), 0);
        expect(inside).toBe(to - from);
        expect(found.reduce((sum, one) => sum + one.planned_s, 0) * 1e6).toBe(found.at(-1)!.end - found[0]!.start);
      }),
      { numRuns: 300 },
    );
  });

  it('a longer stretch of time has the same shifts and more, none of them changed', () => {
    fc.assert(
      fc.property(cuts, zone, begin, fc.integer({ min: 1, max: 3_000 }), (at, where, from, minutes) => {
        const one = divided(at, true);
        const short = shiftsBetween(one, where, from, from + minutes * 60e6);
        const long = shiftsBetween(one, where, from - 2 * 86_400e6, from + (minutes + 3_000) * 60e6);
        expect(long.filter((span) => span.end > from && span.start < from + minutes * 60e6)).toEqual(short);
      }),
      { numRuns: 200 },
    );
  });

  it('breaks stay inside their shift, and paid time is never less than planned time', () => {
    const rest = fc.tuple(fc.integer({ min: 0, max: 1_380 }), fc.integer({ min: 1, max: 60 }), fc.boolean());
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_439 }), rest, zone, begin, (start, [from, minutes, paid], where, at) => {
        const breaks = [{ name: '', start: clock(start + from), end: clock(start + from + minutes), paid }];
        const one = calendar([shift('D', clock(start), clock(start), { breaks })]);
        expect(calendarProblems(one)).toEqual([]);
        for (const span of shiftsBetween(one, where, at, at + 3 * 86_400e6)) {
          for (const inner of span.breaks) {
            expect(inner.start).toBeGreaterThanOrEqual(span.start);
            expect(inner.end).toBeLessThanOrEqual(span.end);
          }
          expect(span.paid_s).toBeGreaterThanOrEqual(span.planned_s);
        }
      }),
      { numRuns: 200 },
    );
  });
});
