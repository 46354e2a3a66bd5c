import { MAX_PHRASE, MAX_PHRASES } from '../../lib/contract/screens.ts';

/** Phrases for notes out of a text with one on each line: each once, in their order; null when one is too long, or there are too many. */
export function readPhrases(text: string): string[] | null {
  const lines = text.split('\n').map((line) => line.replace(/\s+/gu, ' ').trim());
  const phrases = [...new Set(lines.filter(Boolean))];
  return phrases.length <= MAX_PHRASES && phrases.every(({ length }) => length <= MAX_PHRASE) ? phrases : null;
}
