import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Which recordings were made of imports, by which task, and whether that import was undone since. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('recording_imports')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('recording_id', 'text', (c) => c.notNull())
    .addColumn('import_id', 'text', (c) => c.notNull())
    .addColumn('task_id', 'text', (c) => c.notNull())
    .addColumn('undone_at', bigint)
    .addPrimaryKeyConstraint('recording_imports_pkey', ['organization_id', 'recording_id'])
    .addForeignKeyConstraint(
      'recording_imports_recording',
      ['organization_id', 'recording_id'],
      'recordings',
      ['organization_id', 'id'],
      (c) => c.onDelete('cascade'),
    )
    // An import that was run is never forgotten.
    .addForeignKeyConstraint('recording_imports_import', ['organization_id', 'import_id'], 'imports', ['organization_id', 'id'])
    .execute();
  // A task makes one recording.
  await db.schema.createIndex('recording_imports_task').on('recording_imports').columns(['organization_id', 'task_id']).unique().execute();
}
