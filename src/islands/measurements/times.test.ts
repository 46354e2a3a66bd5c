import { describe, expect, it } from 'vitest';
import { readClock, readLength } from './times.ts';

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
    expect([readLength('2:05'), readLength('90:00'), readLength('1:02:03'), readLength('0:01,5')]).toEqual([
      125_000, 5_400_000, 3_723_000, 1_500,
    ]);
    for (const text of ['', '5', '0:00', '1:75', '1:75:00']) expect(readLength(text)).toBeNull();
  });
});
