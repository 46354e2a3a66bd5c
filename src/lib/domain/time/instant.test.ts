import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant, parseQueryInstant } from './instant.ts';

const OLDEST = -62_135_596_800_000_000 / 10;
const NEWEST = 9_000_000_000_000_000;

describe('parseInstant', () => {
  it('brings every microsecond back that formatInstant wrote', () => {
    fc.assert(
      fc.property(fc.integer({ min: OLDEST, max: NEWEST }), (us) => {
        expect(parseInstant(formatInstant(us))).toBe(us);
      }),
    );
  });

  it('agrees with the platform on whole milliseconds', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1800-01-01'), max: new Date('2250-01-01'), noInvalidDate: true }), (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.getTime() * 1000);
        expect(Date.parse(formatInstant(date.getTime() * 1000))).toBe(date.getTime());
      }),
    );
  });

  it('takes any offset, small letters and a blank between date and time', () => {
    const utc = Date.UTC(2026, 2, 1, 8) * 1000;
    for (const text of [
      '2026-03-01T08:00:00Z',
      '2026-03-01t08:00:00z',
      '2026-03-01 08:00:00Z',
      '2026-03-01T09:00:00+01:00',
      '2026-02-28T20:30:00.000-11:30',
      '2026-03-01T08:00:00-00:00',
    ])
      expect(parseInstant(text), text).toBe(utc);
  });

  it('keeps microseconds and cuts what is finer', () => {
    const base = Date.UTC(2026, 2, 1) * 1000;
    expect(parseInstant('2026-03-01T00:00:00.123456Z')).toBe(base + 123_456);
    expect(parseInstant('2026-03-01T00:00:00.1Z')).toBe(base + 100_000);
    expect(parseInstant('2026-03-01T00:00:00.123456999Z')).toBe(base + 123_456);
  });

  it('takes a leap second as the next second, and only where UTC has one', () => {
    expect(parseInstant('2016-12-31T23:59:60Z')).toBe(Date.UTC(2017, 0, 1) * 1000);
    expect(parseInstant('2017-01-01T00:59:60+01:00')).toBe(Date.UTC(2017, 0, 1) * 1000);
    expect(parseInstant('2016-12-31T22:59:60Z')).toBeNaN();
  });

  it('refuses everything else', () => {
    for (const text of [
      '',
      '2026-03-01',
      '2026-03-01T08:00Z',
      '2026-03-01T08:00:00',
      '2026-03-01T08:00:00.Z',
      '2026-03-01T08:00:00.1234567890Z',
      '2026-02-29T08:00:00Z',
      '2026-13-01T08:00:00Z',
      '2026-00-01T08:00:00Z',
      '2026-04-31T08:00:00Z',
      '2026-03-01T24:00:00Z',
      '2026-03-01T08:60:00Z',
      '2026-03-01T08:00:61Z',
      '2026-03-01T08:00:00+1:00',
      '2026-03-01T08:00:00+24:00',
      '2026-03-01T08:00:00Z ',
      ' 2026-03-01T08:00:00Z',
      '2026/03/01T08:00:00Z',
      '+026-03-01T08:00:00Z',
      '２026-03-01T08:00:00Z',
    ])
      expect(parseInstant(text), text).toBeNaN();
    expect(parseInstant('2024-02-29T00:00:00Z')).toBe(Date.UTC(2024, 1, 29) * 1000);
  });
});

describe('parseQueryInstant', () => {
  it('takes milliseconds, and RFC 3339 with or without seconds', () => {
    expect(parseQueryInstant('1700000000123')).toBe(1_700_000_000_123_000);
    expect(parseQueryInstant('2026-03-01T08:00Z')).toBe(Date.UTC(2026, 2, 1, 8) * 1000);
    expect(parseQueryInstant('2026-03-01T08:00+01:00')).toBe(Date.UTC(2026, 2, 1, 7) * 1000);
    expect(parseQueryInstant('2026-03-01T08:00:01.5Z')).toBe(Date.UTC(2026, 2, 1, 8, 0, 1, 500) * 1000);
    expect(parseQueryInstant('2026-99-01T08:00:00Z')).toBeNaN();
  });
});
