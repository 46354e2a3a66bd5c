import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { postgres } from '../dialect-postgres.ts';
import { sqlite } from '../dialect-sqlite.ts';
import { up } from './0033_quality.ts';
import { databaseBefore } from './testing.ts';

const HOUR = 3_600e6;
const MINUTE = 60e6;

async function channel(db: Kysely<unknown>, no: number, pruned_to: number | null): Promise<void> {
  await sql`insert into channels (organization_id, id, no, workspace_id, key, name, kind, position, first_ts, pruned_to, created_at, updated_at)
    values ('a', ${`c${no}`}, ${no}, 'w', ${`k${no}`}, 'k', 'gauge', 0, 0, ${pruned_to}, 0, 0)`.execute(db);
}

async function bucket(db: Kysely<unknown>, no: number, table: string, ts: number, values: [at: number, num: number][]): Promise<void> {
  const [first, last] = [values[0]!, values.at(-1)!];
  await sql`insert into ${sql.table(table)} (org_no, channel_no, ts, n, sum, min, max, first, last, first_ts, last_ts) values (3, ${no}, ${ts},
    ${values.length}, ${values.reduce((sum, [, num]) => sum + num, 0)}, 0, 9, ${first[1]}, ${last[1]}, ${first[0]}, ${last[0]})`.execute(
    db,
  );
}

describe.each(ENGINES)('rollups from before means over time on %s', (engine) => {
  it('are folded again from their readings, and estimated where those are gone', async () => {
    const db = await databaseBefore(engine, '0033_quality');
    await channel(db, 1, null);
    await channel(db, 2, HOUR);
    const readings: [number, number][] = [
      [0, 1],
      [MINUTE, 3],
      [10 * MINUTE, 2],
      [HOUR, 5],
    ];
    for (const [ts, num] of readings)
      await sql`insert into readings (org_no, channel_no, ts, num) values (3, 1, ${ts}, ${num})`.execute(db);
    await bucket(db, 1, 'readings_5m', 0, readings.slice(0, 2));
    await bucket(db, 1, 'readings_5m', 10 * MINUTE, readings.slice(2, 3));
    await bucket(db, 1, 'readings_5m', HOUR, readings.slice(3));
    await bucket(db, 1, 'readings_1h', 0, readings.slice(0, 3));
    await bucket(db, 1, 'readings_1h', HOUR, readings.slice(3));
    await bucket(db, 2, 'readings_1h', 0, readings.slice(0, 3));
    await up(db, engine === 'sqlite' ? sqlite : postgres);
    const of = async (table: string) => {
      const { rows } = await sql<{ channel_no: number; ts: string; area: number; resets: number; left_out: number }>`
        select channel_no, ts, area, resets, left_out from ${sql.table(table)} order by channel_no, ts`.execute(db);
      return rows.map((row) => [row.channel_no, Number(row.ts) / MINUTE, row.area, row.resets, row.left_out]);
    };
    expect(await of('readings_5m')).toEqual([
      [1, 0, 120, 0, 0],
      [1, 10, 0, 0, 0],
      [1, 60, 0, 0, 0],
    ]);
    expect(await of('readings_1h')).toEqual([
      [1, 0, 120 + 2.5 * 540, 3, 0],
      [1, 60, 0, 0, 0],
      [2, 0, 2 * 600, 0, 0],
    ]);
  });
});
