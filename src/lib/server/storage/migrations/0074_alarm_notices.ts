import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** What became of each message that tells somebody of an alarm. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('alarm_notices')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('alarm_id', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('message_id', 'text')
    .addColumn('step', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('made_at', bigint, (c) => c.notNull())
    .addColumn('due_at', bigint)
    .addColumn('settled_at', bigint)
    .addPrimaryKeyConstraint('alarm_notices_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('alarm_notices_alarm', ['organization_id', 'alarm_id'], 'alarms', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('alarm_notices_of_alarm').on('alarm_notices').columns(['organization_id', 'alarm_id']).execute();
  await db.schema.createIndex('alarm_notices_of_message').on('alarm_notices').columns(['organization_id', 'message_id']).execute();
  // Those that wait for the end of somebody's quiet hours are few.
  await sql`create index alarm_notices_held on alarm_notices (organization_id, due_at) where state = 'held'`.execute(db);
}
