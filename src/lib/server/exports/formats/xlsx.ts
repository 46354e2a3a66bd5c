import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { AppError } from '../../../contract/errors.ts';
import { XLSX_MOST_ROWS } from '../../../contract/exports.ts';
import { type Entry, entryEnd, entryHead, type Packer, type Packing, packEntries } from '../../../domain/tables/archive.ts';
import { momentCell, NO_CELL, numberCell, partsAround, SHEET, SHEET_END, sheetBegin, textCell } from '../../../domain/tables/workbook.ts';
import { formatInstant } from '../../../domain/time/instant.ts';
import { type Cell, type Column, word } from '../table.ts';
import type { Format } from './format.ts';
import { type Local, localClock, localText } from './local-time.ts';

/**
 * A workbook of one sheet, written row by row: the sheet is the first entry of the archive, packed part after part (raw DEFLATE may be cut at
 * any whole byte), and its length and checksum follow behind it. Numbers are numbers, moments dates by the clock of the place.
 */

const pack = promisify<Uint8Array, object, Buffer<ArrayBuffer>>(deflateRaw as never);
const PACKER: Packer = { pack: (plain) => pack(plain, {}), crc32: (plain) => crc32(plain) };
/** What a 32-bit archive may hold of one entry, with room for the end. */
const MOST_BYTES = 4_000_000_000;
const WIDTHS: Record<Column['type'], number> = { text: 20, moment: 22, value: 14 };

// A spreadsheet's moment knows no offset: where it takes one, it is a text.
const wallCell = (us: number, local: Local): string =>
  local.twice === '' ? momentCell(us / 1_000 + local.offset) : textCell(localText(us, local, '.'));

function cellText(value: Cell, type: Column['type'], clock: (us: number) => Local): string {
  if (value === null) return type === 'moment' ? NO_CELL + NO_CELL : NO_CELL;
  if (typeof value === 'string') return textCell(value);
  return type === 'moment' ? wallCell(value, clock(value)) + textCell(formatInstant(value)) : numberCell(value);
}

async function packedPart(text: string, { crc, packed, size }: Packing): Promise<{ bytes: Buffer; state: Packing }> {
  const plain = Buffer.from(text);
  const bytes = await pack(plain, { finishFlush: constants.Z_SYNC_FLUSH });
  if (size + plain.byteLength > MOST_BYTES) throw new AppError('too_many_rows');
  return { bytes, state: { crc: crc32(plain, crc), packed: packed + bytes.byteLength, size: size + plain.byteLength } };
}

/** An empty last block of DEFLATE. */
const LAST_BLOCK = Buffer.from([3, 0]);

export const xlsxFormat: Format<Packing> = {
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ending: 'xlsx',
  mostRows: XLSX_MOST_ROWS,
  async begin({ columns }, { zone }) {
    const heads = columns.flatMap(({ heading, type }) => (type === 'moment' ? [`${heading} (${zone})`, `${heading} (UTC)`] : [heading]));
    const widths = columns.flatMap(({ type }) => (type === 'moment' ? [WIDTHS.moment, WIDTHS.moment] : [WIDTHS[type]]));
    const { bytes, state } = await packedPart(sheetBegin(heads, widths), { crc: 0, packed: 0, size: 0 });
    const head = entryHead({ name: SHEET, crc: 0, packed: 0, size: 0, at: 0, isStreamed: true }, false);
    return { bytes: Buffer.concat([head, bytes]), state };
  },
  rows({ columns }, { zone }, rows, state) {
    const clock = localClock(zone);
    const types = columns.map(({ type }) => type);
    let text = '';
    for (const row of rows) {
      text += '<row>';
      for (let i = 0; i < row.length; i++) text += cellText(row[i]!, types[i]!, clock);
      text += '</row>';
    }
    return packedPart(text, state);
  },
  async end(_, { locale }, before) {
    const last = await packedPart(SHEET_END, before);
    const sheet: Entry = { name: SHEET, at: 0, isStreamed: true, ...last.state, packed: last.state.packed + LAST_BLOCK.byteLength };
    const behind = entryEnd(sheet);
    const at = entryHead(sheet, false).byteLength + sheet.packed + behind.byteLength;
    const others = await packEntries(partsAround(word(locale, 'readings-file:sheet')), PACKER, [sheet], at);
    return Buffer.concat([last.bytes, LAST_BLOCK, behind, ...others]);
  },
};
