import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Database } from '../src/lib/server/kernel/database.ts';
import { sealJob } from '../src/lib/server/readings/seal.ts';
import {
  type DatabaseLocation,
  ENGINES,
  freshDatabase,
  makeChannel,
  makeDatalogger,
  makeMessage,
  makeOrganization,
  makeWorkspace,
  testClock,
  testDeps,
  testLocation,
} from '../src/lib/server/testing/testing.ts';

function check({ dataDir, databaseUrl }: Pick<DatabaseLocation, 'dataDir' | 'databaseUrl'>, ...more: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-rollups.ts', ...more], { env, encoding: 'utf8' });
  const lines = stdout.trim().split('\n').filter(Boolean);
  return { status, summary: lines.at(-1), differences: lines.slice(0, -1).map((line) => JSON.parse(line)) };
}

async function plant(db: Database) {
  const deps = { db, clock: testClock() };
  const organization = await makeOrganization(deps);
  const datalogger = await makeDatalogger(deps, await makeWorkspace(deps, organization));
  const channel = await makeChannel(deps, datalogger);
  const at = deps.clock.now();
  const readings = Array.from({ length: 30 }, (_, i) => ({ channelNo: channel.no, ts: at + i * 60_000_000, num: i / 3, text: null }));
  await db.readings.commit(makeMessage(deps, organization, datalogger, readings));
  return { organization, channel, at };
}

describe.each(ENGINES)('the check of rollups on %s', (engine) => {
  it('finds that a healthy database equals its recomputation', async () => {
    const { db, location } = await freshDatabase(engine);
    await plant(db);
    expect(check(location)).toEqual({
      status: 0,
      summary: '7 buckets of 1 channels compared with 30 readings: 0 differences',
      differences: [],
    });
  });

  it('prints every bucket, newest value and stray row that does not follow from the readings', async () => {
    const { db, location } = await freshDatabase(engine);
    const { organization, channel, at } = await plant(db);
    const series = { org_no: organization.no, channel_no: channel.no };
    await db.write(organization.id, async (writer) => {
      await writer.updateTable('readings_5m').set({ sum: 0.1 }).where('ts', '=', at).execute();
      await writer.deleteFrom('readings_1h').execute();
      await writer.updateTable('channels').set({ last_num: 99 }).where('id', '=', channel.id).execute();
      const stray = {
        ...series,
        channel_no: channel.no + 1,
        ts: at,
        n: 1,
        sum: 1,
        min: 1,
        max: 1,
        first: 1,
        last: 1,
        first_ts: at,
        last_ts: at,
      };
      await writer.insertInto('readings_5m').values(stray).execute();
    });
    const { status, differences } = check(location);
    expect(status).toBe(1);
    expect(differences.map(({ what }) => what)).toEqual(['5m', '1h', 'channel', 'series']);
    expect(differences[0]).toMatchObject({ channelNo: channel.no, ts: at, stored: { sum: 0.1 }, computed: { n: 5 } });
    expect(differences[1]).toMatchObject({ stored: null, computed: { n: 30 } });
    expect(differences[2]).toMatchObject({ stored: { last_num: 99 }, computed: { last_num: 29 / 3 } });
  });

  it('names a chunk that was damaged, and compares what its neighbours say', async () => {
    const { db, location } = await freshDatabase(engine);
    const { organization, channel, at } = await plant(db);
    const deps = { ...(await testDeps(engine)), db, clock: testClock() };
    const sizes = { most: 10, atEnd: 10, between: 1 };
    await sealJob({ pause: () => Promise.resolve(), restUs: -3_600e6, sizes }).run(deps);
    expect(check(location)).toMatchObject({ status: 0, summary: '7 buckets of 1 channels compared with 30 readings: 0 differences' });
    await db.write(organization.id, async (writer) => {
      const { id } = await writer.selectFrom('reading_chunks').select('id').orderBy('first_ts').limit(1).executeTakeFirstOrThrow();
      await writer
        .updateTable('reading_chunks')
        .set({ data: new Uint8Array(20) })
        .where('id', '=', id)
        .execute();
      await writer
        .updateTable('readings_5m')
        .set({ sum: 0.1 })
        .where('ts', '=', at + 25 * 60_000_000)
        .execute();
    });
    const { status, differences } = check(location);
    expect(status).toBe(1);
    expect(differences).toMatchObject([
      { channelNo: channel.no, what: 'chunk', ts: at, stored: { n: 10 } },
      { what: '5m', ts: at + 25 * 60_000_000, stored: { sum: 0.1 } },
    ]);
  });

  it('names a block of rollups that was damaged, and compares its neighbours', async () => {
    const { db, location } = await freshDatabase(engine);
    const { organization, channel, at } = await plant(db);
    const deps = { ...(await testDeps(engine)), db, clock: testClock() };
    await sealJob({ pause: () => Promise.resolve(), restUs: -3_600e6, sizes: { most: 2, atEnd: 2, between: 1 } }).run(deps);
    expect(check(location)).toMatchObject({ status: 0, summary: '7 buckets of 1 channels compared with 30 readings: 0 differences' });
    await db.write(organization.id, async (writer) => {
      const [damaged, missing] = await writer
        .selectFrom('rollup_blocks')
        .select(['id', 'first_ts'])
        .where('resolution', '=', '5m')
        .orderBy('first_ts')
        .execute();
      await writer
        .updateTable('rollup_blocks')
        .set({ data: new Uint8Array(20) })
        .where('id', '=', damaged!.id)
        .execute();
      await writer.deleteFrom('rollup_blocks').where('id', '=', missing!.id).execute();
    });
    const { status, differences } = check(location);
    expect(status).toBe(1);
    expect(differences).toMatchObject([
      { channelNo: channel.no, what: 'block', ts: at, stored: { n: 2 } },
      { what: '5m', ts: at + 10 * 60_000_000, stored: null },
      { what: '5m', ts: at + 15 * 60_000_000, stored: null },
    ]);
  });

  it('makes a damaged block again where its readings are there, and leaves it where one of them is not', async () => {
    const { db, location } = await freshDatabase(engine);
    const { organization, at } = await plant(db);
    const deps = { ...(await testDeps(engine)), db, clock: testClock() };
    await sealJob({ pause: () => Promise.resolve(), restUs: -3_600e6, sizes: { most: 2, atEnd: 2, between: 1 } }).run(deps);
    const blocks = () =>
      db.read(organization.id, (reader) =>
        reader.selectFrom('rollup_blocks').selectAll().orderBy('resolution').orderBy('first_ts').execute(),
      );
    const before = await blocks();
    const damageBlocks = () =>
      db.write(organization.id, (writer) =>
        writer
          .updateTable('rollup_blocks')
          .set({ data: new Uint8Array(20) })
          .execute(),
      );
    await damageBlocks();
    expect(check(location)).toMatchObject({ status: 1, summary: expect.stringMatching(/: 3 differences$/) });
    expect(check(location, '--repair')).toMatchObject({
      status: 0,
      summary: expect.stringMatching(/: 3 differences, 3 of them repaired$/),
    });
    expect(await blocks()).toEqual(before);
    expect(check(location)).toMatchObject({ status: 0, differences: [] });

    await damageBlocks();
    await db.write(organization.id, (writer) =>
      writer
        .updateTable('reading_chunks')
        .set({ data: new Uint8Array(20) })
        .where('first_ts', '=', at + 10 * 60_000_000)
        .execute(),
    );
    const { status, differences } = check(location, '--repair');
    expect(status).toBe(1);
    expect(differences.map(({ what, ts, repaired = false }) => [what, (ts - at) / 60_000_000, repaired])).toEqual([
      ['chunk', 10, false],
      ['block', 0, true],
      ['block', 10, false],
      ['block', 20, true],
    ]);
    expect((await blocks()).map(({ data }, i) => Buffer.compare(data, before[i]!.data) === 0)).toEqual([true, false, true]);
  });

  it('says by its exit code that there is nothing to check', async () => {
    expect(check(await testLocation(engine, { empty: true })).status).toBe(2);
  });
});
