import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Work that outlives a request and a process: what it is and how far it is, and who works on it just now. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('tasks')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('params', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('undoing', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('undoable', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('done', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('total', bigint)
    .addColumn('cursor', 'text')
    .addColumn('cursor_version', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('error', 'text')
    .addColumn('result', 'text')
    .addColumn('file_name', 'text')
    .addColumn('file_hash', 'text')
    .addColumn('file_size', bigint)
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('actor_kind', 'text', (c) => c.notNull())
    .addColumn('started_at', bigint)
    .addColumn('ended_at', bigint)
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('tasks_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('tasks_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id'])
    .execute();
  await db.schema.createIndex('tasks_maker').on('tasks').columns(['organization_id', 'created_by', 'id']).execute();
  await db.schema.createIndex('tasks_ended').on('tasks').columns(['organization_id', 'ended_at']).execute();
  // Global, as a process looks for work before it knows of which organisation; only what waits or runs has a row.
  await db.schema
    .createTable('task_queue')
    .addColumn('task_id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('due_at', bigint, (c) => c.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('task_queue_due').on('task_queue').columns(['due_at', 'task_id']).execute();
  await db.schema.createIndex('task_queue_organization').on('task_queue').columns(['organization_id']).execute();
}
