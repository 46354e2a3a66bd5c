import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { CATALOGUE } from '../../../domain/quantities/catalogue.ts';
import type { Dialect } from '../../kernel/dialect.ts';

/** What channels measure: a table of the organisation, with a copy of what comes with the product in each one that is there. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema
    .createTable('sensor_types')
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('key', 'text')
    .addColumn('names', 'text', (c) => c.notNull())
    .addColumn('quantity', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('display_unit', 'text', (c) => c.notNull())
    .addColumn('decimals', 'integer')
    .addColumn('range_min', 'double precision')
    .addColumn('range_max', 'double precision')
    .addColumn('mean', 'text', (c) => c.notNull())
    .addColumn('color', 'integer')
    .addColumn('state_words', 'text')
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('created_by', 'text')
    .addColumn('updated_at', bigint, (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .addColumn('rev', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('archived_at', bigint)
    .addPrimaryKeyConstraint('sensor_types_pkey', ['organization_id', 'id'])
    .execute();
  // No foreign key: SQLite can't add one to a table. The service asks for the type, and types are never deleted.
  await db.schema.alterTable('channels').addColumn('sensor_type_id', 'text').execute();
  await sql`create index channels_sensor_type on channels (organization_id, sensor_type_id) where sensor_type_id is not null`.execute(db);
  const { rows } = await sql<{ id: string; created_at: number }>`select id, created_at from organizations`.execute(db);
  for (const { id, created_at } of rows)
    for (const type of CATALOGUE)
      await sql`insert into sensor_types (organization_id, id, "key", names, quantity, kind, display_unit, decimals, range_min, range_max, mean, color,
        created_at, updated_at) values (${id}, ${randomUUID()}, ${type.key}, ${JSON.stringify(type.names)}, ${type.quantity}, ${type.kind},
        ${type.display_unit}, ${type.decimals}, ${type.range?.[0] ?? null}, ${type.range?.[1] ?? null}, ${type.mean}, ${type.color},
        ${created_at}, ${created_at})`.execute(db);
}
