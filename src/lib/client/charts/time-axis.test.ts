import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Locale } from '../../constants.ts';
import { formatter, type Habits } from '../../i18n/format.ts';
import { axisLabels, DAY, startOfDay, timeTicks, zoneOffset } from './time-axis.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const labelsOf = (locale: Locale, zone: string, habits?: Habits) => axisLabels(formatter(locale, zone, habits), zone, NOW);
const PRAGUE = 'Europe/Prague';
const at = (text: string) => Date.parse(text);
const clock = (moment: number, zone = PRAGUE) => new Date(moment + zoneOffset(moment, zone)).toISOString().slice(11, 16);

describe('the axis of time', () => {
  it('labels a day by the clock of the workshop, not by UTC', () => {
    const { ticks } = timeTicks(at('2026-11-19T14:00:00Z'), at('2026-11-20T14:00:00Z'), 880, PRAGUE);
    expect(ticks.filter((tick) => tick.major).map((tick) => clock(tick.at))).toEqual([
      '15:00',
      '18:00',
      '21:00',
      '00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
    ]);
    expect(ticks.filter((tick) => tick.midnight).map((tick) => new Date(tick.at).toISOString())).toEqual(['2026-11-19T23:00:00.000Z']);
  });

  it('keeps to the clock over the day of 25 hours', () => {
    const { ticks } = timeTicks(at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'), 880, PRAGUE);
    expect(ticks.filter((tick) => tick.major).map((tick) => clock(tick.at))).toEqual([
      '00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '00:00',
    ]);
  });

  it('keeps to the clock over the day of 23 hours', () => {
    const { ticks } = timeTicks(at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'), 1600, PRAGUE);
    expect(
      ticks
        .filter((tick) => tick.major)
        .map((tick) => clock(tick.at))
        .slice(0, 4),
    ).toEqual(['00:00', '03:00', '04:00', '06:00']);
  });

  it('has the hour that comes twice twice, each time with its offset', () => {
    for (const [zone, from, to, texts] of [
      [PRAGUE, '2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z', ['1.00', '2.00\u00a0+02:00', '2.00\u00a0+01:00', '3.00', '4.00']],
      [
        'America/New_York',
        '2026-11-01T04:00:00Z',
        '2026-11-01T07:00:00Z',
        ['0.00', '1.00\u00a0\u221204:00', '1.00\u00a0\u221205:00', '2.00'],
      ],
    ] as const) {
      const scale = timeTicks(at(from), at(to), ((at(to) - at(from)) / 3_600_000) * 90, zone);
      const labels = labelsOf('cs', zone);
      expect(scale.step).toBe(3_600_000);
      expect(scale.ticks.filter(({ major }) => major).map((tick) => labels.tick(tick.at, scale, false).text)).toEqual(texts);
    }
    expect(labelsOf('en', PRAGUE).flag(at('2026-10-25T00:30:00Z'), DAY)).toBe('02:30\u00a0+02:00');
    expect(labelsOf('en', PRAGUE).range(at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z'))).toBe(
      '25/10 02:30\u00a0+02:00 – 02:30\u00a0+01:00',
    );
  });

  it('begins days at midnight of the zone', () => {
    expect(new Date(startOfDay(at('2026-06-15T21:59:00Z'), PRAGUE)).toISOString()).toBe('2026-06-14T22:00:00.000Z');
    expect(new Date(startOfDay(at('2026-06-15T22:00:00Z'), PRAGUE)).toISOString()).toBe('2026-06-15T22:00:00.000Z');
    expect(new Date(startOfDay(at('2026-06-15T12:00:00Z'), 'Asia/Kathmandu')).toISOString()).toBe('2026-06-14T18:15:00.000Z');
  });

  it('shows a year by months', () => {
    const { ticks, step } = timeTicks(at('2026-01-01T00:00:00Z'), at('2026-12-31T00:00:00Z'), 900, PRAGUE);
    expect(step).toEqual({ months: 2 });
    expect(ticks.filter((tick) => tick.major)).toHaveLength(5);
  });

  it('gives rising ticks inside the range, and never more labels than fit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('1990-01-01'), max: at('2040-01-01') }),
        fc.integer({ min: 1_000, max: 3_000 * DAY }),
        fc.integer({ min: 50, max: 2_000 }),
        fc.constantFrom(PRAGUE, 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'),
        (from, span, width, zone) => {
          const { ticks } = timeTicks(from, from + span, width, zone);
          for (const [index, tick] of ticks.entries()) {
            expect(tick.at).toBeGreaterThanOrEqual(from);
            expect(tick.at).toBeLessThanOrEqual(from + span);
            if (index > 0) expect(tick.at).toBeGreaterThan(ticks[index - 1]!.at);
          }
          // A clock set back by an hour may bring one label more.
          expect(ticks.filter((tick) => tick.major).length).toBeLessThanOrEqual(width / 70 + 3);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('writes times as people of the language do', () => {
    const moment = at('2026-11-20T05:05:07Z');
    expect(labelsOf('cs', PRAGUE).flag(moment, DAY)).toBe('6.05');
    expect(labelsOf('en', PRAGUE).flag(moment, DAY)).toBe('06:05');
    expect(labelsOf('cs', PRAGUE).flag(moment, 3_600_000)).toBe('6.05.07');
    expect(labelsOf('sk', PRAGUE).range(at('2026-11-19T14:00:00Z'), at('2026-11-20T14:00:00Z'))).toBe(
      '19.\u00a011. 15.00 – 20.\u00a011. 15.00',
    );
  });

  it('writes the year of a span that is not of this one', () => {
    const { range } = labelsOf('cs', PRAGUE);
    expect(range(at('2020-11-19T14:00:00Z'), at('2020-11-20T14:00:00Z'))).toBe('19.\u00a011. 15.00 – 20.\u00a011.\u00a02020 15.00');
    expect(range(at('2020-11-19T14:00:00Z'), at('2020-11-19T16:00:00Z'))).toBe('19.\u00a011.\u00a02020 15.00 – 17.00');
    expect(range(at('2025-12-31T14:00:00Z'), at('2026-01-01T14:00:00Z'))).toBe('31.\u00a012.\u00a02025 15.00 – 1.\u00a01.\u00a02026 15.00');
  });

  it('writes days and hours as the person chose', () => {
    const [moment, later] = [at('2026-11-20T14:05:07Z'), at('2026-11-21T14:05:07Z')];
    const labels = labelsOf('cs', PRAGUE, { date: 'iso', time: '12h' });
    expect(labels.range(moment, later)).toBe('11-20 3.05\u00a0odp. – 11-21 3.05\u00a0odp.');
    expect(labels.tick(moment, { ticks: [], step: DAY }, true)).toEqual({ text: '11-20', strong: null });
    expect(labels.tick(moment, { ticks: [], step: 3_600_000 }, true)).toEqual({ text: '3.05\u00a0odp.', strong: 'pá\u00a011-20' });
    expect(labelsOf('en', PRAGUE, { english: 'US' }).flag(moment, 2 * DAY)).toBe('11/20 15:05');
    expect(labelsOf('en', PRAGUE).flag(moment, 2 * DAY)).toBe('20/11 15:05');
  });

  it('marks weeks on the day on which they begin for the person', () => {
    const days = (firstDay?: number) =>
      timeTicks(at('2026-01-01T00:00:00Z'), at('2026-03-01T00:00:00Z'), 700, PRAGUE, firstDay)
        .ticks.filter(({ major }) => major)
        .map((tick) => new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: PRAGUE }).format(tick.at));
    expect([...new Set(days())]).toEqual(['Mon']);
    expect([...new Set(days(7))]).toEqual(['Sun']);
    expect([...new Set(days(6))]).toEqual(['Sat']);
  });
});
