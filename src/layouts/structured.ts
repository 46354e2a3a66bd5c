import { LOCALE_TAGS, type Locale } from '../lib/constants.ts';
import { localePath } from '../lib/i18n/href.ts';
import { ROUTES, type Route, type RoutePath } from '../lib/routes.ts';

/** What search engines are told in their own words (schema.org), for indexable pages. */

interface Named {
  name: string;
  description: string;
}
type Thing = { readonly [key: string]: unknown };

/** Pages that present the software itself. */
const PRODUCT: readonly RoutePath[] = ['/', '/apps', '/apps/datalogging', '/apps/time-tracking', '/apps/work-day-snapshot', '/pricing'];
const KNOWN = new Map<string, Route>(ROUTES.map((route) => [route.path, route]));

/** The page and the pages above it, home first. */
export function trailOf(path: RoutePath): RoutePath[] {
  const parts = path.split('/').filter(Boolean);
  const above = parts.flatMap((_, at) => KNOWN.get(`/${parts.slice(0, at + 1).join('/')}`) ?? []).filter((route) => route.indexable);
  return ['/', ...above.map((route) => route.path)];
}

/**
 * @param named name of a route as menus have it, and the description of the page
 * @param base origin of the site
 * @returns one graph, or null where there is nothing to tell
 */
export function structuredData(path: RoutePath, locale: Locale, base: string, named: (path: RoutePath) => Named): Thing | null {
  if (!KNOWN.get(path)?.indexable) return null;
  const url = (to: RoutePath) => `${base}${localePath(to, locale)}`;
  const graph: Thing[] = [];
  if (PRODUCT.includes(path))
    graph.push({
      '@type': 'SoftwareApplication',
      name: 'Taktlog',
      url: url('/'),
      description: named('/').description,
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Linux, macOS, Windows',
      inLanguage: LOCALE_TAGS[locale],
      // Whoever hosts it himself pays nothing for it.
      offers: { '@type': 'Offer', price: '0', priceCurrency: locale === 'cs' ? 'CZK' : 'EUR' },
    });
  const trail = trailOf(path);
  if (trail.length > 1)
    graph.push({
      '@type': 'BreadcrumbList',
      itemListElement: trail.map((one, at) => ({ '@type': 'ListItem', position: at + 1, name: named(one).name, item: url(one) })),
    });
  return graph.length === 0 ? null : { '@context': 'https://schema.org', '@graph': graph };
}

/** JSON that may stand in a script element: nothing in it ends the element. */
export const inScript = (thing: Thing): string => JSON.stringify(thing).replace(/</g, '\\u003c');
