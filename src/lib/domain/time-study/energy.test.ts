import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Series } from '../../contract/readings.ts';
import { energyCurve, energyIn, energySource } from './energy.ts';

const METER = { kind: 'counter', unit: 'kWh' };
const POWER = { kind: 'gauge', unit: 'kW' };
const MINUTE = 60_000;

function raw(points: readonly (readonly [at: number, value: number])[]): Series {
  const values = points.map(([, value]) => value);
  const ts = points.map(([at]) => at * 1_000);
  return { resolution: 'raw', bucket_us: null, ts, min: values, max: values, first: values, last: values, n: values.map(() => 1) };
}

describe('energy of a span', () => {
  it('is known of meters and of power, in the units the field uses', () => {
    expect(energySource(METER)).toBe('counted');
    expect(energySource({ kind: 'gauge', unit: 'W' })).toBe('power');
    expect(energySource({ kind: 'gauge', unit: '°C' })).toBeNull();
    expect(energySource({ kind: 'counter', unit: 'ks' })).toBeNull();
    expect(energyCurve(raw([[0, 1]]), METER)).toBeNull();
  });

  it('is the difference of the meter, straight between readings', () => {
    const curve = energyCurve(
      raw([
        [0, 100],
        [10 * MINUTE, 102],
        [20 * MINUTE, 103],
      ]),
      METER,
    )!;
    expect(energyIn(curve, [{ from: 5 * MINUTE, to: 15 * MINUTE }], 0)).toBeCloseTo(1.5, 9);
    expect(energyIn(curve, [{ from: -1, to: 15 * MINUTE }], 0)).toBeNull();
    expect(energyIn(curve, [{ from: -MINUTE, to: 21 * MINUTE }], MINUTE)).toBeCloseTo(3, 9);
  });

  it('goes on where a meter begins anew, and takes no step back', () => {
    const curve = energyCurve(
      raw([
        [0, 999],
        [MINUTE, 1_000],
        [2 * MINUTE, 0.5],
        [3 * MINUTE, 1],
        [4 * MINUTE, 0.9],
      ]),
      METER,
    )!;
    expect(energyIn(curve, [{ from: 0, to: 4 * MINUTE }], 0)).toBeCloseTo(2, 9);
  });

  it('is summed up from the power, also of buckets', () => {
    const hour = 60 * MINUTE;
    expect(
      energyIn(
        energyCurve(
          raw([
            [0, 6],
            [hour, 6],
          ]),
          POWER,
        )!,
        [{ from: 0, to: hour }],
        0,
      ),
    ).toBeCloseTo(6, 9);
    const buckets: Series = {
      ...raw([
        [0, 2],
        [hour, 4],
      ]),
      bucket_us: hour * 1_000,
    };
    expect(energyIn(energyCurve(buckets, { kind: 'gauge', unit: 'W' })!, [{ from: 0, to: 2 * hour }], 0)).toBeCloseTo(0.006, 9);
  });

  it('adds up: the parts of a span are the span', () => {
    const steps = fc.array(fc.record({ ms: fc.integer({ min: 1, max: 600_000 }), used: fc.double({ min: 0, max: 50, noNaN: true }) }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (list, cuts) => {
        let [at, value] = [0, 10];
        const points: [number, number][] = [[0, 10]];
        for (const { ms, used } of list) {
          at += ms;
          value += used;
          points.push([at, value]);
        }
        const curve = energyCurve(raw(points), METER)!;
        const edges = [0, ...cuts.map((cut) => cut * at).sort((a, b) => a - b), at];
        const parts = edges.slice(1).map((to, index) => ({ from: edges[index]!, to }));
        expect(energyIn(curve, parts, 0)!).toBeCloseTo(value - 10, 6);
        for (const part of parts) expect(energyIn(curve, [part], 0)!).toBeGreaterThanOrEqual(-1e-9);
      }),
    );
  });
});
