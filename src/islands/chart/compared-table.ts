import { nearestIndex } from '../../lib/client/charts/series.ts';
import { Decimals } from '../../lib/domain/text/csv-writer.ts';
import type { OtherTime } from './refined.ts';
import type { ChartTable } from './take.ts';

/** Two tables of a chart side by side: the shown time and another one that is laid over it. */

/** A column by its moments, microseconds. */
export interface Columned {
  channel: string;
  /** What the difference of such a column is of; null where none is told. */
  of: string | null;
  head: string;
  cells: Map<number, unknown>;
}

/** A row for each moment of the columns. */
export const rowsOf = (columns: readonly Columned[]): { ts: number; cells: unknown[] }[] =>
  [...new Set(columns.flatMap(({ cells }) => [...cells.keys()]))]
    .sort((a, b) => a - b)
    .map((ts) => ({ ts, cells: columns.map(({ cells }) => cells.get(ts)) }));

/** Half of the usual distance between rows, microseconds: what is farther apart belongs to the next one. */
function reach(...all: readonly (readonly { ts: number }[])[]): number {
  const usual = all.flatMap((rows) => {
    const spacings = rows.slice(1).map(({ ts }, at) => ts - rows[at]!.ts);
    return spacings.length === 0 ? [] : [spacings.sort((a, b) => a - b)[spacings.length >> 1]!];
  });
  return usual.length === 0 ? 0 : Math.min(...usual) / 2;
}

const places = (cell: unknown) => (cell instanceof Decimals ? cell : typeof cell === 'number' ? { value: cell, digits: null } : null);

function difference(now: unknown, then: unknown): unknown {
  const [a, b] = [places(now), places(then)];
  if (!a || !b) return null;
  const value = a.value - b.value;
  return a.digits === null || b.digits === null ? value : new Decimals(value, Math.max(a.digits, b.digits));
}

/**
 * Every row of both times once. Two rows that lie over each other, or as near as half of their usual distance, are one; a row of the other time alone
 * stands at the moment of the shown one that it lies over.
 * @param shift how much later the shown time is, microseconds
 */
export function comparedTable(
  shown: readonly Columned[],
  other: readonly Columned[],
  shift: number,
  words: Pick<OtherTime['words'], 'value' | 'difference'>,
): ChartTable {
  const rows = rowsOf(shown);
  const those = rowsOf(other);
  const most = reach(rows, those);
  const moments = rows.map(({ ts }) => ts);
  const pairs = new Map<number, (typeof those)[number]>();
  const alone: typeof those = [];
  for (const row of those) {
    const at = nearestIndex(moments, row.ts + shift);
    if (at >= 0 && !pairs.has(at) && Math.abs(moments[at]! - row.ts - shift) <= most) pairs.set(at, row);
    else alone.push(row);
  }
  const pairsOf = shown.flatMap(({ channel, of }, own) => {
    const counter = of === null ? -1 : other.findIndex((column) => column.channel === channel && column.of !== null);
    return of === null || counter < 0 ? [] : [{ of, own, counter }];
  });
  const nothing = { own: shown.map(() => undefined), other: other.map(() => undefined) };
  const joined = (ts: number, now: unknown[], then: (typeof those)[number] | undefined): ChartTable['rows'][number] => {
    const cells = then?.cells ?? nothing.other;
    return {
      ts,
      cells: now,
      otherTs: then?.ts ?? null,
      otherCells: [...cells, ...pairsOf.map((pair) => difference(now[pair.own], cells[pair.counter]))],
    };
  };
  return {
    heads: shown.map(({ head }) => head),
    otherHeads: [...other.map(({ head }) => words.value(head)), ...pairsOf.map(({ of }) => words.difference(of))],
    rows: [
      ...rows.map(({ ts, cells }, at) => joined(ts, cells, pairs.get(at))),
      ...alone.map((row) => joined(row.ts + shift, nothing.own, row)),
    ].sort((a, b) => a.ts - b.ts),
  };
}
