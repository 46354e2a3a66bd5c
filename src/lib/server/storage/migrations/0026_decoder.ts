import type { Kysely } from 'kysely';

/** What read the body of a message, by its name and version; null = the JSON of the time before there were others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('received_data').addColumn('decoder', 'text').execute();
}
