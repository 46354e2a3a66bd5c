import { IMPORT_LONGEST_ROW, IMPORT_MOST_COLUMNS } from '../../contract/imports.ts';
import type { Encoding, Separator } from '../../contract/tables.ts';
import { type CsvRow, readCsv } from '../text/csv.ts';

/** A table read piece by piece out of its bytes: what follows a piece begins at a byte, whatever the letters are. */

/** Bytes of a piece: the longest row of the widest letters fits. */
export const PIECE_BYTES = 3 * IMPORT_LONGEST_ROW;

export interface TablePiece {
  rows: CsvRow[];
  /** The text of the rows, with what stands between them. */
  text: string;
  /** Bytes that it takes. */
  bytes: number;
  /** Breaks of lines in it. */
  lines: number;
  failure: 'row_too_long' | 'too_many_columns' | null;
}

/** Is every letter of structure one byte, as it is in ASCII? */
const isBytewise = (encoding: Encoding): boolean => encoding === 'utf-8' || encoding === 'windows-1250';

/** Bytes as letters of the same number, so that a place among the letters is a place among the bytes. */
const byteLetters = new TextDecoder('latin1');

/**
 * The first rows of a piece.
 * @param bytes without the mark of the file's beginning
 * @param whole false = the file goes on behind them
 */
export function readPiece(
  bytes: Uint8Array,
  { encoding, separator }: { encoding: Encoding; separator: Separator },
  { most, whole }: { most: number; whole: boolean },
): TablePiece {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let text: string;
  let used: number;
  if (isBytewise(encoding)) {
    // `latin1` of the standard is windows-1252, in which a byte is a letter all the same.
    used = readCsv(byteLetters.decode(bytes), separator, { most, whole }).end;
    text = decoder.decode(bytes.subarray(0, used));
  } else {
    // Half a letter at the end is no letter yet.
    const all = decoder.decode(whole ? bytes : bytes.subarray(0, bytes.byteLength - (bytes.byteLength % 2)));
    const { end } = readCsv(all, separator, { most, whole });
    text = all.slice(0, end);
    used = whole && end === all.length ? bytes.byteLength : end * 2;
  }
  const { rows } = readCsv(text, separator, { most });
  const longest = used === 0 && bytes.byteLength > 0 ? bytes.byteLength : 0;
  const isLong =
    longest > IMPORT_LONGEST_ROW || rows.some(({ cells }) => cells.reduce((sum, cell) => sum + cell.length + 1, 0) > IMPORT_LONGEST_ROW);
  const isWide = rows.some(({ cells }) => cells.length > IMPORT_MOST_COLUMNS);
  return {
    rows,
    text,
    bytes: used,
    lines: text.match(/\r\n|\r|\n/g)?.length ?? 0,
    failure: isLong ? 'row_too_long' : isWide ? 'too_many_columns' : null,
  };
}
