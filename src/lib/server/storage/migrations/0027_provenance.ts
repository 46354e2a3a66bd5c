import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/**
 * Messages get a number that grows, and readings and revisions that of the message they came from; 0 = nobody knows, older than everything.
 * Numbers come from a sequence; SQLite, which has one writer, counts in a row that outlives the messages.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  for (const column of ['no', 'min_ts', 'max_ts', 'withdrawn_at'])
    await db.schema.alterTable('received_data').addColumn(column, bigint).execute();
  for (const table of ['readings', 'reading_revisions'])
    await db.schema
      .alterTable(table)
      .addColumn('src', bigint, (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema
    .alterTable('reading_revisions')
    .addColumn('quality', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Of the few messages that said again what was there already: nothing in the series tells of them.
  await sql`create index received_data_duplicate on received_data (org_no, datalogger_no, max_ts) where duplicate > 0`.execute(db);
  if (dialect.name === 'postgres') {
    await sql`create sequence received_data_no`.execute(db);
    return;
  }
  await sql`create table received_data_numbers (last integer not null)`.execute(db);
  await sql`insert into received_data_numbers (last) values (0)`.execute(db);
}
