import type { Kysely } from 'kysely';

/** The topic under which a message was published, and what was taken of it though not as it was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('received_data').addColumn('topic', 'text').execute();
  await db.schema
    .alterTable('received_data')
    .addColumn('warning_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('received_data').addColumn('warnings', 'text').execute();
  await db.schema.alterTable('quarantined_messages').addColumn('topic', 'text').execute();
}
