import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import type { Database, Db } from '../kernel/database.ts';
import { ENGINES, type Engine, testClock, testDatabase, testLocation } from '../testing/testing.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** A statement that never ends by itself. */
const endless = (db: Db) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i > 0) select count(*) from n`.execute(db);
const numbers = (db: Db, most: number) =>
  sql<{ i: number; text: string }>`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})
    select i, 'číslo' as text from n order by i`.execute(db);
const codeOf = (read: Promise<unknown>): Promise<ErrorCode | 'none'> =>
  read.then(
    () => 'none' as const,
    (error) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

async function withLimit(engine: Engine, limitMs: number): Promise<Database> {
  const { dataDir, databaseUrl } = await testLocation(engine);
  const clock = testClock();
  return engine === 'sqlite'
    ? openSqlite({ path: `${dataDir}/taktlog.db`, clock, limitMs })
    : openPostgres({ url: databaseUrl!, clock, limitMs });
}

describe.each(ENGINES)('long reads on %s', (engine) => {
  it('give the same rows as short ones, as objects and as arrays, and the same refusals', async () => {
    const db = await testDatabase(engine);
    const read = async (reader: Db) => ({
      rows: (await numbers(reader, 3)).rows,
      arrays: await db.arrays(reader, reader.selectFrom('organizations').select(['name', 'no']).where('id', '=', 'nobody')),
    });
    const long = await db.long(null, read);
    expect(long).toEqual(await db.read(null, read));
    expect(long.rows).toEqual([1, 2, 3].map((i) => ({ i, text: 'číslo' })));
    await expect(db.long(null, (reader) => sql`select * from nothing_of_that_name`.execute(reader))).rejects.toThrow(
      'nothing_of_that_name',
    );
  });

  it('run beside each other, and tell what they cost', async () => {
    const db = await testDatabase(engine);
    const spent: number[] = [];
    const found = await Promise.all(
      [100, 200, 300, 400, 500].map((most) => db.long(null, (reader) => numbers(reader, most), { spent: (ms) => spent.push(ms) })),
    );
    expect(found.map(({ rows }) => rows.length)).toEqual([100, 200, 300, 400, 500]);
    expect(spent).toHaveLength(5);
    expect(Math.min(...spent)).toBeGreaterThanOrEqual(0);
  });

  it('are ended when a statement takes too long; the next one finds everything as it was', async () => {
    const db = await withLimit(engine, 1_500);
    const spent: number[] = [];
    expect(await codeOf(db.long(null, endless, { spent: (ms) => spent.push(ms) }))).toBe('read_too_long');
    expect(spent).toEqual([expect.any(Number)]);
    expect(spent[0]).toBeGreaterThan(0);
    expect((await db.long(null, (reader) => numbers(reader, 2))).rows).toHaveLength(2);
    await db.close();
  });

  it('are ended when nobody waits for them any more, in the middle of a statement and before their turn', async () => {
    const db = await withLimit(engine, 600_000);
    const left = Array.from({ length: 4 }, () => new AbortController());
    const reads = left.map(({ signal }) => codeOf(db.long(null, endless, { signal: () => signal })));
    for (const one of left) one.abort();
    expect(await Promise.all(reads)).toEqual(Array.from(left, () => 'request_ended'));
    const busy = new AbortController();
    const ended = codeOf(
      db.long(
        null,
        (reader) => {
          queueMicrotask(() => setImmediate(() => busy.abort()));
          return endless(reader);
        },
        { signal: () => busy.signal },
      ),
    );
    expect(await ended).toBe('request_ended');
    expect((await db.long(null, (reader) => numbers(reader, 2))).rows).toHaveLength(2);
    await db.close();
    expect(await codeOf(db.long(null, endless))).toBe('stopping');
  });

  it('can’t write', async () => {
    const db = await testDatabase(engine);
    await expect(db.long(null, (reader) => sql`delete from organizations`.execute(reader))).rejects.toThrow(/read-?only|readonly/i);
  });
});
