import type { Locale } from './constants.ts';
import { href } from './i18n/href.ts';
import { isUuid, type RoutePath } from './routes.ts';

/** Where addresses lead that pages had before. Links to them stand in mails and bookmarks. */

/** The address that takes the place of an old one, with the rest of its query; null when the address is today's. */
export function todaysAddress(route: RoutePath, locale: Locale, given: URLSearchParams): string | null {
  const query = new URLSearchParams(given);
  const address = (hash = '') => `${href(route, null, locale)}${query.size > 0 ? `?${query}` : ''}${hash}`;
  const tab = query.get('tab');
  if (route === '/org' && tab !== null) {
    query.delete('tab');
    return address(/^[a-z]+$/.test(tab) ? `#${tab}` : '');
  }
  const view = query.get('view');
  // A saved view is named by its id.
  if (route === '/org/machines' && view !== null && !isUuid(view)) {
    query.delete('view');
    if (view === 'cards' || view === 'table') query.set('as', view);
    return address();
  }
  return null;
}
