import { MAX_PHRASE, MAX_PHRASES } from '../../lib/contract/screens.ts';

/** A list out of a text with one on each line: each once, in their order; null when one is too long, or there are too many. */
export function readLines(text: string, most: number, letters: number): string[] | null {
  const lines = text.split('\n').map((line) => line.replace(/\s+/gu, ' ').trim());
  const found = [...new Set(lines.filter(Boolean))];
  return found.length <= most && found.every(({ length }) => length <= letters) ? found : null;
}

/** Phrases for notes. */
export const readPhrases = (text: string): string[] | null => readLines(text, MAX_PHRASES, MAX_PHRASE);
