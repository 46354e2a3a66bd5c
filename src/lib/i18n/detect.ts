import { DEFAULT_LOCALE, LOCALE_TAGS, LOCALES, type Locale } from '../constants.ts';
import { findRoute, joinPath, splitPath } from './paths.ts';

/** What of a request decides its language; absent values are null, `path` has the query. */
export interface LocaleSignals {
  path: string;
  cookie: string | null;
  acceptLanguage: string | null;
  secFetchSite: string | null;
  referer: string | null;
  host: string | null;
}

export const isLocale = (text: string | null | undefined): text is Locale => (LOCALES as readonly string[]).includes(text ?? '');

/** The locale of the cookie, null without one; a value that is none of ours counts as the default. */
const ofCookie = (cookie: string | null): Locale | null => (cookie === null || isLocale(cookie) ? cookie : DEFAULT_LOCALE);

const BY_TAG = new Map<string, Locale>(
  LOCALES.flatMap((locale) => [[locale, locale] as const, [LOCALE_TAGS[locale].toLowerCase(), locale]]),
);

/** The first tag of the header that is ours, exactly or by its language; weights are ignored, the order counts. */
function ofHeader(header: string): Locale | null {
  for (const part of header.split(',')) {
    const tag = part.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const found = BY_TAG.get(tag) ?? BY_TAG.get(tag.split('-', 1)[0] ?? '');
    if (found) return found;
  }
  return null;
}

function fromOurOwn({ secFetchSite, referer, host }: LocaleSignals): boolean {
  if (secFetchSite === 'same-origin') return true;
  if (!referer || !host || /[/\\?#@]/.test(host) || !URL.canParse(referer)) return false;
  const { protocol, host: from } = new URL(referer);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  // Upper case and the scheme's own port are the same host.
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === from;
}

/** The locale of an error page: of the prefix, else of the cookie, else Czech. */
export function errorLocale(path: string, cookie: string | null): Locale {
  return splitPath(path).prefix ?? ofCookie(cookie) ?? DEFAULT_LOCALE;
}

/**
 * The locale of a request, and where `/` sends a first visit. A path of the table says its locale itself; elsewhere the prefix
 * decides, else the cookie, else Czech. Only `/` is ever redirected, and only on the first access.
 */
export function detectLocale(signals: LocaleSignals): { locale: Locale; redirect: string | null } {
  const { prefix, path, query } = splitPath(signals.path);
  if (prefix) return { locale: prefix, redirect: null };
  if (!findRoute(path)) return { locale: errorLocale(signals.path, signals.cookie), redirect: null };
  if (path !== '/' || fromOurOwn(signals)) return { locale: DEFAULT_LOCALE, redirect: null };
  const locale = ofCookie(signals.cookie) ?? ofHeader(signals.acceptLanguage ?? '') ?? DEFAULT_LOCALE;
  return { locale, redirect: locale === DEFAULT_LOCALE ? null : joinPath({ path, query, hash: '' }, locale) };
}
