import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import { LOCALE_TAGS, type Locale } from '../constants.ts';
import { type Format, formatter } from './format.ts';
import { type T, translator } from './index.ts';

interface Language {
  locale: Locale;
  timeZone: string;
  t: T;
}
const LanguageContext = createContext<Language | null>(null);

/** Gives everything below its language and its time zone (of the workspace; UTC when none is chosen). */
export function I18n({ locale, timeZone = 'UTC', children }: { locale: Locale; timeZone?: string | undefined; children: ReactNode }) {
  const language = useMemo(() => ({ locale, timeZone, t: translator(locale) }), [locale, timeZone]);
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
  const { locale, timeZone } = useLanguage();
  return formatter(locale, timeZone);
}
