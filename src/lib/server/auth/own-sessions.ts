import { DEMO_VISITOR_ID } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import type { Session } from '../../contract/sessions.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { UserCtx } from '../kernel/http.ts';
import { beganAfter, endAllSessions, endOf } from './sessions.ts';
import { browserAndSystemOf } from './user-agent.ts';

/** Sessions that one answer lists; a person has a handful. */
const LISTED = 200;

/** The person's sessions that stand, the one that asks first, then by when they were last active. */
export async function listSessions(ctx: UserCtx): Promise<{ items: Session[] }> {
  const { id: userId, sessionId } = ctx.actor;
  const rows = await ctx.db.read(null, (db) =>
    db
      .selectFrom('sessions')
      .select(['id', 'user_id', 'created_at', 'rotated_at', 'expires_at', 'ip', 'user_agent'])
      .where('user_id', '=', userId)
      // Visitors of the demo are one person: each sees himself only.
      .$if(userId === DEMO_VISITOR_ID, (query) => query.where('id', '=', sessionId))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', ctx.clock.now())
      .where('created_at', '>', beganAfter(ctx.clock.now()))
      .orderBy((eb) => eb.case().when('id', '=', sessionId).then(eb.lit(0)).else(eb.lit(1)).end())
      .orderBy((eb) => eb.fn.coalesce('rotated_at', 'created_at'), 'desc')
      .orderBy('id', 'desc')
      .limit(LISTED)
      .execute(),
  );
  return {
    items: rows.map(({ id, user_id, created_at, rotated_at, expires_at, ip, user_agent }) => ({
      id,
      current: id === sessionId,
      ...browserAndSystemOf(user_agent),
      created_at: formatInstant(created_at),
      last_active_at: formatInstant(rotated_at ?? created_at),
      expires_at: formatInstant(endOf({ user_id, created_at, expires_at })),
      ip,
      user_agent,
    })),
  };
}

/** Ends one session of the person; twice is the same as once. @throws AppError not_found for anybody else's too */
export async function revokeSession(ctx: UserCtx, id: string): Promise<{ id: string; revoked_at: string }> {
  const row = await ctx.db.write(null, (db) =>
    db
      .updateTable('sessions')
      .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(ctx.clock.now())) }))
      .where('id', '=', id)
      .where('user_id', '=', ctx.actor.id)
      .returning('revoked_at')
      .executeTakeFirst(),
  );
  if (!row || row.revoked_at === null) throw new AppError('not_found');
  ctx.bus.endSessions([id]);
  return { id, revoked_at: formatInstant(row.revoked_at) };
}

/** Ends every session of the person but the one that asks; gives how many stood. */
export async function revokeOtherSessions(ctx: UserCtx): Promise<{ revoked: number }> {
  const now = ctx.clock.now();
  const { id, sessionId } = ctx.actor;
  const ended = await ctx.db.write(null, (db) => endAllSessions(db, now, id, sessionId));
  ctx.bus.endSessions(ended);
  return { revoked: ended.length };
}
