import type { Profile, Tokens } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import type { PublicCtx, UserCtx } from '../http.ts';
import { profileOf } from '../users/profile.ts';
import { usersRepo } from '../users/users.repo.ts';
import { checkSession } from './authenticate.ts';
import { knownDevice } from './devices.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';
import { type Attempt, countAttempt, forgive, networkOf } from './throttle.ts';

export interface LoginInput {
  email: string;
  password: string;
  /** The device cookie, if the browser sent one. */
  device: string | null;
  userAgent: string | null;
}

/** Sessions that are looked at to know an address again. */
const REMEMBERED_ADDRESSES = 100;

/**
 * Signs in. An unknown e-mail takes the same time and the same way as a wrong password.
 * @throws AppError credentials_wrong, too_many_attempts (Retry-After: see throttle.ts)
 */
export async function login(ctx: PublicCtx, input: LoginInput): Promise<Tokens> {
  const email = input.email.trim().toLowerCase();
  const { user, addresses } = await ctx.db.read(null, async (db) => {
    const users = usersRepo({ db });
    const found = await users.byEmail(email);
    return { user: found, addresses: await users.addresses(found?.id ?? '', REMEMBERED_ADDRESSES) };
  });
  const network = networkOf(ctx.address);
  const attempt: Attempt = {
    email,
    address: ctx.address,
    device: knownDevice(ctx, input.device, email),
    knownAddress: addresses.some((address) => networkOf(address) === network),
  };
  await countAttempt(ctx, attempt);
  const right = await verifyPassword(input.password, user?.password_hash ?? null, attempt.device !== null || attempt.knownAddress);
  if (!right || !user) throw new AppError('credentials_wrong');
  await forgive(ctx, attempt);
  const rehashed = needsRehash(user.password_hash) ? await hashPassword(input.password) : null;
  return ctx.db.write(null, async (db) => {
    if (rehashed !== null) await usersRepo({ db }).setPasswordHash(user.id, rehashed, ctx.clock.now());
    return openSession(ctx, db, user.id, { address: ctx.address, userAgent: input.userAgent });
  });
}

/**
 * Every page begins with it, so it asks whether the session still stands, as other reads don't: a browser that went on with a revoked one
 * would be sent from the log-in to its page, and by the page's guard back to the log-in, for a quarter of an hour.
 * @throws AppError session_revoked; unauthenticated when the person was archived after the token was given
 */
export async function getProfile(ctx: UserCtx): Promise<Profile> {
  await checkSession(ctx, { sub: ctx.actor.id, sid: ctx.actor.sessionId });
  const profile = await ctx.db.read(null, (db) => profileOf(db, ctx.actor.id));
  if (!profile) throw new AppError('unauthenticated');
  return profile;
}
