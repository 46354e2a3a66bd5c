import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import { checkOwnSession } from '../kernel/authenticate.ts';
import type { Db } from '../kernel/database.ts';
import type { PublicCtx, UserCtx } from '../kernel/http.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import type { Row } from '../kernel/schema.ts';
import { usersRepo } from '../users/users.repo.ts';
import { checkPassword } from './check-password.ts';
import { hashChosenPassword } from './common-passwords.ts';
import { localeOf, timeZoneOf } from './new-browser.ts';
import { endAllSessions } from './sessions.ts';
import { browserAndSystemOf } from './user-agent.ts';

export interface ChangeInput {
  current: string;
  password: string;
  /** The browser cookie, if the browser sent one. */
  browserCookie: string | null;
  userAgent: string | null;
}

/**
 * Takes a new password in place of the current one, which is throttled like at the log-in. All other browsers are signed out.
 * @throws AppError password_wrong, password_common, too_many_attempts, session_revoked; unauthenticated for an archived person
 */
export async function changePassword(ctx: UserCtx, input: ChangeInput): Promise<{ revoked: number }> {
  const { id, sessionId } = ctx.actor;
  const user = await ctx.db.read(null, (db) => usersRepo({ db }).byId(id));
  if (!user) throw new AppError('unauthenticated');
  const checked = await checkPassword(ctx, { email: user.email, password: input.current, browserCookie: input.browserCookie });
  if (!checked) throw new AppError('password_wrong');
  const hash = await hashChosenPassword(input.password);
  const mail = await passwordChangedMail(ctx, user, input.userAgent);
  const ended = await ctx.db.write(null, async (db) => {
    if (!(await usersRepo({ db }).holdPassword(user.id, checked.user.password_hash))) throw new AppError('password_wrong');
    await checkOwnSession(db, ctx.actor);
    const sessions = await replacePassword(ctx, db, user.id, hash, sessionId);
    await ctx.mail.put(db, mail);
    return sessions;
  });
  ctx.bus.endSessions(ended);
  ctx.mail.kick();
  return { revoked: ended.length };
}

/** Sets the hash, ends sessions (but the one to be kept) and links for a forgotten password; gives the sessions that stood. */
export async function replacePassword(ctx: PublicCtx, db: Db, userId: string, hash: string, keptSession: string | null): Promise<string[]> {
  const now = ctx.clock.now();
  await usersRepo({ db }).setPasswordHash(userId, hash, now);
  await db.updateTable('password_resets').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null).execute();
  return endAllSessions(db, now, userId, keptSession);
}

export async function passwordChangedMail(ctx: PublicCtx, user: Row<'users'>, userAgent: string | null): Promise<MailMessage> {
  const locale = localeOf(user);
  return {
    to: user.email,
    locale,
    template: 'password_changed',
    params: {
      at: formatInstant(ctx.clock.now()),
      time_zone: await timeZoneOf(ctx, user.id),
      device: browserAndSystemOf(userAgent),
      url: ctx.config.siteUrl + href('/signup/reset/{token}', { token: 'new' }, locale),
    },
  };
}
