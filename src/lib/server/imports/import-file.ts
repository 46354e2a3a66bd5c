import { Buffer } from 'node:buffer';
import { AppError } from '../../contract/errors.ts';
import { IMPORT_LONGEST_ROW, type ImportPreview, type ImportSettings, PREVIEW_COLUMNS, PREVIEW_ROWS } from '../../contract/imports.ts';
import { headingsOf } from '../../domain/tables/guess.ts';
import { PIECE_BYTES, readPiece, type TablePiece } from '../../domain/tables/table-file.ts';
import type { TableSpec } from '../../domain/tables/table-reader.ts';
import { type CsvRow, encodingOf, markLength, plainCell } from '../../domain/text/csv.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { openStored } from '../files/store.ts';
import { decodeRows, readPart, type TablePart } from '../ingest/decode-table.ts';
import type { Ctx } from '../kernel/context.ts';

/** The stored file of an import, read piece by piece. */

type Written = Pick<ImportSettings, 'encoding' | 'separator'>;
const CELL_LETTERS = 200;
/** As the settings allow. */
const MOST_HEAD_ROWS = 50;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** Where the next piece begins. */
export interface Place {
  /** Byte of the file. */
  at: number;
  /** Line of the file, from 1. */
  line: number;
}

/** @throws AppError not_found when the bytes are gone */
export async function bytesAt(ctx: Ctx, hash: string, at: number): Promise<{ bytes: Uint8Array; whole: boolean }> {
  const stored = await openStored(ctx, ctx.organization.id, hash, '');
  if (!stored) throw new AppError('not_found');
  try {
    const bytes = Buffer.alloc(Math.min(PIECE_BYTES, Math.max(0, stored.bytes - at)));
    let read = 0;
    while (read < bytes.byteLength) {
      const { bytesRead } = await stored.file.read(bytes, read, bytes.byteLength - read, at + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return { bytes: bytes.subarray(0, read), whole: at + read >= stored.bytes };
  } finally {
    await stored.file.close();
  }
}

/** Does the beginning of a file read as text? */
export function isText(bytes: Uint8Array, whole: boolean): boolean {
  const text = new TextDecoder(encodingOf(bytes, whole)).decode(bytes);
  return text.trim() !== '' && !CONTROLS.test(text);
}

/** The next rows of a file, at most `most`, and where those behind them begin. */
export async function pieceAt(
  ctx: Ctx,
  hash: string,
  written: Written,
  place: Place,
  most: number,
): Promise<{ piece: TablePiece; next: Place; isLast: boolean }> {
  const { bytes, whole } = await bytesAt(ctx, hash, place.at);
  const mark = place.at === 0 ? markLength(bytes) : 0;
  const piece = readPiece(bytes.subarray(mark), written, { most, whole });
  const next = { at: place.at + mark + piece.bytes, line: place.line + piece.lines };
  return { piece, next, isLast: whole && mark + piece.bytes >= bytes.byteLength };
}

/** The first rows of a file by their text, and why there are none. */
export function firstRows(
  bytes: Uint8Array,
  whole: boolean,
  written: Written,
): { rows: CsvRow[]; text: string; failure: ImportPreview['failure'] } {
  const most = MOST_HEAD_ROWS + PREVIEW_ROWS;
  const piece = readPiece(bytes.subarray(markLength(bytes)), written, { most, whole });
  // The row that follows the last one hasn't ended in all that is here; no letter that people write takes more than two bytes.
  const isEndless = !whole && piece.rows.length < most && bytes.byteLength - piece.bytes > 2 * IMPORT_LONGEST_ROW;
  const failure = piece.failure ?? (isEndless ? 'row_too_long' : piece.rows.length === 0 ? 'no_rows' : null);
  return { rows: piece.rows, text: piece.text, failure: failure && { code: failure, line: piece.rows.at(-1)?.line ?? 1 } };
}

const cut = (cell: string): string => (cell.length > CELL_LETTERS ? `${cell.slice(0, CELL_LETTERS)}…` : cell).toWellFormed();

/** The first rows as they would be stored. */
export function previewOf(
  { rows, failure }: Pick<ReturnType<typeof firstRows>, 'rows' | 'failure'>,
  { head_rows, separator }: ImportSettings,
  spec: TableSpec,
  now: number,
): ImportPreview {
  const shown = rows.slice(head_rows, head_rows + PREVIEW_ROWS);
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const { names } = headingsOf(rows, head_rows);
  // Read one by one, so that each is shown with what becomes of it; the order of times that come twice goes on.
  let previous: number | null = null;
  const found = failure
    ? []
    : shown.map(({ cells, line }) => {
        const part: TablePart = { spec, line, previous, text: quoted(cells, separator) };
        const read = readPart(part);
        previous = read.previous;
        const decoded = decodeRows(read.rows, spec, now);
        const byKey = new Map(decoded.slot.map((slot, i) => [decoded.keys[slot]!, decoded.value[i]!]));
        const us = read.rows[0]?.us ?? null;
        return {
          line,
          cells: cells.slice(0, PREVIEW_COLUMNS).map(cut),
          ts: us === null || decoded.errors.some(({ key }) => key === undefined) ? null : formatInstant(us),
          values: spec.columns.map(({ key }) => byKey.get(key) ?? null),
          problems: decoded.errors.map((error) => ({ ...error, line })),
        };
      });
  return {
    headings: Array.from({ length: Math.min(width, PREVIEW_COLUMNS) }, (_, at) => cut(plainCell(names[at] ?? ''))),
    column_count: width,
    rows: found,
    failure: failure ?? (shown.length === 0 ? { code: 'no_rows', line: 1 } : null),
  };
}

const quoted = (cells: readonly string[], separator: string): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator);
