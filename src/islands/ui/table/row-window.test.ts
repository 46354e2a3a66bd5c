import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowStarts, rowsInSight, scrollFor } from './row-window.ts';

const heights = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 });
const sight = fc.record({ top: fc.integer({ min: 0, max: 4_000 }), height: fc.integer({ min: 1, max: 900 }) });
const startsOf = (of: number[]) => rowStarts(of.length, (index) => of[index] as number);

describe('rows that are rendered', () => {
  it('are those in sight and some beyond', () => {
    const starts = rowStarts(1_000, () => 44);
    expect(rowsInSight(starts, { top: 0, height: 440 }, 8)).toEqual({ first: 0, end: 19 });
    expect(rowsInSight(starts, { top: 4_400, height: 430 }, 8)).toEqual({ first: 92, end: 118 });
    expect(rowsInSight(starts, { top: 43_600, height: 440 }, 8)).toEqual({ first: 982, end: 1_000 });
  });
  it('are none without rows, and none before it is known how many fit', () => {
    expect(
      rowsInSight(
        rowStarts(0, () => 44),
        { top: 0, height: 800 },
        8,
      ),
    ).toEqual({ first: 0, end: 0 });
    expect(
      rowsInSight(
        rowStarts(9, () => 44),
        { top: 0, height: 0 },
        8,
      ),
    ).toEqual({ first: 0, end: 0 });
  });
  it('leave out no row of which something is seen, whatever their heights', () => {
    fc.assert(
      fc.property(heights, sight, fc.integer({ min: 0, max: 9 }), (of, view, beyond) => {
        const starts = startsOf(of);
        const { first, end } = rowsInSight(starts, view, beyond);
        for (let index = 0; index < of.length; index++) {
          const seen = (starts[index] as number) < view.top + view.height && (starts[index + 1] as number) > view.top;
          if (seen) expect([first <= index, index < end]).toEqual([true, true]);
        }
      }),
    );
  });
});

describe('a row that is looked for', () => {
  it('comes whole into sight by the shortest way, and nothing moves where it is', () => {
    fc.assert(
      fc.property(heights, sight, fc.nat(), (of, view, any) => {
        fc.pre(view.height >= 90);
        const starts = startsOf(of);
        const index = any % of.length;
        const top = scrollFor(starts, index, view);
        const [start, end] = [starts[index] as number, starts[index + 1] as number];
        expect(start).toBeGreaterThanOrEqual(top);
        expect(end).toBeLessThanOrEqual(top + view.height);
        if (start >= view.top && end <= view.top + view.height) expect(top).toBe(view.top);
      }),
    );
  });
});
