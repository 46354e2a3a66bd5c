import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUANTITY_NAMES } from '../../contract/sensor-types.ts';
import { CATALOGUE } from './catalogue.ts';
import { canonicalUnit, fromCanonical, senmlUnit, shownAs, toCanonical, unitOf, unitsOf } from './quantities.ts';

const all = QUANTITY_NAMES.flatMap((quantity) => unitsOf(quantity).map((unit) => ({ quantity, unit })));
const anyUnit = fc.constantFrom(...all);
const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const near = (a: number, b: number, size: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, size);

describe('units of quantities', () => {
  it('a value shown in another unit and brought back is the same', () =>
    fc.assert(
      fc.property(anyUnit, value, ({ unit }, x) =>
        near(fromCanonical(toCanonical(x, unit), unit), x, Math.abs(x) + Math.abs(unit.offset / unit.scale)),
      ),
    ));
  it('more stays more in every unit', () =>
    fc.assert(
      fc.property(
        anyUnit,
        value,
        fc.double({ min: 0.001, max: 1e6, noNaN: true }),
        ({ unit }, x, by) => toCanonical(x + by, unit) > toCanonical(x, unit),
      ),
    ));
  it('the canonical unit leaves a value as it is, and codes are unique in a quantity', () => {
    for (const quantity of QUANTITY_NAMES) {
      const canonical = canonicalUnit(quantity);
      if (canonical) expect([canonical.scale, canonical.offset]).toEqual([1, 0]);
      const codes = unitsOf(quantity).map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
    }
  });
  it('a difference of temperatures converts without an offset, a temperature with one', () => {
    for (const unit of unitsOf('temperature_difference')) expect(unit.offset).toBe(0);
    expect(fromCanonical(1, unitOf('temperature_difference', '[degF]')!)).toBeCloseTo(1.8, 12);
    expect(fromCanonical(1, unitOf('temperature', '[degF]')!)).toBeCloseTo(33.8, 12);
    expect(toCanonical(-40, unitOf('temperature', '[degF]')!)).toBeCloseTo(-40, 12);
    expect(fromCanonical(0, unitOf('dew_point', 'K')!)).toBeCloseTo(273.15, 12);
  });
  it.each([
    ['pressure', '[psi]', 6894.757293168],
    ['force', '[lbf_av]', 4.4482216152605],
    ['energy', 'MJ', 0.2777777777778],
    ['flow', 'L/min', 0.06],
    ['speed', '[mi_i]/h', 0.44704],
    ['distance', '[ft_i]', 0.3048],
  ] as const)('one %s in %s is %d in the canonical unit', (quantity, code, canonical) => {
    expect(toCanonical(1, unitOf(quantity, code)!)).toBeCloseTo(canonical, 9);
  });
  it('SenML gives relative humidity as 0 to 100, and / and % as ratios', () => {
    expect(toCanonical(45, { ...senmlUnit('humidity', '%RH')! } as never)).toBe(45);
    for (const ratio of ['/', '%']) expect(senmlUnit('humidity', ratio)).toEqual({ scale: 100, offset: 0 });
    expect(senmlUnit('battery', '%EL')?.scale).toBe(1);
    expect(senmlUnit('co2', '/')).toEqual({ scale: 1_000_000, offset: 0 });
    expect(senmlUnit('state', '/')).toEqual({ scale: 1, offset: 0 });
    expect(senmlUnit('pressure', 'Cel')).toBeNull();
    expect(senmlUnit('pressure', '/')).toBeNull();
  });
});

describe('what a channel is shown in', () => {
  const bar = { quantity: 'pressure', display_unit: 'bar', decimals: 2 } as const;
  it.each([
    ['its own unit and decimals', { unit: 'kPa', decimals: 3 }, bar, { unit: 'kPa', decimals: 3 }],
    [
      'the canonical unit of its type, without decimals that are meant for another',
      { unit: null, decimals: null },
      bar,
      { unit: 'Pa', decimals: null },
    ],
    ['decimals of its type in the unit that they are meant for', { unit: 'bar', decimals: null }, bar, { unit: 'bar', decimals: 2 }],
    ['nothing where nobody said anything', { unit: null, decimals: null }, null, { unit: null, decimals: null }],
    [
      'whatever a custom type says',
      { unit: null, decimals: null },
      { quantity: 'custom', display_unit: 'ks/h', decimals: 1 },
      { unit: 'ks/h', decimals: 1 },
    ],
  ] as const)('is %s', (_, own, type, shown) => {
    expect(shownAs(own, type)).toEqual(shown);
  });
});

describe('the types that come with the product', () => {
  it('have unique keys, words in three languages, and units of their quantities', () => {
    expect(new Set(CATALOGUE.map(({ key }) => key)).size).toBe(CATALOGUE.length);
    expect(CATALOGUE.length).toBeGreaterThanOrEqual(30);
    for (const { names, quantity, display_unit, range } of CATALOGUE) {
      expect(Object.values(names).every((word) => word.trim() !== '')).toBe(true);
      expect(unitOf(quantity, display_unit)).not.toBeNull();
      if (range) expect(range[0]).toBeLessThan(range[1]);
    }
  });
});
