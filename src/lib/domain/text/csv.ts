/** Tables as text, as spreadsheets and people write them: read leniently, so that whatever the file is, its rows are seen. */

export const SEPARATORS = [';', ',', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];
export const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1250'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface CsvRow {
  cells: string[];
  /** Line of the text on which it begins, from 1. */
  line: number;
}

/**
 * Rows of a text, without blank lines. A cell may stand in quotes, a doubled quote in it is one, and it may go over several lines; what follows
 * its closing quote belongs to it. A quote elsewhere is a letter. Nothing is refused: quotes that never end close with the text.
 */
export function parseCsv(text: string, separator: Separator): CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let begun = 1;
  let quoted = false;
  let wasQuoted = false;
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
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    const isBreak = letter === '\n' || (letter === '\r' && text[at + 1] !== '\n');
    if (isBreak) line++;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"' && cell === '' && !wasQuoted) {
      quoted = true;
      wasQuoted = true;
    } else if (letter === separator) endCell();
    else if (isBreak) {
      endRow();
      begun = line;
    } else if (letter !== '\r') cell += letter;
  }
  if (cells.length > 0 || cell !== '' || wasQuoted) endRow();
  return rows;
}

/** Lines that are looked at to tell how a file is written. */
const LOOKED_AT = 30;

/** By which sign the cells of a text are parted: the one by which most of its first rows have as many cells as the head. */
export function separatorOf(text: string): Separator {
  const head = text.slice(0, 65_536);
  let best: Separator = ';';
  let most = 0;
  for (const separator of SEPARATORS) {
    const rows = parseCsv(head, separator).slice(0, LOOKED_AT);
    const width = rows[0]?.cells.length ?? 0;
    const alike = rows.filter(({ cells }) => cells.length === width).length;
    const score = width < 2 ? 0 : (alike / rows.length) * 1_000 + width;
    if (score > most) {
      most = score;
      best = separator;
    }
  }
  return best;
}

/** The text of a file: by the mark at its beginning, else as UTF-8, and as windows-1250 (Excel's own in Central Europe) where it is none. */
export function decodeCsv(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1250').decode(bytes), encoding: 'windows-1250' };
  }
}

/** A cell as it was meant: an apostrophe that keeps spreadsheets from running it is no part of it. */
export const plainCell = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r＝＋－＠﹦﹢﹣﹫])/, '').trim();
