import { DEMO_VISITOR_ID } from '../../constants.ts';
import type * as contract from '../../contract/account.ts';
import type { Tokens } from '../../contract/auth.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { href } from '../../i18n/href.ts';
import { passwordChangedMail, replacePassword } from '../auth/change-password.ts';
import { hashChosenPassword } from '../auth/common-passwords.ts';
import { openSession } from '../auth/sessions.ts';
import type { Db } from '../kernel/database.ts';
import type { PublicCtx } from '../kernel/http.ts';
import { limitRequests } from '../kernel/request-limit.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { usersRepo } from '../users/users.repo.ts';

const HOUR_US = 3_600e6;
/** Links made for one account in an hour that are still good. */
const LIVE_LINKS = 3;
/** Requests of one network address an hour, whoever they are for. */
const REQUESTS = 30;

type RequestInput = BodyOf<typeof contract.requestPasswordReset>;

/**
 * Sends a link to choose a new password, when there is such an account and it has no three good ones already. All of that is done behind the
 * answer, which is the same for everybody.
 * @throws AppError too_many_attempts, by the address of the sender alone
 */
export async function requestPasswordReset(ctx: PublicCtx, input: RequestInput): Promise<{ accepted: true }> {
  await limitRequests(ctx, 'password_reset', REQUESTS);
  ctx.mail.later(() => sendLink(ctx, input));
  return { accepted: true };
}

async function sendLink(ctx: PublicCtx, { email, locale }: RequestInput): Promise<void> {
  const now = ctx.clock.now();
  const token = ctx.ids.token(32);
  const until = now + HOUR_US;
  await ctx.db.write(null, async (db) => {
    const account = await usersRepo({ db }).byEmail(email);
    // A visitor of the demo never gets a password.
    const user = account?.id === DEMO_VISITOR_ID ? undefined : account;
    // Nobody's id, where there is no account: the statements, the mail and its rendering are the same, so that no clock tells one from the other.
    const id = user?.id ?? ctx.ids.uuid();
    // Held, so that requests for one account are counted one after another.
    const locked = await usersRepo({ db }).hold(id);
    const live = await db
      .selectFrom('password_resets')
      .select('token_hash')
      .where('user_id', '=', id)
      .where('created_at', '>', now - HOUR_US)
      .where('used_at', 'is', null)
      .limit(LIVE_LINKS)
      .execute();
    const nobody = !user || !locked || live.length >= LIVE_LINKS;
    if (!nobody)
      await db
        .insertInto('password_resets')
        .values({ token_hash: tokenHash(token), user_id: id, created_at: now, expires_at: until, used_at: null })
        .execute();
    const url = ctx.config.siteUrl + href('/signup/reset/{token}', { token }, locale);
    await ctx.mail.put(db, { to: user?.email ?? email, locale, template: 'password_reset', params: { url }, until, nobody });
  });
  ctx.mail.kick();
}

/** The person of a link that is still good. @throws AppError reset_link_invalid */
async function personOf(ctx: PublicCtx, db: Db, hash: string) {
  const row = await db
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .selectAll('u')
    .where('r.token_hash', '=', hash)
    .where('r.used_at', 'is', null)
    .where('r.expires_at', '>', ctx.clock.now())
    .where('u.archived_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('reset_link_invalid');
  return row;
}

/** @throws AppError reset_link_invalid */
export async function lookAtPasswordReset(ctx: PublicCtx, token: string): Promise<{ email: string }> {
  const { email } = await ctx.db.read(null, (db) => personOf(ctx, db, tokenHash(token)));
  return { email };
}

/**
 * Sets the new password once: every session of the person ends, this browser is signed in, and he is told by mail.
 * @throws AppError reset_link_invalid, password_common
 */
export async function confirmPasswordReset(
  ctx: PublicCtx,
  { token, password }: BodyOf<typeof contract.confirmPasswordReset>,
  userAgent: string | null,
): Promise<{ pair: Tokens; email: string }> {
  const hash = tokenHash(token);
  // Hashing is dear and may not be awaited inside a write: look first whether the link is good at all.
  const user = await ctx.db.read(null, (db) => personOf(ctx, db, hash));
  const passwordHash = await hashChosenPassword(password);
  const mail = await passwordChangedMail(ctx, user, userAgent);
  const { pair, ended } = await ctx.db.write(null, async (db) => {
    const now = ctx.clock.now();
    // The person before the link, as a change of the password does it: the other way round they could wait for each other.
    if (!(await usersRepo({ db }).hold(user.id))) throw new AppError('reset_link_invalid');
    // Of two that come at once one changes the row.
    const { numUpdatedRows } = await db
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new AppError('reset_link_invalid');
    const sessions = await replacePassword(ctx, db, user.id, passwordHash, null);
    await ctx.mail.put(db, mail);
    return { pair: await openSession(ctx, db, user.id, { address: ctx.address, userAgent }), ended: sessions };
  });
  ctx.bus.endSessions(ended);
  ctx.mail.kick();
  return { pair, email: user.email };
}
