import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../../lib/contract/formats.ts';
import { instantsOf, jumpOver } from '../../../lib/domain/time/wall-clock.ts';
import { type MomentOptions, nativeText, offsetName, readMoment, twins, writeMoment } from './moment-text.ts';

const PRAGUE = 'Europe/Prague';
const LOCALES = ['cs', 'en', 'sk'] as const;
const at = (over: Partial<MomentOptions> = {}): MomentOptions => ({ kind: 'date-time', locale: 'cs', zone: PRAGUE, ...over });
const value = (text: string, over: Partial<MomentOptions> = {}) => readMoment(text, at(over)).value;
const code = (text: string, over: Partial<MomentOptions> = {}) => readMoment(text, at(over)).problem?.code ?? null;

describe('a written date and time', () => {
  it('is a moment in UTC, read in the zone of the workspace', () => {
    for (const text of [
      '20. 11. 2026 14.30',
      '20.11.2026 14:30',
      '20.11.2026\u00a014.30',
      '2026-11-20 14:30',
      '2026-11-20T14:30',
      '20. 11. 2026 1430',
    ])
      expect(value(text)).toBe('2026-11-20T13:30:00Z');
    expect(value('20. 7. 2026 14.30.05')).toBe('2026-07-20T12:30:05Z');
    expect(value('20. 11. 2026 14.30', { zone: 'Asia/Kolkata' })).toBe('2026-11-20T09:00:00Z');
    for (const text of ['11/20/2026 14:30', '11/20/2026, 2:30 PM', '11/20/2026 2:30pm', '20. 11. 2026 14:30'])
      expect(value(text, { locale: 'en', habits: { english: 'US' } })).toBe('2026-11-20T13:30:00Z');
    for (const text of ['20/11/2026 14:30', '20/11/2026, 2:30 pm']) expect(value(text, { locale: 'en' })).toBe('2026-11-20T13:30:00Z');
    expect(value('20/11/2026 12:00 am', { locale: 'en' })).toBe('2026-11-19T23:00:00Z');
  });

  it('is read in the order that the person chose, in any language', () => {
    const habits = { date: 'month_first', time: '12h' } as const;
    expect(value('11/9/2026 2.30 odp.', { habits })).toBe('2026-11-09T13:30:00Z');
    expect(value('9. 11. 2026 14.30', { habits })).toBe('2026-11-09T13:30:00Z');
    expect(value('11/9/2026 2:30 PM', { habits: { date: 'day_first' } })).toBe('2026-09-11T12:30:00Z');
    expect(value('2026-11-09 2:30', { locale: 'en', habits: { date: 'iso' } })).toBe('2026-11-09T01:30:00Z');
    expect(code('11/9/2026 2.30', { habits: { date: 'iso' } })).toBe('not_moment');
    expect(readMoment('?', at({ habits })).problem?.params).toEqual({ example: '11/20/2026\u00a02.30\u00a0odp.' });
  });

  it('is refused with an example where it is no moment or not clear', () => {
    const wrong = [
      'zítra',
      '20. 11. 14.30',
      '20. 11. 26 14.30',
      '31. 2. 2026 8.00',
      '20. 11. 2026',
      '20. 11. 2026 24.00',
      '20. 11. 2026 8.60',
      '11/12/2026 8.00',
      '20. 11. 20261 8.00',
      '20.11.2026 8.00 x',
    ];
    for (const text of wrong) expect(code(text), text).toBe('not_moment');
    expect(readMoment('?', at()).problem?.params).toEqual({ example: '20.\u00a011.\u00a02026\u00a014.30' });
    expect(readMoment('?', at({ kind: 'date', locale: 'en' })).problem).toEqual({ code: 'not_date', params: { example: '20/11/2026' } });
    expect(readMoment(' ', at())).toEqual({ value: null, problem: null });
  });

  it('stays inside its limits', () => {
    const limits = { min: '2026-11-20T07:00:00Z', max: '2026-11-20T15:00:00Z' };
    expect(readMoment('20. 11. 2026 7.59', at(limits)).problem).toEqual({
      code: 'moment_min',
      params: { min: '20.\u00a011.\u00a02026\u00a08.00' },
    });
    expect([code('20. 11. 2026 8.00', limits), code('20. 11. 2026 16.00', limits), code('20. 11. 2026 16.01', limits)]).toEqual([
      null,
      null,
      'moment_max',
    ]);
  });
});

describe('a date', () => {
  it('is the start of its day, also on days of 23 and 25 hours and without a midnight', () => {
    expect(value('29. 3. 2026', { kind: 'date' })).toBe('2026-03-28T23:00:00Z');
    expect(value('30. 3. 2026', { kind: 'date' })).toBe('2026-03-29T22:00:00Z');
    expect(value('26. 10. 2026', { kind: 'date' })).toBe('2026-10-25T23:00:00Z');
    // On this night the clocks of São Paulo went from midnight to one.
    expect(value('4. 11. 2018', { kind: 'date', zone: 'America/Sao_Paulo' })).toBe('2018-11-04T03:00:00Z');
  });
});

describe('a time', () => {
  it('belongs to the day that the field is about', () => {
    const day = '2026-07-20T21:30:00Z';
    expect(value('6.15', { kind: 'time', day })).toBe('2026-07-20T04:15:00Z');
    expect(value('0615', { kind: 'time', day })).toBe('2026-07-20T04:15:00Z');
    expect(value('6.15', { kind: 'time', day: '2026-07-20T22:30:00Z' })).toBe('2026-07-21T04:15:00Z');
    expect([code('6', { kind: 'time', day }), code('6 PM', { kind: 'time', day }), code('13 PM', { kind: 'time', day })]).toEqual([
      'not_time',
      null,
      'not_time',
    ]);
  });
});

describe('when the clocks change', () => {
  it('a time that is skipped is refused, and the sentence names the jump', () => {
    for (const text of ['29. 3. 2026 2.00', '29. 3. 2026 2.30', '29. 3. 2026 2.59.59'])
      expect(readMoment(text, at()), text).toEqual({
        value: null,
        problem: { code: 'time_skipped', params: { from: '2.00', to: '3.00' } },
      });
    expect([value('29. 3. 2026 1.59'), value('29. 3. 2026 3.00')]).toEqual(['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z']);
    expect(jumpOver(Date.UTC(2026, 9, 4, 2, 15), 'Australia/Lord_Howe')).toMatchObject({
      from: Date.UTC(2026, 9, 4, 2),
      to: Date.UTC(2026, 9, 4, 2, 30),
    });
  });

  it('a time that comes twice is the earlier one, until somebody chooses the later one', () => {
    const text = '25. 10. 2026 2.30';
    expect(value(text)).toBe('2026-10-25T00:30:00Z');
    expect(readMoment(text, at(), '2026-10-25T01:30:00Z').value).toBe('2026-10-25T01:30:00Z');
    expect(twins('2026-10-25T01:30:00Z', PRAGUE)).toEqual(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']);
    expect(twins('2026-10-25T02:30:00Z', PRAGUE)).toEqual(['2026-10-25T02:30:00Z']);
    expect(twins('2026-10-25T00:30:00Z', PRAGUE).map((one) => offsetName(Date.parse(one), PRAGUE))).toEqual(['UTC+2', 'UTC+1']);
    expect(offsetName(0, 'America/St_Johns')).toBe('UTC\u22123:30');
  });

  it('every moment is read back as it was written, in every language, zone and kind, and as each person writes it', () => {
    const zones = fc.constantFrom(
      PRAGUE,
      'UTC',
      'America/New_York',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
      'Pacific/Apia',
    );
    // Half of them within three hours of Prague's changes.
    const near = fc
      .tuple(fc.constantFrom('2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'), fc.integer({ min: -10_800, max: 10_800 }))
      .map(([change, s]) => Date.parse(change) + s * 1_000);
    const chosen = fc.record({
      date: fc.constantFrom(null, 'iso' as const, 'day_first' as const, 'month_first' as const),
      time: fc.constantFrom(null, '24h' as const, '12h' as const),
      english: fc.constantFrom(null, ...ENGLISH),
    });
    const far = fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => s * 1_000);
    fc.assert(
      fc.property(fc.oneof(near, far), zones, fc.constantFrom(...LOCALES), chosen, (ms, zone, locale, habits) => {
        const moment = new Date(ms).toISOString().replace('.000Z', 'Z');
        const full = at({ zone, locale, habits });
        expect(readMoment(writeMoment(moment, full), full, moment)).toEqual({ value: moment, problem: null });
        const minute = `${moment.slice(0, 16)}:00Z`;
        expect(readMoment(nativeText(moment, full), full, moment).value).toBe(minute);
        const time = at({ kind: 'time', zone, locale, habits, day: moment });
        expect(readMoment(writeMoment(moment, time), time, moment).value).toBe(moment);
        const date = at({ kind: 'date', zone, locale, habits });
        const start = readMoment(writeMoment(moment, date), date).value ?? '';
        expect(writeMoment(start, date)).toBe(writeMoment(moment, date));
        expect(Date.parse(start)).toBeLessThanOrEqual(ms);
        expect(instantsOf(ms, zone).length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 600 },
    );
  });
});
