import { DAY } from '../time/wall-clock.ts';

/** The text of a workbook of one sheet (ECMA-376), to be packed as a ZIP archive: `archive.ts`. Numbers are numbers, moments dates by the clock of a place. */

/** Days from the beginning of a spreadsheet's calendar to 1970. */
const EPOCH_DAYS = 25_569;
export const SHEET = 'xl/worksheets/sheet1.xml';
/** Formats of cells, by their places in the styles. */
const HEAD = 1;
const SECONDS = 2;
const FRACTION = 3;
const WITH_DECIMALS = 4;
const DECIMALS = Array.from({ length: 16 }, (_, digits) => digits);

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
export const NO_CELL = '<c/>';
export const textCell = (text: string, style = 0): string =>
  `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xml(text.slice(0, LONGEST_CELL))}</t></is></c>`;

/** @param digits decimals that are shown; the cell keeps all of them */
export const numberCell = (value: number, digits: number | null = null): string =>
  Number.isFinite(value)
    ? `<c${digits === null ? '' : ` s="${WITH_DECIMALS + Math.min(digits, DECIMALS.length - 1)}"`}><v>${value}</v></c>`
    : NO_CELL;

/** @param wall what the clock on the wall shows, milliseconds as if it were UTC */
export const momentCell = (wall: number): string =>
  `<c s="${wall % 1_000 === 0 ? SECONDS : FRACTION}"><v>${wall / DAY + EPOCH_DAYS}</v></c>`;

/** The sheet up to its first row of values; its head stays in sight. @param widths in letters */
export const sheetBegin = (heads: readonly string[], widths: readonly number[]): string =>
  `${MARK}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData><row>${heads.map((head) => textCell(head, HEAD)).join('')}</row>`;
export const SHEET_END = '</sheetData></worksheet>';

const MARK = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const plainParts = (sheet: string): [name: string, text: string][] => [
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
    `<styleSheet xmlns="${MAIN}"><numFmts count="${2 + DECIMALS.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/>${DECIMALS.map((digits) => `<numFmt numFmtId="${166 + digits}" formatCode="${(0).toFixed(digits)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${4 + DECIMALS.length}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/>${DECIMALS.map((digits) => `<xf numFmtId="${166 + digits}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  ],
];

/** What stands around the sheet: names of the archive's entries and their texts. */
export const partsAround = (sheet: string): [name: string, text: string][] => plainParts(sheet).map(([name, text]) => [name, MARK + text]);
