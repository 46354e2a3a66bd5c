import type { Profile } from '../../contract/auth.ts';
import { ACCESS_COOKIE, bearerOf, verifierOf } from '../kernel/authenticate.ts';
import type { Deps } from '../kernel/context.ts';
import { readCookie } from '../kernel/cookies.ts';
import { sql } from '../kernel/sql.ts';
import { profileOf } from '../users/profile.ts';
import { REFRESH_COOKIE } from './session-mark.ts';
import { peekRefreshToken } from './sessions.ts';

/** Who looks at a page: decides between the page with data, the shell without any, and the way to the log-in. */
export type Viewer =
  /** Signed in; `token` is for calls inside the process. */
  | { kind: 'user'; profile: Profile; token: string; sessionId: string }
  /** The access token has expired, but the browser can refresh it: it gets the page without data and loads them itself. */
  | { kind: 'shell'; userId: string }
  | { kind: 'anonymous' };

const ANONYMOUS: Viewer = { kind: 'anonymous' };

/** Makes out the viewer from the cookies, whatever they hold; uses up no refresh token. @throws AppError storage_busy, nothing else */
export async function resolveViewer(deps: Deps, cookieHeader: string | null | undefined): Promise<Viewer> {
  const token = bearerOf(readCookie(cookieHeader, ACCESS_COOKIE));
  const refresh = readCookie(cookieHeader, REFRESH_COOKIE);
  const verified = token ? verifierOf(deps)(token, deps.clock.now()) : undefined;
  const claims = verified?.status === 'valid' ? verified.claims : undefined;
  if (!claims && !refresh) return ANONYMOUS;
  return deps.db.read(claims ? { user: claims.sub } : null, async (db) => {
    if (claims && token) {
      const sessions =
        await sql`select 1 from sessions where id = ${claims.sid} and user_id = ${claims.sub} and revoked_at is null`.execute(db);
      const profile = sessions.rows.length > 0 ? await profileOf(db, claims.sub) : null;
      if (profile) return { kind: 'user', profile, token, sessionId: claims.sid };
    }
    const session = refresh ? await peekRefreshToken(deps, db, refresh) : null;
    return session ? { kind: 'shell', userId: session.user_id } : ANONYMOUS;
  });
}
