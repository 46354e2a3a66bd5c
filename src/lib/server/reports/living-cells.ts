import type { Blob, Buffer } from 'node:buffer';
import type Stream from 'node:stream';
import type { Feature, SheetData } from 'write-excel-file/node';

/**
 * Cells of a workbook. A formula stands in the file with its result, so that a viewer that computes nothing shows the same figures as a program
 * that does.
 */
export interface LivingCell {
  type: 'Formula';
  value: string;
  format?: string;
  fontWeight?: 'bold';
  /** Its result, computed by the functions that the page uses; null = an empty text. */
  result: number | null;
}
export type WorkbookCell =
  | {
      type: StringConstructor;
      value: string;
      fontWeight?: 'bold';
      fontSize?: number;
      backgroundColor?: string;
      textColor?: string;
      wrap?: boolean;
    }
  | { type: NumberConstructor; value: number; format?: string; textColor?: string }
  | LivingCell
  | null;

export interface WorkbookSheet {
  name: string;
  rows: WorkbookCell[][];
  widths: readonly number[];
  /** Rows that stay in sight. */
  sticky?: number;
}

export const HEAD = { fontWeight: 'bold', backgroundColor: '#eceeed' } as const;
export const text = (value: string): WorkbookCell => ({ type: String, value });
export const strong = (value: string): WorkbookCell => ({ type: String, value, fontWeight: 'bold' });
export const head = (value: string): WorkbookCell => ({ type: String, value, ...HEAD });
export const number = (value: number, format?: string): WorkbookCell => ({ type: Number, value, ...(format ? { format } : {}) });
export const living = (value: string, result: number | null, format?: string): LivingCell => ({
  type: 'Formula',
  value,
  result,
  ...(format ? { format } : {}),
});

/** Letters of a column, from 0: A … Z, AA … */
export const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** Puts results beside their formulas. */
function withResults(sheets: readonly WorkbookSheet[]): Feature<Stream | Buffer | Blob> {
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform(xml: string, _: unknown, { sheetIndex }: { sheetIndex: number }) {
            const results = new Map<string, number | null>(
              sheets[sheetIndex]!.rows.flatMap((row, y) =>
                row.flatMap((cell, x) => (cell?.type === 'Formula' ? [[`${columnName(x)}${y + 1}`, cell.result] as const] : [])),
              ),
            );
            return xml.replace(/<c r="([A-Z]+\d+)"([^>]*)>(<f>[^<]*<\/f>)<\/c>/g, (_whole, at: string, more: string, formula: string) => {
              const result = results.get(at)!;
              return result === null
                ? `<c r="${at}"${more} t="str">${formula}<v></v></c>`
                : `<c r="${at}"${more}>${formula}<v>${result}</v></c>`;
            });
          },
        },
      },
    },
  };
}

export async function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  const { default: write } = await import('write-excel-file/node');
  return new Uint8Array(
    await write(
      sheets.map(({ name, rows, widths, sticky }) => ({
        data: rows as SheetData,
        columns: widths.map((width) => ({ width })),
        sheet: name,
        orientation: 'landscape' as const,
        ...(sticky === undefined ? {} : { stickyRowsCount: sticky }),
      })),
      { features: [withResults(sheets)] },
    ).toBuffer(),
  );
}
