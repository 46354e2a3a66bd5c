import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { ReceivedData, ReceivedDataDetail, ReparseTrial } from '../../contract/received-data.ts';
import type { Task } from '../../contract/tasks.ts';
import { TASKS } from '../process/tasks.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, TEST_NOW } from '../testing/testing.ts';

const PACK = JSON.stringify([{ bn: 'shed:', bt: TEST_NOW / 1e6, n: 't', u: 'Cel', v: 21.5 }]);

async function worked(plant: TestPlant, answer: Response, status: number): Promise<Task> {
  expect(answer.status).toBe(status);
  const { id } = (await answer.json()) as Task;
  await new TaskRunner(plant.deps, TASKS).run();
  return plant.get<Task>(`/tasks/${id}`);
}
const valuesOf = async (plant: TestPlant) => {
  const { items } = await plant.get<{ items: { id: string; key: string; last: { value: unknown } | null }[] }>('/channels');
  return Object.fromEntries(items.map(({ key, last }) => [key, last?.value]));
};

describe.each(ENGINES)('reading a stored message again on %s', (engine) => {
  it('shows first what it would change and then does it: a body that came to the wrong address gives its values, and takes them back', async () => {
    const plant = await testPlant(engine);
    const refused = (await (await plant.post(PACK)).json()) as Problem;
    const id = String(refused.errors?.[0]?.params?.received_data_id);
    plant.deps.clock.advance(1_000);
    const trial = await plant.get<ReparseTrial>(`/received-data/reparse?id=${id}&decoder=senml%401`);
    expect(trial).toEqual({
      messages: 1,
      total: 1,
      left_out: 0,
      unparsed: 0,
      damaged: 0,
      until: expect.any(String),
      changes: { new: 1, changed: 0, gone: 0, unchanged: 0 },
      channels: [
        {
          ...{ channel_id: null, key: 'shed:t', name: 'shed:t', unit: '°C', decimals: null, new: 1, changed: 0, gone: 0, unchanged: 0 },
          touched: { from: '2026-03-02T08:00:00Z', to: '2026-03-02T08:00:00Z' },
        },
      ],
      examples: [{ key: 'shed:t', ts: '2026-03-02T08:00:00Z', before: null, after: 21.5 }],
      next_cursor: null,
    });
    expect(await valuesOf(plant)).toEqual({});
    expect(await plant.get<ReparseTrial>(`/received-data/reparse?id=${id}`)).toMatchObject({ unparsed: 1, channels: [] });

    const task = await worked(plant, await plant.send('POST', '/received-data/reparse', { id, decoder: 'senml@1' }), 201);
    expect(task).toMatchObject({ state: 'done', undoable: true, changes: { new: 1, changed: 0, gone: 0, unchanged: 0 } });
    expect(task.about).toEqual({ name: plant.datalogger.name, datalogger_id: plant.datalogger.id });
    expect(await valuesOf(plant)).toEqual({ 'shed:t': 21.5 });
    const read = await plant.get<ReceivedDataDetail>(`/received-data/${id}`);
    expect(read).toMatchObject({ status: 'stored', decoder: 'senml@1', points: 1, new: 1, errors: [] });
    expect(read.readings).toMatchObject([{ key: 'shed:t', value: 21.5, current: true }]);

    const undone = await worked(plant, await plant.send('POST', `/tasks/${task.id}/undo`, {}), 200);
    expect(undone).toMatchObject({ state: 'undone', changes: { gone: 1 } });
    expect(await valuesOf(plant)).toEqual({ 'shed:t': undefined });
    expect(await plant.get(`/received-data/${id}`)).toMatchObject({ status: 'unparsed', decoder: 'json@1', error_count: 1 });
  });

  it('takes back what the messages of a window gave, and says so of each; a channel that is there meanwhile gets its values', async () => {
    const plant = await testPlant(engine, { datalogger: { auto_channels: 0 } });
    await makeChannel(plant.deps, plant.datalogger, { key: 't' });
    await plant.post({ ts: TEST_NOW / 1e3 - 60_000, t: 1 });
    plant.deps.clock.advance(60_000_000);
    const { id } = (await (await plant.post({ t: 2, u: 3 })).json()) as { id: string };
    plant.deps.clock.advance(1_000);
    const window = { datalogger_id: plant.datalogger.id, from: '2026-03-02T08:00:30Z' };
    await worked(plant, await plant.send('POST', '/received-data/reparse', { ...window, withdraw: '1' }), 201);
    expect(await valuesOf(plant)).toEqual({ t: 1 });
    expect(await plant.get(`/received-data/${id}`)).toMatchObject({ withdrawn_at: '2026-03-02T08:01:00.001Z' });
    const list = await plant.get<{ items: ReceivedData[] }>('/received-data');
    expect(list.items.map(({ withdrawn_at }) => withdrawn_at)).toEqual(['2026-03-02T08:01:00.001Z', null]);

    await makeChannel(plant.deps, plant.datalogger, { key: 'u' });
    await worked(plant, await plant.send('POST', '/received-data/reparse', window), 201);
    expect(await valuesOf(plant)).toEqual({ t: 2, u: 3 });
    expect(await plant.get(`/received-data/${id}`)).toMatchObject({ withdrawn_at: null, status: 'stored', points: 2, error_count: 0 });
  });

  it('means only those that were picked of its logger', async () => {
    const plant = await testPlant(engine);
    const ids: string[] = [];
    for (let t = 1; t <= 3; t++) {
      ids.push(((await (await plant.post({ t })).json()) as { id: string }).id);
      plant.deps.clock.advance(1_000);
    }
    const other = await makeDatalogger(plant.deps, plant.workspace);
    const of = { datalogger_id: plant.datalogger.id, ids: [ids[0], ids[2]].join(), withdraw: '1' };
    const query = (over: object = {}) => new URLSearchParams({ ...of, ...over } as Record<string, string>);
    const trial = await plant.get<ReparseTrial>(`/received-data/reparse?${query()}`);
    expect(trial).toMatchObject({ messages: 2, total: 2, changes: { gone: 2 } });
    expect(await plant.get<ReparseTrial>(`/received-data/reparse?${query({ datalogger_id: other.id })}`)).toMatchObject({ messages: 0 });
    const task = await worked(plant, await plant.send('POST', '/received-data/reparse', of), 201);
    expect(task).toMatchObject({ done: 2, changes: { gone: 2 } });
    const { items } = await plant.get<{ items: ReceivedData[] }>('/received-data?sort=received_at');
    expect(items.map(({ withdrawn_at }) => withdrawn_at !== null)).toEqual([true, false, true]);
    const picked = (count: number) => Array.from({ length: count }, () => ids[0]).join();
    for (const ids of ['all', '', `${of.ids},`, picked(101)])
      expect((await plant.send('POST', '/received-data/reparse', { ...of, ids })).status).toBe(422);
    const message = { id: ids[0], ids: ids[0], withdraw: '1' };
    expect((await plant.send('POST', '/received-data/reparse', message)).status).toBe(422);
  });

  it('means the messages of one door where the filter has one, and tells open pages of the channels and of the messages', async () => {
    const plant = await testPlant(engine);
    await plant.post({ t: 1 });
    plant.deps.clock.advance(1_000);
    const of = { datalogger_id: plant.datalogger.id, withdraw: '1' };
    plant.deps.bus.published.length = 0;
    const other = await worked(plant, await plant.send('POST', '/received-data/reparse', { ...of, door: 'senml' }), 201);
    expect(other).toMatchObject({ state: 'done', done: 0 });
    const own = await worked(plant, await plant.send('POST', '/received-data/reparse', { ...of, door: 'json' }), 201);
    expect(own).toMatchObject({ state: 'done', changes: { gone: 1 } });
    const told = plant.deps.bus.published.flatMap(({ event }) =>
      event.name === 'changed' && event.data.datalogger_id === plant.datalogger.id ? [event.data.entity] : [],
    );
    expect(told.filter((entity) => entity === 'channels')).toEqual(['channels']);
    expect(told).toContain('received-data');
  });

  it('is refused for nobody’s messages, a decoder that there isn’t, no messages at all and whoever may only read', async () => {
    const plant = await testPlant(engine);
    const { id } = (await (await plant.post({ t: 1 })).json()) as { id: string };
    const viewer = await plant.member('viewer');
    const status = async (body: object, as?: Record<string, string>) =>
      (await plant.send('POST', '/received-data/reparse', body, as)).status;
    expect(await status({ id: plant.datalogger.id })).toBe(404);
    expect(await status({ id, decoder: 'nothing@1' })).toBe(422);
    expect(await status({})).toBe(422);
    expect(await status({ id, from: 'never' })).toBe(422);
    expect(await status({ id }, viewer)).toBe(403);
  });
});
