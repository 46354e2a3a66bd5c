import { LOCALES, type Locale } from '../../constants.ts';
import type { StateTone, StateWords } from '../../contract/channels.ts';

/** Languages whose word is taken where the own one is missing, the nearest first. */
const NEAREST: Record<Locale, readonly Locale[]> = { cs: ['cs', 'sk', 'en'], sk: ['sk', 'cs', 'en'], en: ['en', ...LOCALES] };

type Value = number | string | boolean | null;

/** Loggers send true and false, or the numbers that are stored for them. */
const wordsOf = (words: StateWords | null | undefined, value: Value): StateWords[number] | undefined => {
  const number = typeof value === 'boolean' ? Number(value) : value;
  return words?.find((one) => one.value === number);
};

/** What a value is called in a language, else in the nearest that has a word; null where none has. */
export function stateWord(words: StateWords | null | undefined, value: Value, locale: Locale): string | null {
  const found = wordsOf(words, value);
  return (found && NEAREST[locale].map((one) => found[one]).find(Boolean)) ?? null;
}

/** How a value is meant; without a choice false is off and everything else has the channel's colour. */
export const stateTone = (words: StateWords | null | undefined, value: Value): StateTone =>
  wordsOf(words, value)?.tone ?? (value === false ? 'off' : 'neutral');
