import { type Occurrence, occurrencesOf } from './occurrences.ts';
import { reachedPrecision, readingsForShare, requiredReadings } from './precision.ts';
import { OUTLIER_LEAST } from './run-chart.ts';
import type { LaneEntries } from './spans.ts';
import { statisticsOf, tukeyFences } from './statistics.ts';

/** Readings of a study as a table: a row for each element, a column for each cycle. */

export interface MatrixRow {
  /** Null: everything that is no element of the cycle. */
  activity: string | null;
  /** In time. */
  readings: readonly Occurrence[];
  /** By the number of the column, mostly one in each. */
  cells: ReadonlyMap<number, readonly Occurrence[]>;
}

export interface Matrix {
  /** `order`: nobody marked where cycles end; the columns are the first, second, … reading of each element. */
  by: 'cycle' | 'order';
  /** How many columns there are; they are numbered from 1. */
  columns: number;
  /** Elements in the order in which they were first seen. */
  rows: readonly MatrixRow[];
  /** Null where nothing else was done. */
  foreign: MatrixRow | null;
}

/**
 * @param entries of one lane
 * @param isElement does the activity belong to the cycle? Where none of those that were seen does, all of them do
 */
export function matrixOf(entries: LaneEntries, isElement: (activity: string) => boolean): Matrix {
  const seen = [...new Set(entries.flatMap(({ kind, activity }) => (kind === 'state' && activity !== null ? [activity] : [])))];
  const marked = seen.filter(isElement);
  const elements = marked.length > 0 ? marked : seen;
  const by = entries.some(({ cycle }) => cycle > 1) ? 'cycle' : 'order';
  const rowOf = (activity: string | null, readings: readonly Occurrence[]): MatrixRow => {
    const cells = new Map<number, Occurrence[]>();
    for (const [at, reading] of readings.entries()) {
      const column = by === 'cycle' ? reading.cycle : at + 1;
      const cell = cells.get(column);
      if (cell) cell.push(reading);
      else cells.set(column, [reading]);
    }
    return { activity, readings, cells };
  };
  const rows = elements.map((activity) => rowOf(activity, occurrencesOf(entries, activity))).filter(({ readings }) => readings.length > 0);
  const others = seen
    .filter((activity) => !elements.includes(activity))
    .flatMap((activity) => occurrencesOf(entries, activity))
    .sort((a, b) => a.from - b.from);
  const foreign = others.length > 0 ? rowOf(null, others) : null;
  const columns = Math.max(0, ...[...rows, ...(foreign ? [foreign] : [])].flatMap(({ cells }) => [...cells.keys()]));
  return { by, columns, rows, foreign };
}

/** What the readings of one element say together. Times are in the unit of the readings. */
export interface ElementFigures {
  n: number;
  mean: number;
  /** Of a sample; 0 for one reading. */
  deviation: number;
  /** How exact the mean is at 95 %, a part of one; null for fewer than two readings. */
  precision: number | null;
  /** Readings that ±5 % at 95 % needs; null for fewer than two readings. */
  needed: number | null;
  /** Beyond them a reading may be an outlier; null where so few don't tell what is usual. */
  fences: { low: number; high: number } | null;
}

/** The share of the mean within which it is to be known. */
export const WANTED_PRECISION = 0.05;

/** @param times those that count @returns null without any */
export function elementFigures(times: readonly number[]): ElementFigures | null {
  const all = statisticsOf(times);
  if (!all) return null;
  const { n, mean, deviation } = all;
  const tells = n > 1 && mean > 0;
  return {
    n,
    mean,
    deviation,
    precision: tells ? reachedPrecision(n, mean, deviation) : null,
    needed: tells ? requiredReadings(readingsForShare(mean, deviation, WANTED_PRECISION)) : null,
    fences: n >= OUTLIER_LEAST ? tukeyFences(times) : null,
  };
}

/** Does it lie beyond the fences, and counts? The program names it and leaves it in. */
export const isSuspect = ({ ms, excluded }: Occurrence, fences: ElementFigures['fences']): boolean =>
  excluded === null && fences !== null && (ms < fences.low || ms > fences.high);

/** Times of the readings that count. */
export const timesOf = (readings: readonly Occurrence[]): number[] =>
  readings.flatMap(({ ms, excluded }) => (excluded === null ? [ms] : []));
