import type { Locale } from '../../lib/constants.ts';
import { CSV_BOM, CSV_DIALECTS, csvLine } from '../../lib/domain/text/csv-writer.ts';

/** Tables of the page as they are written there, and their text. */

/** A moment in a table by the clock of a place. */
export class Moment {
  /** What that clock shows, milliseconds as if it were UTC. */
  readonly wall: number;
  /** Empty where the clock shows it once only. */
  readonly offset: string;
  constructor(wall: number, offset: string) {
    this.wall = wall;
    this.offset = offset;
  }
  /** As spreadsheets read it; with its offset where the clock shows the same twice. */
  get text(): string {
    const text = new Date(this.wall)
      .toISOString()
      .slice(0, 23)
      .replace('T', ' ')
      .replace(/\.000$/, '');
    return this.offset === '' ? text : `${text} ${this.offset}`;
  }
}

/** A head and its rows: texts, numbers, numbers with their decimals, moments, nothing. */
export type Rows = readonly (readonly unknown[])[];

/** What begins a line of its own inside a cell. */
const LINES = new Set(['SMALL', 'DIV', 'P', 'LI', 'BR']);

function partsOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true' || node.tagName === 'SVG' || node.tagName === 'svg')
    return '';
  if (node instanceof HTMLInputElement) return node.type === 'checkbox' ? '' : node.value;
  if (node instanceof HTMLSelectElement) return node.selectedOptions[0]?.textContent ?? '';
  const inside = [...node.childNodes].map(partsOf).join('');
  return LINES.has(node.tagName) ? `\n${inside}` : inside;
}

/** A cell in one line; a plain number loses the blanks between its thousands, so that it stays a number. */
export function cellText(cell: Element, locale: Locale): string {
  const text = partsOf(cell)
    .split('\n')
    .map((line) => line.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim())
    .filter(Boolean)
    .join(', ');
  return /^[-\u2212]?\d{1,3}( \d{3})*([.,]\d+)?$/.test(text)
    ? text.replaceAll(' ', '').replace('\u2212', '-')
    : locale === 'en' && /^[-\u2212]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
      ? text.replaceAll(',', '').replace('\u2212', '-')
      : text;
}

const NUMBER = /^-?\d+([.,]\d+)?$/;

/** The cells of a row, a number as one, with empty ones where a cell spans several columns. */
const cellsOf = (row: HTMLTableRowElement, locale: Locale): unknown[] =>
  [...row.cells].flatMap((cell) => {
    const text = cellText(cell, locale);
    const value = NUMBER.test(text) ? Number(text.replace(',', '.')) : text;
    // A number keeps the places that it is written with.
    const kept = typeof value === 'number' && !/^-?0\d|[.,]\d*0$/.test(text) ? value : text;
    return [kept, ...Array<null>(Math.max(0, cell.colSpan - 1)).fill(null)];
  });

export const rowsCsv = (rows: Rows, locale: Locale): string =>
  CSV_BOM +
  rows
    .map((row) =>
      csvLine(
        row.map((cell) => (cell instanceof Moment ? cell.text : cell)),
        CSV_DIALECTS[locale],
      ),
    )
    .join('');

/** A table as it is shown: head, rows, foot. Rows that only keep the place of others are left out. */
export const rowsOf = (table: HTMLTableElement, locale: Locale): Rows =>
  [...table.rows].filter((row) => row.getAttribute('aria-hidden') !== 'true').map((row) => cellsOf(row, locale));

export const tableCsv = (table: HTMLTableElement, locale: Locale): string => rowsCsv(rowsOf(table, locale), locale);
