import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../constants.ts';
import { formatter } from '../i18n/format.ts';
import type { T } from '../i18n/index.ts';
import { type Failure, type RuleName, validate } from './index.ts';
import { RULES } from './rules.ts';
import { sentence } from './sentence.ts';

const instance = i18next.createInstance();
await instance.init({
  fallbackLng: false,
  resources: Object.fromEntries(
    LOCALES.map((locale) => [locale, { validation: JSON.parse(readFileSync(`locales/${locale}/validation.json`, 'utf8')) }]),
  ),
  interpolation: { escapeValue: false },
});
const said = (locale: Locale, failure: Failure) =>
  sentence(failure, { field: 'Kód', t: instance.getFixedT(locale) as unknown as T, format: formatter(locale, 'UTC') });

/** A value that fails each rule that has numbers or a list in its sentence. */
const FAILING: Partial<Record<RuleName, [value: unknown, rules: string]>> = {
  between: [9, 'between:-1.5,5'],
  digits: ['1', 'digits:3'],
  dimensions: [{ name: 'a.png' }, 'dimensions:150,1200'],
  ext: [{ name: 'a' }, 'ext:jpg,png'],
  length: ['a', 'length:5'],
  max: ['abc', 'max:2'],
  max_value: [9, 'max_value:5'],
  mimes: [{ type: '' }, 'mimes:image/*'],
  min: ['a', 'min:2'],
  min_value: [1, 'min_value:5'],
  one_of: ['c', 'one_of:a,b'],
  size: [{ size: 1e9 }, 'size:250'],
};

describe('the sentence of a failed rule', () => {
  it.each(LOCALES)('is whole for every rule in %s', async (locale) => {
    const sentences = new Set<string>();
    for (const rule of Object.keys(RULES) as RuleName[]) {
      const [value, rules] = FAILING[rule] ?? [];
      const failure = rules ? (await validate(value, rules)).failed[0] : { rule, params: {} };
      expect(failure?.rule).toBe(rule);
      const words = said(locale, failure as Failure);
      expect(words, rule).toMatch(/^\p{Lu}[^{}]+\.$/u);
      sentences.add(words);
    }
    expect(sentences.size).toBe(27);
  });

  it('has the plural that its number wants', () => {
    const of = (locale: Locale, rule: RuleName, ...counts: number[]) =>
      counts.map((length) => said(locale, { rule, params: { length } }).split(/\s/).at(-1));
    expect(of('cs', 'min', 1, 2, 5, 1.5)).toEqual(['znak.', 'znaky.', 'znaků.', 'znaku.']);
    expect(of('cs', 'max', 1, 4, 0, 2.5)).toEqual(['znak.', 'znaky.', 'znaků.', 'znaku.']);
    expect(of('cs', 'digits', 1, 3, 8)).toEqual(['číslici.', 'číslice.', 'číslic.']);
    expect(of('sk', 'min', 1, 2, 5, 1.5)).toEqual(['znak.', 'znaky.', 'znakov.', 'znaku.']);
    expect(of('sk', 'digits', 1, 3, 8)).toEqual(['číslicu.', 'číslice.', 'číslic.']);
    expect(of('en', 'max', 1, 2)).toEqual(['character.', 'characters.']);
  });

  it('has numbers and sizes as the language writes them', async () => {
    const between = (await validate(9, 'between:-1.5,5')).failed[0] as Failure;
    expect(said('cs', between)).toBe('Zadejte číslo od −1,5 do 5.');
    expect(said('en', between)).toBe('Enter a number from −1.5 to 5.');
    expect(said('cs', { rule: 'size', params: { size: 250 } })).toContain('250\u00a0kB');
    expect(said('cs', { rule: 'size', params: { size: 1_536 } })).toContain('1,5\u00a0MB');
    expect(said('sk', { rule: 'ext', params: { list: 'jpg, png' } })).toContain('jpg, png');
  });

  it('is the default message when a number is missing', async () => {
    expect(said('cs', (await validate('a', 'min')).failed[0] as Failure)).toBe('Pole Kód není správně vyplněné.');
  });
});
