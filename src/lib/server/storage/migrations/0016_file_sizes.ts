import type { Kysely } from 'kysely';

/** What an organisation's files take is summed with each upload, and those taken away long ago are looked for: both from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('files_sizes').on('files').columns(['organization_id', 'archived_at', 'size']).execute();
}
