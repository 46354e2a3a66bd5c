import { describe, expect, it } from 'vitest';
import { endOfSpan } from './span.ts';

describe('the end of a span of days', () => {
  it.each([
    ['2026-03-01T23:00:00Z', '2026-03-02T23:00:00.000Z', 'a plain day'],
    ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00.000Z', 'a day of 23 hours'],
    ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00.000Z', 'a day of 25 hours'],
  ])('that ends with the day of %s is %s: %s', (to, end) => {
    expect(endOfSpan({ to }, 'Europe/Prague')).toBe(end);
  });

  it('of no day, or of none that exists, is open', () => {
    expect(endOfSpan({ to: null }, 'Europe/Prague')).toBeNull();
    expect(endOfSpan({ to: '2026-99-99T00:00:00Z' }, 'Europe/Prague')).toBeNull();
  });
});
