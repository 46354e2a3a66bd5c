import { AUTH_COOKIE_PREFIX } from '../../constants.ts';
import { api, documentCookies, holdPage, auth as pageAuth } from '../auth/browser.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/**
 * The session as capture needs it: a tablet that is offline for hours goes on under the person whose session the cookies hold, also when
 * its access token is long over.
 */

export const browserCall = ((...input: Parameters<StoreDeps['call']>) => api().call(...input)) as StoreDeps['call'];

export interface CaptureAuth {
  $user: ReturnType<typeof pageAuth>['$user'];
  /** Tries to restore the session; a network that is away changes nothing. */
  ready(): Promise<void>;
  /** Id of the person whose session may still be renewed; null when there is none. */
  sessionUser(): string | null;
}

let restored: Promise<void> | null = null;

export function auth(): CaptureAuth {
  const session = pageAuth();
  const cookies = documentCookies();
  return {
    $user: session.$user,
    ready() {
      // Whatever becomes of the session, a page that captures stays.
      holdPage();
      restored ??= session.init();
      return restored;
    },
    sessionUser() {
      const refresh = cookies.get(`${AUTH_COOKIE_PREFIX}_refresh_token.local`);
      return refresh === null ? null : subjectOf(cookies.get(`${AUTH_COOKIE_PREFIX}_token.local`));
    },
  };
}

/** `sub` of an access token, expired or not; null for anything else. It proves nothing: the server asks for itself. */
export function subjectOf(token: string | null): string | null {
  try {
    const [, payload = ''] = (token ?? '').replace(/^Bearer /, '').split('.');
    const { sub } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}
