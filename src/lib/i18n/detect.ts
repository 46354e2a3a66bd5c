import { DEFAULT_LOCALE, LOCALE_TAGS, LOCALES, type Locale } from '../constants.ts';
import { joinPath, matchPath, splitPath } from './paths.ts';

/** What of a request decides its language; absent values are null, `path` has the query. */
export interface LocaleSignals {
  path: string;
  cookie: string | null;
  acceptLanguage: string | null;
  secFetchSite: string | null;
  referer: string | null;
  host: string | null;
}

/** No browser sends more tags; the rest of a longer header is not read. */
const MAX_TAGS = 50;

export const isLocale = (text: string | null | undefined): text is Locale => (LOCALES as readonly string[]).includes(text ?? '');

/** The locale of the cookie; a value that is none of ours counts as the default. */
const ofCookie = (cookie: string): Locale => (isLocale(cookie) ? cookie : DEFAULT_LOCALE);

/** The first tag of the header that is ours, exactly or by its language; weights are ignored, the order counts. */
function ofHeader(header: string): Locale | null {
  for (const part of header.split(',', MAX_TAGS)) {
    const tag = part.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const exact = LOCALES.find((locale) => LOCALE_TAGS[locale].toLowerCase() === tag || locale === tag);
    const language = tag.split('-', 1)[0];
    const found = exact ?? LOCALES.find((locale) => locale === language);
    if (found) return found;
  }
  return null;
}

function fromOurOwn({ secFetchSite, referer, host }: LocaleSignals): boolean {
  if (secFetchSite === 'same-origin') return true;
  return referer !== null && host !== null && URL.canParse(referer) && new URL(referer).host === host;
}

/**
 * The locale of a request, and where `/` sends a first visit. A path of the table says its locale itself; elsewhere the prefix
 * decides, else the cookie, else Czech. Only `/` is ever redirected, and only on the first access.
 */
export function detectLocale(signals: LocaleSignals): { locale: Locale; redirect: string | null } {
  const { prefix, path, query } = splitPath(signals.path);
  if (prefix) return { locale: prefix, redirect: null };
  if (!matchPath(path)) return { locale: signals.cookie === null ? DEFAULT_LOCALE : ofCookie(signals.cookie), redirect: null };
  if (path !== '/' || fromOurOwn(signals)) return { locale: DEFAULT_LOCALE, redirect: null };
  const locale = signals.cookie !== null ? ofCookie(signals.cookie) : (ofHeader(signals.acceptLanguage ?? '') ?? DEFAULT_LOCALE);
  return { locale, redirect: locale === DEFAULT_LOCALE ? null : joinPath({ path, query, hash: '' }, locale) };
}
