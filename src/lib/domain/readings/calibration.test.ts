import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Curve, calibratedValue, dayAfter, daysUntil, dueState, sortedPoints, timelineOf } from './calibration.ts';

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0);
const points = fc
  .uniqueArray(fc.tuple(number, number), { minLength: 2, maxLength: 20, selector: ([measured]) => measured })
  .map((found) => sortedPoints(found)!);
const rising = points.map((found) => {
  const references = found.map(([, reference]) => reference).sort((a, b) => a - b);
  return found.map(([measured], index): [number, number] => [measured, references[index]!]);
});

describe('calibratedValue', () => {
  it('says what a laboratory would', () => {
    expect(calibratedValue({ kind: 'offset', offset: -0.3 }, 20)).toBeCloseTo(19.7);
    expect(calibratedValue({ kind: 'linear', gain: 1.02, offset: -0.5 }, 100)).toBeCloseTo(101.5);
    const curve: Curve = {
      kind: 'points',
      points: [
        [0.2, 0],
        [25, 25],
        [50.4, 50],
      ],
    };
    expect([0.2, 25, 50.4].map((value) => calibratedValue(curve, value))).toEqual([0, 25, 50]);
    expect(calibratedValue(curve, 12.6)).toBeCloseTo(12.5);
    // Beyond the outer points their lines go on.
    expect(calibratedValue(curve, -24.6)).toBeCloseTo(-25);
    expect(calibratedValue(curve, 75.8)).toBeCloseTo(75);
  });

  it('leaves everything as it is where there is nothing to correct', () => {
    fc.assert(
      fc.property(number, (value) => {
        for (const curve of [{ kind: 'none' }, { kind: 'offset', offset: 0 }, { kind: 'linear', gain: 1, offset: 0 }] satisfies Curve[])
          expect(calibratedValue(curve, value)).toBe(value);
      }),
    );
    fc.assert(
      fc.property(points, number, (found, value) => {
        const same = found.map(([measured]): [number, number] => [measured, measured]);
        expect(Math.abs(calibratedValue({ kind: 'points', points: same }, value) - value)).toBeLessThan(1e-6);
      }),
      {
        examples: [
          [
            [
              [-5e-324, 0],
              [0, 0],
            ],
            8.881784197001252e-16,
          ],
        ],
      },
    );
  });

  it('is exact at its points', () => {
    fc.assert(
      fc.property(points, (found) => {
        for (const [measured, reference] of found) expect(calibratedValue({ kind: 'points', points: found }, measured)).toBe(reference);
      }),
    );
  });

  it('is as monotone as its points', () => {
    fc.assert(
      fc.property(rising, number, number, (found, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const curve: Curve = { kind: 'points', points: found };
        expect(calibratedValue(curve, low)).toBeLessThanOrEqual(calibratedValue(curve, high));
      }),
    );
  });

  it('stays between the two points on whose line it lies', () => {
    fc.assert(
      fc.property(points, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (found, which, share) => {
        const at = which % (found.length - 1);
        const [[x0, y0], [x1, y1]] = [found[at]!, found[at + 1]!];
        const value = calibratedValue({ kind: 'points', points: found }, Math.min(x1, x0 + (x1 - x0) * share));
        expect(value).toBeGreaterThanOrEqual(Math.min(y0, y1));
        expect(value).toBeLessThanOrEqual(Math.max(y0, y1));
      }),
    );
  });

  it('never ends in infinity', () => {
    expect(calibratedValue({ kind: 'linear', gain: 1e15, offset: 0 }, 1e300)).toBe(Number.MAX_VALUE);
    expect(calibratedValue({ kind: 'offset', offset: -1e308 }, -1e308)).toBe(-Number.MAX_VALUE);
  });
});

describe('a timeline', () => {
  it('lets each one hold until the next begins, in whatever order they are told', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 9 }), (begins) => {
        const all = timelineOf(begins.map((from) => ({ from, curve: { kind: 'none' } })));
        expect(all.map(({ from }) => from)).toEqual(begins.toSorted((a, b) => a - b));
        expect(all.slice(0, -1).map(({ to }) => to)).toEqual(all.slice(1).map(({ from }) => from));
        expect(all.at(-1)!.to).toBe(Number.POSITIVE_INFINITY);
      }),
    );
  });

  it('has no two points that measured the same', () => {
    expect(
      sortedPoints([
        [5, 5],
        [1, 2],
      ]),
    ).toEqual([
      [1, 2],
      [5, 5],
    ]);
    expect(
      sortedPoints([
        [5, 5],
        [5, 2],
      ]),
    ).toBeNull();
  });
});

describe('dueState', () => {
  it('counts whole days where the sensor is', () => {
    expect(dueState('2026-11-25', '2026-11-26')).toBe('overdue');
    expect(dueState('2026-11-26', '2026-11-26')).toBe('due');
    expect(dueState(dayAfter('2026-11-26', 30), '2026-11-26')).toBe('due');
    expect(dueState(dayAfter('2026-11-26', 31), '2026-11-26')).toBe('valid');
    expect(dueState(null, '2026-11-26')).toBe('valid');
    expect(daysUntil('2026-03-28', '2026-03-30')).toBe(2);
  });
});
