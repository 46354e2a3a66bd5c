import i18next from 'i18next';
import type { Locale } from '../constants.ts';
import { formatter } from './format.ts';
import type { Namespace, Resources } from './resources.ts';

type Plural = 'one' | 'few' | 'many' | 'other';
/** A key without its plural suffix, which i18next chooses by `count`. */
type Singular<K> = K extends `${infer Base}_${Plural}` ? Base : K;
type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${Leaves<T[K]>}` }[keyof T & string];

/** Every key of `locales/cs`, always with its namespace: `common:save`. */
export type Key = { [N in Namespace]: `${N}:${Leaves<Resources[N]>}` }[Namespace];
type Params = Record<string, string | number>;
export type T = (key: Key, params?: Params) => string;

/**
 * The words of one locale. There is no current language: whoever asks says which. `count` chooses the plural form; every number
 * is written as in that language (`1,5`), so a number that is a name must be given as text.
 */
export function translator(locale: Locale): T {
  const fixed = i18next.getFixedT(locale) as unknown as (key: Key, options?: object) => string;
  const { number } = formatter(locale, 'UTC');
  return (key, params) => {
    if (!params) return fixed(key);
    const replace = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? number(value) : value]),
    );
    // The other parameters don't go in by themselves: i18next would take one that is called `context` or `ns` for an order.
    return fixed(key, { ...(typeof params.count === 'number' ? { count: params.count } : {}), replace });
  };
}
