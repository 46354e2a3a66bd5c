import { type Kysely, sql } from 'kysely';

/** Each list of loggers counts the channels of each logger that fail; most have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index channels_failing on channels (organization_id, datalogger_id) where left_out_ts is not null and archived_at is null`.execute(
    db,
  );
}
