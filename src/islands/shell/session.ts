import { auth } from '../../lib/client/auth/browser.ts';
import { createPrefsStore, type PrefsStore } from '../../lib/client/prefs-store.ts';
import { YEAR_S } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';

/** The person and the choices of a signed-in page in a real browser. Nothing here runs before it is asked for. */

/** The value of a cookie, decoded; null when it is absent. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** Kept for a year, for the whole site; the server reads it for its first render. */
export function keepCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

let store: PrefsStore | undefined;
/** The page's choice of organisation and workspace. Browser only. */
export function prefs(): PrefsStore {
  store ??= createPrefsStore({ cookies: { get: readCookie, set: keepCookie }, storage: browserStorage() });
  return store;
}

/** The signed-in person, null until the profile is here. Browser only. */
export const profileNow = (): Profile | null => auth().$user.get() as Profile | null;
