import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Bodies of a logger's older messages, many in one row; a message names the group in which its body lies. Their ids are never used again. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, blob, serial } = dialect.types;
  await db.schema
    .createTable('body_groups')
    .addColumn('id', serial, (c) => (dialect.name === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn('org_no', 'integer', (c) => c.notNull())
    .addColumn('datalogger_no', 'integer', (c) => c.notNull())
    .addColumn('first_at', bigint, (c) => c.notNull())
    .addColumn('last_at', bigint, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('data', blob, (c) => c.notNull())
    .execute();
  await sql`create index body_groups_last on body_groups (org_no, datalogger_no, last_at)`.execute(db);
  // The bytes are packed already: the server needn't try once more.
  if (dialect.name === 'postgres') await sql`alter table body_groups alter column data set storage external`.execute(db);
  await db.schema.alterTable('received_data').addColumn('body_group', bigint).execute();
}
