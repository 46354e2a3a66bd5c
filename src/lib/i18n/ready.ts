import { DEFAULT_LOCALE, LOCALES, type Locale } from '../constants.ts';
import { isLocale } from './detect.ts';
import { loadWords } from './load-words.ts';
import type { Namespace } from './resources.ts';
import { addWords, hasWords } from './words-source.browser.ts';

/** Files whose words only the server writes; every page would carry their addresses. */
type OnServer =
  | 'apps'
  | 'auth'
  | 'company'
  | 'embed-page'
  | 'entries-export'
  | 'home'
  | 'mail'
  | 'playground'
  | 'readings-file'
  | 'received-data-export'
  | 'study';
type Words = Record<string, unknown>;
interface WordFiles {
  FILES: Record<string, () => Promise<Words>>;
  WITH_THEM: Record<string, Words>;
  often(): Promise<{ WORDS: Record<string, Words> }>;
}
/** A map of addresses for each language: in one file they were three times as long, on every page. */
const FILES: Record<Locale, () => Promise<WordFiles>> = {
  cs: () => import('./word-files/cs.ts'),
  en: () => import('./word-files/en.ts'),
  sk: () => import('./word-files/sk.ts'),
};

/** The locale in which the server wrote the page. */
export function documentLocale(): Locale {
  const language = document.documentElement.lang.split('-', 1)[0];
  return isLocale(language) ? language : DEFAULT_LOCALE;
}

/**
 * Loads an island's words before it hydrates: `await ready('common', 'ui')` at the top of its module. On the server the words are
 * there already. A file that can't be loaded is only logged: the page stays usable with the keys in its place.
 */
export async function ready(...namespaces: Exclude<Namespace, OnServer>[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await load(documentLocale(), namespaces);
}

/** The same in every language: for what is written down in all of them. */
export async function readyEverywhere(...namespaces: Exclude<Namespace, OnServer>[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.all(LOCALES.map((locale) => load(locale, namespaces)));
}

async function load(locale: Locale, namespaces: readonly Namespace[]): Promise<void> {
  const read = async (file: string) => {
    const { FILES: alone, WITH_THEM: here, often } = await FILES[locale]();
    const path = `../../../../${file}`;
    return here[path] ?? (await alone[path]?.()) ?? (await often()).WORDS[`../${path}`];
  };
  await loadWords({ has: hasWords, add: addWords, read, warn: (message, error) => console.warn(message, error) }, locale, namespaces);
}
