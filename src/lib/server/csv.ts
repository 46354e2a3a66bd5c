/** Tables as CSV: RFC 4180, UTF-8 with BOM so that spreadsheets read the letters right. */

export const CSV_BOM = '\ufeff';

/** Beginnings that a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell. A text that a spreadsheet would run gets an apostrophe before it; a number is left one. */
export function csvCell(value: unknown, separator = ','): string {
  if (value === null || value === undefined) return '';
  const raw = typeof value === 'string' ? value : JSON.stringify(value);
  const text = typeof value !== 'number' && FORMULA.test(raw) ? `'${raw}` : raw;
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly unknown[], separator = ','): string =>
  `${cells.map((value) => csvCell(value, separator)).join(separator)}\r\n`;
