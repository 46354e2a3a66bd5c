import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import { LOCALE_TAGS, type Locale } from '../constants.ts';
import { type Format, formatter, type Habits } from './format.ts';
import { type T, translator } from './index.ts';

interface Language {
  locale: Locale;
  timeZone: string;
  habits: Habits | undefined;
  t: T;
}
const LanguageContext = createContext<Language | null>(null);

/** Gives everything below its language, its time zone (of the workspace; UTC when none is chosen) and the person's habits. */
export function I18n({
  locale,
  timeZone = 'UTC',
  habits,
  children,
}: {
  locale: Locale;
  timeZone?: string | undefined;
  habits?: Habits | undefined;
  children: ReactNode;
}) {
  const language = useMemo(() => ({ locale, timeZone, habits, t: translator(locale) }), [locale, timeZone, habits]);
  return (
    <I18nProvider locale={LOCALE_TAGS[locale]}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </I18nProvider>
  );
}

function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('An island must be wrapped in <I18n locale>');
  return language;
}

export const useT = (): T => useLanguage().t;
export const useLocale = (): Locale => useLanguage().locale;
export function useFormat(): Format {
  const { locale, timeZone, habits } = useLanguage();
  return formatter(locale, timeZone, habits);
}
