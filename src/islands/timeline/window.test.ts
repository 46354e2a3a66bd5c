import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMeasurementSeries } from '../../lib/client/charts/measurement-series.ts';
import { world } from '../../lib/client/kernel/store-testing.ts';
import { glide, isWhole, panned, scaled, within } from './window.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const BOUNDS = { from: NOW - 8 * 3_600_000, to: NOW };
const close = (a: number, b: number) => Math.abs(a - b) < 1;

describe('the window over a measurement', () => {
  it('that an address says is what of it belongs to the measurement, and none where nothing does', () => {
    const { from, to } = BOUNDS;
    expect(within({ from: from - 5_000, to: from + 5_000 }, BOUNDS)).toEqual({ from, to: from + 5_000 });
    expect(within({ from: to, to: to + 1 }, BOUNDS)).toBeNull();
    expect(isWhole({ from: from + 0.5, to }, BOUNDS)).toBe(true);
    expect(isWhole({ from: from + 60_000, to }, BOUNDS)).toBe(false);
  });

  it('never leads out of it, and keeps its length when it moves', () => {
    const anyWindow = fc
      .tuple(fc.double({ min: 0, max: 0.9, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true }))
      .map(([start, share]) => {
        const length = (BOUNDS.to - BOUNDS.from) * Math.min(share, 1 - start);
        return { from: BOUNDS.from + start * (BOUNDS.to - BOUNDS.from), to: BOUNDS.from + start * (BOUNDS.to - BOUNDS.from) + length };
      });
    fc.assert(
      fc.property(
        anyWindow,
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (window, share, factor, place) => {
          const moved = panned(window, share, BOUNDS);
          const sized = scaled(window, factor, window.from + place * (window.to - window.from), BOUNDS);
          for (const next of [moved, sized]) {
            expect(next.from).toBeGreaterThanOrEqual(BOUNDS.from - 1);
            expect(next.to).toBeLessThanOrEqual(BOUNDS.to + 1);
            const { deps } = world(NOW);
            const series = createMeasurementSeries(deps, { kind: 'fixed', ...window });
            glide(series, next);
            const shown = series.$window.get();
            expect([close(shown.from, next.from), close(shown.to, next.to), series.$depth.get()]).toEqual([true, true, 0]);
          }
          expect(close(moved.to - moved.from, window.to - window.from)).toBe(true);
        },
      ),
    );
  });
});
