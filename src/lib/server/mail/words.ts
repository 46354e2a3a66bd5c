import i18next, { type i18n } from 'i18next';
import cs from '../../../../locales/cs/mail.json' with { type: 'json' };
import en from '../../../../locales/en/mail.json' with { type: 'json' };
import sk from '../../../../locales/sk/mail.json' with { type: 'json' };
import type { Locale } from '../../constants.ts';
import type { Key } from '../../i18n/index.ts';

type MailKey = Extract<Key, `mail:${string}`>;
export type MailT = (key: MailKey, params?: Record<string, string | number>) => string;

let words: i18n | undefined;

/** An i18next of its own: mails are also written where no page was ever rendered, which is what loads the site's. */
function load(): i18n {
  const own = i18next.createInstance();
  void own.init({
    initAsync: false,
    fallbackLng: false,
    resources: { cs: { mail: cs }, en: { mail: en }, sk: { mail: sk } },
    interpolation: { escapeValue: false },
  });
  return own;
}

/** The words of mails in one locale; `count` chooses the plural form. */
export function mailWords(locale: Locale): MailT {
  words ??= load();
  const fixed = words.getFixedT(locale) as unknown as (key: string, options?: object) => string;
  return (key, params) => fixed(key, params && { ...(typeof params.count === 'number' ? { count: params.count } : {}), replace: params });
}
