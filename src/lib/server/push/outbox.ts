import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { isTold } from '../auth/told-browsers.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { NewRow, Row, Schema } from '../kernel/schema.ts';
import { tenantDb } from '../kernel/tenant-db.ts';

export type Subscription = Row<'push_subscriptions'>;
export type PushMessage = Row<'push_messages'>;
export type ListedSubscription = Subscription &
  Pick<Row<'sessions'>, 'user_agent' | 'rotated_at' | 'expires_at'> & { session_created_at: number };

/** The session to which a browser belongs. */
export const sessionOf = ({ user_id, session_created_at, rotated_at, expires_at }: ListedSubscription) => ({
  ...{ user_id, rotated_at, expires_at },
  created_at: session_created_at,
});

const OF_SESSION = ['s.user_agent', 's.rotated_at', 's.expires_at', 's.created_at as session_created_at'] as const;

/** Browsers of people, which like their sessions belong to no organisation, and what waits for them. */
export function pushOutbox({ db }: { db: Db }) {
  /** Browsers that are told: as long as their session stands, and some for a while after it was over by time. */
  const standing = (now: number) =>
    db
      .selectFrom('push_subscriptions as p')
      .innerJoin('sessions as s', 's.id', 'p.session_id')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .where(isTold(now))
      .where('u.archived_at', 'is', null);
  const settled = async (messages: readonly Pick<PushMessage, 'message_id' | 'organization_id'>[], at: number) => {
    for (const { message_id, organization_id } of messages) {
      const others = await db.selectFrom('push_messages').select('id').where('message_id', '=', message_id).limit(1).executeTakeFirst();
      if (others) continue;
      // Another browser of the person may have got it: then he was told.
      await tenantDb({ db, organization_id })
        .updateTable('alarm_notices')
        .set({ state: 'failed', settled_at: at, end_untold: 0 })
        .where('message_id', '=', message_id)
        .where('state', '=', 'waiting')
        .execute();
    }
  };
  return {
    list(userId: string, now: number): Promise<ListedSubscription[]> {
      return standing(now)
        .selectAll('p')
        .select(OF_SESSION)
        .where('p.user_id', '=', userId)
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id')
        .execute();
    },
    /** One that is still told. */
    async find(id: string, now: number): Promise<ListedSubscription | undefined> {
      return standing(now).selectAll('p').select(OF_SESSION).where('p.id', '=', id).executeTakeFirst();
    },
    /** What the session, or the browser under another session, had before. */
    async before({ session_id, endpoint }: Pick<Subscription, 'session_id' | 'endpoint'>): Promise<string[]> {
      const rows = await db
        .selectFrom('push_subscriptions')
        .select('id')
        .where((eb) => eb.or([eb('session_id', '=', session_id), eb('endpoint', '=', endpoint)]))
        .execute();
      return rows.map(({ id }) => id);
    },
    /** Takes the place of what there was before. */
    async put(row: NewRow<'push_subscriptions'>): Promise<void> {
      await db
        .deleteFrom('push_subscriptions')
        .where((eb) => eb.or([eb('session_id', '=', row.session_id), eb('endpoint', '=', row.endpoint)]))
        .execute();
      await db.insertInto('push_subscriptions').values(row).execute();
    },
    async note(id: string, columns: Partial<Pick<Subscription, 'last_sent_at' | 'last_failed_at' | 'last_failure'>>): Promise<void> {
      await db.updateTable('push_subscriptions').set(columns).where('id', '=', id).execute();
    },
    /** Organisations of messages that wait for a browser. */
    async waitingIn(subscriptionId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('push_messages')
        .select('organization_id')
        .distinct()
        .where('subscription_id', '=', subscriptionId)
        .execute();
      return rows.map(({ organization_id }) => organization_id);
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
    },
    /** Browsers that are told no more. */
    async over(now: number): Promise<string[]> {
      const rows = await db.selectFrom('push_subscriptions').select('id').where('id', 'not in', standing(now).select('p.id')).execute();
      return rows.map(({ id }) => id);
    },
    async queue(rows: readonly NewRow<'push_messages'>[]): Promise<void> {
      if (rows.length > 0) await db.insertInto('push_messages').values(rows).execute();
    },
    /** Messages whose time has come, the longest waiting first. */
    due(now: number, limit: number): Promise<Pick<PushMessage, 'id' | 'next_at' | 'organization_id'>[]> {
      return db
        .selectFrom('push_messages')
        .select(['id', 'next_at', 'organization_id'])
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit)
        .execute();
    },
    /** Takes a message for this process until its lease ends; undefined when another one was faster. */
    claim({ id, next_at }: Pick<PushMessage, 'id' | 'next_at'>, until: number): Promise<PushMessage | undefined> {
      return db
        .updateTable('push_messages')
        .set((eb) => ({ next_at: until, tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .where('next_at', '=', next_at)
        .returningAll()
        .executeTakeFirst();
    },
    async putOff({ id, tries }: Pick<PushMessage, 'id' | 'tries'>, next_at: number): Promise<void> {
      await db.updateTable('push_messages').set({ next_at }).where('id', '=', id).where('tries', '=', tries).execute();
    },
    /** A browser got it. False = another process settled it before. */
    async sent({ id, tries, message_id, organization_id }: PushMessage, now: number): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('push_messages').where('id', '=', id).where('tries', '=', tries).executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await tenantDb({ db, organization_id })
        .updateTable('alarm_notices')
        .set({ state: 'sent', settled_at: now })
        .where('message_id', '=', message_id)
        .where('state', '=', 'waiting')
        .execute();
      return true;
    },
    /** Messages of one organisation that go no more; notices whose last one it was say so. */
    async giveUp(
      organizationId: string,
      which: (eb: ExpressionBuilder<Schema, 'push_messages'>) => Expression<SqlBool>,
      at: number,
    ): Promise<void> {
      const gone = await db
        .deleteFrom('push_messages')
        .where('organization_id', '=', organizationId)
        .where(which)
        .returning(['message_id', 'organization_id'])
        .execute();
      await settled(gone, at);
    },
  };
}

/** Tells a browser no more; what waited for it is given up, so that the alarms' notices say so. */
export async function removeSubscription({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<void> {
  const organizations = await db.read(null, (tx) => pushOutbox({ db: tx }).waitingIn(id));
  for (const organization of organizations)
    await db.write(organization, (tx) => pushOutbox({ db: tx }).giveUp(organization, (eb) => eb('subscription_id', '=', id), clock.now()));
  await db.write(null, (tx) => pushOutbox({ db: tx }).remove(id));
}
