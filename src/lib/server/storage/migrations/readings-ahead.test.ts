import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { postgres } from '../dialect-postgres.ts';
import { sqlite } from '../dialect-sqlite.ts';
import { up } from './0020_readings_ahead.ts';
import { databaseBefore } from './testing.ts';

describe.each(ENGINES)('the table of readings ahead of their receipt on %s', (engine) => {
  it('takes over those that were marked before it was there', async () => {
    const db = await databaseBefore(engine, '0020_readings_ahead');
    for (const [no, ahead] of [
      [1, 20],
      [2, null],
    ] as const) {
      await sql`insert into channels (organization_id, id, no, workspace_id, key, name, kind, position, ahead_ts, created_at, updated_at)
        values ('a', ${`c${no}`}, ${no}, 'w', ${`k${no}`}, 'k', 'gauge', 0, ${ahead}, 0, 0)`.execute(db);
      for (const [ts, quality] of [
        [10, 0],
        [20, ahead === null ? 0 : 2],
      ] as const)
        await sql`insert into readings (org_no, channel_no, ts, num, quality) values (3, ${no}, ${ts}, 1, ${quality})`.execute(db);
    }
    await up(db, engine === 'sqlite' ? sqlite : postgres);
    const { rows } = await sql<Record<string, unknown>>`select org_no, channel_no, ts from readings_ahead`.execute(db);
    expect(rows.map((row) => Object.values(row).map(Number))).toEqual([[3, 1, 20]]);
  });
});
