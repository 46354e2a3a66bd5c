import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { postgres } from '../dialect-postgres.ts';
import { sqlite } from '../dialect-sqlite.ts';
import { up } from './0042_small_messages.ts';
import { databaseBefore } from './testing.ts';

describe.each(ENGINES)('messages that are there when they get small on %s', (engine) => {
  it('keep their id, their sender and everything that was said of them, and get a number where they had none', async () => {
    const db = await databaseBefore(engine, '0042_small_messages');
    /** Rows of a query; this connection gives PostgreSQL's large integers as texts. */
    const rows = async (query: ReturnType<typeof sql>) =>
      ((await query.execute(db)).rows as Record<string, unknown>[]).map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value]),
        ),
      );
    for (const organization of ['a', 'b'])
      await sql`insert into dataloggers (organization_id, id, no, workspace_id, name, auto_channels, channel_limit, created_at, updated_at)
        values (${organization}, 'l', 5, 'w', 'L', 1, 64, 0, 0)`.execute(db);
    const messages: [organization: string, id: string, no: number | null, received: number, credential: string | null][] = [
      ['a', 'late', null, 20, null],
      ['a', 'early', null, 10, 'key'],
      ['a', 'seven', 7, 30, 'key'],
      ['b', 'eight', 8, 25, null],
    ];
    for (const [organization, id, no, received, credential] of messages)
      await sql`insert into received_data (organization_id, id, no, org_no, datalogger_no, workspace_id, datalogger_id, credential_id, door,
          content_type, content_encoding, received_at, size, status, points, "new", duplicate, replaced, error_count, errors, body, body_encoding,
          decoder, min_ts, max_ts, withdrawn_at, topic, warning_count, warnings)
        values (${organization}, ${id}, ${no}, ${organization === 'a' ? 3 : 4}, 5, 'w', 'l', ${credential}, 'json', 'text/x', 'gzip',
          ${received}, 9, 'partial', 1, 2, 3, 4, 5, '[]', ${new Uint8Array([0, 255])}, 'zstd', 'json@1', 6, 7, 8, 't/x', 1, '[1]')`.execute(
        db,
      );
    await up(db, engine === 'sqlite' ? sqlite : postgres);
    const stored = await rows(sql`select r.no, r.given_id, r.org_no, r.received_at, s.org_no as sender_org, s.workspace_id, s.credential_id
      from received_data as r inner join received_data_senders as s on s.no = r.sender_no order by r.no`);
    expect(stored).toEqual([
      { no: -2, given_id: 'early', org_no: 3, received_at: 10, sender_org: 3, workspace_id: 'w', credential_id: 'key' },
      { no: -1, given_id: 'late', org_no: 3, received_at: 20, sender_org: 3, workspace_id: 'w', credential_id: '' },
      { no: 7, given_id: 'seven', org_no: 3, received_at: 30, sender_org: 3, workspace_id: 'w', credential_id: 'key' },
      { no: 8, given_id: 'eight', org_no: 4, received_at: 25, sender_org: 4, workspace_id: 'w', credential_id: '' },
    ]);
    expect(await rows(sql`select no from received_data_senders`)).toHaveLength(3);
    const [one] = await rows(sql`select * from received_data where no = 7`);
    expect({ ...one, body: [...(one!.body as Uint8Array)] }).toMatchObject({
      datalogger_no: 5,
      door: 'json',
      content_type: 'text/x',
      content_encoding: 'gzip',
      size: 9,
      status: 'partial',
      points: 1,
      new: 2,
      duplicate: 3,
      replaced: 4,
      error_count: 5,
      errors: '[]',
      body: [0, 255],
      body_encoding: 'zstd',
      decoder: 'json@1',
      min_ts: 6,
      max_ts: 7,
      withdrawn_at: 8,
      topic: 't/x',
      warning_count: 1,
      warnings: '[1]',
    });
  });
});
