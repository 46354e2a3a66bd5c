import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Allowances of an organisation, and every version of them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('allowance_sets')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('search', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('basis', 'text', (c) => c.notNull())
    .addColumn('shares', 'text', (c) => c.notNull())
    .addColumn('to_confirm', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('allowance_sets_pkey', ['organization_id', 'id'])
    .execute();
  for (const column of ['name_key', 'created_at'])
    await db.schema.createIndex(`allowance_sets_by_${column}`).on('allowance_sets').columns(['organization_id', column, 'id']).execute();
  await db.schema
    .createTable('allowance_set_versions')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('set_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('basis', 'text', (c) => c.notNull())
    .addColumn('shares', 'text', (c) => c.notNull())
    .addColumn('made_at', bigint, (c) => c.notNull())
    .addColumn('made_by', 'text')
    .addPrimaryKeyConstraint('allowance_set_versions_pkey', ['organization_id', 'set_id', 'version'])
    .addForeignKeyConstraint('allowance_set_versions_set', ['organization_id', 'set_id'], 'allowance_sets', ['organization_id', 'id'])
    .execute();
}
