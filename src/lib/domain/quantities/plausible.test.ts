import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUANTITY_NAMES } from '../../contract/sensor-types.ts';
import { isOutside } from './outside.ts';
import { boundIn, plausible } from './plausible.ts';
import { toCanonical, unitsOf } from './quantities.ts';

const loop = { quantity: 'current', display_unit: 'mA', range_min: 0.004, range_max: 0.02 } as const;

describe('what is plausible of a channel', () => {
  it('is said in the unit that its values are in', () => {
    expect(plausible(null, loop)).toEqual({ min: 0.004, max: 0.02 });
    expect(plausible('mA', loop)).toEqual({ min: 4, max: 20 });
    expect(plausible('°F', { quantity: 'temperature', display_unit: 'Cel', range_min: -40, range_max: null })).toEqual({
      min: -40,
      max: null,
    });
  });

  it('is unknown without bounds, and of values in a unit that is none of the quantity', () => {
    expect(plausible(null, { ...loop, range_min: null, range_max: null })).toBeNull();
    expect(plausible('%', loop)).toBeNull();
    const custom = { quantity: 'custom', display_unit: 'kroky', range_min: 0, range_max: 9 } as const;
    expect([plausible('kroky', custom), plausible('m', custom)]).toEqual([{ min: 0, max: 9 }, null]);
  });

  it('has its bounds inside', () => {
    expect([4, 20, 3.9, 20.1].map((value) => isOutside(value, { min: 4, max: 20 }))).toEqual([false, false, true, true]);
    expect(isOutside(-1e9, { min: null, max: 20 })).toBe(false);
  });

  it('a bound that is written in any unit of its quantity is read back as it was written', () => {
    const units = QUANTITY_NAMES.flatMap((quantity) => unitsOf(quantity));
    fc.assert(
      fc.property(fc.constantFrom(...units), fc.integer({ min: -1e8, max: 1e8 }), fc.integer({ min: 0, max: 2 }), (unit, whole, places) => {
        const written = Number((whole / 10 ** places).toFixed(places));
        expect(boundIn(toCanonical(written, unit), unit)).toBe(written === 0 ? 0 : written);
      }),
    );
  });

  it('a bound near nought of a unit that begins elsewhere is read back as it was written', () => {
    const fahrenheit = unitsOf('temperature').find(({ code }) => code === '[degF]')!;
    for (const written of [0, 0.1, -0.01, 32, 1e8]) expect(boundIn(toCanonical(written, fahrenheit), fahrenheit)).toBe(written);
  });
});
