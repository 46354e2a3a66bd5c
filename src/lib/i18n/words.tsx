import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Locale } from '../constants.ts';
import type { English } from '../contract/formats.ts';
import { type Format, formatter, type Habits } from './format.ts';
import { type T, translator } from './index.ts';
import { englishOf } from './region.ts';

/** Words and formats in React without the component library: what capture has, which must stay small. */

interface Language {
  locale: Locale;
  timeZone: string;
  /** With the English of the person's zone, which holds for times of other zones too. */
  habits: Habits & { english: English };
  t: T;
  format: Format;
}
const LanguageContext = createContext<Language | null>(null);

export interface WordsProps {
  locale: Locale;
  /** IANA zone of whoever's times are written; null where none are. */
  timeZone: string | null;
  habits?: Habits | undefined;
  children: ReactNode;
}

/** Gives everything below its language, its time zone and the person's habits. */
export function Words({ locale, timeZone, habits, children }: WordsProps) {
  const language = useMemo(() => {
    const zone = timeZone ?? 'UTC';
    const own = { ...habits, english: englishOf(habits?.english, zone) };
    return { locale, timeZone: zone, habits: own, t: translator(locale), format: formatter(locale, zone, own) };
  }, [locale, timeZone, habits]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/** What everything below is written by. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('An island must be wrapped in <I18n locale>');
  return language;
}

/** Whose English the person reads. */
export const useEnglish = (): English => useLanguage().habits.english;

export const useT = (): T => useLanguage().t;
export const useLocale = (): Locale => useLanguage().locale;
export const useFormat = (): Format => useLanguage().format;
