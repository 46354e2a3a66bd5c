import i18next from 'i18next';
import type { Locale } from '../constants.ts';

/** What a file of words says at a key: a text, a group of them, or nothing. On the server, where astro-i18next has read all files. */
export const wordAt = (locale: Locale, namespace: string, key: string): unknown => i18next.getResource(locale, namespace, key);
