import { readdirSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../constants.ts';
import { type T, translator } from './index.ts';

const NB = '\u00a0';
const words = (locale: Locale, namespace: string) => JSON.parse(readFileSync(`locales/${locale}/${namespace}.json`, 'utf8')) as object;

const keysOf = (of: object, before: string): string[] =>
  Object.entries(of).flatMap(([key, value]) => (typeof value === 'string' ? [before + key] : keysOf(value, `${before}${key}.`)));

beforeAll(async () => {
  const namespaces = ['dataloggers', 'error-pages', 'errors', 'common'];
  await i18next.init({
    lng: 'cs',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      LOCALES.map((locale) => [locale, Object.fromEntries(namespaces.map((name) => [name, words(locale, name)]))]),
    ),
  });
});

const channels = (locale: Locale, counts: number[]) =>
  counts.map((count) => translator(locale)('dataloggers:detail.more_channels', { count }));

describe('a text with a number', () => {
  it('has the plural form of its language, for fractions too', () => {
    expect(channels('cs', [0, 1, 1.5, 2, 4, 5, 21])).toEqual([
      `a${NB}0 dalších kanálů`,
      `a${NB}1 další kanál`,
      `a${NB}1,5 dalšího kanálu`,
      `a${NB}2 další kanály`,
      `a${NB}4 další kanály`,
      `a${NB}5 dalších kanálů`,
      `a${NB}21 dalších kanálů`,
    ]);
    expect(channels('sk', [0, 1, 1.5, 2, 5])).toEqual([
      `a${NB}0 ďalších kanálov`,
      `a${NB}1 ďalší kanál`,
      `a${NB}1,5 ďalšieho kanála`,
      `a${NB}2 ďalšie kanály`,
      `a${NB}5 ďalších kanálov`,
    ]);
    expect(channels('en', [0, 1, 1.5, 2])).toEqual([
      'and 0 more channels',
      'and 1 more channel',
      'and 1.5 more channels',
      'and 2 more channels',
    ]);
  });
  it('writes the number as its language does', () => {
    expect(channels('cs', [12_345])).toEqual([`a${NB}12${NB}345 dalších kanálů`]);
    expect(channels('en', [12_345])).toEqual(['and 12,345 more channels']);
  });
});

describe('a text with a part filled in', () => {
  it('shows that part as it is, whatever stands in it', () => {
    for (const path of ['/a{{path}}', '/$t(errors:internal)', '/a$&b', '/<b>&amp;', '/{{- path}}', '/%7B'])
      expect(translator('en')('error-pages:not_found.unmatched', { path })).toBe(`Page not found: ${path}`);
  });
  it('is not confused by the name of the part', () => {
    const t = translator('en') as unknown as (key: string, params: object) => string;
    expect(t('common:skip', { context: 'x', ns: 'errors', lng: 'cs', defaultValue: 'no', ordinal: 'y' })).toBe('Skip to content');
  });
});

describe('every word of every file', () => {
  it('is said as i18next says it, with any number and anything filled in', async () => {
    for (const locale of LOCALES) {
      const own = i18next.createInstance();
      const files = readdirSync(`locales/${locale}`).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []));
      await own.init({
        lng: locale,
        fallbackLng: false,
        interpolation: { escapeValue: false },
        resources: { [locale]: Object.fromEntries(files.map((file) => [file, words(locale, file)])) },
      });
      for (const file of files) i18next.addResourceBundle(locale, file, words(locale, file));
      const say = translator(locale) as unknown as (key: string, params?: Record<string, string | number>) => string;
      const oracle = own.getFixedT(locale) as unknown as (key: string, options?: object) => string;
      for (const key of files.flatMap((file) => keysOf(words(locale, file), `${file}:`))) {
        expect(say(key)).toBe(oracle(key));
        const names = [...oracle(key, { skipInterpolation: true }).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string);
        const replace = Object.fromEntries(names.map((name) => [name, `<${name} $& {{count}}>`]));
        const stem = key.replace(/_(one|few|many|other)$/, '');
        for (const count of [0, 1, 1.5, 2, 5, 21])
          expect(say(stem, { ...replace, count })).toBe(
            oracle(stem, { count, replace: { ...replace, count: String(count).replace('.', locale === 'en' ? '.' : ',') } }),
          );
      }
    }
  });
});

describe('the keys', () => {
  it('are known to the compiler, plurals by their stem', () => {
    const t: T = translator('cs');
    expect(t('common:nav.sign_in')).toBe('Přihlásit se');
    // @ts-expect-error there is no such key
    t('common:nav.sign_inn');
    // @ts-expect-error the namespace is part of the key
    t('nav.sign_in');
    // @ts-expect-error a form of a plural is chosen by its count
    t('dataloggers:detail.more_channels_few', { count: 2 });
  });
});
