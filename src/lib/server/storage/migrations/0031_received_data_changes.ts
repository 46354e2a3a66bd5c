import type { Kysely } from 'kysely';

/** What messages were before a task read them again or took them back, so that it can be undone; forgotten with the task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('received_data_changes')
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('task_id', 'text', (c) => c.notNull())
    .addColumn('received_data_id', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('after', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('received_data_changes_pkey', ['organization_id', 'task_id', 'received_data_id'])
    .addForeignKeyConstraint('received_data_changes_task', ['organization_id', 'task_id'], 'tasks', ['organization_id', 'id'], (fk) =>
      fk.onDelete('cascade'),
    )
    .execute();
}
