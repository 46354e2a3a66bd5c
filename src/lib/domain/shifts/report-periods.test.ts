import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPeriod, nextPeriod, type PeriodRule } from './report-periods.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const shift = (name: string, start: string, end: string) => ({ name, days: EVERY_DAY, start, end, breaks: [] });
const THREE = { shifts: [shift('R', '06:00', '14:00'), shift('O', '14:00', '22:00'), shift('N', '22:00', '06:00')], exceptions: [] };
const rule = (period: PeriodRule['period'], hour = 6, zone = 'Europe/Prague'): PeriodRule => ({ period, hour, zone, calendar: THREE });
const us = (text: string) => Date.parse(text) * 1_000;
const iso = (at: number) => new Date(at / 1_000).toISOString().replace('.000Z', 'Z');
const told = (one: ReturnType<typeof nextPeriod>) => one && `${iso(one.from)} – ${iso(one.to)} at ${iso(one.due)}`;

describe('the period of a report', () => {
  it('is a day of 25 hours in October and of 23 in March, sent at the hour of the clock', () => {
    expect(told(nextPeriod(rule('day'), us('2026-10-25T12:00:00Z')))).toBe(
      '2026-10-24T22:00:00Z – 2026-10-25T23:00:00Z at 2026-10-26T05:00:00Z',
    );
    expect(told(nextPeriod(rule('day'), us('2026-03-29T12:00:00Z')))).toBe(
      '2026-03-28T23:00:00Z – 2026-03-29T22:00:00Z at 2026-03-30T04:00:00Z',
    );
  });
  it('is sent at the jump where the clock skips its hour, and once where the hour comes twice', () => {
    expect(told(nextPeriod(rule('day', 2), us('2026-03-28T12:00:00Z')))).toContain('at 2026-03-29T01:00:00Z');
    const first = nextPeriod(rule('day', 2), us('2026-10-24T12:00:00Z'))!;
    expect(iso(first.due)).toBe('2026-10-25T00:00:00Z');
    expect(told(nextPeriod(rule('day', 2), first.due))).toContain('at 2026-10-26T01:00:00Z');
  });
  it('is a week from Monday, a month, and a shift with what comes late', () => {
    expect(told(nextPeriod(rule('week'), us('2026-11-26T12:00:00Z')))).toBe(
      '2026-11-22T23:00:00Z – 2026-11-29T23:00:00Z at 2026-11-30T05:00:00Z',
    );
    expect(told(nextPeriod(rule('month'), us('2026-10-26T12:00:00Z')))).toBe(
      '2026-09-30T22:00:00Z – 2026-10-31T23:00:00Z at 2026-11-01T05:00:00Z',
    );
    expect(told(nextPeriod(rule('shift'), us('2026-03-29T04:05:00Z')))).toBe(
      '2026-03-28T21:00:00Z – 2026-03-29T04:00:00Z at 2026-03-29T04:15:00Z',
    );
    expect(nextPeriod({ ...rule('shift'), calendar: { shifts: [], exceptions: [] } }, us('2026-03-29T04:05:00Z'))).toBeNull();
  });
  it('that is over last ends before now', () => {
    expect(told(lastPeriod(rule('month'), us('2026-11-26T12:00:00Z')))).toContain('2026-09-30T22:00:00Z – 2026-10-31T23:00:00Z');
    expect(lastPeriod(rule('shift'), us('2026-11-26T12:00:00Z'))?.name).toBe('N');
  });
  it('follows the one before without a gap or an overlap, in every zone, over a year', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'shift' as const),
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom('Europe/Prague', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'),
        fc.integer({ min: us('2026-01-01T00:00:00Z'), max: us('2026-12-31T00:00:00Z') }),
        (period, hour, zone, start) => {
          let before = nextPeriod(rule(period, hour, zone), start)!;
          expect(before.due).toBeGreaterThan(start);
          for (let i = 0; i < 40; i++) {
            const next = nextPeriod(rule(period, hour, zone), before.due)!;
            expect(next.from).toBe(before.to);
            expect(next.due).toBeGreaterThan(before.due);
            expect(next.due).toBeGreaterThanOrEqual(next.to);
            before = next;
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
