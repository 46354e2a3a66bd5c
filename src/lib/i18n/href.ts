import type { Locale } from '../constants.ts';
import { ROUTES, type RoutePath } from '../routes.ts';
import { fillPath, inLocale, joinPath, type PathParams, splitPath, tamePath } from './paths.ts';

type External = `${string}:${string}` | `//${string}`;
/** A path of the route table, also with query and hash, or an address elsewhere. */
export type LinkName = RoutePath | `${RoutePath}?${string}` | `${RoutePath}#${string}` | External;

/** What a browser takes for an address with a scheme, see src/lib/client/kernel/navigate.ts. */
const hasScheme = (url: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(asRead(url));
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip controls and blanks in front
const asRead = (url: string): string => url.replace(/^[\u0000-\u0020]+/, '').replace(/[\t\n\r]/g, '');

const NAMES = new Set<string>(ROUTES.map((route) => route.path));
const isName = (path: string): path is RoutePath => NAMES.has(path);

/**
 * The address of a route in one locale; query and hash of the name are kept, external addresses come back unchanged.
 * @throws Error when the table has no such route, or a parameter of its path is missing
 */
export function href(name: LinkName, params: PathParams | null | undefined, locale: Locale): string {
  // Most links are a path of the table as it stands, in which there is nothing to cut off and nothing to tame.
  if (isName(name)) return inLocale(fillPath(name, params), locale);
  if (hasScheme(name) || /^[/\\]{2}/.test(asRead(name))) return name;
  const { path, query, hash } = splitPath(name);
  if (!isName(path)) throw new Error(`There is no route '${path}'`);
  return joinPath({ path: fillPath(path, params), query, hash }, locale);
}

/** A path (with query and hash, in any locale's form) in the given locale, without a trailing slash. It never leads to another host. */
export function localePath(path: string, locale: Locale): string {
  if (hasScheme(path)) return path;
  const question = path.search(/[?#]/);
  const end = question === -1 ? path.length : question;
  return joinPath(splitPath(tamePath(path.slice(0, end)) + path.slice(end)), locale);
}

/** The same page, parameters, query and hash in another locale. */
export function switchLocale(url: string, locale: Locale): string {
  return localePath(url, locale);
}
