import type { ChannelKind } from '../../contract/channels.ts';
import { IMPORT_MOST_CHANNELS, IMPORT_MOST_COLUMNS, type ImportColumn, type ImportSettings } from '../../contract/imports.ts';
import { type Decimal, type Encoding, type Separator, TIME_FORMATS, type TimeFormat } from '../../contract/tables.ts';
import { type CsvRow, plainCell } from '../text/csv.ts';
import { folded } from '../text/folded.ts';
import { isTimeZone } from '../time/time-zone.ts';
import { isMissing, readNumber, stateOf } from './table-reader.ts';
import { isTimeOfDay, readWall, type WallTime } from './wall-text.ts';

/** How a table is probably meant, by its first rows. It is shown and can be changed; nothing is stored by it alone. */

/** A channel that a column may be meant for. */
export interface KnownChannel {
  key: string;
  name: string;
  unit: string | null;
  kind: ChannelKind;
}
interface Given {
  rows: readonly CsvRow[];
  encoding: Encoding;
  separator: Separator;
  /** Of the place that the logger is in. */
  zone: string;
  channels: readonly KnownChannel[];
  mostColumns: number;
}

const MOST_HEAD_ROWS = 50;
/** Rows of values that are looked at. */
const LOOKED_AT = 40;
const LONGEST_CELL = 300;
/** Columns of Campbell's loggers that count rows, and of exports that count from their beginning. */
const NOT_MEASURED = new Set(['record', 'recnbr', 'rn', '#', 'no.', 'id']);
/** Of exported readings: words about the values beside them. */
const QUALITY = new Set(['quality', 'kvalita']);
/** Rows that name their channel have a column of its key and one of its value, as exported readings do. */
const KEY = new Set(['key', 'klic', 'kluc']);
const VALUE = new Set(['value', 'hodnota']);
const TIME_WORDS = /^(ts|t|time|timestamp|date|datetime|epoch|unix|cas|datum|tmstamp)\b/;
/** Seconds and milliseconds of the years 1990 to 2100. */
const EPOCHS = { epoch_s: [631_152_000, 4_102_444_800], epoch_ms: [631_152_000_000, 4_102_444_800_000] } as const;

/** Cells without what isn't meant by them. */
type Line = readonly string[];
/** What is longer is neither a heading nor a value; it comes of quotes that nobody closed. */
const shortCell = (cell: string): string => plainCell(cell.slice(0, LONGEST_CELL));
const cellOf = (line: Line, at: number): string => line[at] ?? '';
/** Of the cells that say something, the part that passes. */
const share = (texts: readonly string[], passes: (text: string) => boolean): number => {
  const said = texts.filter((text) => !isMissing(text));
  return said.length === 0 ? 0 : said.filter(passes).length / said.length;
};

/** Names, and units where a row of them is there: of TOA5 the second and the third of four. */
export function headingsOf(rows: readonly CsvRow[], headRows: number): { names: string[]; units: string[] } {
  const texts = (row: CsvRow | undefined) => row?.cells.slice(0, IMPORT_MOST_COLUMNS).map(shortCell) ?? [];
  if (isToa5(rows)) return { names: texts(rows[1]), units: texts(rows[2]) };
  return { names: headRows === 0 ? [] : texts(rows[headRows - 1]), units: [] };
}

export const isToa5 = (rows: readonly CsvRow[]): boolean => plainCell(rows[0]?.cells[0] ?? '') === 'TOA5';

/** `Oil [°C]` and `Oil (°C)` name their unit; what has digits or is long is no unit. */
export function nameAndUnit(heading: string): { name: string; unit: string | null } {
  const [, name, unit] = /^(.*\S)\s*[[(]([^\])]{1,12})[\])]$/.exec(heading) ?? [];
  return name === undefined || unit === undefined ? { name: heading, unit: null } : { name, unit: unit.trim() || null };
}

interface TimeGuess {
  columns: number[];
  format: TimeFormat;
  told: WallTime[];
}

/** What texts mean, where nearly all of them mean something; given up as soon as too many don't. */
function mostOf<T>(texts: readonly string[], read: (text: string) => T | null): T[] | null {
  const found: T[] = [];
  let failed = 0;
  for (const text of texts) {
    const one = read(text);
    if (one !== null) found.push(one);
    else if (++failed > texts.length * 0.2) return null;
  }
  return found.length === 0 ? null : found;
}

const areTimesOfDay = (texts: readonly string[]): boolean =>
  mostOf(
    texts.filter((text) => !isMissing(text)),
    (text) => isTimeOfDay(text) || null,
  ) !== null;

function timeIn(rows: readonly Line[], width: number, names: readonly string[]): TimeGuess | null {
  const found: (TimeGuess & { score: number })[] = [];
  const tryOut = (columns: number[], texts: readonly string[], bonus: number) => {
    for (const format of TIME_FORMATS) {
      const told = mostOf(texts, (text) => readWall(text, format));
      if (told === null) continue;
      const heading = folded(names[columns[0]!] ?? '');
      const isEpoch = format === 'epoch_s' || format === 'epoch_ms';
      if (isEpoch) {
        const [least, most] = EPOCHS[format];
        const within = texts.every((text) => Number(text.replace(',', '.')) >= least && Number(text.replace(',', '.')) <= most);
        if (!within || (!TIME_WORDS.test(heading) && columns[0] !== 0)) continue;
      }
      const own = told.every(({ offset }) => offset !== null);
      const score = (told.length / texts.length) * 10 + bonus + (own ? 2 : 0) + (TIME_WORDS.test(heading) ? 1 : 0) - columns[0]! / 1_000;
      // With dots the day is first, with slashes the month.
      const dotted = texts[0]?.includes('.') ?? false;
      found.push({ columns, format, told, score: score + ((format === 'dmy') === dotted ? 0.5 : 0) });
    }
  };
  for (let at = 0; at < width; at++) {
    const texts = rows.map((row) => cellOf(row, at)).filter(Boolean);
    if (texts.length === 0) continue;
    const next = rows.map((row) => cellOf(row, at + 1));
    const apart = at + 1 < width && areTimesOfDay(next);
    tryOut([at], texts, apart ? -5 : 0);
    if (apart)
      tryOut(
        [at, at + 1],
        rows.map((row) => `${cellOf(row, at)} ${cellOf(row, at + 1)}`),
        0,
      );
  }
  return found.sort((a, b) => b.score - a.score)[0] ?? null;
}

/** The first row with a time: what stands above it is head. */
function headRowsOf(rows: readonly Line[], width: number): number {
  const isTime = (line: Line) =>
    line.length > 1 && line.slice(0, width).some((text) => TIME_FORMATS.slice(0, 3).some((format) => readWall(text, format) !== null));
  const first = rows.slice(0, MOST_HEAD_ROWS + 1).findIndex(isTime);
  if (first >= 0) return first;
  // Times in seconds: the first row whose cells are all numbers.
  const numbers = rows
    .slice(0, MOST_HEAD_ROWS + 1)
    .findIndex((line) => line.length > 1 && line.every((text) => isMissing(text) || /^[-+\d.,\s]+$/.test(text)));
  return Math.max(0, numbers);
}

const decimalOf = (rows: readonly Line[], separator: Separator, other: ReadonlySet<number>): Decimal => {
  const count = { ',': 0, '.': 0 };
  for (const line of rows)
    for (const [at, cell] of line.entries()) {
      if (other.has(at)) continue;
      if (/^\s*[-+\u2212]?\d+,\d+\s*$/.test(cell)) count[',']++;
      else if (/^\s*[-+\u2212]?\d+\.\d+\s*$/.test(cell)) count['.']++;
    }
  if (count[','] === count['.']) return separator === ';' ? ',' : '.';
  return count[','] > count['.'] ? ',' : '.';
};

function kindOf(texts: readonly string[], decimal: Decimal): ChannelKind {
  const isNumber = (text: string) => !Number.isNaN(readNumber(text, decimal));
  if (share(texts, isNumber) > 0.5 || texts.every(isMissing)) return 'gauge';
  return share(texts, (text) => stateOf(text) !== undefined) > 0.9 ? 'state' : 'text';
}

/** Where no column has times, the first one is taken for it, and every row says that it has none. */
export function guessSettings({ rows, encoding, separator, zone, channels, mostColumns }: Given): ImportSettings {
  const width = Math.min(mostColumns, Math.max(0, ...rows.map(({ cells }) => cells.length)));
  const lines = rows.slice(0, MOST_HEAD_ROWS + LOOKED_AT).map(({ cells }) => cells.slice(0, width).map(shortCell));
  const head_rows = isToa5(rows) ? Math.min(4, rows.length) : headRowsOf(lines, width);
  const values = lines.slice(head_rows, head_rows + LOOKED_AT);
  const { names, units } = headingsOf(rows, head_rows);
  const time = timeIn(values, width, names);
  const timeColumns = new Set(time?.columns ?? [0]);
  const decimal = decimalOf(values, separator, timeColumns);
  const said = time ? zoneIn(names, time.columns) : null;
  const [first, second] = time?.told.filter(({ wall }, at, all) => at === 0 || wall !== all[at - 1]!.wall) ?? [];
  return {
    encoding,
    separator,
    decimal,
    head_rows,
    time: {
      columns: time?.columns ?? [0],
      format: time?.format ?? 'iso',
      zone: said ?? zone,
      twice: null,
      skipped: null,
      newest_first: first !== undefined && second !== undefined && second.wall < first.wall,
    },
    ...(keyedColumns({ values, names, decimal, channels }) ?? {
      columns: columnsIn({ values, width, names, units, taken: timeColumns, decimal, channels }),
    }),
  };
}

/** `Time (Europe/Prague)` names its zone. */
function zoneIn(names: readonly string[], columns: readonly number[]): string | null {
  const [, zone] = /[[(]([A-Za-z]+(?:\/[A-Za-z_/-]+)?)[\])]/.exec(names[columns[0]!] ?? '') ?? [];
  return zone !== undefined && (zone === 'UTC' || (zone.includes('/') && isTimeZone(zone))) ? zone : null;
}

/** All channels of the logger, since those of later rows aren't seen yet, and others that the first rows name; null where rows name none. */
function keyedColumns(given: {
  values: readonly Line[];
  names: readonly string[];
  decimal: Decimal;
  channels: readonly KnownChannel[];
}): Pick<ImportSettings, 'key_column' | 'columns'> | null {
  const { values, names, decimal, channels } = given;
  const heads = names.map(folded);
  const [key_column, at] = [heads.findIndex((head) => KEY.has(head)), heads.findIndex((head) => VALUE.has(head))];
  if (key_column < 0 || at < 0 || values.length === 0) return null;
  const rows = Map.groupBy(values, (line) => cellOf(line, key_column));
  if (rows.has('')) return null;
  const known = new Set(channels.map(({ key }) => key));
  const found = [...rows].filter(([key]) => !known.has(key) && key.length <= 100);
  return {
    key_column,
    columns: [
      ...channels.map(({ key, kind }) => ({ key, kind })),
      ...found.map(([key, lines]) => ({
        key,
        kind: kindOf(
          lines.map((line) => cellOf(line, at)),
          decimal,
        ),
      })),
    ]
      .slice(0, IMPORT_MOST_CHANNELS)
      .map((column) => ({ at, ...column, unit: null, sensor_type_id: null })),
  };
}

function columnsIn(given: {
  values: readonly Line[];
  width: number;
  names: readonly string[];
  units: readonly string[];
  taken: ReadonlySet<number>;
  decimal: Decimal;
  channels: readonly KnownChannel[];
}): ImportColumn[] {
  const { values, width, names, units, taken, decimal, channels } = given;
  const keys = new Set<string>();
  return Array.from({ length: width }, (_, at): ImportColumn[] => {
    const texts = values.map((row) => cellOf(row, at));
    const heading = names[at] ?? '';
    const isTime =
      areTimesOfDay(texts) ||
      TIME_FORMATS.slice(0, 3).some((format) => mostOf(texts.filter(Boolean), (text) => readWall(text, format)) !== null);
    const isQuality = QUALITY.has(folded(heading)) && texts.every((text) => Number.isNaN(readNumber(text, decimal)));
    if (taken.has(at) || isTime || isQuality || NOT_MEASURED.has(folded(heading)) || (heading === '' && texts.every((text) => text === '')))
      return [];
    const { name, unit } = nameAndUnit(heading);
    const wanted = (name || `c${at + 1}`)
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, 90)
      .trim();
    const known =
      channels.find(({ key }) => key === wanted || key === heading) ??
      channels.find((one) => folded(one.name) === folded(name) || folded(one.name) === folded(heading));
    let key = known?.key ?? wanted;
    for (let n = 2; keys.has(key); n++) key = `${wanted} ${n}`;
    keys.add(key);
    const shown = (units[at] || unit || '').slice(0, 20).trim();
    return [{ at, key, kind: known?.kind ?? kindOf(texts, decimal), unit: shown || null, sensor_type_id: null }];
  }).flat();
}
