import { expect, it } from 'vitest';
import { isPlain, readSetup, writeSetup } from './setup.ts';

it('axes that were set and the other time stand in the address, whatever the unit is called', () => {
  const setup = {
    together: true,
    ends: { '°C': { low: -5, high: 12.5 }, 'g/m³': { low: null, high: 40 }, '': { low: 0, high: null } },
    against: { kind: 'before', days: 7 } as const,
  };
  const said = writeSetup(setup);
  expect(said).toEqual({ axes: '2', axis: '%C2%B0C:-5:12.5 :0: g%2Fm%C2%B3::40', vs: '7d' });
  expect(readSetup(said as Record<string, string>)).toEqual(setup);
  expect(isPlain(setup)).toBe(false);
});

it('what an address says wrongly is as usual', () => {
  const setup = readSetup({ axes: 'two', axis: '%E0%A4%A:1:2 °C:9:1 kW:x:y :: %', vs: '2026-13-01' });
  expect(setup).toEqual({ together: false, ends: {}, against: null });
  expect(isPlain(setup)).toBe(true);
  expect(writeSetup({ ...setup, ends: { kW: { low: 3, high: 3 } } }).axis).toBeNull();
});
