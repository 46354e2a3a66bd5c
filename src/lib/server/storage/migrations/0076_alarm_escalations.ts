import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Who is told next of alarms that nobody acknowledges, and which step of which alarm waits until when. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .alterTable('alarm_rules')
    .addColumn('escalation', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await db.schema
    .createTable('alarm_escalations')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('alarm_id', 'text', (c) => c.notNull())
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('told_at', bigint, (c) => c.notNull())
    .addColumn('due_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('alarm_escalations_pkey', ['organization_id', 'alarm_id'])
    .addForeignKeyConstraint('alarm_escalations_alarm', ['organization_id', 'alarm_id'], 'alarms', ['organization_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await sql`create index alarm_escalations_due on alarm_escalations (organization_id, due_at)`.execute(db);
}
