import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanKineticTemperature } from './climate.ts';
import { integral, knownTime, timeAbove, timeBelow, timeWeightedMean } from './over-time.ts';
import { kineticFold, windowFigures } from './window-figures.ts';

const S = 1_000_000;
const NOTHING = { above: null, below: null };

describe('figures of a window in one pass', () => {
  it('equal those of the plain functions on the readings cut at the edges of the window', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: -50, max: 50 })), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 1, max: 9_000 }),
        (rows, limit, start, length) => {
          let at = 0;
          const ts = rows.map(([space]) => (at += space * S));
          const values = rows.map(([, value]) => value);
          const [from, to, gap] = [start * S, (start + length) * S, 600 * S];
          const inside = ts.flatMap((one, i) => (one >= from && one < to ? [values[i]!] : []));
          const collected = windowFigures({ from, to, gap, above: limit, below: limit });
          ts.forEach((one, i) => {
            collected.add(one, values[i]!);
          });
          const found = collected.figures();
          if (inside.length === 0) {
            expect(found).toBeNull();
            return;
          }
          // Each line of its own, cut by hand.
          const sums = { known: 0, above: 0, below: 0, area: 0 };
          for (let i = 1; i < ts.length; i++) {
            const [a, b] = [ts[i - 1]!, ts[i]!];
            const cut = [Math.max(a, from), Math.min(b, to)] as const;
            if (b - a > gap || cut[1] <= cut[0]) continue;
            const value = (one: number) => values[i - 1]! + ((values[i]! - values[i - 1]!) * (one - a)) / (b - a);
            const ends = cut.map(value);
            sums.known += knownTime(cut);
            sums.above += timeAbove(cut, ends, limit);
            sums.below += timeBelow(cut, ends, limit);
            sums.area += integral(cut, ends);
          }
          expect(found!.n).toBe(inside.length);
          expect([found!.min, found!.max, found!.last]).toEqual([Math.min(...inside), Math.max(...inside), inside.at(-1)]);
          expect(found!.known).toBeCloseTo(sums.known, 9);
          expect(found!.coverage).toBeCloseTo(sums.known / length, 9);
          expect(found!.above).toBeCloseTo(sums.above, 6);
          expect(found!.below).toBeCloseTo(sums.below, 6);
          expect(found!.integral).toBeCloseTo(sums.area, 6);
          const mean = inside.reduce((sum, value) => sum + value, 0) / inside.length;
          const squares = inside.reduce((sum, value) => sum + (value - mean) ** 2, 0);
          expect(found!.arithmetic).toBeCloseTo(mean, 9);
          if (inside.length > 1) expect(found!.sd).toBeCloseTo(Math.sqrt(squares / (inside.length - 1)), 9);
        },
      ),
    );
  });

  it('know nothing across a gap or a reading that does not count', () => {
    const ts = [0, 60, 120, 600, 660].map((one) => one * S);
    const values = [10, 10, 10, 20, 20];
    const collect = (cutAfter: number) => {
      const collected = windowFigures({ ...NOTHING, from: 0, to: 900 * S, gap: 200 * S });
      ts.forEach((one, i) => {
        collected.add(one, values[i]!);
        if (i === cutAfter) collected.cut();
      });
      return collected.figures()!;
    };
    expect(collect(-1)).toMatchObject({ known: 180, coverage: 0.2, integral: 2_400 });
    expect(collect(-1).timeWeighted).toBe(timeWeightedMean(ts, values, 200 * S));
    expect(collect(3)).toMatchObject({ n: 5, known: 120, integral: 1_200 });
    expect(collect(-1).above).toBeNaN();
  });

  it('have a mean of directions, and none where they cancel each other out', () => {
    const circular = (...degrees: number[]) => {
      const collected = windowFigures({ ...NOTHING, from: 0, to: 10, gap: 10 });
      for (const [at, value] of degrees.entries()) collected.add(at, value);
      return collected.figures()!.circular;
    };
    expect(circular(350, 30)).toBeCloseTo(10, 9);
    expect(circular(0, 180)).toBeNaN();
  });

  it('have the mean kinetic temperature of all readings, however many pages they are', () => {
    const fold = kineticFold();
    const values = Array.from({ length: 25_000 }, (_, n) => 5 + (n % 40) / 2);
    for (const value of values) fold.add(value);
    expect(fold.mean()).toBeCloseTo(meanKineticTemperature(values), 8);
    expect(kineticFold().mean()).toBeNaN();
  });
});
