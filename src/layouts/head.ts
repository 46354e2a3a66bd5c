import type { Locale } from '../lib/constants.ts';
import { type HeadTag, headTags } from '../lib/i18n/head.ts';
import { type RoutePath, routeKey } from '../lib/routes.ts';
import type { Page } from './page.ts';

export interface Head {
  title: string;
  description: string;
  tags: HeadTag[];
}
export type Words = { readonly [key: string]: string | Words };

const FILES = import.meta.glob<Words>('../../locales/*/routes.json', { import: 'default', eager: true });
const text = (value: string | Words | undefined): string => (typeof value === 'string' ? value : '');

/** The head of a prerendered page, from the words of its route. @param base origin of the site, for absolute addresses */
export function prerenderedHead(route: RoutePath, locale: Locale, base: string): Head {
  const words = FILES[`../../locales/${locale}/routes.json`]?.[routeKey(route)];
  const { title, description } = typeof words === 'object' ? words : {};
  return { title: text(title), description: text(description), tags: headTags({ route, params: {}, locale, base, query: '' }) };
}

/** The head of any page; a prerendered page and its payload have the same. */
export function headOf({ route, params, locale, title, description }: Page, base: string): Head {
  if (route?.prerender) return prerenderedHead(route.path, locale, base);
  return { title, description, tags: headTags({ route: route?.path ?? null, params, locale, base, query: '' }) };
}
