import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../kernel/database.ts';
import {
  ENGINES,
  freshDatabase,
  makeChannel,
  makeCredential,
  makeDatalogger,
  makeMessage,
  makeOrganization,
  makeWorkspace,
  testClock,
} from '../../testing/testing.ts';

const SINGLES = 4_000;
/** Bytes that they may take: a message, its row with the body of 30 bytes and its entries in indexes; with its reading and the rollups. */
const MOST = { sqlite: { message: 175, all: 215 }, postgres: { message: 270, all: 400 } };

/** Bytes of tables with their indexes. */
async function bytesOf(db: Database, like: string): Promise<number> {
  const query =
    db.dialect.name === 'sqlite'
      ? sql<{ bytes: number }>`select sum(s.pgsize) as bytes from dbstat as s inner join sqlite_schema as o on o.name = s.name
          where o.tbl_name like ${like}`
      : sql<{ bytes: number }>`select cast(sum(pg_total_relation_size(c.oid)) as bigint) as bytes from pg_class as c
          where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname like ${like}`;
  return (await db.read(null, (reader) => query.execute(reader))).rows[0]!.bytes;
}

describe.each(ENGINES)('a message of one reading on %s', (engine) => {
  it('takes no more than its numbers, its words and its body', { timeout: 60_000 }, async () => {
    const { db } = await freshDatabase(engine);
    const deps = { db, clock: testClock() };
    const organization = await makeOrganization(deps);
    const datalogger = await makeDatalogger(deps, await makeWorkspace(deps, organization));
    const { credential } = await makeCredential(deps, datalogger);
    const channel = await makeChannel(deps, datalogger);
    const at = deps.clock.now();
    const now = async () => ({ messages: await bytesOf(db, 'received_data%'), readings: await bytesOf(db, 'readings%') });
    const before = await now();
    const body = new TextEncoder().encode('{"ts":1767225600000,"t":21.53}');
    expect(body.byteLength).toBe(30);
    await Promise.all(
      Array.from({ length: SINGLES }, (_, i) => {
        const readings = [{ channelNo: channel.no, ts: at + i * 1_000_000, num: i, text: null }];
        const { id: _id, ...message } = makeMessage(deps, organization, datalogger, readings, { body, credentialId: credential.id });
        return db.readings.commit(message);
      }),
    );
    const after = await now();
    const message = (after.messages - before.messages) / SINGLES;
    const all = message + (after.readings - before.readings) / SINGLES;
    expect(message).toBeGreaterThan(100);
    expect(message).toBeLessThan(MOST[engine].message);
    expect(all).toBeLessThan(MOST[engine].all);
  });
});
