import { AuthError } from '../kernel/auth-error.ts';
import type { AuthUser } from './options.ts';
import type { Refresh } from './refresh.ts';
import { fields, type Requests } from './requests.ts';
import type { Session } from './session.ts';

const USER_FIELD = 'id';

/**
 * Loads the profile; null when nobody is signed in, or no more when `count` changed meanwhile. `fresh` tokens have just come and
 * are taken as they are, whatever the clock of this computer thinks of them.
 * @throws AuthError, Error when the answer is no profile
 */
export async function loadPerson(
  session: Session,
  requests: Requests,
  ready: Refresh['ready'],
  fresh: boolean,
  count: () => number,
): Promise<AuthUser | null> {
  const now = session.standing();
  if (now === 'anonymous') return null;
  if (!fresh) await ready(now);
  const asked = count();
  const answer = await requests.profile();
  if (asked !== count()) return null;
  if (answer.status >= 400) {
    const error = new AuthError(answer);
    if (error.code === 'session_revoked') session.end();
    throw error;
  }
  const user = fields(answer.data);
  if ((user[USER_FIELD] ?? '') === '') throw new Error(`User Data response does not contain field ${USER_FIELD}`);
  session.$user.set(user as AuthUser);
  return user as AuthUser;
}

/** A list of scopes, one as a text, or an object with dotted paths. */
export function hasScope(user: AuthUser | null, wanted: string): boolean {
  const scope = user?.scope;
  if (Array.isArray(scope)) return scope.includes(wanted);
  if (typeof scope === 'string') return scope === wanted;
  const at = (value: unknown, key: string) => (Object.hasOwn(fields(value), key) ? fields(value)[key] : undefined);
  return Boolean(at(scope, wanted) ?? wanted.split('.').reduce(at, scope));
}
