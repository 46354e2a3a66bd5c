import type { Kysely } from 'kysely';

/** How long a browser is told of alarms: with its session, or for some days beyond it (decision 0044). Those of before end with their sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('push_subscriptions')
    .addColumn('lasts', 'text', (c) => c.notNull().defaultTo('session'))
    .execute();
}
