import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { blocksOf, marksOf } from './blocks.ts';

const lane = (lengths: readonly number[]): Entry[] => {
  let at = 0;
  return lengths.map((ms, index) => {
    const from = at;
    at += ms;
    return {
      id: `${index}`,
      lane: 'worker',
      kind: 'state',
      activity: `${index % 3}`,
      from,
      to: at,
      interrupts: false,
      rating: null,
      note: null,
      excluded: null,
      cycle: 1,
    };
  });
};

describe('blocks of a strip', () => {
  it('cover the window without a hole, at most two a pixel', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 400 }),
        fc.double({ min: 0, max: 0.8, noNaN: true }),
        (lengths, share) => {
          const entries = lane(lengths);
          const end = entries.at(-1)!.to!;
          const from = end * share;
          const width = 300;
          const blocks = blocksOf(entries, { from, to: end }, width, end);
          expect(blocks.length).toBeLessThanOrEqual(2 * width + 2);
          let reached = 0;
          for (const { x, width: wide } of blocks) {
            expect(x).toBeLessThanOrEqual(reached + 1);
            reached = Math.max(reached, x + wide);
          }
          expect(reached).toBeGreaterThanOrEqual(width - 1);
        },
      ),
    );
  });

  it('show the longest of those that share a pixel', () => {
    const blocks = blocksOf(lane([100, 800, 100, 9_000]), { from: 0, to: 10_000 }, 10, 10_000);
    expect(blocks).toEqual([
      { x: 0, width: 1, index: 1, merged: true },
      { x: 1, width: 9, index: 3, merged: false },
    ]);
  });

  it('show where an edge that is dragged would lie', () => {
    const blocks = blocksOf(lane([5_000, 5_000]), { from: 0, to: 10_000 }, 100, 10_000, { index: 1, at: 2_000 });
    expect(blocks.map(({ x, width }) => [x, width])).toEqual([
      [0, 20],
      [20, 80],
    ]);
  });

  it('of 20,000 entries cost less than writing those out', () => {
    const entries = lane(Array.from({ length: 20_000 }, (_, n) => 800 + (n % 7) * 200));
    const end = entries.at(-1)!.to!;
    const timed = (work: (n: number) => void) => {
      const start = performance.now();
      for (let n = 0; n < 20; n++) work(n);
      return performance.now() - start;
    };
    // In turns, and the best of each, so that what else the machine does weighs on neither.
    const rounds = Array.from({ length: 5 }, () => [
      timed(() => JSON.stringify(entries.map(({ from, to }) => [from, to]))),
      timed((n) => blocksOf(entries, { from: n * 1_000, to: end }, 1_200, end)),
    ]);
    const [written, found] = [0, 1].map((which) => Math.min(...rounds.map((round) => round[which]!))) as [number, number];
    expect(found).toBeLessThan(written);
  });
});

describe('marks of a strip', () => {
  it('lie in the window, one of a kind on a pixel, points last', () => {
    const marks = [
      { at: -1, kind: 'piece' },
      { at: 0, kind: 'point' },
      { at: 10, kind: 'piece' },
      { at: 10.2, kind: 'piece' },
      { at: 10.2, kind: 'point' },
      { at: 101, kind: 'piece' },
    ] as const;
    expect(marksOf(marks, { from: 0, to: 100 }, 200)).toEqual([
      { x: 20, kind: 'piece' },
      { x: 0, kind: 'point' },
      { x: 20.4, kind: 'point' },
    ]);
  });
});
