import type { i18n } from 'i18next';

export interface LoadWords {
  i18next: Pick<i18n, 'hasResourceBundle' | 'addResourceBundle'>;
  /** Brings the file of a path; undefined when there is none. */
  read(file: string): Promise<Record<string, unknown>> | undefined;
  warn(message: string, error: unknown): void;
}

/** Loads files of one locale that aren't here yet. One that can't be loaded is only logged, and tried again when it is next asked for. */
export async function loadWords({ i18next, read, warn }: LoadWords, locale: string, namespaces: readonly string[]): Promise<void> {
  const load = async (namespace: string) => {
    if (i18next.hasResourceBundle(locale, namespace)) return;
    const file = `locales/${locale}/${namespace}.json`;
    try {
      const words = await read(file);
      if (!words) throw new Error('there is no such file');
      i18next.addResourceBundle(locale, namespace, words);
    } catch (error) {
      warn(`${file} was not loaded`, error);
    }
  };
  await Promise.all(namespaces.map(load));
}
