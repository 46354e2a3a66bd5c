import { LOCALES, type Locale } from '../constants.ts';

/** Letters beyond A–Z. */
const LETTERS: Record<Locale, string> = {
  cs: 'ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ',
  en: '',
  sk: 'ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ',
};

/** The language of a short code or a full tag: `sk-SK` is `sk`. A language that is not ours is read as English; none is null. */
export function languageOf(locale: unknown): Locale | null {
  if (typeof locale !== 'string' || locale === '') return null;
  const language = locale.toLowerCase().split(/[-_]/, 1)[0];
  return LOCALES.find((known) => known === language) ?? 'en';
}

/**
 * A test for texts of letters of one locale; without a locale the letters of any one will do.
 * @param more other allowed characters, written as inside the brackets of a regular expression
 */
export function lettersAnd(more: string): (text: string, locale: unknown) => boolean {
  const pattern = (locale: Locale) => new RegExp(`^[A-Z${LETTERS[locale]}${more}]*$`, 'i');
  const patterns: Record<Locale, RegExp> = { cs: pattern('cs'), en: pattern('en'), sk: pattern('sk') };
  return (text, locale) => {
    const language = languageOf(locale);
    return language ? patterns[language].test(text) : LOCALES.some((any) => patterns[any].test(text));
  };
}
