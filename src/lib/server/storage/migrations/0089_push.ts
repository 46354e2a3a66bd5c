import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Browsers that are told of alarms, messages on their way to them, and of which alarms a browser isn't told yet that they are over (decision 0042). */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('session_id', 'text', (c) => c.notNull().unique().references('sessions.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (c) => c.notNull().unique())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('last_sent_at', bigint)
    .addColumn('last_failed_at', bigint)
    .addColumn('last_failure', 'text')
    .execute();
  await db.schema.createIndex('push_subscriptions_user').on('push_subscriptions').column('user_id').execute();
  await db.schema
    .createTable('push_messages')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('subscription_id', 'text', (c) => c.notNull().references('push_subscriptions.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('workspaces', 'text', (c) => c.notNull())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('urgent', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_at', bigint, (c) => c.notNull())
    .addColumn('give_up_at', bigint, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('push_messages_due').on('push_messages').column('next_at').execute();
  await db.schema.createIndex('push_messages_of_message').on('push_messages').column('message_id').execute();
  await db.schema.createIndex('push_messages_of_subscription').on('push_messages').columns(['subscription_id', 'topic']).execute();
  await db.schema
    .alterTable('alarm_notices')
    .addColumn('end_untold', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Those of alarms that a browser shows as active are few.
  await sql`create index alarm_notices_end_untold on alarm_notices (organization_id, alarm_id) where end_untold = 1`.execute(db);
}
