import { beforeEach, describe, expect, it } from 'vitest';
import type { IngestAnswer } from '../../contract/ingest.ts';
import type { Series } from '../../contract/readings.ts';
import type { SensorType } from '../../contract/sensor-types.ts';
import type { TypeKeep, TypeRetention } from '../../contract/type-retention.ts';
import { keptFrom } from '../kernel/kept-from.ts';
import { AHEAD } from '../kernel/reading-store.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sealJob } from '../readings/seal.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { WIDTH_1H, WIDTH_5M } from '../storage/readings/rollups.ts';
import { verifyRollups } from '../storage/readings/verify-rollups.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMessage, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { retention } from './retention.ts';

const DAY = 86_400e6;
const MINUTE = 60e6;

/** A plant with a channel that has a reading every ten minutes of the last ten days, each message ten hours of them. */
async function oldPlant(engine: (typeof ENGINES)[number], organization: Partial<NewRow<'organizations'>> = {}) {
  const plant = await testPlant(engine, { organization });
  const channel = await makeChannel(plant.deps, plant.datalogger, { key: 'temperature' });
  for (let from = TEST_NOW - 10 * DAY; from < TEST_NOW; from += 600 * MINUTE) await commit(plant, channel, from, 60);
  return { plant, channel };
}

async function commit(plant: TestPlant, channel: Pick<Row<'channels'>, 'no'>, from: number, count: number, num = 20) {
  const readings = Array.from({ length: count }, (_, i) => ({
    channelNo: channel.no,
    ts: from + i * 10 * MINUTE,
    num: num + (i % 7),
    text: null,
  }));
  const message = makeMessage(plant.deps, plant.organization, plant.datalogger, readings, { receivedAt: from });
  return plant.deps.db.readings.commit(message);
}

const keep = (plant: TestPlant, days: { received?: number; readings?: number; rollups?: number }) =>
  plant.deps.db.write(plant.organization.id, (db) =>
    db
      .updateTable('organizations')
      .set({
        keep_received_days: days.received ?? null,
        keep_readings_days: days.readings ?? null,
        keep_rollups_days: days.rollups ?? null,
      })
      .where('id', '=', plant.organization.id)
      .execute(),
  );

/** The oldest row and the number of rows of each table. */
async function storedSpan({ deps, organization }: TestPlant) {
  return deps.db.read(organization.id, async (db) => {
    const of = async (table: 'readings' | 'readings_5m' | 'readings_1h' | 'reading_revisions') => {
      const rows = await db.selectFrom(table).select('ts').where('org_no', '=', organization.no).orderBy('ts').execute();
      return { oldest: rows[0]?.ts ?? null, count: rows.length };
    };
    const received = await db
      .selectFrom('received_data')
      .select('received_at as ts')
      .where('org_no', '=', organization.no)
      .orderBy('received_at')
      .execute();
    return {
      received: { oldest: received[0]?.ts ?? null, count: received.length },
      readings: await of('readings'),
      revisions: await of('reading_revisions'),
      fives: await of('readings_5m'),
      hours: await of('readings_1h'),
    };
  });
}

async function differences({ deps, organization }: TestPlant) {
  const { differences: all } = await verifyRollups(deps.db);
  return all.filter((one) => one.organizationNo === organization.no);
}

const rollupsOf = ({ deps, organization }: TestPlant) =>
  deps.db.read(organization.id, async (db) => ({
    fives: await db.selectFrom('readings_5m').selectAll().where('org_no', '=', organization.no).orderBy('ts').execute(),
    hours: await db.selectFrom('readings_1h').selectAll().where('org_no', '=', organization.no).orderBy('ts').execute(),
  }));

describe('what is kept', () => {
  it('begins at a whole hour and never later than the days say', () => {
    expect(keptFrom(TEST_NOW, null)).toBe(Number.NEGATIVE_INFINITY);
    for (const now of [TEST_NOW, TEST_NOW + 1, TEST_NOW - 1, TEST_NOW + 37 * MINUTE]) {
      const from = keptFrom(now, 3);
      expect(from % WIDTH_1H).toBe(0);
      expect(now - 3 * DAY - from).toBeGreaterThanOrEqual(0);
      expect(now - 3 * DAY - from).toBeLessThan(WIDTH_1H);
    }
  });
});

describe.each(ENGINES)('retention on %s', (engine) => {
  let plant: TestPlant;
  let channel: Row<'channels'>;
  beforeEach(async () => {
    ({ plant, channel } = await oldPlant(engine));
  });

  it('keeps everything for ever unless the organisation says otherwise', async () => {
    const before = await storedSpan(plant);
    await retention.run(plant.deps);
    expect(await storedSpan(plant)).toEqual(before);
  });

  it('deletes raw messages and nothing else', async () => {
    await keep(plant, { received: 4 });
    const before = await storedSpan(plant);
    await retention.run(plant.deps);
    const { received, ...rest } = await storedSpan(plant);
    const kept = keptFrom(TEST_NOW, 4);
    expect(received.oldest).toBeGreaterThanOrEqual(kept);
    expect(received.count).toBe(9);
    expect(rest).toEqual({ readings: before.readings, revisions: before.revisions, fives: before.fives, hours: before.hours });
    expect(await differences(plant)).toEqual([]);
  });

  it('deletes readings with their revisions, while their rollups stay', async () => {
    await commit(plant, channel, TEST_NOW - 9 * DAY, 6, 50);
    await commit(plant, channel, TEST_NOW - 2 * DAY, 6, 50);
    await keep(plant, { readings: 4 });
    const before = await storedSpan(plant);
    const rollups = await rollupsOf(plant);
    await retention.run(plant.deps);
    const after = await storedSpan(plant);
    expect(after.readings).toEqual({ oldest: TEST_NOW - 4 * DAY, count: 4 * 144 });
    expect([before.revisions.count, after.revisions.count]).toEqual([12, 6]);
    expect(await rollupsOf(plant)).toEqual(rollups);
    expect(after.received).toEqual(before.received);
    expect(await differences(plant)).toEqual([]);
  });

  it('deletes rollups when their time has come too', async () => {
    await keep(plant, { readings: 2, rollups: 6 });
    await retention.run(plant.deps);
    const after = await storedSpan(plant);
    expect(after.readings.oldest).toBe(TEST_NOW - 2 * DAY);
    expect([after.fives.oldest, after.hours.oldest]).toEqual([TEST_NOW - 6 * DAY, TEST_NOW - 6 * DAY]);
    expect(await differences(plant)).toEqual([]);
  });

  it('still says which rollups hold readings that were ahead of their receipt, and forgets it with them', async () => {
    const from = TEST_NOW - 5 * DAY;
    const readings = [0, 1].map((i) => ({ channelNo: channel.no, ts: from + i * MINUTE, num: 20, text: null, quality: AHEAD }));
    await plant.deps.db.readings.commit(
      makeMessage(plant.deps, plant.organization, plant.datalogger, readings, { receivedAt: from - DAY }),
    );
    const series = () =>
      plant.get<Series>(`/channels/${channel.id}/series?from=${(from - DAY) / 1_000}&to=${(from + DAY) / 1_000}&width=1000`);
    await keep(plant, { readings: 2 });
    await retention.run(plant.deps);
    const start = Math.floor(from / WIDTH_5M) * WIDTH_5M;
    expect(await series()).toMatchObject({ resolution: '5m', ahead: [[start, start]] });
    await keep(plant, { readings: 2, rollups: 3 });
    await retention.run(plant.deps);
    const left = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('readings_ahead').select('ts').where('org_no', '=', plant.organization.no).execute(),
    );
    expect(left).toEqual([]);
  });

  it('never deletes rollups whose readings are still there', async () => {
    await keep(plant, { readings: 6, rollups: 2 });
    await retention.run(plant.deps);
    expect((await storedSpan(plant)).fives.oldest).toBe(TEST_NOW - 6 * DAY);
    expect(await differences(plant)).toEqual([]);
  });

  it('goes slice by slice through more rows than one transaction may delete', async () => {
    const busy = await makeChannel(plant.deps, plant.datalogger, { key: 'busy' });
    for (let part = 0; part < 4; part++) {
      const from = TEST_NOW - 9 * DAY + part * 3_000 * 1e6;
      const readings = Array.from({ length: 3_000 }, (_, i) => ({ channelNo: busy.no, ts: from + i * 1e6, num: i, text: null }));
      await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings, { receivedAt: from }));
    }
    for (let i = 0; i < 250; i++) {
      const empty = makeMessage(plant.deps, plant.organization, plant.datalogger, [], { receivedAt: TEST_NOW - 8 * DAY + i });
      await plant.deps.db.readings.commit(empty);
    }
    await keep(plant, { received: 5, readings: 5 });
    await retention.run(plant.deps);
    const after = await storedSpan(plant);
    expect(after.readings).toEqual({ oldest: TEST_NOW - 5 * DAY, count: 5 * 144 });
    expect(after.received.oldest).toBeGreaterThanOrEqual(TEST_NOW - 5 * DAY);
    expect(await differences(plant)).toEqual([]);
  });

  it('touches no other organisation and no younger channel', async () => {
    const neighbour = await oldPlant(engine);
    const workspace = await makeWorkspace(plant.deps, plant.organization);
    const young = await makeChannel(plant.deps, await makeDatalogger(plant.deps, workspace));
    await commit(plant, young, TEST_NOW - 60 * MINUTE, 3);
    const before = await storedSpan(neighbour.plant);
    await keep(plant, { received: 1, readings: 1, rollups: 1 });
    await retention.run(plant.deps);
    expect(await storedSpan(neighbour.plant)).toEqual(before);
    const channels = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('channels').select(['no', 'pruned_to']).where('organization_id', '=', plant.organization.id).orderBy('no').execute(),
    );
    expect(channels).toEqual([
      { no: channel.no, pruned_to: TEST_NOW - DAY },
      { no: young.no, pruned_to: null },
    ]);
  });

  it('run twice at once ends the same', async () => {
    await keep(plant, { received: 3, readings: 3, rollups: 5 });
    await Promise.all([retention.run(plant.deps), retention.run(plant.deps)]);
    expect((await storedSpan(plant)).readings.oldest).toBe(TEST_NOW - 3 * DAY);
    expect(await differences(plant)).toEqual([]);
  });

  it('stops between two slices when the process ends', async () => {
    await keep(plant, { received: 1 });
    const before = await storedSpan(plant);
    await retention.run({ ...plant.deps, stopping: () => true });
    expect(await storedSpan(plant)).toEqual(before);
  });

  it('lets others have their turn after each slice, and stops there when it is told to meanwhile', async () => {
    for (let i = 0; i < 450; i++) {
      const empty = makeMessage(plant.deps, plant.organization, plant.datalogger, [], { receivedAt: TEST_NOW - 8 * DAY + i });
      await plant.deps.db.readings.commit(empty);
    }
    await keep(plant, { received: 5 });
    const before = (await storedSpan(plant)).received.count;
    const { db } = plant.deps;
    let slices = 0;
    const write: typeof db.write = (reach, work) => {
      if (reach === plant.organization.id) slices += 1;
      return db.write(reach, work);
    };
    let stopping = false;
    const look = () => {
      stopping = slices > 0;
      if (!stopping) setImmediate(look);
    };
    setImmediate(look);
    await retention.run({ ...plant.deps, db: { ...db, write }, stopping: () => stopping });
    expect([slices, (await storedSpan(plant)).received.count]).toEqual([1, before - 100]);
    await retention.run(plant.deps);
    expect((await storedSpan(plant)).received.oldest).toBeGreaterThanOrEqual(TEST_NOW - 5 * DAY);
  });

  it('leaves the newest value of a channel that has been silent for longer', async () => {
    const silent = await makeChannel(plant.deps, plant.datalogger, { key: 'silent' });
    await commit(plant, silent, TEST_NOW - 9 * DAY, 3, 30);
    await keep(plant, { readings: 2 });
    await retention.run(plant.deps);
    const { items } = await plant.get<{ items: { key: string; last: { value: number } | null }[] }>('/channels');
    expect(items.find(({ key }) => key === 'silent')?.last).toMatchObject({ value: 32 });
    expect(await differences(plant)).toEqual([]);
  });

  it('is no gap in a chart: where readings are gone their rollups are shown', async () => {
    const from = TEST_NOW - 9 * DAY;
    const window = `from=${from / 1_000}&to=${(from + 2 * WIDTH_1H) / 1_000}&width=600`;
    const series = () => plant.get<Series>(`/channels/${channel.id}/series?${window}`);
    expect((await series()).resolution).toBe('raw');
    await keep(plant, { readings: 2 });
    await retention.run(plant.deps);
    const after = await series();
    expect(after).toMatchObject({ resolution: '5m', bucket_us: WIDTH_5M });
    expect(after.n.reduce((sum, n) => sum + n, 0)).toBe(12);
  });

  it('is not undone by what comes late: rollups of the deleted time stay as they were', async () => {
    await keep(plant, { readings: 4 });
    await retention.run(plant.deps);
    const before = await rollupsOf(plant);
    // Sent again as it was, with other values, and between the old moments.
    for (const [shift, num] of [
      [0, 20],
      [0, 77],
      [MINUTE, 99],
    ] as const)
      expect(await commit(plant, channel, TEST_NOW - 9 * DAY + shift, 60, num)).toEqual({
        points: 0,
        new: 0,
        duplicate: 0,
        replaced: 0,
        lasts: [],
        id: expect.any(String),
        bytes: expect.any(Number),
        past: new Array(60).fill({ code: 'ts_past' }),
      });
    expect(await rollupsOf(plant)).toEqual(before);
    expect((await storedSpan(plant)).readings.oldest).toBe(TEST_NOW - 4 * DAY);
    // One message over the edge: what is kept is stored.
    expect(await commit(plant, channel, TEST_NOW - 4 * DAY - 30 * MINUTE, 6, 88)).toMatchObject({
      points: 3,
      new: 0,
      replaced: 3,
      past: [{}, {}, {}],
    });
    expect(await differences(plant)).toEqual([]);
  });

  it('is told to a logger that sends older readings', async () => {
    await keep(plant, { readings: 4 });
    const at = (days: number) => new Date((TEST_NOW - days * DAY) / 1_000 + 1_000).toISOString();
    const body = [4.5, 3.5].map((days) => ({ ts: at(days), temperature: 1 }));
    const answer = await plant.post(body);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { points: 1, new: 1, errors: [{ code: 'ts_past', index: 0, key: 'temperature' }] },
    ]);
  });

  it('is told to a logger that sends what was deleted, also when the organisation would keep it by now', async () => {
    await keep(plant, { readings: 2 });
    await retention.run(plant.deps);
    await keep(plant, {});
    const at = (days: number, second: number) => new Date((TEST_NOW - days * DAY) / 1_000 + second * 1_000 + 500).toISOString();
    const stop = plant.deps.bus.subscribe(plant.organization.id, { send: () => undefined, end: () => undefined });
    // More than are stored in one transaction, so that both have some that come too late.
    const body = Array.from({ length: 2_500 }, (_, i) => ({ ts: at(i % 100 === 7 ? 5 : 1, i), temperature: i, fresh: 1 }));
    const answer = await plant.post(body);
    const { id, ...rest } = (await answer.json()) as IngestAnswer;
    const past = Array.from({ length: 25 }, (_, i) => ({ code: 'ts_past', index: i * 100 + 7, key: 'temperature' }));
    expect([answer.status, rest]).toEqual([200, { points: 4_975, new: 4_975, duplicate: 0, replaced: 0, errors: past }]);
    expect(await plant.get(`/received-data/${id}`)).toMatchObject({
      status: 'partial',
      points: 4_975,
      new: 4_975,
      error_count: 25,
      errors: past,
    });
    const heard = plant.deps.bus.published.flatMap(({ event }) => (event.name === 'received' ? [event.data] : []));
    expect(heard).toMatchObject([{ status: 'partial', points: 4_975, error_count: 25 }]);
    stop();
    const all = await plant.post(body.slice(7, 8).map(({ ts, temperature }) => ({ ts, temperature })));
    expect([all.status, await all.json()]).toMatchObject([
      422,
      { code: 'rejected', errors: [{ code: 'ts_past', params: { index: 0, key: 'temperature' } }] },
    ]);
    expect(await differences(plant)).toEqual([]);
  });
});

describe.each(ENGINES)('retention by sensor type on %s', (engine) => {
  /** Two channels with the same ten days of readings, one of them of a type. */
  async function typed(sealed = false) {
    const { plant, channel: other } = await oldPlant(engine);
    const { items } = await plant.get<{ items: SensorType[] }>('/sensor-types');
    const type = items.find(({ kind }) => kind === 'gauge') ?? (await made(plant));
    const channel = await makeChannel(plant.deps, plant.datalogger, { key: 'typed', sensor_type_id: type.id });
    for (let from = TEST_NOW - 10 * DAY; from < TEST_NOW; from += 600 * MINUTE) await commit(plant, channel, from, 60);
    if (sealed) await sealJob({ pause: () => Promise.resolve(), restUs: 0 }).run(plant.deps);
    return { plant, channel, other, type };
  }
  const made = async (plant: TestPlant): Promise<SensorType> => {
    const names = { cs: 'Teplota', en: 'Temperature', sk: 'Teplota' };
    const rest = { decimals: 1, range_min: null, range_max: null, mean: 'time_weighted', color: null, state_words: null };
    const answer = await plant.send('POST', '/sensor-types', {
      names,
      quantity: 'temperature',
      kind: 'gauge',
      display_unit: 'Cel',
      ...rest,
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as SensorType;
  };
  const set = async (plant: TestPlant, { id }: Pick<SensorType, 'id'>, days: TypeKeep, as?: Record<string, string>) => {
    const { rev } = await plant.get<TypeRetention>(`/sensor-types/${id}/retention`);
    return plant.send('PATCH', `/sensor-types/${id}/retention`, { rev, keep: days }, as);
  };
  const tried = async (plant: TestPlant, { id }: Pick<SensorType, 'id'>, days: TypeKeep) => {
    const answer = await plant.send('POST', `/sensor-types/${id}/retention/try`, { keep: days });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<keyof TypeKeep, number>;
  };
  /** Oldest days of a channel, counted back from now, as they are read. */
  const spanOf = async (plant: TestPlant, { id, no }: Pick<Row<'channels'>, 'id' | 'no'>) => {
    const oldest = async (path: string) => {
      const { items } = await plant.get<{ items: { ts: string }[] }>(
        `/channels/${id}/${path}from=${(TEST_NOW - 11 * DAY) / 1_000}&to=${(TEST_NOW + DAY) / 1_000}`,
      );
      return items;
    };
    const count = await plant.deps.db.read(plant.organization.id, async (db) => {
      const reader = readingReader({ db, organization_no: plant.organization.no });
      const readings = await reader.range(no, { from: TEST_NOW - 11 * DAY, limit: 5_000 });
      return { readings: readings.length, first: readings[0]?.ts ?? null };
    });
    const days = (ts: string | undefined) => (ts === undefined ? null : (TEST_NOW - Date.parse(ts) * 1_000) / DAY);
    return {
      readings: count.first === null ? null : (TEST_NOW - count.first) / DAY,
      fives: days((await oldest('rollups?resolution=5m&'))[0]?.ts),
      hours: days((await oldest('rollups?resolution=1h&'))[0]?.ts),
    };
  };

  it.each([
    ['as they were written', false],
    ['in chunks and blocks', true],
  ])('deletes of its channels only, readings, five minutes and hours each in its time, %s', async (_, sealed) => {
    const { plant, channel, other, type } = await typed(sealed);
    const days = { readings: 2, fives: 4, hours: 6 };
    const would = await tried(plant, type, days);
    // One reading every ten minutes, so one summary of five minutes for each.
    expect(Math.abs(would.readings - 8 * 144)).toBeLessThan(3);
    expect(Math.abs(would.fives - 6 * 144)).toBeLessThan(3);
    expect(Math.abs(would.hours - 4 * 24)).toBeLessThan(3);
    expect((await set(plant, type, days)).status).toBe(200);
    await retention.run(plant.deps);
    expect(await spanOf(plant, channel)).toEqual({ readings: 2, fives: 4, hours: 6 });
    expect(await spanOf(plant, other)).toEqual({ readings: 10, fives: 10, hours: 10 });
    // Where five minutes are gone hours are drawn.
    const [from, to] = [TEST_NOW - 5 * DAY, TEST_NOW - 5 * DAY + 4 * WIDTH_1H];
    const chart = await plant.get<Series>(`/channels/${channel.id}/series?from=${from / 1_000}&to=${to / 1_000}&width=1000`);
    expect([chart.resolution, chart.n.reduce((sum, n) => sum + n, 0)]).toEqual(['1h', 24]);
    expect(await tried(plant, type, days)).toEqual({ readings: 0, fives: 0, hours: 0 });
    expect(await differences(plant)).toEqual([]);
    await retention.run(plant.deps);
    expect(await spanOf(plant, channel)).toEqual({ readings: 2, fives: 4, hours: 6 });
  });

  it('holds where the organisation says something else, longer, shorter or for ever; what a type says nothing of is the organisation’s', async () => {
    const { plant, channel, other, type } = await typed();
    await keep(plant, { readings: 3, rollups: 5 });
    expect((await set(plant, type, { readings: 7, fives: 0, hours: 0 })).status).toBe(200);
    await retention.run(plant.deps);
    expect(await spanOf(plant, channel)).toEqual({ readings: 7, fives: 10, hours: 10 });
    expect(await spanOf(plant, other)).toEqual({ readings: 3, fives: 5, hours: 5 });
    expect((await set(plant, type, { readings: null, fives: null, hours: null })).status).toBe(200);
    await retention.run(plant.deps);
    expect(await spanOf(plant, channel)).toEqual({ readings: 3, fives: 5, hours: 5 });
  });

  it('lets in what the longest kept type keeps, which the organisation alone would refuse as too old', async () => {
    const { plant, type } = await typed();
    await keep(plant, { readings: 3, rollups: 5 });
    const at = new Date((TEST_NOW - 6 * DAY) / 1_000 + 60_000).toISOString();
    const post = async () => {
      const answer = await plant.post([{ ts: at, values: { typed: 5 } }]);
      return (await answer.json()) as IngestAnswer;
    };
    expect((await post()).new ?? 0).toBe(0);
    await set(plant, type, { readings: 8, fives: 0, hours: 0 });
    plant.deps.clock.advance(5_000_000);
    expect((await post()).new).toBe(1);
  });

  it('never keeps less of a summary than of what it is made of, and is said by whoever manages the organisation', async () => {
    const { plant, type } = await typed();
    const wrong = async (days: TypeKeep) => {
      const answer = await set(plant, type, days);
      return [answer.status, ((await answer.json()) as { errors?: { path: string }[] }).errors?.[0]?.path];
    };
    expect(await wrong({ readings: 5, fives: 4, hours: 0 })).toEqual([422, 'keep.fives']);
    expect(await wrong({ readings: 5, fives: 6, hours: 5 })).toEqual([422, 'keep.hours']);
    expect(await wrong({ readings: 0, fives: 6, hours: 6 })).toEqual([422, 'keep.fives']);
    const manager = await plant.member('manager', plant.workspace.id);
    expect((await set(plant, type, { readings: 1, fives: 1, hours: 1 }, manager)).status).toBe(403);
    expect((await plant.send('GET', `/sensor-types/${type.id}/retention`, undefined, manager)).status).toBe(403);
    const stale = await plant.send('PATCH', `/sensor-types/${type.id}/retention`, { rev: 99, keep: { readings: 1, fives: 1, hours: 1 } });
    expect(stale.status).toBe(409);
  });
});
