import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { Channel, MergePreview } from '../../contract/channels.ts';
import type { ReceivedData, ReceivedDataDetail } from '../../contract/received-data.ts';
import type { Task } from '../../contract/tasks.ts';
import { TASKS } from '../process/tasks.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeCredential, makeDatalogger, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { verifyReadings } from './verify-readings.ts';

const MS = TEST_NOW / 1e3 - 600_000;

async function worked(plant: TestPlant, answer: Response, status: number): Promise<Task> {
  expect([answer.status, status === answer.status ? '' : await answer.clone().text()]).toEqual([status, '']);
  const { id } = (await answer.json()) as Task;
  await new TaskRunner(plant.deps, TASKS).run();
  return plant.get<Task>(`/tasks/${id}`);
}
const channelsOf = async (plant: TestPlant, query = '') => (await plant.get<{ items: Channel[] }>(`/channels${query}`)).items;
const channelOf = async (plant: TestPlant, key: string, query = '?archived=1') =>
  (await channelsOf(plant, query)).find((one) => one.key === key)!;
/** What is stored of a channel: minutes after the beginning with their values. */
async function stored(plant: TestPlant, { id }: Pick<Channel, 'id'>): Promise<[number, unknown][]> {
  const { items } = await plant.get<{ items: { ts: string; value: unknown }[] }>(
    `/channels/${id}/readings?from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z&limit=500`,
  );
  return items.map(({ ts, value }): [number, unknown] => [(Date.parse(ts) - MS) / 60_000, value]).sort((a, b) => a[0] - b[0]);
}
const merge = async (plant: TestPlant, from: Channel, into: Channel) =>
  worked(plant, await plant.send('POST', `/channels/${from.id}/merge`, { rev: from.rev, into: into.id }), 201);
const undo = async (plant: TestPlant, task: Task) => worked(plant, await plant.send('POST', `/tasks/${task.id}/undo`, {}), 200);
const at = (minute: number, values: object) => ({ ts: MS + minute * 60_000, values });
const agrees = async (plant: TestPlant) => expect((await verifyReadings(plant.deps.db)).differences).toEqual([]);

/** Another logger of the plant that posts. */
async function secondLogger(plant: TestPlant, workspace = plant.workspace) {
  const logger = await makeDatalogger(plant.deps, workspace, { name: 'Nový logger' });
  const { token } = await makeCredential(plant.deps, logger);
  const post = (body: unknown) =>
    plant.app.request('/v1/ingest/json', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { logger, post };
}

describe.each(ENGINES)('merging channels on %s', (engine) => {
  it('of one logger gives the readings to the other, which takes the key too; where both had one, the newer message counts', async () => {
    const plant = await testPlant(engine);
    await plant.post([at(0, { temp: 1 }), at(1, { temp: 2, temperature: 20 }), at(2, { temperature: 30 }), at(3, { temp: 3 })]);
    await plant.post([at(3, { temperature: 31 }), at(2, { temp: 29 })]);
    const [from, into] = [await channelOf(plant, 'temp'), await channelOf(plant, 'temperature')];
    const preview = await plant.get<MergePreview>(`/channels/${from.id}/merge?into=${into.id}`);
    expect(preview).toMatchObject({ obstacle: null, readings: 4, overlaps: 3, differing: 3 });
    const before = [await stored(plant, from), await stored(plant, into)];

    const task = await merge(plant, from, into);
    expect(task).toMatchObject({ state: 'done', undoable: true, changes: { new: 1, changed: 1 } });
    expect(await stored(plant, from)).toEqual([]);
    // In one message its own key counts more than a merged one's.
    const merged = [
      [0, 1],
      [1, 20],
      [2, 29],
      [3, 31],
    ];
    expect(await stored(plant, into)).toEqual(merged);
    expect(await channelOf(plant, 'temp')).toMatchObject({ merged_into: into.id, archived_at: expect.any(String) });
    await agrees(plant);
    const { items } = await plant.get<{ items: AuditEvent[] }>('/audit-events?entity=channels');
    expect(items[0]).toMatchObject({ verb: 'channels.merge', entity_id: from.id, after: { merged_into: into.id } });

    await plant.post([at(4, { temp: 40 }), at(5, { temp: 50, temperature: 51 })]);
    expect(await stored(plant, into)).toEqual([...merged, [4, 40], [5, 51]]);
    expect((await channelsOf(plant)).map(({ key }) => key)).toEqual(['temperature']);
    await agrees(plant);

    expect(await undo(plant, task)).toMatchObject({ state: 'undone' });
    expect(await stored(plant, from)).toEqual([...before[0]!, [4, 40], [5, 50]]);
    expect(await stored(plant, into)).toEqual([...before[1]!, [5, 51]]);
    expect(await channelOf(plant, 'temp')).toMatchObject({ merged_into: null, archived_at: null, last: { value: 50 } });
    await agrees(plant);
  });

  it('of two workspaces tells their names to nobody who sees the task alone', async () => {
    const plant = await testPlant(engine);
    const { logger, post } = await secondLogger(plant, await makeWorkspace(plant.deps, plant.organization));
    await plant.post([at(0, { t: 1 })]);
    await post([at(1, { t: 2 })]);
    const from = await channelOf(plant, 't', `?archived=1&datalogger_id=${plant.datalogger.id}`);
    const into = await channelOf(plant, 't', `?archived=1&datalogger_id=${logger.id}`);
    expect(await merge(plant, from, into)).toMatchObject({ state: 'done', merged: null });
  });

  it('lets a logger that replaces another go on with its series, and messages of the old one show where their readings are', async () => {
    const plant = await testPlant(engine);
    const { logger, post } = await secondLogger(plant);
    await plant.post([at(0, { t: 1 }), at(1, { t: 2 })]);
    await post([at(1, { t: 2 }), at(2, { t: 3 })]);
    const from = await channelOf(plant, 't', `?archived=1&datalogger_id=${plant.datalogger.id}`);
    const into = await channelOf(plant, 't', `?archived=1&datalogger_id=${logger.id}`);
    const task = await merge(plant, from, into);
    const names = {
      from: { name: 't', datalogger_name: plant.datalogger.name },
      into: { name: 't', datalogger_name: 'Nový logger' },
    };
    expect(task.merged).toEqual(names);
    // The task says what they were called.
    await plant.send('PATCH', `/dataloggers/${logger.id}`, { rev: logger.rev, name: 'Pec' });
    expect((await plant.get<Task>(`/tasks/${task.id}`)).merged).toEqual(names);
    expect(await stored(plant, into)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    await agrees(plant);
    const { items } = await plant.get<{ items: ReceivedData[] }>(`/received-data?datalogger_id=${plant.datalogger.id}`);
    const shown = await plant.get<ReceivedDataDetail>(`/received-data/${items[0]!.id}`);
    expect(shown.readings.map(({ channel_id, datalogger_id, current }) => [channel_id, datalogger_id, current])).toEqual([
      [into.id, logger.id, true],
      [into.id, logger.id, true],
    ]);
    // While it was merged the new logger repeats what the old one said.
    await post([at(0, { t: 1 })]);
    await undo(plant, task);
    expect(await stored(plant, into)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(await stored(plant, from)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    await agrees(plant);
  });

  it('takes along what no message says any more, and gives it back', async () => {
    const plant = await testPlant(engine);
    await plant.post([at(0, { a: 1 }), at(1, { b: 2 })]);
    const [from, into] = [await channelOf(plant, 'a'), await channelOf(plant, 'b')];
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.deleteFrom('received_data').where('org_no', '=', plant.organization.no).execute(),
    );
    const task = await merge(plant, from, into);
    expect(await stored(plant, into)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    await undo(plant, task);
    expect([await stored(plant, from), await stored(plant, into)]).toEqual([[[0, 1]], [[1, 2]]]);
  });

  it('keeps the place of readings of a moved channel in messages of the logger that it has left', async () => {
    const plant = await testPlant(engine);
    const { logger } = await secondLogger(plant);
    await plant.post([at(0, { t: 1 })]);
    const row = await channelOf(plant, 't');
    await plant.send('PATCH', `/channels/${row.id}`, { rev: row.rev, datalogger_id: logger.id, name: 'Teplota pece' });
    const { items } = await plant.get<{ items: ReceivedData[] }>('/received-data');
    const { readings } = await plant.get<ReceivedDataDetail>(`/received-data/${items[0]!.id}`);
    expect(readings).toMatchObject([{ channel_id: row.id, datalogger_id: logger.id, name: 'Teplota pece', current: true }]);
  });

  it('is refused where one series would hold two units or kinds, for a channel that is merged already, and where one may only read', async () => {
    const plant = await testPlant(engine);
    const make = (key: string, over: object) => makeChannel(plant.deps, plant.datalogger, { key, ...over });
    const celsius = await make('c', { unit: '°C' });
    const other = await make('o', { unit: '°C' });
    const bar = await make('p', { unit: 'bar' });
    const state = await make('s', { kind: 'state', unit: null });
    const obstacle = async (from: { id: string }, into: { id: string }) =>
      (await plant.get<MergePreview>(`/channels/${from.id}/merge?into=${into.id}`)).obstacle;
    expect(await obstacle(celsius, celsius)).toBe('same');
    expect(await obstacle(celsius, bar)).toBe('unit');
    expect(await obstacle(state, celsius)).toBe('kind');
    const refused = await plant.send('POST', `/channels/${celsius.id}/merge`, { rev: 1, into: bar.id });
    expect(refused.status).toBe(409);
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect((await plant.send('POST', `/channels/${celsius.id}/merge`, { rev: 1, into: other.id }, viewer)).status).toBe(403);
    await merge(plant, await channelOf(plant, 'c'), await channelOf(plant, 'o'));
    expect(await obstacle(celsius, other)).toBe('merged');
    expect(await obstacle(other, bar)).toBe('unit');
    const row = await channelOf(plant, 'c');
    expect((await plant.send('PATCH', `/channels/${row.id}`, { rev: row.rev, archived: false })).status).toBe(409);
    expect((await plant.send('DELETE', `/channels/${other.id}`, undefined)).status).toBe(409);
  });
});
