import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { calibratedValue } from '../../lib/domain/readings/calibration.ts';
import { shownLinear } from '../../lib/i18n/calibration-words.ts';
import { storedLinear } from './calibration-words.ts';
import { alike, type CurveValues, curveOf, noPoints, withoutPoint } from './curve-form.ts';

const FAHRENHEIT = { conversion: { scale: 1.8, offset: 32 } };
const values = (over: Partial<CurveValues>): CurveValues =>
  ({ ...noPoints(), kind: 'points', offset: null, gain: null, count: 3, ...over }) as CurveValues;

describe('a calibration of a form', () => {
  it('does to stored values what people wrote of those that they see', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.double({ min: -50, max: 50, noNaN: true }),
        fc.double({ min: -100, max: 200, noNaN: true }),
        (gain, offset, stored) => {
          const wrote = calibratedValue({ kind: 'linear', gain, offset }, shownNumber(stored, FAHRENHEIT.conversion));
          const linear = { kind: 'linear' as const, ...storedLinear({ gain, offset }, FAHRENHEIT) };
          expect(shownNumber(calibratedValue(linear, stored), FAHRENHEIT.conversion)).toBeCloseTo(wrote, 6);
          expect(shownLinear(linear, FAHRENHEIT).offset).toBeCloseTo(offset, 6);
        },
      ),
    );
    expect(curveOf(values({ kind: 'offset', offset: 1.8 }), FAHRENHEIT)).toEqual({ kind: 'offset', offset: 1 });
    expect(curveOf(values({ m0: 32, r0: 33.8, m1: 212, r1: 212 }), FAHRENHEIT)).toEqual({
      kind: 'points',
      points: [
        [0, 1],
        [100, 100],
      ],
    });
  });

  it('is none while something is missing', () => {
    const plain = { conversion: null };
    expect(curveOf(values({ kind: 'none' }), plain)).toEqual({ kind: 'none' });
    expect(curveOf(values({ kind: 'offset' }), plain)).toBeNull();
    expect(curveOf(values({ kind: 'linear', gain: 0, offset: 1 }), plain)).toBeNull();
    expect(curveOf(values({ m0: 1, r0: 1 }), plain)).toBeNull();
    expect(curveOf(values({ m0: 1, r0: 1, m1: 2 }), plain)).toBeNull();
    expect(curveOf(values({ m0: 1, r0: 1, m1: 1, r1: 2 }), plain)).toBeNull();
  });

  it('closes up where a point is taken out', () => {
    const all = values({ m0: 1, r0: 10, m1: 2, r1: 20, m2: 3, r2: 30 });
    expect(Object.fromEntries(withoutPoint(all, 3, 1))).toEqual({ m1: 3, r1: 30, m2: null, r2: null });
  });

  it('is said of other channels in the same unit, and of all where there is nothing to correct', () => {
    const of = (id: string, display_unit: string | null) => ({ id, display_unit });
    const all = [of('a', '°C'), of('b', '°C'), of('c', '%'), of('d', null)];
    const ids = (...asked: Parameters<typeof alike>) => alike(...asked).map(({ id }) => id);
    expect(ids(all, all[0], 'offset')).toEqual(['b']);
    expect(ids(all, all[3], 'points')).toEqual([]);
    expect(ids(all, all[0], 'none')).toEqual(['b', 'c', 'd']);
  });
});
