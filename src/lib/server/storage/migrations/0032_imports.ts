import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Files of readings that people brought, how they are read and what was found in them. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('imports')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('datalogger_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull())
    .addColumn('settings', 'text')
    .addColumn('checked', 'text')
    .addColumn('run_at', bigint)
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addPrimaryKeyConstraint('imports_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('imports_datalogger', ['organization_id', 'datalogger_id'], 'dataloggers', ['organization_id', 'id'])
    .execute();
  await db.schema.createIndex('imports_hash').on('imports').columns(['organization_id', 'hash']).execute();
}
