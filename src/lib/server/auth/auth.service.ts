import type { Profile, Tokens } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import type { PublicCtx, UserCtx } from '../kernel/http.ts';
import { profileOf } from '../users/profile.ts';
import { usersRepo } from '../users/users.repo.ts';
import { checkPassword } from './check-password.ts';
import { newBrowserMail } from './new-browser.ts';
import { hashPassword, needsRehash } from './passwords.ts';
import { openSession } from './sessions.ts';

export interface LoginInput {
  email: string;
  password: string;
  /** The browser cookie, if the browser sent one. */
  browserCookie: string | null;
  userAgent: string | null;
}

/**
 * Signs in. An unknown e-mail takes the same time and the same way as a wrong password. On a browser that the account doesn't know the person
 * is told by mail.
 * @throws AppError credentials_wrong, too_many_attempts (Retry-After: see throttle.ts)
 */
export async function login(ctx: PublicCtx, input: LoginInput): Promise<Tokens> {
  const email = input.email.trim().toLowerCase();
  const checked = await checkPassword(ctx, { email, password: input.password, browserCookie: input.browserCookie });
  if (!checked) throw new AppError('credentials_wrong');
  const { user, isKnownBrowser } = checked;
  const rehashed = needsRehash(user.password_hash) ? await hashPassword(input.password) : null;
  const mail = isKnownBrowser ? null : await newBrowserMail(ctx, user, input.userAgent);
  const pair = await ctx.db.write(null, async (db) => {
    const users = usersRepo({ db });
    if (!(await users.holdPassword(user.id, user.password_hash))) throw new AppError('credentials_wrong');
    if (rehashed !== null) await users.setPasswordHash(user.id, rehashed, ctx.clock.now());
    if (mail) await ctx.mail.put(db, mail);
    return openSession(ctx, db, user.id, { address: ctx.address, userAgent: input.userAgent });
  });
  if (mail) ctx.mail.kick();
  return pair;
}

/** @throws AppError unauthenticated when the person was archived after the token was given */
export async function getProfile(ctx: UserCtx): Promise<Profile> {
  const profile = await ctx.db.read({ user: ctx.actor.id }, (db) => profileOf(db, ctx.actor.id));
  if (!profile) throw new AppError('unauthenticated');
  return profile;
}
