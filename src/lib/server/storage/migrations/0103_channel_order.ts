import { type Kysely, sql } from 'kysely';

/** Each list of loggers asks for the first channel of each logger, and how many it has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index channels_order on channels (organization_id, datalogger_id, position, no) where archived_at is null`.execute(db);
}
