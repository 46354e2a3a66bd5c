import { describe, expect, it } from 'vitest';
import type { Entry } from '../taps/entries.ts';
import { elementFigures, isSuspect, matrixOf, timesOf } from './matrix.ts';

/** Entries one after the other: activity, seconds, cycle, and what else is to be said. */
const laneOf = (...parts: [activity: string | null, seconds: number, cycle?: number, over?: Partial<Entry>][]): Entry[] => {
  let at = 0;
  return parts.map(([activity, seconds, cycle = 1, over], n) => {
    const from = at;
    at += seconds * 1_000;
    const kind = activity === null ? ('pause' as const) : ('state' as const);
    const none = { rating: null, note: null, excluded: null };
    return { id: `${n}`, lane: 'worker', kind, activity, from, to: at, interrupts: false, ...none, cycle, ...over };
  });
};
const isElement = (activity: string) => activity !== 'talk';
const cellsOf = (row: { cells: ReadonlyMap<number, readonly { ms: number }[]> }) =>
  [...row.cells].map(([column, cell]) => [column, cell.map(({ ms }) => ms / 1_000)]);

describe('readings of a study', () => {
  it('stand in a row for each element and a column for each cycle, what is no element in a row of its own', () => {
    const { by, columns, rows, foreign } = matrixOf(
      laneOf(['load', 5], ['press', 8], ['load', 6, 2], ['talk', 20, 2], ['press', 9, 2], ['press', 7, 3]),
      isElement,
    );
    expect([by, columns]).toEqual(['cycle', 3]);
    expect(rows.map(({ activity }) => activity)).toEqual(['load', 'press']);
    expect(rows.map(cellsOf)).toEqual([
      [
        [1, [5]],
        [2, [6]],
      ],
      [
        [1, [8]],
        [2, [9]],
        [3, [7]],
      ],
    ]);
    expect(foreign && cellsOf(foreign)).toEqual([[2, [20]]]);
  });

  it('are numbered in their order where nobody marked cycles, and all activities are elements where none is named as one', () => {
    const { by, columns, rows, foreign } = matrixOf(laneOf(['load', 5], ['talk', 8], ['load', 6]), () => false);
    expect([by, columns, foreign]).toEqual(['order', 2, null]);
    expect(rows.map(cellsOf)).toEqual([
      [
        [1, [5]],
        [2, [6]],
      ],
      [[1, [8]]],
    ]);
  });

  it('are one with what interrupted them cut out, and twice in a cell where the element came twice in its cycle', () => {
    const { rows } = matrixOf(
      laneOf(['load', 5], ['talk', 20, 1, { interrupts: true }], ['load', 3], ['press', 1], ['load', 4], ['load', 2, 2]),
      isElement,
    );
    expect(rows[0] && cellsOf(rows[0])).toEqual([
      [1, [8, 4]],
      [2, [2]],
    ]);
    expect(rows[0]?.readings[0]?.ids).toEqual(['0', '2']);
  });

  it('that were excluded stay in the table and leave the figures', () => {
    const parts = [7, 8, 7.5, 7.8, 27, 7.2].map((seconds, n): Parameters<typeof laneOf>[0] => [
      'press',
      seconds,
      n + 1,
      n === 4 ? { excluded: 'the film tore' } : {},
    ]);
    const [row] = matrixOf(laneOf(...parts), isElement).rows;
    expect(row?.readings).toHaveLength(6);
    expect(row?.readings[4]).toMatchObject({ ms: 27_000, excluded: 'the film tore' });
    expect(elementFigures(timesOf(row!.readings))).toMatchObject({ n: 5, mean: 7_500 });
  });

  it('beyond the fences are named as long as they count', () => {
    const times = [6.96, 7.95, 7.77, 7.52, 6.79, 7.94, 6.45, 7.53, 7.55, 10.18, 6.61, 7.25, 6.62, 6.6, 7.38].map((one) => one * 1_000);
    const figures = elementFigures(times)!;
    const reading = { from: 0, ms: 10_180, ids: [], cycle: 11, rating: 90, note: null, excluded: null };
    expect(isSuspect(reading, figures.fences)).toBe(true);
    expect(isSuspect({ ...reading, ms: 7_000 }, figures.fences)).toBe(false);
    expect(isSuspect({ ...reading, excluded: 'torn' }, figures.fences)).toBe(false);
    expect(isSuspect(reading, elementFigures(times.slice(0, 4))!.fences)).toBe(false);
  });

  it('say how exact their mean is and how many more ±5 % needs', () => {
    expect(elementFigures([3.5, 3.2, 4.1, 3.6, 3.9])).toMatchObject({ n: 5, mean: 3.66, needed: 15 });
    expect(elementFigures([5])).toEqual({ n: 1, mean: 5, deviation: 0, precision: null, needed: null, fences: null });
    expect(elementFigures([])).toBeNull();
  });
});
