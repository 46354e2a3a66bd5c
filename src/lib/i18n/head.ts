import { DEFAULT_LOCALE, LOCALE_TAGS, LOCALES, type Locale } from '../constants.ts';
import { type RoutePath, routeOf } from '../routes.ts';
import { fillPath, joinPath, type PathParams } from './paths.ts';

export interface HeadTag {
  tag: 'html' | 'link' | 'meta';
  attrs: Record<string, string>;
}

/**
 * What the head of a page says about its language and its other languages. Only indexable pages have a canonical and alternates;
 * an error page (`route` null) has neither. `base` is the origin; the query is part of no address.
 */
export function headTags(page: {
  route: RoutePath | null;
  params?: PathParams | null;
  locale: Locale;
  base: string;
  query?: string;
}): HeadTag[] {
  const html: HeadTag = { tag: 'html', attrs: { lang: LOCALE_TAGS[page.locale] } };
  if (page.route === null || !routeOf(page.route)?.indexable) return [html];
  const path = fillPath(page.route, page.params);
  const origin = page.base.replace(/\/+$/, '');
  const address = (locale: Locale) => origin + joinPath({ path, query: '', hash: '' }, locale);
  const link = (rel: string, attrs: Record<string, string>): HeadTag => ({ tag: 'link', attrs: { rel, ...attrs } });
  const meta = (property: string, locale: Locale): HeadTag => ({
    tag: 'meta',
    attrs: { property, content: LOCALE_TAGS[locale].replace('-', '_') },
  });
  return [
    html,
    link('canonical', { href: address(page.locale) }),
    ...LOCALES.flatMap((locale) => [
      link('alternate', { hreflang: locale, href: address(locale) }),
      link('alternate', { hreflang: LOCALE_TAGS[locale], href: address(locale) }),
    ]),
    link('alternate', { hreflang: 'x-default', href: address(DEFAULT_LOCALE) }),
    meta('og:locale', page.locale),
    ...LOCALES.filter((locale) => locale !== page.locale).map((locale) => meta('og:locale:alternate', locale)),
  ];
}
