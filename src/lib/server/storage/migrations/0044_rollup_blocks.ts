import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Old rollups of a channel as bytes, many in one row, as readings lie in `reading_chunks`. Their ids are never used again. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, blob, serial } = dialect.types;
  await db.schema
    .createTable('rollup_blocks')
    .addColumn('id', serial, (c) => (dialect.name === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn('org_no', 'integer', (c) => c.notNull())
    .addColumn('channel_no', 'integer', (c) => c.notNull())
    .addColumn('resolution', 'text', (c) => c.notNull())
    .addColumn('first_ts', bigint, (c) => c.notNull())
    .addColumn('last_ts', bigint, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('data', blob, (c) => c.notNull())
    .execute();
  await sql`create unique index rollup_blocks_first on rollup_blocks (org_no, channel_no, resolution, first_ts)`.execute(db);
  // The bytes are packed already: the server needn't try once more, and their row stays small.
  if (dialect.name === 'postgres') await sql`alter table rollup_blocks alter column data set storage external`.execute(db);
}
