import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Saved views of lists, and what counts running measurements and those to review without reading all of them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('saved_views')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text')
    .addColumn('list', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('saved_views_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('saved_views_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id'])
    .execute();
  await db.schema.createIndex('saved_views_list').on('saved_views').columns(['organization_id', 'list', 'id']).execute();
  for (const [name, condition] of [
    ['running', sql`state = 'running'`],
    ['review', sql`conflict_count > 0`],
  ] as const)
    await sql`create index ${sql.ref(`measurements_${name}`)} on measurements (organization_id, workspace_id) where ${condition}`.execute(
      db,
    );
}
