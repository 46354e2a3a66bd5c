import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absoluteHumidity, dewPoint, meanKineticTemperature, saturationPressure } from './climate.ts';
import { coverage, gaps, integral, knownTime, timeAbove, timeBelow, timeWeightedMean } from './over-time.ts';

const S = 1_000_000;
const seconds = (...moments: number[]) => moments.map((one) => one * S);

describe('air', () => {
  it('has its dew point by Magnus', () => {
    expect(dewPoint(20, 50)).toBeCloseTo(9.255, 2);
    expect(dewPoint(20, 50).toFixed(3)).toBe('9.255');
    expect(dewPoint(-10, 100)).toBeCloseTo(-10, 10);
    expect(saturationPressure(0)).toBe(6.112);
    expect(absoluteHumidity(20, 50)).toBeCloseTo(8.62, 1);
  });

  it('is never damper than at its dew point', () => {
    fc.assert(
      fc.property(fc.double({ min: -40, max: 60, noNaN: true }), fc.double({ min: 1, max: 100, noNaN: true }), (temperature, humidity) => {
        const dew = dewPoint(temperature, humidity);
        expect(dew).toBeLessThanOrEqual(temperature + 1e-9);
        expect(saturationPressure(dew)).toBeCloseTo((saturationPressure(temperature) * humidity) / 100, 8);
      }),
    );
  });

  it('ages goods as a steady temperature would', () => {
    expect(meanKineticTemperature([2, 5, 8, 25]).toFixed(3)).toBe('15.216');
    expect(meanKineticTemperature([5, 5])).toBeCloseTo(5, 10);
    expect(meanKineticTemperature([5, 25], undefined, [3, 1])).toBeCloseTo(meanKineticTemperature([5, 5, 5, 25]), 10);
    expect(meanKineticTemperature([])).toBeNaN();
  });
});

describe('readings over time', () => {
  const ts = seconds(0, 60, 120, 600);
  const values = [0, 60, 0, 0];

  it('have an area, and a mean of what is known', () => {
    expect(integral(ts, values)).toBe(3_600);
    expect(timeWeightedMean(ts, values)).toBe(6);
    expect(timeWeightedMean(ts, values, 300 * S)).toBe(30);
    expect(timeWeightedMean(seconds(5), [7])).toBeNaN();
    // 2 kW for an hour
    expect(integral(seconds(0, 3_600), [2_000, 2_000]) / 3_600_000).toBe(2);
  });

  it('are above a limit between the moments at which their lines cross it', () => {
    expect(timeAbove(ts, values, 30)).toBe(60);
    expect(timeBelow(ts, values, 30)).toBe(540);
    expect(timeAbove(ts, values, 0)).toBe(120);
    expect(timeAbove(ts, [5, 5, 5, 5], 5)).toBe(0);
    expect(timeAbove(ts, [60, 60, 60, 60], 30, 100 * S)).toBe(120);
  });

  it('are above, below or on a limit all the time that is known', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: -50, max: 50 })), { minLength: 2, maxLength: 40 }),
        fc.integer({ min: -50, max: 50 }),
        (rows, tenths) => {
          let at = 0;
          const moments = rows.map(([gap]) => (at += gap * S));
          // Half a degree beside any reading, so that none lies on the limit.
          const limit = tenths + 0.5;
          const list = rows.map(([, value]) => value);
          const known = knownTime(moments, 600 * S);
          expect(timeAbove(moments, list, limit, 600 * S) + timeBelow(moments, list, limit, 600 * S)).toBeCloseTo(known, 6);
        },
      ),
    );
  });

  it('cover a part of a window, and what they do not cover has exact lengths', () => {
    expect(coverage(ts, 0, 600 * S, 300 * S)).toBe(0.2);
    expect(coverage(seconds(-60, 60), 0, 120 * S, 300 * S)).toBe(0.5);
    expect(gaps(ts, 0, 900 * S, 200 * S)).toEqual([
      { from: 120 * S, to: 600 * S },
      { from: 600 * S, to: 900 * S },
    ]);
    expect(gaps([], 0, 100, 10)).toEqual([{ from: 0, to: 100 }]);
  });
});
