import { plainCell } from '../text/csv.ts';
import { folded } from '../text/folded.ts';

/** Columns of a table of rows that people keep, as they call them and as they fill them. */

/** How tables call each field, in any of the languages; {@link plainWord}s. */
export type Headings<F extends string> = Readonly<Record<F, readonly string[]>>;

/** Without case, accents, units in brackets and signs. */
const plainWord = (text: string): string =>
  folded(text.replace(/[([].*$/, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The field that a heading means, by its name in the API or by a word for it; null for one that nobody knows. */
export function fieldOf<F extends string>(heading: string, headings: Headings<F>): F | null {
  const word = plainWord(plainCell(heading));
  const fields = Object.keys(headings) as F[];
  return fields.find((field) => plainWord(field) === word) ?? fields.find((field) => headings[field].includes(word)) ?? null;
}

/** The field of each column; the first of two that mean the same has it. */
export function fieldsOf<F extends string>(texts: readonly string[], headings: Headings<F>): (F | null)[] {
  const taken = new Set<F>();
  return texts.map((text) => {
    const field = fieldOf(text, headings);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** A number as people write it: `1 250,5` and `1,250.5`; NaN for anything else. */
export function numberOf(text: string): number {
  const bare = text.replace(/[\s\u00a0\u202f']/g, '').replace('−', '-');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return Number(bare.replaceAll(',', ''));
  return /^-?\d+([.,]\d+)?$/.test(bare) ? Number(bare.replace(',', '.')) : Number.NaN;
}

/** A number where the text is one, else the text: whoever checks the row says what is wrong with it. */
export function numberOrText(text: string): number | string {
  const number = numberOf(text);
  return Number.isNaN(number) ? text : number;
}

/** A text in one line. */
export const oneLine = (text: string): string => text.replace(/\s*[\t\r\n]\s*/g, ' ');

/** The value that one of the words means, else the text. */
export function valueByWord<V extends string>(text: string, words: Headings<V>): V | string {
  const word = plainWord(text);
  return (Object.keys(words) as V[]).find((value) => value === text || words[value].includes(word)) ?? text;
}
