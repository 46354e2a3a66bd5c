import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../constants.ts';
import { type T, translator } from './index.ts';

const NB = '\u00a0';
const words = (locale: Locale, namespace: string) => JSON.parse(readFileSync(`locales/${locale}/${namespace}.json`, 'utf8')) as object;

beforeAll(async () => {
  const namespaces = ['dashboard', 'errors', 'common'];
  await i18next.init({
    lng: 'cs',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      LOCALES.map((locale) => [locale, Object.fromEntries(namespaces.map((name) => [name, words(locale, name)]))]),
    ),
  });
});

const readings = (locale: Locale, counts: number[]) => counts.map((count) => translator(locale)('dashboard:readings', { count }));

describe('a text with a number', () => {
  it('has the plural form of its language, for fractions too', () => {
    expect(readings('cs', [0, 1, 1.5, 2, 4, 5, 21])).toEqual([
      '0 hodnot',
      '1 hodnota',
      '1,5 hodnoty',
      '2 hodnoty',
      '4 hodnoty',
      '5 hodnot',
      '21 hodnot',
    ]);
    expect(readings('sk', [0, 1, 1.5, 2, 5])).toEqual(['0 hodnôt', '1 hodnota', '1,5 hodnoty', '2 hodnoty', '5 hodnôt']);
    expect(readings('en', [0, 1, 1.5, 2])).toEqual(['0 readings', '1 reading', '1.5 readings', '2 readings']);
  });
  it('writes the number as its language does', () => {
    expect(readings('cs', [12_345])).toEqual([`12${NB}345 hodnot`]);
    expect(readings('en', [12_345])).toEqual(['12,345 readings']);
  });
});

describe('a text with a part filled in', () => {
  it('shows that part as it is, whatever stands in it', () => {
    for (const path of ['/a{{path}}', '/$t(errors:internal)', '/a$&b', '/<b>&amp;', '/{{- path}}', '/%7B'])
      expect(translator('en')('errors:page.not_found.unmatched', { path })).toBe(`Page not found: ${path}`);
  });
  it('is not confused by the name of the part', () => {
    const t = translator('en') as unknown as (key: string, params: object) => string;
    expect(t('common:skip', { context: 'x', ns: 'errors', lng: 'cs', defaultValue: 'no', ordinal: 'y' })).toBe('Skip to content');
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
    t('dashboard:readings_few', { count: 2 });
  });
});
