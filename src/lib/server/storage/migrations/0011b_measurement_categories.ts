import type { Kysely } from 'kysely';

/** How the activities of a measurement were sorted when somebody kept it, so that its figures stay as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('measurements').addColumn('categories', 'text').execute();
}
