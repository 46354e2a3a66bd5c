import { folded, searchWords } from '../../domain/text/folded.ts';

/** Texts that rows are sorted and searched by, made when a row is written: no engine folds accents by itself. */

const DIGITS = 12;

/** Sorts without case and accents and with numbers by size: „CNC 5“ stands before „CNC 12“. */
export function nameKey(name: string): string {
  return folded(name).replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(DIGITS, '0'));
}

/** The column that {@link searchPatterns} are matched with: all texts by which a search may find the row. */
export function searchable(texts: readonly (string | null)[]): string {
  return folded(texts.filter(Boolean).join('\n'));
}

/** Both keys of a row: by its name it is sorted, by its name and the other texts it is found. */
export const searchKeys = (name: string, ...more: readonly (string | null | undefined)[]): { name_key: string; search: string } => ({
  name_key: nameKey(name),
  search: searchable([name, ...more.map((text) => text ?? null)]),
});

/** Patterns for `like … escape '\'`, one for each word: all must be found. */
export function searchPatterns(q: string): string[] {
  return searchWords(q).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
