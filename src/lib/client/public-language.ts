import { DEFAULT_LOCALE, LOCALE_COOKIE, LOCALES, YEAR_S } from '../constants.ts';

function rememberLocale(locale: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http
  document.cookie = `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

/** The page's own locale is remembered at every visit, another one before its link is followed; the link keeps query and hash. */
export function keepLanguage(): void {
  const { lang } = document.documentElement;
  rememberLocale(LOCALES.find((locale) => lang.startsWith(locale)) ?? DEFAULT_LOCALE);
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-locale]');
    // The right button opens a menu and follows nothing; the middle one opens another tab.
    if (!link || event.button > 1) return;
    rememberLocale(link.dataset.locale ?? DEFAULT_LOCALE);
    link.search = location.search;
    link.hash = location.hash;
  };
  document.addEventListener('click', follow);
  document.addEventListener('auxclick', follow);
}
