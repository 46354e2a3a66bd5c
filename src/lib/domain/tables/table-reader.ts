import type { ChannelKind } from '../../contract/channels.ts';
import type { Decimal, Separator, TimeFormat } from '../../contract/tables.ts';
import { isNoNumber } from '../quantities/sensor-error.ts';
import { plainCell } from '../text/csv.ts';
import { folded } from '../text/folded.ts';
import { type LocalTimes, localTimes } from './local-time.ts';
import { readWall } from './wall-text.ts';

/** Rows of a table as readings. Pure, and the same where a file is looked at, tried, stored and read anew out of what was kept. */

/** How rows are read, whole: what is kept with them, so that they can be read again. */
export interface TableSpec {
  separator: Separator;
  decimal: Decimal;
  /** Places of the columns of the time. */
  time: readonly number[];
  format: TimeFormat;
  local: LocalTimes;
  /** The place of the column that says by a key of which one of `columns` the row's value is; without it a row has a value of each. */
  keyAt?: number | undefined;
  columns: readonly TableColumn[];
}
export interface TableColumn {
  at: number;
  key: string;
  kind: ChannelKind;
  /** What a state's values are called in files, folded; beside true and false. */
  words?: Readonly<Record<string, number>>;
}

export type CellProblem = 'bad_value' | 'not_finite';
/** A cell of a column: a value, what the sensor says where it can't measure, nothing measured, or what is wrong with it. */
export type TableValue = { value: number | string | boolean } | { failed: string } | { problem: CellProblem } | null;
export interface TableRow {
  /** Microseconds UTC; null = it has none. */
  us: number | null;
  /** Why it has none; `skip` = it is to be left out. */
  problem: 'bad_ts' | 'ts_twice' | 'ts_skipped' | 'skip' | null;
  /** Its local time falls into a change of the clock. */
  at: 'twice' | 'skipped' | null;
  /** As the columns, with holes where the row isn't about them; of a row without a time there are none. */
  values: readonly TableValue[];
}

/** What files write where nothing was measured. */
const NOTHING = new Set(['', '-', '\u2013', '\u2014', 'null', 'none', 'na']);
const INFINITE = /^[+-]?(inf|infinity|\u221e)$/i;
const NUMBERS: Record<Decimal, RegExp> = { ',': /^[+-]?(\d+(,\d*)?|,\d+)(e[+-]?\d+)?$/i, '.': /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i };
const STATES: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  on: true,
  off: false,
  yes: true,
  no: false,
  ano: true,
  ne: false,
  nie: false,
  zapnuto: true,
  vypnuto: false,
  zapnute: true,
  vypnute: false,
};
/** Longer ones are no number. */
const LONGEST_NUMBER = 60;

const isNothing = (text: string): boolean => text.length < 6 && NOTHING.has(text.toLowerCase());
/** Is no number or state in the cell, and is that no mistake? */
export const isMissing = (text: string): boolean => isNothing(text) || isNoNumber(text);

/** A number as the file writes it: blanks between thousands, a true minus; NaN for anything else. */
export function readNumber(text: string, decimal: Decimal): number {
  if (text.length > LONGEST_NUMBER) return Number.NaN;
  const bare = text.replace(/[\s\u00a0\u202f]+(?=\d{3})/g, '').replace('\u2212', '-');
  return NUMBERS[decimal].test(bare) ? Number(bare.replace(',', '.')) : Number.NaN;
}

export const stateOf = (text: string): boolean | undefined => {
  const word = folded(text);
  return Object.hasOwn(STATES, word) ? STATES[word] : undefined;
};

function cellValue(text: string, { kind, words }: TableColumn, decimal: Decimal): TableValue {
  if (kind === 'text') return text === '' ? null : { value: text };
  if (isNothing(text)) return null;
  if (isNoNumber(text)) return { failed: text };
  if (kind === 'state') {
    const word = folded(text);
    if (words && Object.hasOwn(words, word)) return { value: words[word]! };
    const state = stateOf(text);
    if (state !== undefined) return { value: state };
  }
  const number = readNumber(text, decimal);
  if (Number.isFinite(number)) return { value: number };
  return {
    problem: INFINITE.test(text) || number === Number.POSITIVE_INFINITY || number === Number.NEGATIVE_INFINITY ? 'not_finite' : 'bad_value',
  };
}

/** Reads rows in their order. @param previous the moment of the row before the first one, see {@link localTimes} */
export function tableReader(spec: TableSpec, previous: number | null) {
  const local = localTimes(spec.local, previous);
  const byKey = spec.keyAt === undefined ? null : new Map(spec.columns.map(({ key }, i) => [key, i]));
  const readCell = (cells: readonly string[], column: TableColumn) => cellValue(plainCell(cells[column.at] ?? ''), column, spec.decimal);
  function valuesOf(cells: readonly string[]): TableValue[] {
    if (byKey === null) return spec.columns.map((column) => readCell(cells, column));
    const values: TableValue[] = [];
    const i = byKey.get(plainCell(cells[spec.keyAt!] ?? ''));
    if (i !== undefined) values[i] = readCell(cells, spec.columns[i]!);
    return values;
  }
  const none = (problem: TableRow['problem'], at: TableRow['at'] = null): TableRow => ({ us: null, problem, at, values: [] });
  return {
    read(cells: readonly string[]): TableRow {
      const text = spec.time.map((at) => plainCell(cells[at] ?? '')).join(' ');
      const told = readWall(text.trim(), spec.format);
      if (!told) return none('bad_ts');
      let us: number;
      let at: TableRow['at'] = null;
      if (told.offset !== null) {
        us = told.wall - told.offset;
        local.note(us);
      } else {
        const resolved = local.resolve(told.wall);
        at = resolved.at ?? null;
        if (resolved.us === null) return none(resolved.decided ? 'skip' : resolved.at === 'twice' ? 'ts_twice' : 'ts_skipped', at);
        us = resolved.us;
      }
      return { us, problem: null, at, values: valuesOf(cells) };
    },
    /** The moment of the newest row that had one. */
    get previous(): number | null {
      return local.previous;
    },
  };
}
