import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/** Where nobody said how long raw messages are kept: long enough that whoever wants them for ever has time to say so. */
const KEPT_DAYS = 365;

/** Messages stored as they came, what they take charged to loggers, limits of it; what was refused, and readings ahead of their time. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { bigint } = dialect.types;
  await db.schema.alterTable('organizations').addColumn('ingest_mb_per_day', 'integer').execute();
  await db.schema.alterTable('dataloggers').addColumn('mb_per_day', 'integer').execute();
  await db.schema.alterTable('dataloggers').addColumn('refused_at', bigint).execute();
  await db.schema
    .alterTable('dataloggers')
    .addColumn('used_day', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('dataloggers')
    .addColumn('used_bytes', bigint, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('channels').addColumn('ahead_ts', bigint).execute();
  await db.schema.alterTable('received_data').addColumn('body_encoding', 'text').execute();
  await (db as Kysely<{ organizations: { keep_received_days: number | null } }>)
    .updateTable('organizations')
    .set({ keep_received_days: KEPT_DAYS })
    .where('keep_received_days', 'is', null)
    .execute();
  // A logger of which nothing was ever stored was seen only by messages that were refused.
  await sql`update dataloggers set refused_at = last_seen_at, first_seen_at = null, last_seen_at = null
    where last_seen_at is not null and not exists (select 1 from channels as c where c.organization_id = dataloggers.organization_id
      and c.datalogger_id = dataloggers.id and c.first_ts is not null)`.execute(db);
}
