import { packEntries } from '../../lib/domain/tables/archive.ts';
import { momentCell, NO_CELL, numberCell, partsAround, SHEET, SHEET_END, sheetBegin, textCell } from '../../lib/domain/tables/workbook.ts';
import { Decimals } from '../../lib/domain/text/csv-writer.ts';
import { Moment, type Rows } from './table.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Letters of a column, and the most that a long text gets. */
const [LEAST_WIDTH, MOST_WIDTH] = [10, 40];
/** Letters of a sheet's name, and what none may hold. */
const LONGEST_NAME = 31;
const FORBIDDEN = /[[\]:*?/\\]/g;

function cellOf(cell: unknown): string {
  if (cell === null || cell === undefined || cell === '') return NO_CELL;
  // A spreadsheet's moment knows no offset: where it takes one, it is a text.
  if (cell instanceof Moment) return cell.offset === '' ? momentCell(cell.wall) : textCell(cell.text);
  if (cell instanceof Decimals) return numberCell(cell.value, cell.digits);
  return typeof cell === 'number' ? numberCell(cell) : textCell(String(cell));
}

const lettersOf = (cell: unknown): number =>
  (cell instanceof Moment ? cell.text : cell instanceof Decimals ? '' : String(cell ?? '')).length;

/** Checksum of an archive's entry (CRC-32 of ISO 3309), which browsers keep to themselves. */
function crc32(bytes: Uint8Array): number {
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    let value = n;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A head and its rows as a workbook of one sheet. Numbers keep the decimals that are shown, moments are dates. */
export async function workbookOf([heads = [], ...rows]: Rows, title: string): Promise<Blob> {
  const allowed = title.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').slice(0, LONGEST_NAME);
  const name = allowed.replace(/^['\s]+|['\s]+$/g, '') || 'Taktlog';
  const texts = heads.map((head) => (head instanceof Moment ? head.text : String(head ?? '')));
  const columns = rows.reduce((most, row) => Math.max(most, row.length), texts.length);
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.min(
      MOST_WIDTH,
      rows.reduce((most, row) => Math.max(most, lettersOf(row[i]) + 2), Math.max(LEAST_WIDTH, (texts[i] ?? '').length + 2)),
    ),
  );
  const sheet = sheetBegin(texts, widths) + rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('') + SHEET_END;
  return new Blob(await packEntries([...partsAround(name), [SHEET, sheet]], { pack: packed, crc32 }), { type: TYPE });
}
