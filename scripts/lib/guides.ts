import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DEFAULT_LOCALE, type Locale } from '../../src/lib/constants.ts';
import { findRoute, splitPath } from '../../src/lib/i18n/paths.ts';
import type { LocaleText } from './locale-file.ts';

/** The guides of the product, `locales/<locale>/docs/<name>.md`: what a check of them needs. */

const MARKDOWN = '.md';
const FENCE = '```';
const folderOf = (locale: Locale) => `locales/${locale}/docs`;

export const guidePath = (locale: Locale, name: string): string => `${folderOf(locale)}/${name}${MARKDOWN}`;

export function guideNames(locale: Locale): string[] {
  if (!existsSync(folderOf(locale))) return [];
  return readdirSync(folderOf(locale)).map((file) => basename(file, MARKDOWN));
}

/** Has the route table a page for the guide? */
export const isShown = (name: string): boolean => findRoute(`/docs/${name}`) !== null;

/** Lines of running text with their numbers; code is nobody's language. */
export function textOf(file: string): LocaleText[] {
  let isCode = false;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (text.startsWith(FENCE)) isCode = !isCode;
      return isCode || text.startsWith(FENCE) ? [] : [{ key: 'the text', text, line: index + 1 }];
    });
}

/** Headings of the second level. */
export function sectionsOf(locale: Locale, name: string): number {
  const file = guidePath(locale, name);
  return existsSync(file) ? textOf(file).filter(({ text }) => text.startsWith('## ')).length : 0;
}

/** Writes the text of a guide anew, its code as it was. */
export function mendGuide(file: string, mend: (text: string) => string): void {
  const text = readFileSync(file, 'utf8');
  const mended = text
    .split(FENCE)
    .map((part, index) => (index % 2 === 0 ? mend(part) : part))
    .join(FENCE);
  if (mended !== text) writeFileSync(file, mended);
}

/** Written by hand for programs, not by the route table. */
const OTHER_PAGES = ['/v1/docs'];

/** What is wrong with the links of a line: each leads to a page of the route table, in the language of the guide. */
export function linkFaults(locale: Locale, text: string): string[] {
  return [...text.matchAll(/\]\(([^)]*)\)/g)].flatMap(([, link = '']) => {
    if (OTHER_PAGES.includes(link)) return [];
    const { prefix, path } = splitPath(link);
    if (!link.startsWith('/') || !findRoute(path)) return [`the link ${link} leads to no page`];
    const own = (prefix ?? DEFAULT_LOCALE) === locale;
    return own ? [] : [`the link ${link} leads to a page in another language`];
  });
}
