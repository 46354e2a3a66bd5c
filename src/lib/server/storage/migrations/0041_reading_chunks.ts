import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/**
 * Old readings of a channel as bytes, many in one row. Their ids are never used again, so that an id says for ever which bytes are meant;
 * `channels.sealed_to` says up to which moment there may be any.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint, blob, serial } = dialect.types;
  await db.schema
    .createTable('reading_chunks')
    .addColumn('id', serial, (c) => (dialect.name === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn('org_no', 'integer', (c) => c.notNull())
    .addColumn('channel_no', 'integer', (c) => c.notNull())
    .addColumn('first_ts', bigint, (c) => c.notNull())
    .addColumn('last_ts', bigint, (c) => c.notNull())
    .addColumn('n', 'integer', (c) => c.notNull())
    .addColumn('data', blob, (c) => c.notNull())
    .execute();
  await sql`create unique index reading_chunks_first on reading_chunks (org_no, channel_no, first_ts)`.execute(db);
  // The bytes are packed already: the server needn't try once more, and their row stays small.
  if (dialect.name === 'postgres') await sql`alter table reading_chunks alter column data set storage external`.execute(db);
  await db.schema.alterTable('channels').addColumn('sealed_to', bigint).execute();
}
