import type { Locale } from '../constants.ts';

type Words = Record<string, unknown>;
export interface LoadWords {
  has(locale: Locale, namespace: string): boolean;
  add(locale: Locale, namespace: string, words: Words): void;
  /** Brings the file of a path; undefined when there is none. */
  read(file: string): Promise<Words | undefined> | undefined;
  warn(message: string, error: unknown): void;
}

/** Loads files of one locale that aren't here yet. One that can't be loaded is only logged, and tried again when it is next asked for. */
export async function loadWords({ has, add, read, warn }: LoadWords, locale: Locale, namespaces: readonly string[]): Promise<void> {
  const load = async (namespace: string) => {
    if (has(locale, namespace)) return;
    const file = `locales/${locale}/${namespace}.json`;
    try {
      const words = await read(file);
      if (!words) throw new Error('there is no such file');
      add(locale, namespace, words);
    } catch (error) {
      warn(`${file} was not loaded`, error);
    }
  };
  await Promise.all(namespaces.map(load));
}
