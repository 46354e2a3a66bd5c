import type { Locale } from '../constants.ts';

/** Files of words that are here, by locale and namespace. */
const files = new Map<string, unknown>();
const name = (locale: Locale, namespace: string) => `${locale} ${namespace}`;

export const hasWords = (locale: Locale, namespace: string): boolean => files.has(name(locale, namespace));
export function addWords(locale: Locale, namespace: string, words: Record<string, unknown>): void {
  files.set(name(locale, namespace), words);
}

/** What a file of words says at a key: a text, a group of them, or nothing. In the browser, which reads only the files that it needs. */
export function wordAt(locale: Locale, namespace: string, key: string): unknown {
  let at = files.get(name(locale, namespace));
  for (const part of key.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  return at;
}
