import {
  ALLOWANCE_BASES,
  type AllowanceSet,
  MOST_FACTORS,
  MOST_POINTS_ROWS,
  POINTS_SEXES,
  type PointsRow,
  type PointsSex,
} from '../../contract/allowance-sets.ts';
import { parseCsv, plainCell, separatorOf } from '../text/csv.ts';
import { folded } from '../text/folded.ts';
import { ALLOWANCE_KINDS, type AllowanceKind } from './standard-card.ts';

/** Tables of points and sets of allowances as files. Everything is read, whatever it is; what can't be is said with its line. */

export const FILE_FAULTS = [
  'empty',
  'too_long',
  'columns',
  'no_number',
  'out_of_range',
  'twice',
  'sex',
  'mixed_sex',
  'no_name',
  'basis',
  'whole_day',
  'no_json',
  'shape',
] as const;
export type FileFault = (typeof FILE_FAULTS)[number];
/** `line` counts from 1; null = the whole file. */
export interface LineFault {
  line: number | null;
  fault: FileFault;
  /** What stands there. */
  found: string;
}
export interface ReadFile<T> {
  rows: T[];
  faults: LineFault[];
}

/** A number as people write it: a comma or a point, with or without a sign of per cent. */
function numberIn(cell: string): number | null {
  const text = plainCell(cell)
    .replace(/[\s\u00a0%]/g, '')
    .replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

const SEXES: Readonly<Record<string, PointsSex>> = {
  f: 'f',
  z: 'f',
  w: 'f',
  zena: 'f',
  zeny: 'f',
  female: 'f',
  women: 'f',
  m: 'm',
  muz: 'm',
  muzi: 'm',
  male: 'm',
  men: 'm',
};

/** `points,percent[,sex]`, with a row of headings or without one. */
export function readPointsTable(text: string): ReadFile<PointsRow> {
  const rows: PointsRow[] = [];
  const faults: LineFault[] = [];
  const lines = parseCsv(text, separatorOf(text)).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const seen = new Set<string>();
  for (const [at, { cells, line }] of lines.entries()) {
    const fault = (kind: FileFault, found: string) => faults.push({ line, fault: kind, found: plainCell(found) });
    const [points, percent] = [numberIn(cells[0] ?? ''), numberIn(cells[1] ?? '')];
    if (at === 0 && points === null && percent === null) continue;
    if (cells.length < 2) fault('columns', cells[0] ?? '');
    else if (points === null) fault('no_number', cells[0]!);
    else if (percent === null) fault('no_number', cells[1]!);
    else if (!Number.isInteger(points) || points < 0 || points > 1_000) fault('out_of_range', cells[0]!);
    else if (percent < 0 || percent > 300) fault('out_of_range', cells[1]!);
    else {
      const word = folded(plainCell(cells[2] ?? ''));
      const sex = word === '' ? null : (SEXES[word] ?? (POINTS_SEXES.find((one) => one === word) || undefined));
      if (sex === undefined) fault('sex', cells[2]!);
      else if (seen.has(`${points} ${sex}`)) fault('twice', cells[0]!);
      else if (rows.length > 0 && (rows[0]!.sex === null) !== (sex === null)) fault('mixed_sex', cells[2] ?? '');
      else {
        seen.add(`${points} ${sex}`);
        rows.push({ points, percent, sex });
      }
    }
  }
  if (rows.length > MOST_POINTS_ROWS) faults.push({ line: null, fault: 'too_long', found: String(rows.length) });
  if (rows.length === 0 && faults.length === 0) faults.push({ line: null, fault: 'empty', found: '' });
  return { rows, faults };
}

/** A set as a file has it; `line` is that of a table, or its place in a list from 1. */
export type FileSet = Pick<AllowanceSet, 'name' | 'basis' | 'shares' | 'to_confirm' | 'points'> & { line: number };

const COLUMNS: Readonly<Record<string, AllowanceKind | 'name' | 'basis'>> = {
  ...{ name: 'name', nazev: 'name', nazov: 'name', basis: 'basis', zaklad: 'basis' },
  ...{ personal: 'personal', 'osobni potreby': 'personal', 'osobne potreby': 'personal', 'personal needs': 'personal' },
  ...{ fatigue: 'fatigue', unava: 'fatigue' },
  ...{ contingency: 'contingency', contingencies: 'contingency', 'nepravidelne prace': 'contingency' },
  ...{
    interference: 'interference',
    'machine interference': 'interference',
    'cekani na stroj': 'interference',
    'cakanie na stroj': 'interference',
  },
};
const BASES: Readonly<Record<string, AllowanceSet['basis']>> = {
  ...{ job: 'job', 'z normalniho casu': 'job', 'z normalneho casu': 'job', 'on normal time': 'job' },
  ...{ workday: 'workday', 'ze smeny': 'workday', 'zo zmeny': 'workday', 'on the workday': 'workday' },
};
const wordOf = (cell: string) =>
  folded(plainCell(cell))
    .replace(/\s+/g, ' ')
    .replace(/,? ?%$/, '')
    .trim();
const NONE = { personal: 0, fatigue: 0, contingency: 0, interference: 0 };

/** Together they stay below the whole day. */
const isWholeDay = (shares: AllowanceSet['shares']): boolean => ALLOWANCE_KINDS.reduce((sum, kind) => sum + shares[kind], 0) >= 1;

/** Sets of a table with headings, one on each row, per cents in their columns. */
function readSetTable(text: string): ReadFile<FileSet> {
  const [head, ...lines] = parseCsv(text, separatorOf(text)).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const columns = head?.cells.map((cell) => COLUMNS[wordOf(cell)] ?? null) ?? [];
  if (!columns.includes('name')) return { rows: [], faults: [{ line: head?.line ?? null, fault: head ? 'columns' : 'empty', found: '' }] };
  const rows: FileSet[] = [];
  const faults: LineFault[] = [];
  for (const { cells, line } of lines) {
    const before = faults.length;
    const fault = (kind: FileFault, found: string) => faults.push({ line, fault: kind, found: plainCell(found) });
    const set: FileSet = { line, name: '', basis: 'job', shares: { ...NONE }, to_confirm: true, points: null };
    for (const [at, column] of columns.entries()) {
      const cell = plainCell(cells[at] ?? '');
      if (column === null || cell === '') continue;
      if (column === 'name') set.name = cell.slice(0, 200);
      else if (column === 'basis') {
        const basis = BASES[wordOf(cell)];
        if (basis === undefined) fault('basis', cell);
        else set.basis = basis;
      } else {
        const percent = numberIn(cell);
        if (percent === null) fault('no_number', cell);
        else if (percent < 0 || percent > 90) fault('out_of_range', cell);
        else set.shares[column] = Math.round(percent * 1_000) / 100_000;
      }
    }
    if (set.name === '') fault('no_name', '');
    if (isWholeDay(set.shares)) fault('whole_day', set.name);
    if (faults.length === before) rows.push(set);
  }
  if (lines.length === 0) faults.push({ line: null, fault: 'empty', found: '' });
  return { rows, faults };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 0.9;

function pointsIn(value: unknown): AllowanceSet['points'] | undefined {
  if (value == null) return null;
  if (!isObject(value) || !Array.isArray(value.table) || !Array.isArray(value.factors ?? [])) return undefined;
  const factors = (value.factors ?? []) as unknown[];
  const table = value.table.map((row): PointsRow | null =>
    isObject(row) && Number.isInteger(row.points) && typeof row.percent === 'number'
      ? { points: row.points as number, percent: row.percent, sex: POINTS_SEXES.find((one) => one === row.sex) ?? null }
      : null,
  );
  if (table.length === 0 || table.length > MOST_POINTS_ROWS || factors.length > MOST_FACTORS || table.includes(null)) return undefined;
  const named = factors.map((one) =>
    isObject(one) && typeof one.name === 'string' && one.name.trim() !== '' && Number.isInteger(one.points)
      ? { name: one.name.slice(0, 120), points: one.points as number }
      : null,
  );
  if (named.includes(null)) return undefined;
  return {
    table: table as PointsRow[],
    sex: POINTS_SEXES.find((one) => one === value.sex) ?? null,
    with_personal: value.with_personal === true,
    factors: named as NonNullable<AllowanceSet['points']>['factors'],
  };
}

/** One set, a list of them, or `{ "sets": [] }`, as the page of a set gives it. */
function readSetJson(text: string): ReadFile<FileSet> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { rows: [], faults: [{ line: null, fault: 'no_json', found: '' }] };
  }
  const list = Array.isArray(data) ? data : isObject(data) && Array.isArray(data.sets) ? data.sets : [data];
  const rows: FileSet[] = [];
  const faults: LineFault[] = [];
  for (const [at, one] of list.entries()) {
    const line = at + 1;
    const fault = (kind: FileFault, found = '') => faults.push({ line, fault: kind, found });
    if (!isObject(one) || !isObject(one.shares ?? {})) {
      fault('shape');
      continue;
    }
    const given = (one.shares ?? {}) as Record<string, unknown>;
    const basis = ALLOWANCE_BASES.find((known) => known === (one.basis ?? 'job'));
    const wrong = ALLOWANCE_KINDS.find((kind) => given[kind] !== undefined && !isShare(given[kind]));
    const points = pointsIn(one.points);
    const shares = {
      ...NONE,
      ...Object.fromEntries(ALLOWANCE_KINDS.flatMap((kind) => (isShare(given[kind]) ? [[kind, given[kind]]] : []))),
    };
    if (typeof one.name !== 'string' || one.name.trim() === '') fault('no_name');
    else if (basis === undefined) fault('basis', String(one.basis));
    else if (wrong !== undefined) fault('out_of_range', `${wrong} ${JSON.stringify(given[wrong])}`);
    else if (points === undefined) fault('shape', 'points');
    else if (isWholeDay(shares)) fault('whole_day', one.name);
    else rows.push({ line, name: one.name.trim().slice(0, 200), basis, shares, to_confirm: one.to_confirm !== false, points });
  }
  if (list.length === 0) faults.push({ line: null, fault: 'empty', found: '' });
  return { rows, faults };
}

/** Sets that a file brings at once. */
export const MOST_FILE_SETS = 100;

export function readSets(text: string): ReadFile<FileSet> {
  const read = /^\s*[[{]/.test(text) ? readSetJson(text) : readSetTable(text);
  return read.rows.length > MOST_FILE_SETS
    ? { rows: [], faults: [{ line: null, fault: 'too_long', found: String(read.rows.length) }] }
    : read;
}

/** A set as a file that {@link readSets} takes. */
export const setFile = ({ name, basis, shares, to_confirm, points }: AllowanceSet): string =>
  `${JSON.stringify({ format: 'taktlog-allowance-set', format_version: 1, name, basis, shares, to_confirm, points }, null, 2)}\n`;
