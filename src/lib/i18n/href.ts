import type { Locale } from '../constants.ts';
import type { RoutePath } from '../routes.ts';
import { fillPath, joinPath, splitPath } from './paths.ts';

type External = `${string}:${string}` | `//${string}`;
/** A path of the route table, also with query and hash, or an address elsewhere. */
export type LinkName = RoutePath | `${RoutePath}?${string}` | `${RoutePath}#${string}` | External;

const EXTERNAL = /^([a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * The address of a route in one locale; query and hash of the name are kept, external addresses come back unchanged.
 * @throws Error when a parameter of the path is missing
 */
export function href(name: LinkName, params: Record<string, string> | null | undefined, locale: Locale): string {
  if (EXTERNAL.test(name)) return name;
  const { path, query, hash } = splitPath(name);
  return joinPath({ path: fillPath(path, params), query, hash }, locale);
}

/** A path (with query and hash, in any locale's form) in the given locale, without a trailing slash. */
export function localePath(path: string, locale: Locale): string {
  return joinPath(splitPath(path), locale);
}

/** The same page, parameters, query and hash in another locale. */
export function switchLocale(url: string, locale: Locale): string {
  return localePath(url, locale);
}
