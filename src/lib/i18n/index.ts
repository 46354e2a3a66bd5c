import i18next from 'i18next';
import type { Locale } from '../constants.ts';
import type { Namespace, Resources } from './resources.ts';

type Plural = 'one' | 'few' | 'many' | 'other';
/** A key without its plural suffix, which i18next chooses by `count`. */
type Singular<K> = K extends `${infer Base}_${Plural}` ? Base : K;
type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${Leaves<T[K]>}` }[keyof T & string];

/** Every key of `locales/cs`, always with its namespace: `common:save`. */
export type Key = { [N in Namespace]: `${N}:${Leaves<Resources[N]>}` }[Namespace];
type Params = Record<string, string | number>;
export type T = (key: Key, params?: Params) => string;

/** The words of one locale. There is no current language: whoever asks says which. */
export function translator(locale: Locale): T {
  return i18next.getFixedT(locale) as unknown as T;
}
