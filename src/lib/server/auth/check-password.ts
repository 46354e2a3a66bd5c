import type { Deps } from '../kernel/context.ts';
import type { Row } from '../kernel/schema.ts';
import { type Attempt, countAttempt, forgive, networkOf, uncount } from '../kernel/throttle.ts';
import { usersRepo } from '../users/users.repo.ts';
import { browserIdOf } from './browser-cookie.ts';
import { verifyPassword } from './passwords.ts';

/** How many earlier sessions are compared when we ask whether an address was used before. */
const REMEMBERED_ADDRESSES = 100;

export interface PasswordInput {
  /** Lower-cased. */
  email: string;
  password: string;
  /** The browser cookie, if the browser sent one. */
  browserCookie: string | null;
}

/**
 * The one place where a password opens something: throttled, and as slow for an e-mail that nobody has as for a wrong password.
 * @returns the person, null when the password isn't his; `isKnownBrowser` when the account signed in with this browser before
 * @throws AppError too_many_attempts (Retry-After: see throttle.ts)
 */
export async function checkPassword(
  ctx: Deps & { address: string },
  { email, password, browserCookie }: PasswordInput,
): Promise<{ user: Row<'users'>; isKnownBrowser: boolean } | null> {
  const { user, addresses } = await ctx.db.read(null, async (db) => {
    const users = usersRepo({ db });
    const found = await users.byEmail(email);
    return { user: found, addresses: await users.addresses(found?.id ?? '', REMEMBERED_ADDRESSES) };
  });
  const network = networkOf(ctx.address);
  const attempt: Attempt = {
    email,
    address: ctx.address,
    browserId: browserIdOf(ctx, browserCookie, email),
    knownAddress: addresses.some((address) => networkOf(address) === network),
  };
  await countAttempt(ctx, attempt);
  const preferred = attempt.browserId !== null || attempt.knownAddress;
  const right = await verifyPassword(password, user?.password_hash ?? null, preferred).catch(async (error: unknown) => {
    // The queue of hashes was full, so the password was never compared: the attempt must not count as a failure.
    await uncount(ctx, attempt);
    throw error;
  });
  if (!right || !user) return null;
  await forgive(ctx, attempt);
  return { user, isKnownBrowser: attempt.browserId !== null };
}
