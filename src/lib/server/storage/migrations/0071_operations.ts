import type { Kysely } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Operations, to which measurements may belong: together those make one study of it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, double } = dialect.types;
  await db.schema
    .createTable('operations')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('code_key', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('search', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('product', 'text')
    .addColumn('machine_id', 'text')
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('pieces_per_cycle', double, (c) => c.notNull())
    .addColumn('setup_s', double, (c) => c.notNull())
    .addColumn('batch', double, (c) => c.notNull())
    .addColumn('shift_h', double, (c) => c.notNull())
    .addColumn('allowance_set_id', 'text')
    .addColumn('elements', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('operations_pkey', ['organization_id', 'id'])
    .addForeignKeyConstraint('operations_workspace', ['organization_id', 'workspace_id'], 'workspaces', ['organization_id', 'id'])
    .execute();
  for (const column of ['code_key', 'name_key', 'created_at'])
    await db.schema.createIndex(`operations_by_${column}`).on('operations').columns(['organization_id', column, 'id']).execute();
  await db.schema.alterTable('measurements').addColumn('operation_id', 'text').execute();
  await db.schema
    .createIndex('measurements_of_operation')
    .on('measurements')
    .columns(['organization_id', 'operation_id', 'day', 'id'])
    .execute();
}
