import i18next from 'i18next';
import { DEFAULT_LOCALE, type Locale } from '../constants.ts';
import { isLocale } from './detect.ts';
import { loadWords } from './load-words.ts';
import type { Namespace } from './resources.ts';

const FILES = import.meta.glob<Record<string, unknown>>('../../../locales/*/*.json', { import: 'default' });

/** The locale in which the server wrote the page. */
export function documentLocale(): Locale {
  const language = document.documentElement.lang.split('-', 1)[0];
  return isLocale(language) ? language : DEFAULT_LOCALE;
}

/**
 * Loads an island's words before it hydrates: `await ready('common', 'ui')` at the top of its module. On the server the words are
 * there already. A file that can't be loaded is only logged: the page stays usable with the keys in its place.
 */
export async function ready(...namespaces: Namespace[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const locale = documentLocale();
  if (!i18next.isInitialized)
    void i18next.init({
      lng: locale,
      fallbackLng: false,
      defaultNS: 'common',
      resources: {},
      initAsync: false,
      interpolation: { escapeValue: false },
    });
  const read = (file: string) => FILES[`../../../${file}`]?.();
  await loadWords({ i18next, read, warn: (message, error) => console.warn(message, error) }, locale, namespaces);
}
