import type { Kysely } from 'kysely';

/** Short words by which people put loggers together, each on a line of its own between two line feeds; the empty text = none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('dataloggers')
    .addColumn('tags', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
