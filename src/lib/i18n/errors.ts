import { wordAt } from '#words';
import type { Locale } from '../constants.ts';

/** Sentences of error codes for pages without React: `{ code: sentence }`. */
export function errorWords(locale: Locale, codes: readonly string[]): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, String(wordAt(locale, 'errors', code) ?? code)]));
}

/** Sentences of the field errors: `{ required: … }`. */
export function fieldErrorWords(locale: Locale): Record<string, string> {
  return (wordAt(locale, 'errors', 'field') ?? {}) as Record<string, string>;
}
