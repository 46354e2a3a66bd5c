import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
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

function check({ dataDir, databaseUrl }: Pick<DatabaseLocation, 'dataDir' | 'databaseUrl'>) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-readings.ts'], { env, encoding: 'utf8' });
  const lines = stdout.trim().split('\n').filter(Boolean);
  return { status, summary: lines.at(-1), differences: lines.slice(0, -1).map((line) => JSON.parse(line)) };
}

describe.each(ENGINES)('the check of readings on %s', (engine) => {
  async function plant() {
    const { db, location } = await freshDatabase(engine);
    const deps = { db, clock: testClock() };
    const organization = await makeOrganization(deps);
    const datalogger = await makeDatalogger(deps, await makeWorkspace(deps, organization));
    const channel = await makeChannel(deps, datalogger, { key: 't' });
    const at = deps.clock.now();
    /** A message that says the same in its body and in what was stored of it. */
    const send = async (values: [minute: number, value: number][]) => {
      const body = new TextEncoder().encode(JSON.stringify(values.map(([minute, t]) => ({ ts: at / 1000 - minute * 60_000, t }))));
      const readings = values.map(([minute, num]) => ({ channelNo: channel.no, ts: at - minute * 60_000_000, num, text: null }));
      const message = makeMessage(deps, organization, datalogger, readings, { body });
      await db.readings.commit(message);
      return message;
    };
    return { db, location, organization, channel, at, send };
  }

  it('finds that a healthy database follows from its messages; what was deleted of those is left out', async () => {
    const { db, location, organization, send } = await plant();
    const first = await send([
      [3, 1],
      [2, 2],
    ]);
    await send([
      [2, 5],
      [1, 3],
    ]);
    await send([[1, 3]]);
    expect(check(location)).toEqual({
      status: 0,
      summary: "3 readings compared with 3 messages, 0 left out, whose messages aren't there: 0 differences",
      differences: [],
    });
    await db.write(organization.id, (writer) => writer.deleteFrom('received_data').where('given_id', '=', first.id).execute());
    expect(check(location)).toMatchObject({
      status: 0,
      summary: "2 readings compared with 2 messages, 1 left out, whose messages aren't there: 0 differences",
    });
  });

  it('prints a value that no message says, one that is missing and one that is nobody’s', async () => {
    const { db, location, organization, channel, at, send } = await plant();
    await send([
      [3, 1],
      [2, 2],
      [1, 3],
    ]);
    await db.write(organization.id, async (writer) => {
      const series = { org_no: organization.no, channel_no: channel.no };
      await writer
        .updateTable('readings')
        .set({ num: 9 })
        .where('ts', '=', at - 180_000_000)
        .execute();
      await writer
        .deleteFrom('readings')
        .where('ts', '=', at - 120_000_000)
        .execute();
      const { src } = await writer.selectFrom('readings').select('src').where('ts', '<', at).limit(1).executeTakeFirstOrThrow();
      await writer
        .insertInto('readings')
        .values({ ...series, ts: at, num: 7, text: null, src })
        .execute();
    });
    const { status, differences } = check(location);
    expect(status).toBe(1);
    expect(differences).toMatchObject([
      { channelNo: channel.no, ts: at - 180_000_000, stored: { num: 9 }, told: { num: 1 } },
      { ts: at - 120_000_000, stored: null, told: { num: 2 } },
      { ts: at, stored: { num: 7 }, told: null },
    ]);
  });

  it('names a chunk that was damaged, and reads its neighbours', async () => {
    const { db, location, organization, channel, at, send } = await plant();
    await send(Array.from({ length: 9 }, (_, i) => [10 - i, i]));
    const deps = { ...(await testDeps(engine)), db, clock: testClock() };
    const sizes = { most: 3, atEnd: 3, between: 1 };
    await sealJob({ pause: () => Promise.resolve(), restUs: -3_600e6, sizes }).run(deps);
    expect(check(location)).toMatchObject({
      status: 0,
      summary: "9 readings compared with 1 messages, 0 left out, whose messages aren't there: 0 differences",
    });
    await db.write(organization.id, async (writer) => {
      const chunks = await writer.selectFrom('reading_chunks').select(['id', 'data']).orderBy('first_ts').execute();
      const data = Uint8Array.from(chunks[1]!.data);
      data[data.length - 1]! ^= 1;
      await writer.updateTable('reading_chunks').set({ data }).where('id', '=', chunks[1]!.id).execute();
    });
    const { status, summary, differences } = check(location);
    expect(status).toBe(1);
    expect(differences).toMatchObject([
      {
        channelNo: channel.no,
        ts: at - 7 * 60_000_000,
        stored: { n: 3, last_ts: at - 5 * 60_000_000 },
        told: expect.stringContaining('checksum'),
      },
    ]);
    expect(summary).toBe("6 readings compared with 1 messages, 0 left out, whose messages aren't there: 1 differences");
  });

  it('says by its exit code that there is nothing to check', async () => {
    expect(check(await testLocation(engine, { empty: true })).status).toBe(2);
  });
});
