import type { Expression, SqlBool } from 'kysely';
import { expressionBuilder } from 'kysely';
import { PUSH_AWAY_S } from '../../constants.ts';
import type { Db } from '../kernel/database.ts';
import type { Row, Schema } from '../kernel/schema.ts';
import { beganAfter, endOf } from './sessions.ts';

/** What outlives a session: its browser may be told of alarms also when the session is over by time, never when it was ended (decision 0044). */

type Session = Row<'sessions'>;
type Times = Pick<Session, 'user_id' | 'created_at' | 'rotated_at' | 'expires_at'>;

/** When the person last had Taktlog open there: while it is open, its tokens are exchanged. */
export const lastOpened = ({ rotated_at, created_at }: Pick<Session, 'rotated_at' | 'created_at'>): number => rotated_at ?? created_at;

/** When its browser is told no more, unless Taktlog is opened there again. */
export const toldUntil = (session: Times, lasts: Row<'push_subscriptions'>['lasts']): number =>
  lasts === 'session' ? endOf(session) : Math.max(endOf(session), lastOpened(session) + PUSH_AWAY_S * 1e6);

/** Browsers that are told at this moment: the rows of `push_subscriptions as p` and `sessions as s` that count. */
export function isTold(now: number): Expression<SqlBool> {
  const eb = expressionBuilder<{ p: Schema['push_subscriptions']; s: Schema['sessions'] }, 'p' | 's'>();
  return eb.and([
    eb('s.revoked_at', 'is', null),
    eb.or([
      eb.and([eb('s.expires_at', '>', now), eb('s.created_at', '>', beganAfter(now))]),
      eb.and([eb('p.lasts', '=', 'days'), eb(eb.fn.coalesce('s.rotated_at', 's.created_at'), '>', now - PUSH_AWAY_S * 1e6)]),
    ]),
  ]);
}

/** Is the session over by time, and its browser told all the same? */
export async function isToldAfter(db: Db, sessionId: string, now: number): Promise<boolean> {
  const told = await db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['s.user_id', 's.created_at', 's.expires_at'])
    .where('s.id', '=', sessionId)
    .where(isTold(now))
    .executeTakeFirst();
  return told !== undefined && endOf(told) <= now;
}

/** The same person is signed in there again after a session that was over by time: his browser is told on. */
export async function carryOn(db: Db, { from, to }: { from: string; to: string }, now: number): Promise<void> {
  if (!(await isToldAfter(db, from, now))) return;
  await db
    .updateTable('push_subscriptions')
    .set({ session_id: to })
    .where('session_id', '=', from)
    .where('user_id', '=', (eb) => eb.selectFrom('sessions').select('user_id').where('id', '=', to))
    .execute();
}
