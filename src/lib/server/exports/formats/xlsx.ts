import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { AppError } from '../../../contract/errors.ts';
import { XLSX_MOST_ROWS } from '../../../contract/exports.ts';
import { formatInstant } from '../../../domain/time/instant.ts';
import { DAY } from '../../../domain/time/wall-clock.ts';
import { type Cell, type Column, word } from '../table.ts';
import type { Format } from './format.ts';
import { type Local, localClock, localText } from './local-time.ts';

/**
 * A workbook of one sheet, written row by row: the sheet is the first entry of the archive, packed part after part (raw DEFLATE may be cut at
 * any whole byte), and its length and checksum follow behind it. Numbers are numbers, moments dates by the clock of the place.
 */
interface Packing {
  /** Of the sheet so far. */
  crc: number;
  packed: number;
  size: number;
}

const pack = promisify<Buffer, object, Buffer>(deflateRaw as never);
/** What a 32-bit archive may hold of one entry, with room for the end. */
const MOST_BYTES = 4_000_000_000;
/** Days from the beginning of a spreadsheet's calendar to 1970. */
const EPOCH_DAYS = 25_569;
const SHEET = 'xl/worksheets/sheet1.xml';
/** Formats of cells, by their places in the styles. */
const HEAD = 1;
const SECONDS = 2;
const FRACTION = 3;
const WIDTHS: Record<Column['type'], number> = { text: 20, moment: 22, value: 14 };

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML knows no way to write them
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
/** Letters of a cell. */
const LONGEST_CELL = 32_767;
const textCell = (text: string, style = 0): string =>
  `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xml(text.slice(0, LONGEST_CELL))}</t></is></c>`;

function momentCell(us: number, local: Local): string {
  // A spreadsheet's moment knows no offset: where it takes one, it is a text.
  if (local.twice !== '') return textCell(localText(us, local, '.'));
  const wall = us / 1_000 + local.offset;
  return `<c s="${us % 1_000_000 === 0 ? SECONDS : FRACTION}"><v>${wall / DAY + EPOCH_DAYS}</v></c>`;
}

function cellText(value: Cell, type: Column['type'], clock: (us: number) => Local): string {
  if (value === null) return type === 'moment' ? '<c/><c/>' : '<c/>';
  if (typeof value === 'string') return textCell(value);
  if (type === 'moment') return momentCell(value, clock(value)) + textCell(formatInstant(value));
  return Number.isFinite(value) ? `<c><v>${value}</v></c>` : '<c/>';
}

const MARK = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const partsAround = (sheet: string): [name: string, text: string][] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
];

/** Of the archive: an entry as its head (`central` = in the list at the end) tells of it. All dates are 1980-01-01. */
interface Entry extends Packing {
  name: string;
  at: number;
  /** Lengths and checksum follow behind it. */
  isStreamed: boolean;
}
function entryHead({ name, crc, packed, size, at, isStreamed }: Entry, central: boolean): Buffer {
  const head = Buffer.alloc(central ? 46 : 30);
  let i = head.writeUInt32LE(central ? 0x02014b50 : 0x04034b50, 0);
  if (central) i = head.writeUInt16LE(20, i);
  i = head.writeUInt16LE(20, i);
  i = head.writeUInt16LE(0x0800 | (isStreamed ? 8 : 0), i);
  i = head.writeUInt16LE(8, i);
  i = head.writeUInt16LE(0, i);
  i = head.writeUInt16LE(0x21, i);
  const isKnown = central || !isStreamed;
  i = head.writeUInt32LE(isKnown ? crc : 0, i);
  i = head.writeUInt32LE(isKnown ? packed : 0, i);
  i = head.writeUInt32LE(isKnown ? size : 0, i);
  i = head.writeUInt16LE(Buffer.byteLength(name), i);
  if (central) head.writeUInt32LE(at, 42);
  return Buffer.concat([head, Buffer.from(name)]);
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
    const cols = widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('');
    const text = `${MARK}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols}</cols><sheetData><row>${heads.map((head) => textCell(head, HEAD)).join('')}</row>`;
    const { bytes, state } = await packedPart(text, { crc: 0, packed: 0, size: 0 });
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
    const last = await packedPart('</sheetData></worksheet>', before);
    const sheet: Entry = { name: SHEET, at: 0, isStreamed: true, ...last.state, packed: last.state.packed + LAST_BLOCK.byteLength };
    const behind = Buffer.alloc(16);
    behind.writeUInt32LE(0x08074b50, 0);
    behind.writeUInt32LE(sheet.crc, 4);
    behind.writeUInt32LE(sheet.packed, 8);
    behind.writeUInt32LE(sheet.size, 12);
    const parts: Buffer[] = [last.bytes, LAST_BLOCK, behind];
    const entries = [sheet];
    let at = entryHead(sheet, false).byteLength + sheet.packed + behind.byteLength;
    for (const [name, content] of partsAround(word(locale, 'readings-file:sheet'))) {
      const plain = Buffer.from(MARK + content);
      const bytes = await pack(plain, {});
      const entry: Entry = { name, at, isStreamed: false, crc: crc32(plain), packed: bytes.byteLength, size: plain.byteLength };
      const head = entryHead(entry, false);
      parts.push(head, bytes);
      entries.push(entry);
      at += head.byteLength + bytes.byteLength;
    }
    const list = Buffer.concat(entries.map((entry) => entryHead(entry, true)));
    const foot = Buffer.alloc(22);
    foot.writeUInt32LE(0x06054b50, 0);
    foot.writeUInt16LE(entries.length, 8);
    foot.writeUInt16LE(entries.length, 10);
    foot.writeUInt32LE(list.byteLength, 12);
    foot.writeUInt32LE(at, 16);
    return Buffer.concat([...parts, list, foot]);
  },
};
