import { useMemo } from 'react';
import type { Computed } from '../../lib/client/measurements/taps.store.ts';
import { gridFrom } from '../../lib/domain/time-study/apportion.ts';
import {
  type ElementFigures,
  elementFigures,
  isSuspect,
  type Matrix,
  type MatrixRow,
  matrixOf,
  timesOf,
} from '../../lib/domain/time-study/matrix.ts';
import type { Occurrence } from '../../lib/domain/time-study/occurrences.ts';
import { normalTime } from '../../lib/domain/time-study/rating.ts';
import { onGrid } from '../../lib/domain/time-study/spans.ts';
import { type StudyUnit, UNIT_SECONDS } from '../../lib/domain/time-study/units.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { decimalsOf } from './times.ts';

/** What a cell says of its reading. */
export const READING_MODES = ['time', 'normal', 'deviation'] as const;
export type ReadingMode = (typeof READING_MODES)[number];

/** Width of the column of one cycle, pixels. */
export const CYCLE = 58;

/** Decimals of each unit that are about as fine as so many of a second. */
const PLACES: Readonly<Record<StudyUnit, readonly [number, number, number]>> = {
  s: [0, 1, 2],
  min: [2, 3, 4],
  cmin: [0, 1, 2],
  tmu: [0, 0, 1],
};

export interface ReadingsRow extends MatrixRow {
  figures: ElementFigures | null;
}

/** The readings of a lane with how they are written. */
export interface Readings extends Pick<Matrix, 'by' | 'columns'> {
  rows: readonly ReadingsRow[];
  foreign: MatrixRow | null;
  /** Of all elements in a column, milliseconds; null where nothing is there. */
  totals: readonly (number | null)[];
  /** A length in milliseconds, in the unit that was chosen, without its name. `finer` by one decimal for a mean. */
  write: (ms: number, finer?: boolean) => string;
}

/** Lengths lie on a grid of the unit that was chosen, so that what is shown adds up in each unit. */
export function useReadings(
  day: Computed,
  begin: number,
  lane: string,
  unit: StudyUnit,
  isElement: (activity: string) => boolean,
): Readings {
  const format = useFormat();
  return useMemo(() => {
    const places = PLACES[unit][decimalsOf(day.entries.values()) as 0 | 1 | 2];
    const second = 1_000 * UNIT_SECONDS[unit];
    const shown = onGrid(day.lanes, gridFrom(begin, second / 10 ** places));
    const { rows, ...matrix } = matrixOf(shown.get(lane) ?? [], isElement);
    const totals = Array.from({ length: matrix.columns }, (_, at) => {
      const all = rows.flatMap(({ cells }) => cells.get(at + 1) ?? []);
      return all.length > 0 ? all.reduce((sum, { ms }) => sum + ms, 0) : null;
    });
    return {
      ...matrix,
      rows: rows.map((row) => ({ ...row, figures: elementFigures(timesOf(row.readings)) })),
      totals,
      write: (ms, finer) => format.number(ms / second, places + Number(finer ?? false)),
    };
  }, [day, begin, lane, unit, isElement, format]);
}

/** Milliseconds of a reading at the normal pace; null of one that nobody rated. */
export const normalOf = ({ ms, rating }: Occurrence): number | null => (rating === null ? null : normalTime(ms, rating));

/** What is to be said of a reading. */
export type Mark = 'excluded' | 'suspect' | 'interrupted';

export function marksOf(reading: Occurrence, figures: ElementFigures | null): Mark[] {
  const marks: Mark[] = [];
  if (reading.excluded !== null) marks.push('excluded');
  if (figures && isSuspect(reading, figures.fences)) marks.push('suspect');
  if (reading.ids.length > 1) marks.push('interrupted');
  return marks;
}

/** How many readings ±5 % still wants; null where too few tell it. */
export const missingOf = (figures: ElementFigures | null): number | null =>
  figures?.needed == null ? null : Math.max(0, figures.needed - figures.n);
