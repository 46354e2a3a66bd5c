import type { Locale } from '../constants.ts';
import { languageOf } from './letters.ts';

/** `validation:not_valid` of each language, written here so that validating in the browser waits for no file; a test holds the two together. */
export const NOT_VALID: Record<Locale, (field: string) => string> = {
  cs: (field) => `Pole ${field} není správně vyplněné.`,
  en: (field) => `${field} is not valid.`,
  sk: (field) => `Pole ${field} nie je správne vyplnené.`,
};

/** The default message; without a locale in English, as the specification has it. */
export const notValid = (field: string, locale: unknown): string => NOT_VALID[languageOf(locale) ?? 'en'](field);
