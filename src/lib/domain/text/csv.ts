import { type Encoding, SEPARATORS, type Separator } from '../../contract/tables.ts';

/** Tables as text, as spreadsheets and people write them: read leniently, so that whatever the file is, its rows are seen. */

export interface CsvRow {
  cells: string[];
  /** Line of the text on which it begins, from 1. */
  line: number;
}

/**
 * Rows of a text, without blank lines. A cell may stand in quotes, a doubled quote in it is one, and it may go over several lines; what follows
 * its closing quote belongs to it. A quote elsewhere is a letter. Nothing is refused: quotes that never end close with the text.
 */
export const parseCsv = (text: string, separator: Separator): CsvRow[] => readCsv(text, separator).rows;

const QUOTE = 34;
const FEED = 10;
const RETURN = 13;

/**
 * The first rows of a text, at most `most`, and where what follows them begins.
 * @param whole false = more text will follow, so a row that may go on isn't one yet
 */
export function readCsv(
  text: string,
  separator: Separator,
  { most = Number.POSITIVE_INFINITY, whole = true }: { most?: number; whole?: boolean } = {},
): { rows: CsvRow[]; end: number } {
  const rows: CsvRow[] = [];
  let end = 0;
  let cells: string[] = [];
  let cell = '';
  /** Where the letters begin that belong to the cell and aren't in it yet. */
  let from = -1;
  let line = 1;
  let begun = 1;
  let quoted = false;
  let wasQuoted = false;
  const take = (until: number) => {
    if (from >= 0) cell += text.slice(from, until);
    from = -1;
  };
  const endCell = () => {
    cells.push(cell);
    cell = '';
    wasQuoted = false;
  };
  const endRow = () => {
    const isBlank = cells.length === 0 && cell === '' && !wasQuoted;
    endCell();
    if (!isBlank) rows.push({ cells, line: begun });
    cells = [];
  };
  const parts = separator.charCodeAt(0);
  let at = 0;
  for (; at < text.length && rows.length < most; at++) {
    const letter = text.charCodeAt(at);
    // The other half of the break may be in what follows.
    if (!whole && letter === RETURN && at === text.length - 1) break;
    const isBreak = letter === FEED || (letter === RETURN && text.charCodeAt(at + 1) !== FEED);
    if (isBreak) line++;
    if (quoted) {
      if (letter !== QUOTE) {
        if (from < 0) from = at;
        continue;
      }
      take(at);
      // Of a doubled quote the second one is the letter.
      if (text.charCodeAt(at + 1) === QUOTE) from = ++at;
      else quoted = false;
    } else if (letter === QUOTE && from < 0 && cell === '' && !wasQuoted) {
      quoted = true;
      wasQuoted = true;
    } else if (letter === parts) {
      take(at);
      endCell();
    } else if (isBreak) {
      take(at);
      endRow();
      begun = line;
      end = at + 1;
    } else if (letter === RETURN) take(at);
    else if (from < 0) from = at;
  }
  if (whole && rows.length < most) {
    take(at);
    if (cells.length > 0 || cell !== '' || wasQuoted) endRow();
    end = text.length;
  }
  return { rows, end };
}

/** Lines that are looked at to tell how a file is written. */
const LOOKED_AT = 30;

/** By which sign the cells of a text are parted: the one by which most of its first rows have the same number of cells. */
export function separatorOf(text: string): Separator {
  const head = text.slice(0, 65_536);
  let best: Separator = ';';
  let most = 0;
  for (const separator of SEPARATORS) {
    const { rows } = readCsv(head, separator, { most: LOOKED_AT });
    for (const [width, alike] of Map.groupBy(rows, ({ cells }) => cells.length)) {
      const score = width < 2 ? 0 : (alike.length / rows.length) * 1_000 + width;
      if (score > most) {
        most = score;
        best = separator;
      }
    }
  }
  return best;
}

/** Bytes of the mark at the beginning of a text, by which some programs say how it is written. */
export function markLength(bytes: Uint8Array): number {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 3;
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) ? 2 : 0;
}

/** The longest letter of UTF-8, which a cut may go through. */
const LONGEST_LETTER = 4;

/**
 * How a text is written: by the mark at its beginning, else UTF-16 where every other byte is empty, else UTF-8, and windows-1250 (Excel's own in
 * Central Europe) where it is none.
 * @param whole false = the bytes are the beginning of more
 */
export function encodingOf(bytes: Uint8Array, whole = true): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const pairs = bytes.subarray(0, 1_000);
  const empty = [0, 0];
  for (let at = 0; at < pairs.length; at++) if (pairs[at] === 0) empty[at % 2]!++;
  const [high = 0, low = 0] = empty;
  if (high + low > pairs.length / 4) return low > high ? 'utf-16le' : 'utf-16be';
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  for (let less = 0; less < (whole ? 1 : LONGEST_LETTER); less++)
    try {
      utf8.decode(bytes.subarray(0, bytes.byteLength - less));
      return 'utf-8';
    } catch {
      // Tried one byte shorter.
    }
  return 'windows-1250';
}

/** The text of a file, and how it is written. */
export function decodeCsv(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** Signs of control other than breaks and tabs: no text has them, and workbooks and pictures that are read as one are full of them. */
const NO_LETTER = /[^\P{Cc}\s]/u;
/** Is it a text at all? Its beginning tells. */
export const isText = (text: string): boolean => !NO_LETTER.test(text.slice(0, 65_536));

/** A cell as it was meant: an apostrophe that keeps spreadsheets from running it is no part of it. */
export const plainCell = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r＝＋－＠﹦﹢﹣﹫])/, '').trim();
