import type { Locale } from '../../constants.ts';

/**
 * The one writer of tables as text: RFC 4180, UTF-8 with BOM so that spreadsheets read the letters right. What type a value has decides:
 * a number stays one, a text never becomes anything else. Nobody can know by which separator a file will be opened, so a text is made
 * harmless at every place where any of them would begin a cell.
 */

export const CSV_BOM = '\ufeff';

/** What some spreadsheet takes for the border of two cells, whichever one the file is written with. */
const BORDERS = ',;|\\t\\r\\n';
/** Beginnings that a spreadsheet runs, also in their wide and small forms. */
const SIGNS = '=+\\-@\\t\\r＝＋－＠﹦﹢﹣﹫';
/** What is trimmed before a beginning is looked at. */
const TRIMMED = '[\\s"\\u200b-\\u200f\\u2060]*';
const FIRST = new RegExp(`^(?=${TRIMMED}[${SIGNS}])`);
/** A plain number after a separator inside a text needs no apostrophe, as in "3, -2". */
const LATER = new RegExp(`(?<=[${BORDERS}])(?=${TRIMMED}[${SIGNS}])(?!${TRIMMED}[+-]?\\d+(\\.\\d+)?[\\s\\]}"]*([${BORDERS}]|$))`, 'g');
const QUOTED = new RegExp(`["${BORDERS}]`);

/** A number with so many decimals. */
export class Decimals {
  readonly value: number;
  readonly digits: number;
  constructor(value: number, digits: number) {
    this.value = value;
    this.digits = digits;
  }
}

export interface CsvDialect {
  separator: ',' | ';' | '\t';
  /** Before the decimals of a number. */
  decimal: '.' | ',';
}
/** What spreadsheets of a language expect between columns, and before decimals. */
export const CSV_DIALECTS: Record<Locale, CsvDialect> = {
  cs: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
  sk: { separator: ';', decimal: ',' },
};
const PLAIN: CsvDialect = { separator: ',', decimal: '.' };

/** A text that no spreadsheet runs: an apostrophe stands before whatever one would. */
const harmless = (text: string): string => text.replace(FIRST, "'").replace(LATER, "'");

/** The text of a cell without the apostrophes inside of it that {@link csvCell} put there; the one at its beginning is `plainCell`'s. */
const KEPT = new RegExp(`(?<=[${BORDERS}])'(?=${TRIMMED}[${SIGNS}])`, 'g');
export const unharmed = (text: string): string => text.replace(KEPT, '');

const numeric = (text: string, { decimal, separator }: CsvDialect): string => {
  const written = decimal === '.' ? text : text.replace('.', decimal);
  return written.includes(separator) ? `"${written}"` : written;
};

/** One cell; anything but a number, a text and nothing is written as JSON. */
export function csvCell(value: unknown, dialect: CsvDialect = PLAIN): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Decimals) return Number.isFinite(value.value) ? numeric(value.value.toFixed(value.digits), dialect) : '';
  if (typeof value === 'number') return Number.isFinite(value) ? numeric(String(value), dialect) : '';
  const text = harmless(typeof value === 'string' ? value : JSON.stringify(value));
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly unknown[], dialect: CsvDialect = PLAIN): string =>
  `${cells.map((value) => csvCell(value, dialect)).join(dialect.separator)}\r\n`;
