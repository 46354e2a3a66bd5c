import { LOCALE_COOKIE, LOCALES } from '../../lib/constants.ts';
import { switchLocale } from '../../lib/i18n/href.ts';
import { useEnglish, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Flag } from '../ui/Flag.tsx';
import { MenuItem } from '../ui/Menu.tsx';
import { keepCookie } from './session.ts';

/** Where the person is by now: filters change the query without a load, and the server never sees the hash. */
const here = (path: string) => (typeof location === 'undefined' ? path : location.pathname + location.search + location.hash);

/** The twins of the page in the other languages; the choice is remembered before the link is followed. */
export function LanguageItems({ path }: { path: string }) {
  const t = useT();
  const current = useLocale();
  const english = useEnglish();
  return LOCALES.map((locale) => (
    <MenuItem
      key={locale}
      id={`language-${locale}`}
      picture={<Flag locale={locale} english={english} />}
      checked={locale === current}
      text={t(`common:language.${locale}`)}
      href={switchLocale(here(path), locale)}
      onAction={() => keepCookie(LOCALE_COOKIE, locale)}
    >
      <span lang={locale}>{t(`common:language.${locale}`)}</span>
    </MenuItem>
  ));
}
