import i18next from 'i18next';
import type { Locale } from '../constants.ts';

/** Sentences of error codes for pages that carry no i18next: `{ code: sentence }`. */
export function errorWords(locale: Locale, codes: readonly string[]): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, String(i18next.getResource(locale, 'errors', code) ?? code)]));
}

/** Sentences of the field errors: `{ required: … }`. */
export function fieldErrorWords(locale: Locale): Record<string, string> {
  return (i18next.getResource(locale, 'errors', 'field') ?? {}) as Record<string, string>;
}
