import { type Kysely, sql } from 'kysely';

/** When a file brought readings of a logger last: one that is fed by files only waits for no message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('dataloggers').addColumn('filed_at', 'bigint').execute();
  await sql`update dataloggers set filed_at = (
    select max(i.run_at) from imports i
    where i.organization_id = dataloggers.organization_id and i.datalogger_id = dataloggers.id
  ) where exists (select 1 from imports i where i.organization_id = dataloggers.organization_id and i.datalogger_id = dataloggers.id and i.run_at is not null)`.execute(
    db,
  );
}
