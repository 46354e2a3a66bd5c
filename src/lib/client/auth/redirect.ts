import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../constants.ts';
import { localePath } from '../../i18n/href.ts';
import { type RoutePath, routePattern } from '../../routes.ts';

export type RedirectName = 'login' | 'logout' | 'home' | 'callback';

const TARGETS: Record<RedirectName, RoutePath> = { login: '/login', logout: '/', home: '/user/dashboard', callback: '/' };

/** Where a redirect of that name leads in a locale. */
export function redirectTarget(name: RedirectName, locale: string): string {
  return routePattern(TARGETS[name], knownLocale(locale), DEFAULT_LOCALE);
}

const knownLocale = (locale: string): Locale => LOCALES.find((known) => known === locale) ?? DEFAULT_LOCALE;

const LOGIN_PAGES = LOCALES.map((locale: Locale) => redirectTarget('login', locale));
export const isLoginPage = (path: string): boolean => LOGIN_PAGES.includes(path.replace(/\/*([?#].*)?$/s, ''));

/** A path inside this site that may be gone back to: nothing that a browser could read as another host, no log-in page. */
export function isReturnPath(path: string | null | undefined): path is string {
  if (!path || path.length > 2_000 || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path) || isLoginPage(path)) return false;
  const base = 'http://in.site';
  return URL.canParse(path, base) && new URL(path, base).origin === base;
}

/** The remembered page in the language that somebody signs in with, which may have been chosen on the log-in page; null when there is none to go back to. */
export function returnTarget(remembered: string | null | undefined, locale: string): string | null {
  if (!isReturnPath(remembered)) return null;
  const page = localePath(remembered, knownLocale(locale));
  return isReturnPath(page) ? page : null;
}
