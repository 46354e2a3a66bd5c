import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { up } from './0002_logger_numbers.ts';
import { databaseBefore } from './testing.ts';

describe.each(ENGINES)('numbers for loggers on %s', (engine) => {
  it('are given to those that are there, and their messages keep them', async () => {
    const db = await databaseBefore(engine, '0002_logger_numbers');
    for (const [organization, id] of ['a/x', 'a/y', 'b/x'].map((path) => path.split('/')))
      await sql`insert into dataloggers (organization_id, id, workspace_id, name, auto_channels, channel_limit, created_at, updated_at)
        values (${organization}, ${id}, 'w', 'L', 1, 64, 0, 0)`.execute(db);
    for (const [organization, logger, id] of ['a/y/1', 'b/x/2', 'a/x/3'].map((path) => path.split('/')))
      await sql`insert into received_data (organization_id, id, workspace_id, datalogger_id, door, received_at, size, status, points, "new",
        duplicate, replaced, error_count, body) values (${organization}, ${id}, 'w', ${logger}, 'json', 0, 0, 'stored', 0, 0, 0, 0, 0,
        ${new Uint8Array()})`.execute(db);
    await up(db);
    const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
    expect(await rows(sql`select organization_id, id, no from dataloggers order by 1, 2`)).toEqual([
      { organization_id: 'a', id: 'x', no: 1 },
      { organization_id: 'a', id: 'y', no: 2 },
      { organization_id: 'b', id: 'x', no: 1 },
    ]);
    expect(await rows(sql`select id, next_datalogger_no from organizations order by id`)).toEqual([
      { id: 'a', next_datalogger_no: 3 },
      { id: 'b', next_datalogger_no: 2 },
    ]);
    expect(await rows(sql`select id, org_no, datalogger_no from received_data order by id`)).toEqual([
      { id: '1', org_no: 3, datalogger_no: 2 },
      { id: '2', org_no: 4, datalogger_no: 1 },
      { id: '3', org_no: 3, datalogger_no: 1 },
    ]);
  });
});
