import { AUTH_COOKIE_PREFIX } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import type { Deps } from './context.ts';
import { readCookie } from './cookies.ts';
import type { Db } from './database.ts';
import type { KeyRing } from './keys.ts';
import { accessVerifier, type Claims } from './tokens.ts';

export const ACCESS_COOKIE = `${AUTH_COOKIE_PREFIX}_token.local`;

const VERIFIERS = new WeakMap<KeyRing, ReturnType<typeof accessVerifier>>();

/** The verifier of the process's keys, with its memory of verified tokens. */
export function verifierOf(deps: Pick<Deps, 'keys'>): ReturnType<typeof accessVerifier> {
  let verifier = VERIFIERS.get(deps.keys);
  if (!verifier) {
    verifier = accessVerifier(deps.keys);
    VERIFIERS.set(deps.keys, verifier);
  }
  return verifier;
}

/** The token of `Bearer …`, null for anything else. */
export function bearerOf(value: string | null | undefined): string | null {
  return value?.slice(0, 7).toLowerCase() === 'bearer ' ? value.slice(7).trim() : null;
}

/**
 * Who sends the request, by its Authorization header, else (reads only: the caller passes the header) by the cookie.
 * @throws AppError unauthenticated, token_expired
 */
export function authenticate(deps: Deps, authorization: string | undefined, cookies: string | undefined): Claims {
  const token = bearerOf(authorization ?? readCookie(cookies, ACCESS_COOKIE));
  if (!token) throw new AppError('unauthenticated');
  const verified = verifierOf(deps)(token, deps.clock.now());
  if (verified.status === 'invalid') throw new AppError('unauthenticated');
  if (verified.status === 'expired') throw new AppError('token_expired');
  return verified.claims;
}

/**
 * Does the session of a verified token still stand?
 * @throws AppError session_revoked
 */
export async function checkSession(deps: Pick<Deps, 'db'>, { sub, sid }: Pick<Claims, 'sub' | 'sid'>): Promise<void> {
  await deps.db.read(null, (db) => checkOwnSession(db, { id: sub, sessionId: sid }));
}

/**
 * {@link checkSession} as the part of a write that no right in an organisation guards: the session may have ended while the body came.
 * @throws AppError session_revoked
 */
export async function checkOwnSession(db: Db, { id, sessionId }: { id: string; sessionId: string }): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('revoked_at')
    .where('id', '=', sessionId)
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (!session || session.revoked_at !== null) throw new AppError('session_revoked');
}
