import type { Kysely } from 'kysely';

/** The channel that takes what messages say under the key of another one; no foreign key, since SQLite can't add one to a table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('channels').addColumn('merged_into', 'text').execute();
}
