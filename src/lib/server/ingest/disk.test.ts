import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { ReceivedDataDetail } from '../../contract/received-data.ts';
import type { Database } from '../kernel/database.ts';
import { messageId } from '../kernel/message-ids.ts';
import { DAY_US, dayOf } from '../storage/readings/reading-store-slices.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeCredential, makeDatalogger, TEST_NOW, testClock } from '../testing/testing.ts';

const MIB = 1_048_576;
const GZIP = { 'Content-Encoding': 'gzip' };
const MS = TEST_NOW / 1000;

/** Bytes of the whole database on the disk. */
async function sizeOf(db: Database): Promise<number> {
  const query =
    db.dialect.name === 'sqlite'
      ? sql<{ size: number }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`
      : sql<{ size: number }>`select pg_database_size(current_database()) as size`;
  return (await db.read(null, (reader) => query.execute(reader))).rows[0]!.size;
}

const usedBy = async ({ deps, organization, datalogger }: TestPlant) =>
  (
    await deps.db.read(organization.id, (db) =>
      db.selectFrom('dataloggers').select('used_bytes').where('id', '=', datalogger.id).executeTakeFirstOrThrow(),
    )
  ).used_bytes;

describe.each(ENGINES)('the disk on %s', (engine) => {
  it('takes a small multiple of what came over the wire, also of 8 kB that unzip to 8 MiB', async () => {
    const { db } = await freshDatabase(engine, testClock());
    const plant = await testPlant(engine, { deps: { db } });
    const bomb = gzipSync(`${' '.repeat(8 * MIB - 10)}{"t":1}`);
    const junk = gzipSync(' '.repeat(8 * MIB - 10));
    expect(bomb.byteLength).toBeLessThan(10_000);
    await plant.post({ t: 0 });
    const before = await sizeOf(db);
    let id = '';
    for (let i = 0; i < 6; i++) {
      id = ((await (await plant.post(bomb, GZIP)).json()) as { id: string }).id;
      expect((await plant.post(junk, GZIP)).status).toBe(400);
    }
    const wire = 6 * (bomb.byteLength + junk.byteLength);
    expect((await sizeOf(db)) - before).toBeLessThan(4 * wire);
    // Unzipped when somebody looks.
    const shown = await plant.get<ReceivedDataDetail>(`/received-data/${id}`);
    expect(shown).toMatchObject({ size: bomb.byteLength, body_cut: true, readings: [{ key: 't', value: 1 }] });
    expect(shown.body).toBe(' '.repeat(262_144));
    expect(await usedBy(plant)).toBeGreaterThan(wire);
  });

  it('holds a long body compressed, and a short one as it came', async () => {
    const plant = await testPlant(engine);
    const rows = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ ts: MS - i, temperature: i })));
    await plant.post(rows);
    await plant.post('{"temperature":1}');
    const stored = await plant.deps.db.read(plant.organization.id, (db) =>
      db
        .selectFrom('received_data')
        .select(['no', 'given_id', 'received_at', 'body', 'body_encoding', 'size'])
        .where('org_no', '=', plant.organization.no)
        .orderBy('no')
        .execute(),
    );
    expect(stored.map(({ body_encoding, size }) => [body_encoding, size])).toEqual([
      ['zstd', rows.length],
      [null, 17],
    ]);
    expect(stored[0]!.body.byteLength).toBeLessThan(rows.length / 2);
    expect((await plant.get<ReceivedDataDetail>(`/received-data/${messageId(stored[0]!)}`)).body).toBe(rows);
  });

  it('is charged for readings and their texts, not for those that were there', async () => {
    const plant = await testPlant(engine);
    const words = Array.from({ length: 2_500 }, (_, i) => ({ ts: MS - i, word: `${i}${'x'.repeat(900)}` }));
    const body = gzipSync(JSON.stringify(words));
    expect(body.byteLength).toBeLessThan(100_000);
    await plant.post(body, GZIP);
    const once = await usedBy(plant);
    expect(once).toBeGreaterThan(2_500 * 900);
    await plant.post(body, GZIP);
    expect((await usedBy(plant)) - once).toBeLessThan(2 * body.byteLength);
  });

  it('is kept from a logger that has brought its megabytes of the day, whatever it sends, until the next', async () => {
    const plant = await testPlant(engine, { datalogger: { mb_per_day: 1, used_day: dayOf(TEST_NOW), used_bytes: 995_000 } });
    const junk = gzipSync(' '.repeat(8 * MIB - 10));
    expect((await plant.post(junk, GZIP)).status).toBe(400);
    const refused = await plant.post({ t: 1 });
    expect([refused.status, refused.headers.get('retry-after'), ((await refused.json()) as Problem).code]).toEqual([
      429,
      '3600',
      'over_quota',
    ]);
    // Another one of the organisation isn't kept waiting.
    const other = await makeDatalogger(plant.deps, plant.workspace);
    const { token } = await makeCredential(plant.deps, other);
    expect((await plant.post({ t: 1 }, { Authorization: `Bearer ${token}` })).status).toBe(200);
    plant.deps.clock.set((dayOf(TEST_NOW) + 1) * DAY_US - 90_000_000);
    expect((await plant.post({ t: 1 })).headers.get('retry-after')).toBe('90');
    plant.deps.clock.advance(90_000_000);
    expect((await plant.post({ t: 1 })).status).toBe(200);
    expect(await usedBy(plant)).toBeLessThan(2_000);
  });

  it('is kept from all loggers of an organisation together, by its own choice or by that of the installation', async () => {
    const full = { used_day: dayOf(TEST_NOW), used_bytes: 2_000_000 };
    for (const [own, bound, status] of [
      [2, null, 429],
      [3, 2, 429],
      [null, 2, 429],
      [3, null, 200],
      [null, null, 200],
    ] as const) {
      const plant = await testPlant(engine, { organization: { ingest_mb_per_day: own }, datalogger: full });
      plant.deps.config.ingestMbPerDay = bound;
      const { token } = await makeCredential(plant.deps, await makeDatalogger(plant.deps, plant.workspace));
      expect((await plant.post({ t: 1 }, { Authorization: `Bearer ${token}` })).status).toBe(status);
    }
  });
});
