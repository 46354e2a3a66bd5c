import { AUTH_COOKIE_PREFIX } from '../../constants.ts';
import { splitPath } from '../../i18n/paths.ts';
import { documentCookies } from '../auth/browser.ts';
import { isLoginPage } from '../auth/redirect.ts';
import { draftsOf } from './drafts-page.ts';

/** Which sign-in this is: the session's id in the access token, null while there is none. */
export function currentSession(): string | null {
  const token = documentCookies().get(`${AUTH_COOKIE_PREFIX}_token.local`);
  try {
    const payload = token?.split('.').at(-2) ?? '';
    const { sid } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sid?: unknown };
    return typeof sid === 'string' ? sid : null;
  } catch {
    return null;
  }
}

/** Path of the page without its language. */
export const draftRoute = (): string => splitPath(location.pathname).path;

/** Fragment of the address kept with the person's draft of this page (of one form, when it is named); null unless he comes from the log-in. */
export function draftOfReturn(keys: readonly string[], user: string, form = ''): string | null {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer) : null;
  if (from?.origin !== location.origin || !isLoginPage(from.pathname)) return null;
  const start = `${draftsOf(user)}${encodeURIComponent(draftRoute())}:${encodeURIComponent(form)}`;
  const key = keys.find((one) => one.startsWith(start));
  try {
    const draft = JSON.parse(localStorage.getItem(key ?? '') ?? 'null') as { session: unknown; hash: string } | null;
    return draft && draft.session !== currentSession() ? draft.hash : null;
  } catch {
    return null;
  }
}
