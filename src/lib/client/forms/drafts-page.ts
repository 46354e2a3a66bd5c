import { auth, onAuthNotice } from '../auth/browser.ts';

/** What every signed-in page does about drafts, with or without a form of its own. Small: it comes with each of them. Browser only. */

/** When somebody last signed out in this browser, milliseconds; tells the other tabs that the session didn't end by itself. */
const SIGNED_OUT = 'signed-out';
const JUST_NOW_MS = 5_000;
let signedOut = false;

export const draftsOf = (user: string): string => `draft:${encodeURIComponent(user)}:`;
/** He signed out himself, here or in another tab: nothing of him is kept from now on. */
export const hasSignedOut = (): boolean => signedOut;

/** Storage may be forbidden. */
function storing<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
const keys = (user: string) => storing(() => Object.keys(localStorage).filter((key) => key.startsWith(draftsOf(user))), []);

/** Was something of the person kept under this name? Cheap enough for parts that load the rest only then. */
export const hasDraft = (user: string, form: string): boolean => keys(user).some((key) => key.includes(`:${encodeURIComponent(form)}`));

/** Fragment under which a form of this page was left when an earlier session ended; null unless somebody comes from signing in again. */
export async function returningTo(user: string, form?: string): Promise<string | null> {
  return keys(user).length > 0 ? (await import('./drafts-return.ts')).draftOfReturn(keys(user), user, form) : null;
}

async function reopen(user: string): Promise<void> {
  const hash = await returningTo(user);
  if (!hash || location.hash) return;
  history.replaceState(history.state, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/**
 * Opens the tab in which the person was writing when his session ended, and forgets his drafts when he signs out himself; a session that
 * only ends leaves them. Returns how to stop it.
 */
export function watchDrafts(user: string): () => void {
  reopen(user).catch(() => undefined);
  let ended = false;
  const stopNotices = onAuthNotice((notice) => {
    ended ||= notice === 'session_ended';
  });
  const stopUser = auth().$user.listen((now) => {
    signedOut = false;
    // Who signs out in this tab isn't told right after that the session ended.
    if (now === null)
      queueMicrotask(() =>
        storing(() => {
          if (!ended) localStorage.setItem(SIGNED_OUT, String(Date.now()));
          signedOut = Date.now() - Number(localStorage.getItem(SIGNED_OUT)) < JUST_NOW_MS;
          if (signedOut) for (const key of keys(user)) localStorage.removeItem(key);
        }, undefined),
      );
    else ended = false;
  });
  return () => {
    stopNotices();
    stopUser();
  };
}
