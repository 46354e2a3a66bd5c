import type { Kysely } from 'kysely';

/** By which version of its lines a signed revision of a recording was hashed: 2 holds the calibrations too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('recording_revisions')
    .addColumn('hash_version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}
