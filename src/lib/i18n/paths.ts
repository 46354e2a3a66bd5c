import { DEFAULT_LOCALE, LOCALES, type Locale } from '../constants.ts';
import { ROUTES, type Route, type RoutePath } from '../routes.ts';

/** An address inside the site, cut into its parts; `path` has no locale prefix, no trailing slash and exactly one leading slash. */
export interface SitePath {
  /** The locale of the prefix; null without one, which is the default locale's form. */
  prefix: Locale | null;
  path: string;
  /** With `?` and `#`, as they came. */
  query: string;
  hash: string;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
export const isUuid = (text: string): boolean => new RegExp(`^${UUID}$`).test(text);

const PREFIXED = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

/** Never gives a path that a browser would read as another host: leading slashes and backslashes count as one slash. */
export function splitPath(url: string): SitePath {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(url) ?? [];
  const full = `/${before.replace(/^[/\\]+/, '').replace(/\/+$/, '')}`;
  const prefix = PREFIXED.find((locale) => full === `/${locale}` || full.startsWith(`/${locale}/`)) ?? null;
  const path = prefix ? full.slice(prefix.length + 1) || '/' : full;
  return { prefix, path: path.replace(/^[/\\]+/, '/'), query, hash };
}

/** The address in one locale. */
export function joinPath({ path, query, hash }: Omit<SitePath, 'prefix'>, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return `${path}${query}${hash}`;
  return `/${locale}${path === '/' ? '' : path}${query}${hash}`;
}

const MATCHERS = ROUTES.map((route) => ({
  route,
  names: [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
  // Segments are literals of the table; an `{id}` must look like an id, any other parameter is one segment.
  pattern: new RegExp(
    `^${route.path
      .replace(/[.]/g, '\\.')
      .replaceAll('{id}', `(${UUID})`)
      .replace(/\{\w+\}/g, '([^/]+)')}$`,
  ),
}));

/** The route of a path without locale prefix, or null when the table has none; an id that can't be one matches nothing. */
export function matchPath(path: string): { route: Route; params: Record<string, string> } | null {
  for (const { route, names, pattern } of MATCHERS) {
    const found = pattern.exec(path);
    if (found) return { route, params: Object.fromEntries(names.map((name, index) => [name, found[index + 1] as string])) };
  }
  return null;
}

/** Fills `{id}` and its like. @throws Error when a parameter is missing */
export function fillPath(path: RoutePath | string, params: Record<string, string> | null | undefined): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined || value === '') throw new Error(`${path} wants the parameter '${name}'`);
    return encodeURIComponent(value);
  });
}
