import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../lib/constants.ts';
import { DURATION_FORMATS } from '../../lib/contract/formats.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { readClock, readLength } from './read-times.ts';
import { PRECISIONS } from './shown.ts';
import { decimalsOf } from './times.ts';

const PRAGUE = 'Europe/Prague';
const at = (text: string) => Date.parse(text);

describe('times in the table of entries', () => {
  it('are read with dots and colons, in the workspace’s zone, on the day that is nearest', () => {
    const near = at('2026-11-19T09:00:00Z');
    expect(readClock('10.23.45', near, PRAGUE)).toBe(at('2026-11-19T09:23:45Z'));
    expect(readClock('10:23', near, PRAGUE)).toBe(at('2026-11-19T09:23:00Z'));
    expect(readClock('10.23.45,5', near, PRAGUE)).toBe(at('2026-11-19T09:23:45.500Z'));
    // A night shift: five to midnight is yesterday, five past is today.
    expect(readClock('23.55', at('2026-11-18T23:10:00Z'), PRAGUE)).toBe(at('2026-11-18T22:55:00Z'));
    expect(readClock('0.05', at('2026-11-18T22:50:00Z'), PRAGUE)).toBe(at('2026-11-18T23:05:00Z'));
    // The hour that comes twice: the one that is nearer.
    expect(readClock('2.30', at('2026-10-25T01:40:00Z'), PRAGUE)).toBe(at('2026-10-25T01:30:00Z'));
    expect(readClock('2.30', at('2026-10-25T00:20:00Z'), PRAGUE)).toBe(at('2026-10-25T00:30:00Z'));
    for (const text of ['', 'x', '24.00', '10.60', '10']) expect(readClock(text, near, PRAGUE)).toBeNull();
  });

  it('that last are minutes and seconds, or hours too', () => {
    const read = (...texts: string[]) => texts.map((text) => readLength(text, 'cs'));
    expect(read('2:05', '3:27', '90:00', '1:02:03', '0:01,5', '0:00.600')).toEqual([125_000, 207_000, 5_400_000, 3_723_000, 1_500, 600]);
    expect(read('1,5 min', '7,4 s', '2 h', '100 cmin')).toEqual([90_000, 7_400, 7_200_000, 60_000]);
    expect(read('', '5', '0:00', '1:75', '1:75:00', '0 s', 'x min', '1:02 min')).toEqual(Array(8).fill(null));
  });

  it('of day with the same digits are hours and minutes', () => {
    expect(readClock('3:27', at('2026-11-19T09:00:00Z'), PRAGUE)).toBe(at('2026-11-19T02:27:00Z'));
    expect(readClock('3:27:10 pm', at('2026-11-19T09:00:00Z'), PRAGUE)).toBe(at('2026-11-19T14:27:10Z'));
    expect(readClock('13:27 pm', at('2026-11-19T09:00:00Z'), PRAGUE)).toBeNull();
  });

  it('are read back as they are shown, in each language and form', () => {
    const habits = { time: fc.constantFrom('24h' as const, '12h' as const), duration: fc.constantFrom(...DURATION_FORMATS) };
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.record(habits),
        fc.integer({ min: 1_000, max: 40 * 3_600_000 }),
        fc.integer({ min: 0, max: 2 }),
        (locale, chosen, ms, decimals) => {
          const format = formatter(locale, PRAGUE, { date: null, ...chosen });
          const shown = format.duration(ms / 1_000, decimals);
          const read = readLength(shown, locale);
          expect(format.duration((read ?? 0) / 1_000, decimals)).toBe(shown);
          const place = 1_000 / 10 ** decimals;
          const moment = at('2026-11-19T00:00:00Z') + Math.floor(ms / place) * place;
          expect(readClock(format.clock(moment, PRECISIONS[decimals]), moment, PRAGUE)).toBe(moment);
        },
      ),
    );
  });

  it('are shown as finely as most entries need', () => {
    const lasting = (...seconds: number[]) => seconds.map((s) => ({ from: 0, to: s * 1_000 }));
    expect([lasting(2, 3, 400), lasting(12, 20, 1), lasting(1, 90, 300), []].map(decimalsOf)).toEqual([2, 1, 0, 0]);
  });
});
