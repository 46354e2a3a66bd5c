import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../domain/quantities/catalogue.ts';
import { ENGINES } from '../../testing/testing.ts';
import { postgres } from '../dialect-postgres.ts';
import { sqlite } from '../dialect-sqlite.ts';
import { up } from './0024_sensor_types.ts';
import { databaseBefore } from './testing.ts';

describe.each(ENGINES)('sensor types on %s', (engine) => {
  it('are given to every organisation that is there, and to none of its channels', async () => {
    const db = await databaseBefore(engine, '0024_sensor_types');
    await sql`insert into dataloggers (organization_id, id, no, workspace_id, name, name_key, search, auto_channels, channel_limit, created_at, updated_at)
      values ('a', 'd', 1, 'w', 'Pec', 'pec', 'pec', 1, 64, 0, 0)`.execute(db);
    await sql`insert into channels (organization_id, id, no, workspace_id, datalogger_id, "key", name, kind, unit, position, created_at, updated_at)
      values ('a', 'c', 1, 'w', 'd', 't', 't', 'gauge', '°C', 0, 0, 0)`.execute(db);
    await up(db, engine === 'sqlite' ? sqlite : postgres);
    const { rows } = await sql<{ organization_id: string; id: string; key: string; names: string; range_min: number | null }>`
      select organization_id, id, "key", names, range_min from sensor_types order by organization_id`.execute(db);
    for (const organization of ['a', 'b']) {
      const own = rows.filter(({ organization_id }) => organization_id === organization);
      expect(own.map(({ key, names, range_min }) => [key, JSON.parse(names), range_min]).sort()).toEqual(
        CATALOGUE.map(({ key, names, range }) => [key, names, range?.[0] ?? null]).sort(),
      );
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2 * CATALOGUE.length);
    const channels = await sql`select sensor_type_id, unit from channels`.execute(db);
    expect(channels.rows).toEqual([{ sensor_type_id: null, unit: '°C' }]);
  });
});
