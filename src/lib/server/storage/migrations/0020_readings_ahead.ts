import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../kernel/dialect.ts';

/**
 * Moments of the readings that were ahead of their receipt, so that charts can mark them without looking at every reading. They stay as long as
 * rollups do, which outlive the readings.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const table = db.schema
    .createTable('readings_ahead')
    .addColumn('org_no', 'integer', (c) => c.notNull())
    .addColumn('channel_no', 'integer', (c) => c.notNull())
    .addColumn('ts', dialect.types.bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('readings_ahead_pkey', ['org_no', 'channel_no', 'ts']);
  await (dialect.name === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
  // Only channels that ever had one are looked through.
  await sql`insert into readings_ahead (org_no, channel_no, ts)
    select r.org_no, r.channel_no, r.ts from channels as c
    join organizations as o on o.id = c.organization_id
    join readings as r on r.org_no = o.no and r.channel_no = c.no
    where c.ahead_ts is not null and r.quality = 2`.execute(db);
}
