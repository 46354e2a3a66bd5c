import { describe, expect, it } from 'vitest';
import { NO_LIMITS, shownLimits, storedLimits } from './limits.ts';

describe('limits of a recording in a form', () => {
  const kelvin = { conversion: { scale: 1, offset: -273.15 } };
  const limits = { low: 275.15, high: 281.15, allowed_above_s: 1_800, allowed_below_s: 30, coverage: 0.985, kinetic_high: 8 };
  it('are shown in the unit that people see, in minutes and per cent, and stored as they were', () => {
    expect(shownLimits(limits, kelvin)).toEqual({
      low: 2,
      high: 8,
      allowed_above_min: 30,
      allowed_below_min: 0.5,
      coverage_percent: 98.5,
      kinetic_high: 8,
    });
    expect(storedLimits(shownLimits(limits, kelvin), kelvin)).toEqual(limits);
  });
  it('are none where there is nothing to judge by', () => {
    expect(storedLimits(NO_LIMITS, kelvin)).toBeNull();
    expect(shownLimits(null, kelvin)).toBe(NO_LIMITS);
  });
});
