import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** How messages of a kind of logger are read: a draft that is edited, versions that stay, and the version of each logger. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('logger_types')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('key', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('maker', 'text')
    .addColumn('model', 'text')
    .addColumn('notes', 'text')
    .addColumn('manual_url', 'text')
    .addColumn('sampling_interval_s', 'integer')
    .addColumn('sending_interval_s', 'integer')
    .addColumn('sample', 'text')
    .addColumn('draft', 'text')
    .addColumn('version', 'integer')
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('logger_types_pkey', ['organization_id', 'id'])
    .execute();
  await db.schema
    .createTable('logger_type_versions')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('logger_type_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('spec', 'text', (c) => c.notNull())
    .addColumn('sensors', 'text', (c) => c.notNull())
    .addColumn('published_at', bigint, (c) => c.notNull())
    .addColumn('published_by', 'text')
    .addPrimaryKeyConstraint('logger_type_versions_pkey', ['organization_id', 'logger_type_id', 'version'])
    .addForeignKeyConstraint('logger_type_versions_type', ['organization_id', 'logger_type_id'], 'logger_types', ['organization_id', 'id'])
    .execute();
  // No foreign key: SQLite can't add one to a table. The service asks for the version, and versions are never deleted.
  await db.schema.alterTable('dataloggers').addColumn('logger_type_id', 'text').execute();
  await db.schema.alterTable('dataloggers').addColumn('logger_type_version', 'integer').execute();
  await sql`create index dataloggers_logger_type on dataloggers (organization_id, logger_type_id) where logger_type_id is not null`.execute(
    db,
  );
}
