import { splitPath } from '../../i18n/paths.ts';
import { auth } from '../auth/browser.ts';
import { hasSignedOut } from '../forms/drafts-page.ts';
import { createVisits, detailRoute, type Visits } from './visits.store.ts';

/** What every signed-in page does about visits. Small: it comes with each of them. Browser only. */

function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
export const browserVisits = (): Visits => createVisits({ storage: browserStorage() });

/** Another tab wrote the key. */
export function onVisitsChange(key: string, run: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) run();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Notes a detail page under the name in its head, which a page without data gets later and an error page never. */
function noteThis(user: string, organization: string): void {
  const { path } = splitPath(location.pathname);
  const content = document.querySelector('#content');
  if (!content || detailRoute(path) === null) return;
  if (content.querySelector('[data-error-page]')) {
    browserVisits().drop(user, organization, path);
    return;
  }
  const note = (): boolean => {
    const label = content.querySelector('.page-head h1')?.textContent?.trim();
    if (label) browserVisits().note(user, organization, { path, label });
    return Boolean(label);
  };
  if (note()) return;
  const observer = new MutationObserver(() => {
    if (note()) observer.disconnect();
  });
  observer.observe(content, { childList: true, subtree: true, characterData: true });
}

/** Remembers the page for "go on" on the dashboard, and forgets the person's visits when he signs out; see `watchDrafts`, which comes first. */
export function watchVisits(user: string, organization: string | null): void {
  if (organization !== null) noteThis(user, organization);
  auth().$user.listen((now) => {
    // One turn after the drafts' own look, which finds out whether he signed out or the session ended.
    if (now === null) queueMicrotask(() => queueMicrotask(() => hasSignedOut() && browserVisits().forget(user)));
  });
}
