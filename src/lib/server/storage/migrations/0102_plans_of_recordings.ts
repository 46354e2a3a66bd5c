import type { Kysely } from 'kysely';

/** A recording says by which plan it was begun. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('runs_of_recording').on('recording_plan_runs').columns(['organization_id', 'recording_id']).execute();
}
