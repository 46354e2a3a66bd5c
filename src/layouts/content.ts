import type { Locale } from '../lib/constants.ts';
import { type HeadTag, headTags } from '../lib/i18n/head.ts';
import type { RoutePath } from '../lib/routes.ts';
import { routeKey } from './route-key.ts';

/** What a prerendered page is made of: its head and the words of its body. Its payload is the same object as JSON. */
export interface Content {
  head: { title: string; description: string; tags: HeadTag[] };
  data: Words;
}
export type Words = { readonly [key: string]: string | Words };

const FILES = import.meta.glob<Words>('../../locales/*/{routes,public,home}.json', { import: 'default', eager: true });

function words(locale: Locale, namespace: 'routes' | 'public' | 'home'): Words {
  return FILES[`../../locales/${locale}/${namespace}.json`] ?? {};
}
const text = (value: string | Words | undefined): string => (typeof value === 'string' ? value : '');

/** @param base origin of the site, for absolute addresses */
export function contentOf(route: RoutePath, locale: Locale, base: string): Content {
  const key = routeKey(route);
  const own = words(locale, 'routes')[key];
  const { title, description } = typeof own === 'object' ? own : {};
  const body = route === '/' ? words(locale, 'home') : words(locale, 'public')[key];
  return {
    head: { title: text(title), description: text(description), tags: headTags({ route, params: {}, locale, base, query: '' }) },
    data: typeof body === 'object' ? body : {},
  };
}
