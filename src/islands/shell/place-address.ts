import { DEFAULT_LOCALE } from '../../lib/constants.ts';
import { href } from '../../lib/i18n/href.ts';
import { matchPath, splitPath } from '../../lib/i18n/paths.ts';
import { ROUTES, type RoutePath } from '../../lib/routes.ts';

/** Areas whose pages show something of the chosen organisation. */
const AREAS: readonly string[] = ['dlog', 'org', 'tm'];
const HOME: RoutePath = '/user/dashboard';

/**
 * Where a page goes when another organisation is chosen: a list and the overview to themselves, without the filters that speak of the one
 * before, a detail to its list. Null for pages that show nothing of an organisation.
 */
export function placeAddress(pathname: string): string | null {
  const { path, prefix } = splitPath(pathname);
  const route = matchPath(path)?.route;
  if (!route || !(AREAS.includes(route.area) || route.path === HOME)) return null;
  const list = route.path.replace(/\/\{\w+\}$/, '');
  const known = ROUTES.find((one) => one.path === list);
  return href((known?.path ?? HOME) as RoutePath, null, prefix ?? DEFAULT_LOCALE);
}

/** The address of the list that a detail stands in; null when the page is no detail. */
export function listAddress(pathname: string): string | null {
  const params = matchPath(splitPath(pathname).path)?.params;
  return params && 'id' in params ? placeAddress(pathname) : null;
}

/** An address without the choice that it carries. */
export function withoutChoice(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('org');
  url.searchParams.delete('ws');
  return url.href;
}

/** A link to a page of this site that carries its place, for whoever works elsewhere, or scans it from a label. */
export function placeLink(path: string, organization: string, workspace: string | null): string {
  const url = new URL(path, location.origin);
  url.searchParams.set('org', organization);
  if (workspace !== null) url.searchParams.set('ws', workspace);
  return url.href;
}
