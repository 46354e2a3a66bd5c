import { describe, expect, it } from 'vitest';
import { otherSpan, readAgainst, writeAgainst } from './compare.ts';

const ZONE = 'Europe/Prague';
const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
const text = ({ from, to }: { from: number; to: number }) => [from, to].map((at) => new Date(at).toISOString().slice(0, 16));

describe('the time that a shown one is compared with', () => {
  it('is as long, and begins at the same time of the clock, the day or the week before or on a day that was chosen', () => {
    const night = span('2026-11-18T17:00:00Z', '2026-11-19T05:00:00Z');
    expect(text(otherSpan(night, { kind: 'before', days: 1 }, ZONE))).toEqual(['2026-11-17T17:00', '2026-11-18T05:00']);
    expect(text(otherSpan(night, { kind: 'before', days: 7 }, ZONE))).toEqual(['2026-11-11T17:00', '2026-11-12T05:00']);
    expect(text(otherSpan(night, { kind: 'day', day: '2026-01-05' }, ZONE))).toEqual(['2026-01-05T17:00', '2026-01-06T05:00']);
  });

  it('begins at the same time of the clock over days of 23 and 25 hours', () => {
    const after = span('2026-10-26T05:00:00Z', '2026-10-26T13:00:00Z');
    // Six in the morning: UTC+2 the day before the clocks went back.
    expect(text(otherSpan(after, { kind: 'before', days: 2 }, ZONE))).toEqual(['2026-10-24T04:00', '2026-10-24T12:00']);
    const spring = span('2026-03-30T00:30:00Z', '2026-03-30T01:30:00Z');
    // Half past two didn't exist on the 29th: the next time that did.
    expect(text(otherSpan(spring, { kind: 'before', days: 1 }, ZONE))).toEqual(['2026-03-29T01:00', '2026-03-29T02:00']);
  });

  it('stands in an address, and what is no day or no number of days is none', () => {
    for (const said of ['1d', '7d', '2026-02-28']) expect(writeAgainst(readAgainst(said))).toBe(said);
    for (const said of [undefined, '', '0d', '9999d', '2026-02-30', '2026-2-3', 'yesterday']) expect(readAgainst(said)).toBeNull();
    expect(writeAgainst(null)).toBeNull();
  });
});
