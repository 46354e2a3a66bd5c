import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { DEMO_SESSION_LIFE_S, DEMO_VISITOR_ID, REFRESH_LIFE_S, ROTATION_GRACE_MS, SESSION_LIFE_S } from '../../constants.ts';
import type { Tokens } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { Row, Schema } from '../kernel/schema.ts';
import { readRefreshToken, refreshTokenOf, signAccess, tokenHash } from '../kernel/tokens.ts';

type Session = Row<'sessions'>;

/** When a session ends however often it is refreshed. */
const lastOf = ({ created_at, user_id }: Pick<Session, 'created_at' | 'user_id'>) =>
  created_at + (user_id === DEMO_VISITOR_ID ? DEMO_SESSION_LIFE_S : SESSION_LIFE_S) * 1e6;
/** When it ends unless it is refreshed. */
export const endOf = (session: Pick<Session, 'created_at' | 'expires_at' | 'user_id'>) => Math.min(session.expires_at, lastOf(session));
/** Sessions that began before this moment are over. */
export const beganAfter = (now: number) => now - SESSION_LIFE_S * 1e6;

type Generation = Pick<Session, 'id' | 'user_id' | 'generation' | 'created_at' | 'rotated_at'>;

/** The pair of access and refresh token that belongs to one generation of a session. */
function pairOf(deps: Deps, session: Generation, key = deps.keys.current('refresh')): Tokens {
  return {
    token: signAccess(deps.keys.current('access'), session.user_id, session.id, session.rotated_at ?? session.created_at, lastOf(session)),
    refresh_token: refreshTokenOf(key, session.id, session.generation),
  };
}

/** The pair that a stored generation was given, also when the root has changed since; null when its key is gone. */
function sameAgain(deps: Deps, session: Generation & Pick<Session, 'refresh_hash'>): Tokens | null {
  const made = deps.keys
    .all('refresh')
    .find((key) => tokenHash(refreshTokenOf(key, session.id, session.generation)) === session.refresh_hash);
  return made ? pairOf(deps, session, made) : null;
}

/** Opens a session; part of the caller's transaction. */
export async function openSession(
  deps: Deps,
  db: Db,
  userId: string,
  { address, userAgent }: { address: string; userAgent: string | null },
): Promise<Tokens> {
  const now = deps.clock.now();
  const session = { id: deps.ids.uuid(), user_id: userId, generation: 0, created_at: now, rotated_at: null };
  const pair = pairOf(deps, session);
  await db
    .insertInto('sessions')
    .values({
      ...session,
      refresh_hash: tokenHash(pair.refresh_token),
      previous_hash: null,
      expires_at: Math.min(now + REFRESH_LIFE_S * 1e6, lastOf(session)),
      revoked_at: null,
      ip: address,
      user_agent: userAgent?.slice(0, 300) ?? null,
    })
    .execute();
  await db.updateTable('users').set({ first_signed_in_at: now }).where('id', '=', userId).where('first_signed_in_at', 'is', null).execute();
  return pair;
}

type Outcome = { pair: Tokens } | { refused: 'unauthenticated' | 'token_expired' | 'session_revoked'; ended?: string[] };

/**
 * Exchanges a refresh token for its successor. Used again within 30 s it gives the same pair; later somebody else has a copy, and the
 * whole session is revoked.
 * @throws AppError unauthenticated (nobody's token), token_expired, session_revoked
 */
export async function rotate(deps: Deps, token: string): Promise<Tokens> {
  const read = readRefreshToken(deps.keys, token);
  if (!read) throw new AppError('unauthenticated');
  const outcome = await deps.db.write(null, (db) => rotateIn(deps, db, token, read));
  if ('refused' in outcome) {
    if (outcome.ended) deps.bus.endSessions(outcome.ended);
    throw new AppError(outcome.refused);
  }
  return outcome.pair;
}

async function rotateIn(
  deps: Deps,
  db: Db,
  token: string,
  { sessionId, generation }: { sessionId: string; generation: number },
): Promise<Outcome> {
  const now = deps.clock.now();
  const hash = tokenHash(token);
  const standing = () =>
    db
      .updateTable('sessions')
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('created_at', '>', beganAfter(now))
      .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('archived_at', 'is', null));
  const next = generation + 1;
  const key = deps.keys.current('refresh');
  // Of two that come at once one changes the row; the other waits for it and then finds another generation there.
  const rotated = await standing()
    .set((eb) => ({
      generation: next,
      refresh_hash: tokenHash(refreshTokenOf(key, sessionId, next)),
      previous_hash: hash,
      rotated_at: now,
      // That of a visitor's session stays where it was set.
      expires_at: eb
        .case()
        .when('user_id', '=', DEMO_VISITOR_ID)
        .then(eb.ref('expires_at'))
        .else(now + REFRESH_LIFE_S * 1e6)
        .end(),
    }))
    .where('generation', '=', generation)
    .where('refresh_hash', '=', hash)
    .returningAll()
    .executeTakeFirst();
  if (rotated) return { pair: pairOf(deps, rotated, key) };

  const session = await db.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst();
  if (!session) return { refused: 'unauthenticated' };
  if (session.revoked_at !== null) return { refused: 'session_revoked' };
  if (endOf(session) <= now) return { refused: 'token_expired' };
  const inGrace = session.previous_hash === hash && now - (session.rotated_at ?? 0) <= ROTATION_GRACE_MS * 1000;
  const again = inGrace && session.generation === next ? sameAgain(deps, session) : null;
  if (again) return { pair: again };
  const ended = await endSessions(db, now, (eb) => eb('id', '=', sessionId));
  return { refused: 'session_revoked', ended };
}

/**
 * Revokes sessions that stand; part of the caller's transaction, after which he tells the bus of those that it gives: `bus.endSessions(…)`.
 */
export async function endSessions(
  db: Db,
  now: number,
  which: (eb: ExpressionBuilder<Schema, 'sessions'>) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where(which)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * {@link endSessions} for all of a person but the one to be kept, also for those that are over by time and whose browser is told of alarms.
 * @returns those that stood
 */
export async function endAllSessions(db: Db, now: number, userId: string, kept: string | null): Promise<string[]> {
  const stood = await endSessions(db, now, (eb) =>
    eb.and([eb('user_id', '=', userId), eb('id', '!=', kept ?? ''), eb('expires_at', '>', now), eb('created_at', '>', beganAfter(now))]),
  );
  await endSessions(db, now, (eb) =>
    eb.and([
      eb('user_id', '=', userId),
      eb('id', '!=', kept ?? ''),
      eb('id', 'in', eb.selectFrom('push_subscriptions').select('session_id').where('user_id', '=', userId)),
    ]),
  );
  return stood;
}

/** The session of a refresh token, without using the token up: valid are the current one and, within the 30 s, the one before. */
export async function peekRefreshToken(deps: Deps, db: Db, token: string): Promise<Session | null> {
  const read = readRefreshToken(deps.keys, token);
  if (!read) return null;
  const now = deps.clock.now();
  const session = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .where('s.id', '=', read.sessionId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.created_at', '>', beganAfter(now))
    .where('u.archived_at', 'is', null)
    .executeTakeFirst();
  if (!session) return null;
  const hash = tokenHash(token);
  const inGrace = session.previous_hash === hash && now - (session.rotated_at ?? 0) <= ROTATION_GRACE_MS * 1000;
  return session.refresh_hash === hash || inGrace ? session : null;
}
