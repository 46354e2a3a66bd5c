import { wordAt } from '#words';
import type { Locale } from '../constants.ts';
import { formatter } from './format.ts';
import type { Namespace, Resources } from './resources.ts';

type Plural = 'one' | 'few' | 'many' | 'other';
/** A key without its plural suffix, which `count` chooses. */
type Singular<K> = K extends `${infer Base}_${Plural}` ? Base : K;
type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${Leaves<T[K]>}` }[keyof T & string];

/** Every key of `locales/cs`, always with its namespace: `common:save`. */
export type Key = { [N in Namespace]: `${N}:${Leaves<Resources[N]>}` }[Namespace];
type Params = Record<string, string | number>;
export type T = (key: Key, params?: Params) => string;

/** Forms of numbers, made once. */
const plurals = new Map<Locale, Intl.PluralRules>();
function formOf(locale: Locale, count: number): string {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale);
  plurals.set(locale, rules);
  return rules.select(count);
}

const translators = new Map<Locale, T>();
/**
 * The words of one locale. There is no current language: whoever asks says which. `count` chooses the plural form; every number
 * is written as in that language (`1,5`), so a number that is a name must be given as text. A key without words stands for itself, without
 * its namespace. The files are i18next's, and what is said is what i18next would say; in the browser it isn't needed for that.
 */
export function translator(locale: Locale): T {
  const made = translators.get(locale) ?? makeTranslator(locale);
  translators.set(locale, made);
  return made;
}

function makeTranslator(locale: Locale): T {
  const { number } = formatter(locale, 'UTC');
  /** Texts by their keys. A key without words isn't kept: its file may still be on its way. */
  const texts = new Map<string, string>();
  /** Texts cut at their gaps: each second piece is a name. */
  const cut = new Map<string, string[]>();
  const find = (key: string) => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const colon = key.indexOf(':');
    const found = wordAt(locale, key.slice(0, colon), key.slice(colon + 1));
    if (typeof found !== 'string') return;
    texts.set(key, found);
    return found;
  };
  return (key, params) => {
    const count = params?.count;
    const plural = typeof count === 'number' ? find(`${key}_${formOf(locale, count)}`) : undefined;
    const text = plural ?? find(key) ?? key.slice(key.indexOf(':') + 1);
    if (!params) return text;
    // What is filled in is shown as it is, whatever stands in it.
    const pieces = cut.get(text) ?? text.split(/\{\{(\w+)\}\}/);
    cut.set(text, pieces);
    let filled = pieces[0] ?? '';
    for (let at = 1; at < pieces.length; at += 2) {
      const value = params[pieces[at] as string] ?? `{{${pieces[at]}}}`;
      filled += (typeof value === 'number' ? number(value) : value) + pieces[at + 1];
    }
    return filled;
  };
}
