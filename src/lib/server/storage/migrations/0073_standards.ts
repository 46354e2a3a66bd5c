import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Versions of the standards of operations, from the review on: a draft is computed. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, double } = dialect.types;
  await db.schema
    .createTable('standard_versions')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('operation_id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('formula', 'text', (c) => c.notNull())
    .addColumn('standard', double, (c) => c.notNull())
    .addColumn('card', 'text', (c) => c.notNull())
    .addColumn('parameters', 'text', (c) => c.notNull())
    .addColumn('sources', 'text', (c) => c.notNull())
    .addColumn('reviewed_at', bigint, (c) => c.notNull())
    .addColumn('reviewed_by', 'text')
    .addColumn('review_note', 'text')
    .addColumn('approved_at', bigint)
    .addColumn('approved_by', 'text')
    .addColumn('statement', 'text')
    .addColumn('superseded_at', bigint)
    .addPrimaryKeyConstraint('standard_versions_pkey', ['organization_id', 'operation_id', 'version'])
    .addForeignKeyConstraint('standard_versions_operation', ['organization_id', 'operation_id'], 'operations', ['organization_id', 'id'])
    .execute();
}
