import type { BrowserAndSystem } from '../../lib/contract/sessions.ts';
import type { T } from '../../lib/i18n/index.ts';

/** Names of their makers, the same in every language. */
const BROWSER_NAMES: Record<NonNullable<BrowserAndSystem['browser']>, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung_internet: 'Samsung Internet',
};

/** What a person calls a signed-in browser: `Firefox on Windows`. */
export function browserName(t: T, { browser, system }: BrowserAndSystem): string {
  const name = browser === null ? t('user:unknown_browser') : BROWSER_NAMES[browser];
  return system === null ? name : t(`user:on.${system}`, { browser: name });
}
