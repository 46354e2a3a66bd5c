import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLive, LENGTHS, PERIODS, spanOfRange, type TimePlace, type TimeRange } from './range.ts';
import { readRange, readSpan, writeRange, writeSpan } from './range-address.ts';
import { daysOfSpan, endsOf, nameSpan, spanOfDays, stepRange } from './range-steps.ts';

const PRAGUE: TimePlace = { zone: 'Europe/Prague', firstDay: 1 };
/** Monday 30 March 2026: the day before had 23 hours. */
const NOW = Date.parse('2026-03-30T14:20:00+02:00');
const told = (range: TimeRange | null, place = PRAGUE, now = NOW) => {
  if (range === null) return null;
  const { from, to } = spanOfRange(range, now, place);
  return [new Date(from).toISOString().slice(0, 16), new Date(to).toISOString().slice(0, 16)].join(' – ');
};
const period = (id: (typeof PERIODS)[number]): TimeRange => ({ kind: 'period', id });

describe('a piece of the calendar', () => {
  it('is whole days of the zone, also one of 23 hours', () => {
    expect(told(period('today'))).toBe('2026-03-29T22:00 – 2026-03-30T22:00');
    expect(told(period('yesterday'))).toBe('2026-03-28T23:00 – 2026-03-29T22:00');
    expect(told(period('this_month'))).toBe('2026-02-28T23:00 – 2026-03-31T22:00');
    expect(told(period('last_month'))).toBe('2026-01-31T23:00 – 2026-02-28T23:00');
  });

  it('is a week that begins on the day that the person chose', () => {
    expect(told(period('this_week'))).toBe('2026-03-29T22:00 – 2026-04-05T22:00');
    expect(told(period('last_week'))).toBe('2026-03-22T23:00 – 2026-03-29T22:00');
    expect(told(period('this_week'), { ...PRAGUE, firstDay: 7 })).toBe('2026-03-28T23:00 – 2026-04-04T22:00');
    expect(told(period('this_week'), { ...PRAGUE, firstDay: 6 })).toBe('2026-03-27T23:00 – 2026-04-03T22:00');
  });

  it('moves with the clock only while it holds the present', () => {
    expect(PERIODS.filter((id) => isLive(period(id)))).toEqual(['today', 'this_week', 'this_month']);
    expect(isLive({ kind: 'now', span: 1 })).toBe(true);
    expect(isLive({ kind: 'fixed', from: 0, to: 1 })).toBe(false);
  });
});

describe('a step', () => {
  it('goes from today over days of 23 and 24 hours', () => {
    const yesterday = stepRange(period('today'), -1, NOW, PRAGUE);
    expect(yesterday).toEqual(period('yesterday'));
    const before = stepRange(yesterday!, -1, NOW, PRAGUE);
    expect(told(before)).toBe('2026-03-27T23:00 – 2026-03-28T23:00');
    expect(stepRange(before!, 1, NOW, PRAGUE)).toEqual(period('yesterday'));
    expect(stepRange(period('yesterday'), 1, NOW, PRAGUE)).toEqual(period('today'));
  });

  it('goes from month to month, however long they are', () => {
    const february = stepRange(period('this_month'), -1, NOW, PRAGUE);
    expect(february).toEqual(period('last_month'));
    expect(told(stepRange(february!, -1, NOW, PRAGUE))).toBe('2025-12-31T23:00 – 2026-01-31T23:00');
  });

  it('back from the last hours stands still, and forward goes along with the clock again', () => {
    const back = stepRange({ kind: 'now', span: 3_600_000 }, -1, NOW, PRAGUE);
    expect(back).toEqual({ kind: 'fixed', from: NOW - 7_200_000, to: NOW - 3_600_000 });
    expect(stepRange(back!, 1, NOW + 60_000, PRAGUE)).toEqual({ kind: 'fixed', from: NOW - 3_600_000, to: NOW });
    expect(stepRange(back!, 1, NOW, PRAGUE)).toEqual({ kind: 'now', span: 3_600_000 });
  });

  it('of an odd length ends at now', () => {
    const odd: TimeRange = { kind: 'fixed', from: NOW - 5_000_000, to: NOW - 1_000 };
    expect(stepRange(odd, 1, NOW, PRAGUE)).toEqual({ kind: 'fixed', from: NOW - 4_999_000, to: NOW });
  });

  it('leads nowhere from what reaches into the future', () => {
    expect(stepRange(period('today'), 1, NOW, PRAGUE)).toBeNull();
    expect(stepRange({ kind: 'now', span: 3_600_000 }, 1, NOW, PRAGUE)).toBeNull();
  });

  it('back and then on is where it was, in every zone', () => {
    // From 28 days on, some spans are whole months and step as such.
    const zones = ['Europe/Prague', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC', 'America/Santiago'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 27 }),
        (zone, firstDay, day, days) => {
          const place = { zone, firstDay };
          const midnight = (at: number) => spanOfRange(period('today'), at * 86_400_000, place).from;
          const range: TimeRange = { kind: 'fixed', from: midnight(day), to: midnight(day + days) };
          const far = Date.UTC(2100, 0, 1);
          const back = stepRange(range, -1, far, place)!;
          expect(stepRange(back, 1, far, place)).toEqual(range);
        },
      ),
    );
  });
});

describe('an address', () => {
  it('says each range so that it is read back', () => {
    const all: TimeRange[] = [
      ...LENGTHS.map(({ ms }): TimeRange => ({ kind: 'now', span: ms })),
      ...PERIODS.map(period),
      { kind: 'now', span: 5_400_000 },
      { kind: 'fixed', from: NOW - 3_600_500, to: NOW },
    ];
    for (const range of all) expect(readRange(writeRange(range))).toEqual(range);
  });

  it('says hours that exist twice without a doubt', () => {
    const second = Date.parse('2026-10-25T02:30:00+01:00');
    expect(writeRange({ kind: 'fixed', from: second, to: second + 1_000 })).toEqual({
      range: null,
      from: '2026-10-25T01:30:00Z',
      to: '2026-10-25T01:30:01Z',
    });
  });

  it('that makes no sense says nothing', () => {
    for (const [range, from, to] of [
      ['2h', null, null],
      ['0s', null, null],
      ['999999999s', null, null],
      [null, '2026-03-30T00:00:00Z', null],
      [null, '2026-03-30T00:00:00Z', '2026-03-30T00:00:00Z'],
      [null, '2026-03-30T00:00:00Z', '2026-03-29T00:00:00Z'],
      [null, '1066-01-01T00:00:00Z', '2026-03-29T00:00:00Z'],
      [null, '2026-03-30', '2026-03-31'],
      [null, 'x', 'y'],
    ] as const)
      expect(readRange({ range, from, to }), String([range, from, to])).toBeNull();
    expect(readRange({})).toBeNull();
  });

  it('says a selection as an interval', () => {
    const span = { from: NOW, to: NOW + 1 };
    expect(readSpan(...(writeSpan(span).split('/') as [string, string]))).toEqual(span);
  });
});

describe('days', () => {
  it('of a span are those of the zone, and are the span again', () => {
    // Half past midnight in Prague is still yesterday in UTC.
    const now = Date.parse('2026-11-19T23:30:00Z');
    expect(daysOfSpan(spanOfRange(period('today'), now, PRAGUE), PRAGUE.zone)).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    const days = { from: '2026-03-28', to: '2026-03-29' };
    const span = spanOfDays(days, PRAGUE.zone)!;
    expect((span.to - span.from) / 3_600_000).toBe(47);
    expect(daysOfSpan(span, PRAGUE.zone)).toEqual(days);
    expect(spanOfDays({ from: '2026-03-29', to: '2026-03-28' }, 'UTC')).toBeNull();
    expect(spanOfDays({ from: 'x', to: 'y' }, 'UTC')).toBeNull();
  });

  it('that a name is for get their name', () => {
    const span = spanOfDays({ from: '2026-03-29', to: '2026-03-29' }, PRAGUE.zone)!;
    expect(nameSpan(span, NOW, PRAGUE)).toEqual(period('yesterday'));
    expect(nameSpan({ from: span.from, to: span.to - 1 }, NOW, PRAGUE)).toMatchObject({ kind: 'fixed' });
  });
});

it('a list of what goes on has no end, so that what comes belongs to it', () => {
  expect(endsOf(null, NOW, PRAGUE)).toEqual({ from: null, to: null });
  expect(endsOf({ kind: 'now', span: 1_000 }, NOW, PRAGUE)).toEqual({ from: NOW - 1_000, to: null });
  expect(endsOf({ kind: 'fixed', from: 1, to: 2 }, NOW, PRAGUE)).toEqual({ from: 1, to: 2 });
});
