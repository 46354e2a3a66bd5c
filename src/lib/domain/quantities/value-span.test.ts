import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueSpan } from './value-span.ts';

describe('the height of a value axis', () => {
  it('does not make waves of the noise of a sensor', () => {
    expect(valueSpan(21.4, 21.6, '°C')).toEqual({ low: 20.5, high: 22.5 });
    const { low, high } = valueSpan(47.8, 48.2, '%');
    expect(high - low).toBeCloseTo(5);
    expect((low + high) / 2).toBeCloseTo(48);
  });

  it('leaves alone what moves more than that', () => {
    expect(valueSpan(2, 8, '°C')).toEqual({ low: 2, high: 8 });
    expect(valueSpan(-20, 40, null)).toEqual({ low: -20, high: 40 });
  });

  it('gives a fiftieth of the value to a unit that it does not know, and something to zeros', () => {
    expect(valueSpan(1_000, 1_000, 'parts')).toEqual({ low: 990, high: 1_010 });
    expect(valueSpan(0, 0, null)).toEqual({ low: 0, high: 1 });
  });

  it('has no room below zero for what is never negative', () => {
    expect(valueSpan(0.1, 0.3, '%')).toEqual({ low: 0, high: 5 });
    expect(valueSpan(-0.1, 0.1, '°C')).toEqual({ low: -1, high: 1 });
  });

  it('always holds all values', () => {
    const number = fc.double({ noNaN: true, min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(number, number, fc.constantFrom('°C', '%', 'bar', null, 'xyz'), (a, b, unit) => {
        const [least, most] = [Math.min(a, b), Math.max(a, b)];
        const { low, high } = valueSpan(least, most, unit);
        expect(low <= least && high >= most && high > low).toBe(true);
      }),
    );
  });
});
