import { AuthError, SESSION_OVER } from '../kernel/auth-error.ts';
import type { AuthUser } from './options.ts';
import { type Requests, tokensIn } from './requests.ts';
import type { Session } from './session.ts';
import { STRATEGY, type TokenStorage } from './storage.ts';

/**
 * Signs in with an address and a password, in place of whoever was signed in.
 * @param load the profile with tokens that are fresh; null when `count` changed meanwhile
 * @throws AuthError with the answer's code
 */
export async function login(
  session: Session,
  tokens: TokenStorage,
  requests: Requests,
  { email, password }: { email: string; password: string },
  load: (fresh: true, count: () => number) => Promise<AuthUser | null>,
): Promise<AuthUser> {
  const { forgottenHere } = session;
  session.forget();
  const asked = forgottenHere();
  const answer = await requests.login({ email, password });
  const given = tokensIn(answer);
  if (given === null) throw new AuthError(answer);
  if (asked !== forgottenHere()) throw new Error(SESSION_OVER);
  session.begin();
  tokens.keep(...given);
  tokens.setStrategy(STRATEGY);
  session.tell('signed-in');
  // A sign-out that another tab tells late was that of the session before.
  const user = await load(true, forgottenHere);
  if (user === null) throw new Error(SESSION_OVER);
  session.enter();
  return user;
}
