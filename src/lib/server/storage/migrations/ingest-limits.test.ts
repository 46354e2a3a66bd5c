import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { postgres } from '../dialect-postgres.ts';
import { sqlite } from '../dialect-sqlite.ts';
import { up } from './0008_ingest_limits.ts';
import { databaseBefore } from './testing.ts';

describe.each(ENGINES)('the limits of ingest on %s', (engine) => {
  it('keep raw messages for a year where nobody said how long, and tell loggers that were only refused', async () => {
    const db = await databaseBefore(engine, '0008_ingest_limits');
    await sql`update organizations set keep_received_days = 30 where id = 'b'`.execute(db);
    for (const [no, id] of ['works', 'refused', 'never'].entries())
      await sql`insert into dataloggers (organization_id, id, no, workspace_id, name, auto_channels, channel_limit, first_seen_at, last_seen_at,
        created_at, updated_at) values ('a', ${id}, ${no}, 'w', ${id}, 1, 64, ${id === 'never' ? null : 5}, ${id === 'never' ? null : 7}, 0, 0)`.execute(
        db,
      );
    await sql`insert into channels (organization_id, id, no, workspace_id, datalogger_id, key, name, kind, position, first_ts, created_at,
      updated_at) values ('a', 'c', 1, 'w', 'works', 'k', 'k', 'gauge', 0, 5, 0, 0)`.execute(db);
    await up(db, engine === 'sqlite' ? sqlite : postgres);
    const kept = await sql`select id, keep_received_days from organizations order by id`.execute(db);
    expect(kept.rows).toEqual([
      { id: 'a', keep_received_days: 365 },
      { id: 'b', keep_received_days: 30 },
    ]);
    const seen = await sql<
      Record<string, unknown>
    >`select id, first_seen_at, last_seen_at, refused_at from dataloggers order by id`.execute(db);
    expect(seen.rows.map((row) => Object.values(row).map((one) => (one === null ? null : String(one))))).toEqual([
      ['never', null, null, null],
      ['refused', null, null, '7'],
      ['works', '5', '7', null],
    ]);
  });
});
