import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPlanned, type PlanTimes } from './plan-times.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const shift = (name: string, start: string, end: string) => ({ name, days: EVERY_DAY, start, end, breaks: [] });
const THREE = { shifts: [shift('R', '06:00', '14:00'), shift('O', '14:00', '22:00'), shift('N', '22:00', '06:00')], exceptions: [] };
const plan = (over: Partial<PlanTimes>): PlanTimes => ({
  ...{ trigger: 'day', days: EVERY_DAY, starts: ['06:00'], length_min: null, zone: 'Europe/Prague', calendar: THREE },
  ...over,
});
const us = (text: string) => Date.parse(text) * 1_000;
const iso = (at: number) => new Date(at / 1_000).toISOString().replace('.000Z', 'Z');
const told = (one: ReturnType<typeof nextPlanned>) =>
  one && `${iso(one.from)} – ${iso(one.to)}${one.shift === null ? '' : ` ${one.shift}`}`;

describe('the times of a plan', () => {
  it('are days from hour to hour, of 25 hours in October and of 23 in March', () => {
    expect(told(nextPlanned(plan({}), us('2026-10-24T03:00:00Z')))).toBe('2026-10-24T04:00:00Z – 2026-10-25T05:00:00Z');
    expect(told(nextPlanned(plan({}), us('2026-03-27T12:00:00Z')))).toBe('2026-03-28T05:00:00Z – 2026-03-29T04:00:00Z');
  });

  it('begin at the jump where the clock skips their time, and once where it comes twice', () => {
    const night = plan({ starts: ['02:30'] });
    expect(told(nextPlanned(night, us('2026-03-28T12:00:00Z')))).toMatch(/^2026-03-29T01:00:00Z/);
    const first = nextPlanned(night, us('2026-10-24T12:00:00Z'))!;
    expect(iso(first.from)).toBe('2026-10-25T00:30:00Z');
    expect(told(nextPlanned(night, first.from))).toMatch(/^2026-10-26T01:30:00Z/);
    const both = plan({ trigger: 'times', starts: ['02:10', '02:40'], length_min: 30 });
    const jump = nextPlanned(both, us('2026-03-28T12:00:00Z'))!;
    expect(iso(jump.from)).toBe('2026-03-29T01:00:00Z');
    expect(told(nextPlanned(both, jump.from))).toMatch(/^2026-03-30T00:10:00Z/);
  });

  it('are weeks from their day on, shifts, and given times of given days', () => {
    expect(told(nextPlanned(plan({ trigger: 'week', days: [1] }), us('2026-10-20T12:00:00Z')))).toBe(
      '2026-10-26T05:00:00Z – 2026-11-02T05:00:00Z',
    );
    expect(told(nextPlanned(plan({ trigger: 'week', days: [7] }), us('2026-10-20T12:00:00Z')))).toBe(
      '2026-10-25T05:00:00Z – 2026-11-01T05:00:00Z',
    );
    expect(told(nextPlanned(plan({ trigger: 'shift' }), us('2026-03-28T20:00:00Z')))).toBe('2026-03-28T21:00:00Z – 2026-03-29T04:00:00Z N');
    const times = plan({ trigger: 'times', days: [1, 5], starts: ['22:00', '10:30'], length_min: 90 });
    const friday = nextPlanned(times, us('2026-11-27T08:00:00Z'))!;
    expect(told(friday)).toBe('2026-11-27T09:30:00Z – 2026-11-27T11:00:00Z');
    const night = nextPlanned(times, friday.from)!;
    expect(told(night)).toBe('2026-11-27T21:00:00Z – 2026-11-27T22:30:00Z');
    expect(told(nextPlanned(times, night.from))).toBe('2026-11-30T09:30:00Z – 2026-11-30T11:00:00Z');
  });

  it('are none without shifts', () => {
    expect(nextPlanned(plan({ trigger: 'shift', calendar: { shifts: [], exceptions: [] } }), us('2026-03-28T20:00:00Z'))).toBeNull();
  });

  it('follow each other without a gap or an overlap where they are days, weeks or shifts, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('day' as const, 'week' as const, 'shift' as const),
        fc.constantFrom('00:00', '02:30', '06:00', '23:59'),
        fc.constantFrom('Europe/Prague', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'),
        fc.integer({ min: us('2026-01-01T00:00:00Z'), max: us('2026-12-31T00:00:00Z') }),
        (trigger, start, zone, begin) => {
          const rule = plan({ trigger, zone, starts: [start], days: [3] });
          let before = nextPlanned(rule, begin)!;
          expect(before.from).toBeGreaterThan(begin);
          for (let i = 0; i < 40; i++) {
            const next = nextPlanned(rule, before.from)!;
            expect(next.from).toBe(before.to);
            expect(next.to).toBeGreaterThan(next.from);
            before = next;
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
