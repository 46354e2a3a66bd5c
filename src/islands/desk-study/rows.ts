import { parseCsv, plainCell, separatorOf } from '../../lib/domain/text/csv.ts';
import type { TypedRow } from '../../lib/domain/time-study/desk-study.ts';
import { matchNames } from '../../lib/domain/time-study/study-files.ts';

/** Activities as the grid offers them. */
export interface Choice {
  id: string;
  name: string;
  short: string | null;
}

export const COLUMNS = ['activity', 'time', 'rating', 'note', 'excluded'] as const satisfies readonly (keyof TypedRow)[];
export type Column = (typeof COLUMNS)[number];

export const emptyRow = (activity = ''): TypedRow => ({ activity, time: '', rating: '', note: '', excluded: '' });

/** What probably follows: what followed the same element the last time, else the next one of the panel. */
export function nextActivity(rows: readonly Pick<TypedRow, 'activity'>[], choices: readonly Choice[]): string {
  const last = rows.at(-1)?.activity ?? '';
  if (last === '') return choices[0]?.id ?? '';
  const before = rows.slice(0, -1).findLastIndex(({ activity }) => activity === last);
  if (before >= 0) return rows[before + 1]!.activity;
  const at = choices.findIndex(({ id }) => id === last);
  return choices[(at + 1) % choices.length]?.id ?? '';
}

/** Puts copied cells in, from a row and a column on; what is no element of the panel is left empty, to be chosen. */
export function pasted(
  rows: readonly TypedRow[],
  text: string,
  at: { row: number; column: Column },
  choices: readonly Choice[],
): TypedRow[] {
  const lines = parseCsv(text, text.includes('\t') ? '\t' : separatorOf(text));
  const first = COLUMNS.indexOf(at.column);
  const names = matchNames(
    lines.map(({ cells }) => plainCell(cells[0] ?? '')),
    choices,
  );
  const next = [...rows];
  for (const [index, { cells }] of lines.entries()) {
    const place = at.row + index;
    const row = { ...(next[place] ?? emptyRow(first === 0 ? '' : nextActivity(next, choices))) };
    for (const [offset, cell] of cells.entries()) {
      const column = COLUMNS[first + offset];
      if (column === undefined) break;
      row[column] = column === 'activity' ? (names.get(plainCell(cell)) ?? '') : plainCell(cell);
    }
    next[place] = row;
  }
  return next;
}
