import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUANTITY_NAMES } from '../../contract/sensor-types.ts';
import { CATALOGUE } from './catalogue.ts';
import { canonicalUnit, conversionTo, fromCanonical, senmlUnit, shownAs, toCanonical, unitOf, unitsOf } from './quantities.ts';
import { shownNumber } from './shown.ts';

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
  const shown = (value: number, own: string | null, type: Parameters<typeof shownAs>[1]) => {
    const { unit, display_unit, conversion, decimals } = shownAs({ unit: own, decimals: null }, type);
    return [unit, shownNumber(value, conversion), display_unit, decimals];
  };
  it.each([
    ['the display unit of its type, out of the canonical one', 101_325, null, bar, ['Pa', 1.01325, 'bar', 2]],
    ['the same out of a unit of its own', 250, 'kPa', bar, ['kPa', 2.5, 'bar', 2]],
    ['its own unit where that is the one to show', 2.5, 'bar', bar, ['bar', 2.5, 'bar', 2]],
    ['its own unit where nobody knows how it converts', 7, 'mmH2O', bar, ['mmH2O', 7, 'mmH2O', null]],
    ['nothing where nobody said anything', 7, null, null, [null, 7, null, null]],
    ['whatever a custom type says', 7, null, { quantity: 'custom', display_unit: 'ks/h', decimals: 1 }, ['ks/h', 7, 'ks/h', 1]],
    [
      'degrees Fahrenheit, whose zero is another one',
      21.5,
      null,
      { quantity: 'temperature', display_unit: '[degF]', decimals: 1 },
      ['°C', 70.7, '°F', 1],
    ],
    ['kelvins', -273.15, null, { quantity: 'dew_point', display_unit: 'K', decimals: 1 }, ['°C', 0, 'K', 1]],
    [
      'a difference, which has no zero',
      10,
      null,
      { quantity: 'temperature_difference', display_unit: '[degF]', decimals: 1 },
      ['K', 18, '°F', 1],
    ],
    ['kilowatts', 812.4, null, { quantity: 'power', display_unit: 'kW', decimals: 2 }, ['W', 0.8124, 'kW', 2]],
    ['joules of kilowatt hours', 0.5, null, { quantity: 'energy', display_unit: 'J', decimals: 0 }, ['kWh', 1_800_000, 'J', 0]],
    ['pounds a square inch', 100_000, null, { quantity: 'pressure', display_unit: '[psi]', decimals: 1 }, ['Pa', 14.503773773, 'psi', 1]],
    ['relative humidity as it is', 48, null, { quantity: 'humidity', display_unit: '%', decimals: 1 }, ['%', 48, '%', 1]],
    ['kilometres an hour', 10, null, { quantity: 'speed', display_unit: 'km/h', decimals: 1 }, ['m/s', 36, 'km/h', 1]],
    ['litres a minute', 3, null, { quantity: 'flow', display_unit: 'L/min', decimals: 1 }, ['m³/h', 50, 'l/min', 1]],
    ['litres', 1.5, null, { quantity: 'volume', display_unit: 'L', decimals: 0 }, ['m³', 1500, 'l', 0]],
  ] as const)('is %s', (_, value, own, type, wanted) => {
    expect(shown(value, own, type)).toEqual(wanted);
  });
  it('is said with the decimals of the channel before those of its type', () => {
    expect(shownAs({ unit: null, decimals: 3 }, bar)).toMatchObject({ decimals: 3, display_unit: 'bar' });
  });
  it('comes back to what is stored, and differences take the scale only', () => {
    const pair = anyUnit.chain(({ quantity, unit: from }) =>
      fc.record({ from: fc.constant(from), to: fc.constantFrom(...unitsOf(quantity)), a: value, b: value }),
    );
    fc.assert(
      fc.property(pair, ({ from, to, a, b }) => {
        const there = conversionTo(from, to);
        const back = conversionTo(to, from);
        const of = (number: number) => number * there.scale + there.offset;
        const size = Math.max(Math.abs(a), Math.abs(of(a)) * Math.abs(back.scale), Math.abs(back.offset));
        expect(near(of(a) * back.scale + back.offset, a, size)).toBe(true);
        expect(near(of(a) - of(b), (a - b) * there.scale, Math.max(Math.abs(of(a)), Math.abs(of(b)), Math.abs(there.offset)))).toBe(true);
        expect(near(of(a), fromCanonical(toCanonical(a, from), to), Math.max(Math.abs(of(a)), Math.abs(there.offset)))).toBe(true);
      }),
    );
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
