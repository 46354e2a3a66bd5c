import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { LoggerTypeDetail } from '../../contract/logger-types.ts';
import type { ReceivedData, ReceivedDataDetail, ReparseTrial } from '../../contract/received-data.ts';
import type { Task } from '../../contract/tasks.ts';
import { retention } from '../organizations/retention.ts';
import { TASKS } from '../process/tasks.ts';
import { closeGroup, type GroupSizes, nextToGroup, putGroup } from '../storage/messages/body-grouping.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeMessage, TEST_NOW } from '../testing/testing.ts';
import { groupBodiesJob } from './group-bodies.ts';
import { decodersOf } from './sayings.ts';
import { verifyLogger } from './verify-readings.ts';

const DAY = 86_400e6;
const HOUR = 3_600e6;
const SMALL: GroupSizes = { messages: 4, bytes: 100_000, atEnd: 2, bytesAtEnd: 100_000 };
const now = () => Promise.resolve();
const groupAll = ({ deps }: Plant, { sizes = SMALL, restUs = DAY } = {}) => groupBodiesJob({ pause: now, restUs, sizes }).run(deps);

async function plantOf(engine: (typeof ENGINES)[number]) {
  const plant = await testPlant(engine);
  return { ...plant, channel: await makeChannel(plant.deps, plant.datalogger, { key: 't' }) };
}
type Plant = Awaited<ReturnType<typeof plantOf>>;
const verified = ({ deps, organization, datalogger }: Plant) =>
  verifyLogger(deps.db, organization, datalogger.id, decodersOf(deps.db, organization.id));

/** Messages of one reading each, an hour apart, the first `hours` ago. */
async function sent({ deps, organization, datalogger, channel }: Plant, count: number, hours: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const ts = deps.clock.now() - (hours - i) * HOUR;
    const body = new TextEncoder().encode(JSON.stringify({ ts: ts / 1_000, values: { t: i } }));
    const readings = [{ channelNo: channel.no, ts, num: i, text: null }];
    ids.push((await deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings, { body, receivedAt: ts }))).id);
  }
  return ids;
}
const bodiesOf = async (plant: Plant, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await plant.get<ReceivedDataDetail>(`/received-data/${id}`)).body));
const stored = ({ deps, organization }: Plant) =>
  deps.db.read(organization.id, async (db) => ({
    groups: await db.selectFrom('body_groups').selectAll().where('org_no', '=', organization.no).orderBy('first_at').execute(),
    messages: await db
      .selectFrom('received_data')
      .select(['no', 'body', 'body_group'])
      .where('org_no', '=', organization.no)
      .orderBy('received_at')
      .execute(),
  }));
async function worked(plant: Plant, asked: Response): Promise<Task> {
  const { id } = (await asked.json()) as Task;
  await new TaskRunner(plant.deps, TASKS).run();
  return plant.get<Task>(`/tasks/${id}`);
}
const tried = (plant: Plant, of: Record<string, string>, cursor: string) =>
  plant.get<ReparseTrial>(`/received-data/reparse?${new URLSearchParams(cursor ? { ...of, cursor } : of)}`);
async function damage({ deps, organization }: Plant, id: number) {
  await deps.db.write(organization.id, async (db) => {
    const { data } = await db.selectFrom('body_groups').select('data').where('id', '=', id).executeTakeFirstOrThrow();
    const bytes = Uint8Array.from(data);
    bytes[bytes.length - 1]! ^= 1;
    await db.updateTable('body_groups').set({ data: bytes }).where('id', '=', id).execute();
  });
}

describe.each(ENGINES)('bodies in groups on %s', (engine) => {
  it('are those of their messages, of those that are a day old, logger by logger', async () => {
    const plant = await plantOf(engine);
    const ids = await sent(plant, 40, 40);
    const before = await bodiesOf(plant, ids);
    await groupAll(plant);
    const { groups, messages } = await stored(plant);
    // What came 24 hours ago is no older than a day.
    expect(messages.map(({ body_group }) => body_group !== null)).toEqual(Array.from({ length: 40 }, (_, i) => i < 16));
    expect(messages.filter(({ body_group }) => body_group !== null).every(({ body }) => body.byteLength === 0)).toBe(true);
    expect(groups.map(({ n }) => n)).toEqual([4, 4, 4, 4]);
    expect(await bodiesOf(plant, ids)).toEqual(before);
    expect(before[3]).toBe(`{"ts":${(TEST_NOW - 37 * HOUR) / 1_000},"values":{"t":3}}`);
    // Once more there is nothing to do; hours later there is.
    await groupAll(plant);
    expect((await stored(plant)).groups.map(({ id }) => id)).toEqual(groups.map(({ id }) => id));
    await groupAll(plant, { restUs: DAY - 6 * HOUR });
    expect((await stored(plant)).groups.map(({ n }) => n)).toEqual([4, 4, 4, 4, 4, 2]);
    expect(await bodiesOf(plant, ids)).toEqual(before);
  });

  it('are read from whatever they were packed in; what is too long or can’t be unpacked stays where it is', async () => {
    const plant = await plantOf(engine);
    const { deps, organization, datalogger } = plant;
    const long = JSON.stringify(Array.from({ length: 30 }, (_, i) => ({ ts: (TEST_NOW - 3 * DAY) / 1_000 + i, values: { a: i } })));
    const at = TEST_NOW - 2 * DAY;
    const put = (receivedAt: number, body: Uint8Array, bodyEncoding: 'gzip' | null) =>
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [], { body, bodyEncoding, receivedAt }));
    const ids = [
      (await put(at, gzipSync(long), 'gzip')).id,
      (await put(at + 1, Buffer.from('no gzip'), 'gzip')).id,
      (await put(at + 2, new Uint8Array(), null)).id,
      (await put(at + 3, Buffer.from('ž'), null)).id,
      (await put(at + 4, Buffer.alloc(5_000, 1), null)).id,
    ];
    const before = await bodiesOf(plant, ids);
    await groupAll(plant, { sizes: { ...SMALL, messages: 10, bytes: 4_000 } });
    const { groups, messages } = await stored(plant);
    expect(groups.map(({ n }) => n)).toEqual([3]);
    expect(messages.map(({ body_group }) => body_group !== null)).toEqual([true, false, true, true, false]);
    expect(await bodiesOf(plant, ids)).toEqual(before);
    expect(before[0]).toBe(long);
  });

  it('stay where they are when a message goes while their bytes are made, or another process was quicker', async () => {
    const plant = await plantOf(engine);
    const { deps, organization, datalogger } = plant;
    await sent(plant, 4, 60);
    const place = { organization_no: organization.no, dataloggerNo: datalogger.no };
    const write = (work: (db: Parameters<typeof nextToGroup>[0]) => Promise<void>) => deps.db.write(organization.id, work);
    const next = async () => {
      const found = await deps.db.read(organization.id, (db) =>
        nextToGroup(db, place, { from: 0, before: deps.clock.now(), sizes: SMALL }),
      );
      return closeGroup(found?.rows ?? []);
    };
    const [one, other] = [(await next())!, (await next())!];
    expect(await putGroup(write, place, one)).toBe(true);
    expect(await putGroup(write, place, other)).toBe(false);
    expect((await stored(plant)).groups).toHaveLength(1);

    await sent(plant, 3, 50);
    const late = (await next())!;
    expect(late.rows).toHaveLength(3);
    await deps.db.write(organization.id, (db) => db.deleteFrom('received_data').where('no', '=', late.rows[1]!.no).execute());
    expect(await putGroup(write, place, late)).toBe(false);
    const { groups, messages } = await stored(plant);
    expect(groups).toHaveLength(1);
    expect(messages.slice(-2).map(({ body_group, body }) => [body_group, body.byteLength > 0])).toEqual([
      [null, true],
      [null, true],
    ]);
    expect((await verified(plant)).differences).toEqual([]);
  });

  it('are read again as before, and what they gave is taken back', async () => {
    const plant = await plantOf(engine);
    const ids = await sent(plant, 8, 60);
    await groupAll(plant);
    expect((await stored(plant)).groups).toHaveLength(2);
    const again = async (body: unknown) => worked(plant, await plant.send('POST', '/received-data/reparse', body));
    expect(await again({ datalogger_id: plant.datalogger.id, withdraw: '1' })).toMatchObject({ state: 'done', changes: { gone: 8 } });
    expect(await again({ datalogger_id: plant.datalogger.id })).toMatchObject({ state: 'done', changes: { new: 8 } });
    expect(await plant.get(`/received-data/${ids[5]}`)).toMatchObject({
      body: expect.stringContaining('"t":5'),
      readings: [{ value: 5, current: true }],
    });
    expect((await verified(plant)).differences).toEqual([]);
  });

  it('go with their messages: whole groups, and of the one at the edge the part that is kept no longer', async () => {
    const plant = await plantOf(engine);
    const { deps, organization } = plant;
    const ids = await sent(plant, 12, 12 + 48);
    await groupAll(plant);
    const before = await bodiesOf(plant, ids);
    const last = (await stored(plant)).groups[2]!;
    await deps.db.write(organization.id, (db) =>
      db.updateTable('organizations').set({ keep_received_days: 1 }).where('id', '=', organization.id).execute(),
    );
    // What ten of the twelve said is over: two whole groups, and half of the last one.
    plant.deps.clock.advance(-26 * HOUR);
    await retention.run(deps);
    const { groups, messages } = await stored(plant);
    expect(messages).toHaveLength(2);
    expect(groups).toMatchObject([{ id: last.id, n: 2, last_at: last.last_at }]);
    expect(groups[0]!.first_at).toBeGreaterThan(last.first_at);
    expect(groups[0]!.data.byteLength).toBeLessThan(last.data.byteLength);
    expect(await bodiesOf(plant, ids.slice(10))).toEqual(before.slice(10));

    plant.deps.clock.advance(26 * HOUR);
    await retention.run(deps);
    expect(await stored(plant)).toEqual({ groups: [], messages: [] });
  });

  it('that are damaged are named, and those of their neighbours are read', async () => {
    const plant = await plantOf(engine);
    const ids = await sent(plant, 12, 60);
    await groupAll(plant);
    const [first, broken] = (await stored(plant)).groups;
    await damage(plant, broken!.id);
    const { differences, ...counted } = await verified(plant);
    expect(differences).toEqual([
      {
        organizationNo: plant.organization.no,
        channelNo: null,
        ts: broken!.first_at,
        stored: expect.objectContaining({ id: broken!.id, datalogger_no: plant.datalogger.no, n: 4 }),
        told: expect.stringContaining('checksum'),
      },
    ]);
    expect(counted).toEqual({ messages: 8, readings: 8, leftOut: 4 });
    expect((await bodiesOf(plant, [ids[0]!, ids[3]!, ids[8]!, ids[11]!])).every((body) => body?.startsWith('{'))).toBe(true);
    expect((await plant.get<{ items: ReceivedData[] }>('/received-data')).items).toHaveLength(12);

    await plant.deps.db.write(plant.organization.id, (db) => db.deleteFrom('body_groups').where('id', '=', first!.id).execute());
    expect((await verified(plant)).differences).toMatchObject([
      { stored: { id: first!.id }, told: expect.stringContaining('missing') },
      { stored: { id: broken!.id } },
    ]);
  });

  it('that are damaged leave the rest of their messages known; what wants such a body is told so by a code of its own', async () => {
    const plant = await plantOf(engine);
    const ids = await sent(plant, 12, 60);
    await groupAll(plant);
    await damage(plant, (await stored(plant)).groups[1]!.id);
    const listed = await plant.get<{ items: ReceivedData[] }>('/received-data?sort=received_at');
    expect(listed.items).toHaveLength(12);
    expect(await plant.get(`/received-data/${ids[5]}`)).toMatchObject({
      ...listed.items[5],
      new: 1,
      is_known: true,
      body: null,
      body_base64: null,
      body_damaged: true,
      readings: [],
    });
    expect(await plant.get(`/received-data/${ids[8]}`)).toMatchObject({ body_damaged: false, readings: [{ value: 8 }] });
    const { draft: spec } = (await (await plant.send('POST', '/logger-types', { name: 'Typ' })).json()) as LoggerTypeDetail;
    const bench = async (id: string | undefined) => plant.send('POST', '/logger-type-bench', { spec, received_data_id: id });
    const answer = await bench(ids[5]);
    expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([500, 'body_unreadable']);
    expect((await bench(ids[8])).status).toBe(200);
  });

  it('that are damaged are counted by what reads messages again and leaves them as they are, also where a page has no other', async () => {
    const plant = await plantOf(engine);
    await sent(plant, 112, 180);
    await groupAll(plant, { sizes: { ...SMALL, messages: 104, atEnd: 104 } });
    const { groups } = await stored(plant);
    expect(groups.map(({ n }) => n)).toEqual([104]);
    await damage(plant, groups[0]!.id);
    const of = { datalogger_id: plant.datalogger.id };
    // An answer of a trial looks at a hundred of them.
    const first = await tried(plant, { ...of, withdraw: '1' }, '');
    expect(first).toMatchObject({ messages: 100, total: 112, damaged: 100, changes: { gone: 0 }, next_cursor: expect.any(String) });
    expect(await tried(plant, { ...of, withdraw: '1' }, first.next_cursor!)).toMatchObject({
      messages: 12,
      damaged: 4,
      changes: { gone: 8 },
      next_cursor: null,
    });
    const taken = await worked(plant, await plant.send('POST', '/received-data/reparse', { ...of, withdraw: '1' }));
    expect(taken).toMatchObject({ state: 'done', done: 112, damaged: 104, changes: { new: 0, changed: 0, gone: 8 } });
    const undone = await worked(plant, await plant.send('POST', `/tasks/${taken.id}/undo`, {}));
    expect(undone).toMatchObject({ state: 'undone', damaged: 0, changes: { new: 8 } });
    expect(await worked(plant, await plant.send('POST', '/received-data/reparse', of))).toMatchObject({
      state: 'done',
      damaged: 104,
      changes: { new: 0, changed: 0, gone: 0 },
    });
  });

  it('that were damaged after their messages were read again stay as they are when that is undone, and are counted', async () => {
    const plant = await plantOf(engine);
    await sent(plant, 12, 60);
    await groupAll(plant);
    const of = { datalogger_id: plant.datalogger.id, withdraw: '1' };
    const taken = await worked(plant, await plant.send('POST', '/received-data/reparse', of));
    await damage(plant, (await stored(plant)).groups[1]!.id);
    const undone = await worked(plant, await plant.send('POST', `/tasks/${taken.id}/undo`, {}));
    expect(undone).toMatchObject({ state: 'undone', damaged: 4, changes: { new: 8 } });
  });

  it('that are damaged hold up no merge: what they said goes over as it is stored', async () => {
    const plant = await plantOf(engine);
    const { deps, datalogger } = plant;
    await sent(plant, 12, 60);
    await groupAll(plant);
    await damage(plant, (await stored(plant)).groups[1]!.id);
    const into = await makeChannel(deps, datalogger, { key: 'u' });
    const { items } = await plant.get<{ items: { id: string; rev: number }[] }>('/channels');
    const rev = items.find(({ id }) => id === plant.channel.id)!.rev;
    const merged = await worked(plant, await plant.send('POST', `/channels/${plant.channel.id}/merge`, { rev, into: into.id }));
    expect(merged).toMatchObject({ state: 'done', changes: { new: 12 } });
  });
});
