import { describe, expect, it } from 'vitest';
import { readStates, shownDifference, shownLimit, storedDifference, storedLimit } from './shown-limits.ts';

const FAHRENHEIT = { conversion: { scale: 1.8, offset: 32 } };

describe('limits of a rule', () => {
  it('are written in the unit that people see, and come back as they were', () => {
    expect(shownLimit(8, FAHRENHEIT)).toBe(46.4);
    expect(storedLimit(46.4, FAHRENHEIT)).toBe(8);
    expect(storedLimit(null, FAHRENHEIT)).toBeNull();
    expect(storedLimit(8, { conversion: null })).toBe(8);
  });

  it('have differences that take the scale only', () => {
    expect(shownDifference(0.5, FAHRENHEIT)).toBe(0.9);
    expect(storedDifference(0.9, FAHRENHEIT)).toBe(0.5);
  });

  it('of states are the numbers of a text', () => {
    expect(readStates('1, 3;3 -2 x 1.5')).toEqual([1, 3, -2]);
    expect(readStates('')).toEqual([]);
  });
});
