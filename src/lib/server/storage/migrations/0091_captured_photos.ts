import type { Kysely } from 'kysely';

/** When a photo of a measurement was taken, and the entry that ran then. Files of before are of no moment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('files').addColumn('taken_at', 'bigint').execute();
  await db.schema.alterTable('files').addColumn('entry_id', 'text').execute();
}
