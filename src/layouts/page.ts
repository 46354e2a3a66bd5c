import type { AstroGlobal } from 'astro';
import { LOCALE_COOKIE, type Locale } from '../lib/constants.ts';
import type { Profile } from '../lib/contract/auth.ts';
import { routeOfPattern } from '../lib/guard.ts';
import { errorLocale } from '../lib/i18n/detect.ts';
import { type Key, type T, translator } from '../lib/i18n/index.ts';
import { fillPath, joinPath } from '../lib/i18n/paths.ts';
import { type Route, type RoutePath, routeKey } from '../lib/routes.ts';

/** What a layout knows of the page that it frames. */
export interface Page {
  /** Null on an error page. */
  route: Route | null;
  params: Record<string, string>;
  locale: Locale;
  t: T;
  title: string;
  description: string;
  /** Path and query in the form of the page's locale. */
  path: string;
  /** The signed-in person; null for anonymous visitors, for prerendered pages and for the shell without tenant data. */
  user: Profile | null;
}

/** A word of the route table: `name` for menus, `title` and `description` for the page. */
export function routeText(t: T, path: RoutePath, text: 'name' | 'title' | 'description'): string {
  return t(`routes:${routeKey(path)}.${text}` as Key);
}

export function pageOf(astro: AstroGlobal): Page {
  const user = astro.isPrerendered ? null : (astro.locals.user ?? null);
  const params = Object.fromEntries(Object.entries(astro.params).map(([name, value]) => [name, String(value)]));
  const matched = routeOfPattern(astro.routePattern);
  if (!matched) return errorPage(astro, user);
  const { route, locale } = matched;
  const t = translator(locale);
  // While prerendering the address of the page is that of its file.
  const query = astro.isPrerendered ? '' : astro.url.search;
  return {
    route,
    params,
    locale,
    t,
    title: routeText(t, route.path, 'title'),
    description: routeText(t, route.path, 'description'),
    path: joinPath({ path: fillPath(route.path, params), query, hash: '' }, locale),
    user,
  };
}

/** The locale of an error page: prefix, else cookie, else Czech. Its title is the caller's. */
function errorPage(astro: AstroGlobal, user: Profile | null): Page {
  const path = astro.locals.fullPath ?? astro.originPathname;
  const locale = errorLocale(path, astro.cookies.get(LOCALE_COOKIE)?.value ?? null);
  return { route: null, params: {}, locale, t: translator(locale), title: '', description: '', path, user };
}
