import { DEFAULT_LOCALE, LOCALES, type Locale } from '../constants.ts';
import { isUuid, ROUTES, type Route, type RoutePath } from '../routes.ts';

/** An address inside the site, cut into its parts. */
export interface SitePath {
  /** The locale of the prefix; null without one, which is the default locale's form. */
  prefix: Locale | null;
  /** Without locale prefix, one trailing slash dropped. Nothing else is mended: what is no page of the table must not become one. */
  path: string;
  /** With `?` and `#`, as they came. */
  query: string;
  hash: string;
}

const PREFIXED = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

export function splitPath(url: string): SitePath {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(url) ?? [];
  const full = before.startsWith('/') ? before : `/${before}`;
  const prefix = PREFIXED.find((locale) => full === `/${locale}` || full.startsWith(`/${locale}/`)) ?? null;
  const path = prefix ? full.slice(prefix.length + 1) || '/' : full;
  return { prefix, path: /[^/]\/$/.test(path) ? path.slice(0, -1) : path, query, hash };
}

/** The path as a browser reads it, but never as that of another host: no tabs and line breaks, one leading slash and no trailing one. */
export function tamePath(path: string): string {
  const text = path.replace(/[\t\n\r]/g, '').replace(/^[/\\]+/, '');
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return `/${text.slice(0, end)}`;
}

const LEADING_PREFIXES = new RegExp(`^(?:[/\\\\]+(?:${PREFIXED.join('|')})(?=[/\\\\]|$))+`);

/** The address in one locale. In the default one a path can't begin with a segment that is the prefix of another. */
export function joinPath({ path, query, hash }: Omit<SitePath, 'prefix'>, locale: Locale): string {
  const tame = tamePath(path);
  return inLocale(locale === DEFAULT_LOCALE ? tamePath(tame.replace(LEADING_PREFIXES, '')) : tame, locale) + query + hash;
}

/** A tame path with the prefix of its locale. */
export const inLocale = (path: string, locale: Locale): string =>
  locale === DEFAULT_LOCALE ? path : `/${locale}${path === '/' ? '' : path}`;

const MATCHERS = ROUTES.map((route) => ({
  route,
  names: [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

export interface Match {
  route: Route;
  params: Record<string, string>;
}

/** The route of a path without locale prefix, or null when the table has none; a parameter is any one segment. */
export function findRoute(path: string): Match | null {
  for (const { route, names, pattern } of MATCHERS) {
    const found = pattern.exec(path);
    if (found) return { route, params: Object.fromEntries(names.map((name, index) => [name, found[index + 1] as string])) };
  }
  return null;
}

/** Like {@link findRoute}, but an id that can't be one matches nothing. */
export function matchPath(path: string): Match | null {
  const found = findRoute(path);
  return found && 'id' in found.params && !isUuid(found.params.id as string) ? null : found;
}

/** Paths of the table cut at their parameters: each second piece is a name. */
const PIECES: Partial<Record<string, string[]>> = Object.fromEntries(ROUTES.map(({ path }) => [path, path.split(/\{(\w+)\}/)]));

export type PathParams = Record<string, string | number>;

/**
 * Fills `{id}` and its like, each as one segment.
 * @throws Error when a parameter is missing, or is `.` or `..`, which browsers take for a step in the path however they are encoded
 */
export function fillPath(path: RoutePath, params: PathParams | null | undefined): string {
  const pieces = PIECES[path] ?? [path];
  let filled = pieces[0] ?? '';
  for (let at = 1; at < pieces.length; at += 2) {
    const name = pieces[at] as string;
    const value = String(params?.[name] ?? '');
    if (value === '') throw new Error(`${path} wants the parameter '${name}'`);
    if (value === '.' || value === '..') throw new Error(`${path} can't have '${value}' as '${name}'`);
    filled += encodeURIComponent(value.toWellFormed()) + pieces[at + 1];
  }
  return filled;
}
