import { describe, expect, it } from 'vitest';
import type { Channel } from '../../contract/channels.ts';
import type { Datalogger } from '../../contract/dataloggers.ts';
import type { Problem } from '../../contract/errors.ts';
import type { SensorType } from '../../contract/sensor-types.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

const uuid = createUuidv7({ now: () => Date.now() * 1000 });
interface List {
  items: Channel[];
}
const whyNot = async (answer: Response) => {
  const { code, errors = [] } = (await answer.json()) as Problem;
  return [answer.status, code, ...errors.map(({ path, code }) => `${path} ${code}`)].join(' ');
};
const channelsOf = async (plant: TestPlant, query = '') => (await plant.get<List>(`/channels${query}`)).items;
const keysOf = async (plant: TestPlant, query = '') => (await channelsOf(plant, query)).map(({ key }) => key);
const patched = async (plant: TestPlant, id: string, body: object) => {
  const answer = await plant.send('PATCH', `/channels/${id}`, body);
  if (answer.status !== 200) throw new Error(await whyNot(answer));
  return (await answer.json()) as Channel;
};
const sent = async (answer: Response) => (await answer.json()) as { points: number; errors?: { code: string; key: string }[] };

describe.each(ENGINES)('the life of a channel on %s', (engine) => {
  it('begins by hand, before its first reading, and asked for again it is the same one', async () => {
    const plant = await testPlant(engine, { datalogger: { auto_channels: 0 } });
    const body = { id: uuid(), datalogger_id: plant.datalogger.id, key: 'steam', kind: 'counter', name: 'Pára', unit: 't', decimals: 2 };
    const first = await plant.send('POST', '/channels', body);
    expect(first.status).toBe(201);
    const made = (await first.json()) as Channel;
    expect(made).toMatchObject({ ...body, own_unit: 't', first_ts: null, last: null, archived_at: null });
    expect(await (await plant.send('POST', '/channels', body)).json()).toEqual(made);
    expect(await whyNot(await plant.send('POST', '/channels', { ...body, kind: 'gauge' }))).toBe('409 conflict');
    expect(await sent(await plant.post({ steam: 1.25 }))).toMatchObject({ points: 1 });
    expect(await channelsOf(plant)).toMatchObject([{ id: body.id, kind: 'counter', last: { value: 1.25 } }]);
  });

  it('begins neither twice under one key nor beyond the limit of its logger', async () => {
    const plant = await testPlant(engine, { datalogger: { channel_limit: 2 } });
    const create = (key: string) => plant.send('POST', '/channels', { datalogger_id: plant.datalogger.id, key, kind: 'gauge' });
    await create('a');
    expect(await whyNot(await create('a'))).toBe('422 validation_failed key taken');
    await create('b');
    expect(await whyNot(await create('c'))).toBe('422 validation_failed key channel_limit');
    const { rev } = await plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`);
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev, channel_limit: 3 });
    expect((await create('c')).status).toBe(201);
  });

  it('ends in the archive: rows with its key are refused and say so, the others are taken, and what it has stays', async () => {
    const plant = await testPlant(engine);
    await plant.post({ a: 1, b: 2 });
    const [a] = await channelsOf(plant);
    const { archived_at, rev } = await patched(plant, a!.id, { rev: 1, archived: true });
    expect(archived_at).not.toBeNull();
    expect(await sent(await plant.post({ a: 3, b: 4 }))).toMatchObject({ points: 1, errors: [{ code: 'channel_archived', key: 'a' }] });
    expect(await keysOf(plant)).toEqual(['b']);
    expect(await keysOf(plant, '?archived=1')).toEqual(['a', 'b']);
    const { items } = await plant.get<{ items: { value: number }[] }>(`/channels/${a!.id}/readings?from=0&to=2000000000000`);
    expect(items.map(({ value }) => value)).toEqual([1]);
    await patched(plant, a!.id, { rev, archived: false });
    expect(await sent(await plant.post({ a: 5 }))).toMatchObject({ points: 1 });
    expect(await channelsOf(plant)).toMatchObject([{ key: 'a', last: { value: 5 } }, { key: 'b' }]);
  });

  it('makes room in its logger when it is archived, and comes back only when there is room', async () => {
    const plant = await testPlant(engine, { datalogger: { channel_limit: 2 } });
    await plant.post({ x1: 1, x2: 2 });
    expect(await sent(await plant.post({ temperature: 21.5, x1: 2 }))).toMatchObject({ errors: [{ code: 'channel_limit' }] });
    const [x1] = await channelsOf(plant);
    const { rev } = await patched(plant, x1!.id, { rev: 1, archived: true });
    expect(await sent(await plant.post({ temperature: 21.5 }))).toMatchObject({ points: 1 });
    expect(await keysOf(plant)).toEqual(['x2', 'temperature']);
    expect(await whyNot(await plant.send('PATCH', `/channels/${x1!.id}`, { rev, archived: false }))).toBe(
      '422 validation_failed archived channel_limit',
    );
  });

  it('goes wholly when nothing was ever measured by it, and not otherwise', async () => {
    const plant = await testPlant(engine);
    const empty = await makeChannel(plant.deps, plant.datalogger, { key: 'empty' });
    await plant.post({ a: 1 });
    const a = (await channelsOf(plant)).find(({ key }) => key === 'a');
    expect(await whyNot(await plant.send('DELETE', `/channels/${a!.id}`, undefined))).toBe('409 conflict');
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect(await whyNot(await plant.send('DELETE', `/channels/${empty.id}`, undefined, viewer))).toBe('403 forbidden');
    expect((await plant.send('DELETE', `/channels/${empty.id}`, undefined)).status).toBe(200);
    expect(await keysOf(plant, '?archived=1')).toEqual(['a']);
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').selectAll().where('entity_id', '=', empty.id).execute(),
    );
    expect(trail).toMatchObject([{ verb: 'channels.remove', workspace_id: plant.workspace.id }]);
    // A key that comes again makes a new channel.
    expect(await sent(await plant.post({ empty: 7 }))).toMatchObject({ points: 1 });
  });

  it('takes its place among the others, which close up', async () => {
    const plant = await testPlant(engine);
    await plant.post({ a: 1, b: 2, c: 3, d: 4 });
    const d = (await channelsOf(plant))[3]!;
    const { rev } = await patched(plant, d.id, { rev: 1, position: 1 });
    expect(await keysOf(plant)).toEqual(['a', 'd', 'b', 'c']);
    await patched(plant, d.id, { rev, position: 99 });
    expect(await channelsOf(plant)).toMatchObject(['a', 'b', 'c', 'd'].map((key, position) => ({ key, position })));
  });

  it('goes on under another logger with its readings, where its key is free', async () => {
    const plant = await testPlant(engine);
    const workspace = await makeWorkspace(plant.deps, plant.organization);
    const other = await makeDatalogger(plant.deps, workspace);
    await makeChannel(plant.deps, other, { key: 'b' });
    await plant.post({ a: 1, b: 2 });
    const [a, b] = (await channelsOf(plant, `?datalogger_id=${plant.datalogger.id}`)) as [Channel, Channel];
    const move = { rev: 1, datalogger_id: other.id };
    expect(await whyNot(await plant.send('PATCH', `/channels/${b.id}`, move))).toBe('422 validation_failed datalogger_id taken');
    expect(await patched(plant, a.id, move)).toMatchObject({ datalogger_id: other.id, workspace_id: workspace.id, last: { value: 1 } });
    expect(await keysOf(plant, `?datalogger_id=${other.id}`)).toEqual(['b', 'a']);
    // The one that it left makes another channel of that key.
    expect(await sent(await plant.post({ a: 5 }))).toMatchObject({ points: 1 });
    expect(await channelsOf(plant, `?workspace_id=${workspace.id}`)).toMatchObject([{ key: 'b' }, { id: a.id, last: { value: 1 } }]);
  });

  it('moves neither out of one’s reach nor into the archive', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const elsewhere = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    const archived = await makeDatalogger(plant.deps, plant.workspace, { archived_at: TEST_NOW });
    const path = `/channels/${channel.id}`;
    const technician = await plant.member('technician', plant.workspace.id);
    expect(await whyNot(await plant.send('PATCH', path, { rev: 1, datalogger_id: elsewhere.id }, technician))).toBe(
      '422 validation_failed datalogger_id invalid_value',
    );
    expect(await whyNot(await plant.send('PATCH', path, { rev: 1, datalogger_id: archived.id }))).toBe(
      '422 validation_failed datalogger_id invalid_value',
    );
  });

  it('changes its kind as long as its readings stay what they are', async () => {
    const plant = await testPlant(engine);
    await plant.post({ energy: 1 });
    const [energy] = await channelsOf(plant);
    expect(await patched(plant, energy!.id, { rev: 1, kind: 'counter' })).toMatchObject({ kind: 'counter' });
    expect(await whyNot(await plant.send('PATCH', `/channels/${energy!.id}`, { rev: 2, kind: 'state' }))).toBe(
      '422 validation_failed kind invalid_value',
    );
    const empty = await makeChannel(plant.deps, plant.datalogger, { key: 'mode' });
    await patched(plant, empty.id, { rev: 1, kind: 'text' });
    expect(await sent(await plant.post({ mode: 'eco' }))).toMatchObject({ points: 1 });
  });

  it('is shown in the unit and decimals of its sensor type wherever its last value stands', async () => {
    const plant = await testPlant(engine);
    await plant.post({ t: 21.5 });
    const [channel] = await channelsOf(plant);
    const answer = await plant.send('POST', '/sensor-types', {
      names: { cs: 'Olej', en: 'Oil', sk: 'Olej' },
      quantity: 'temperature',
      kind: 'gauge',
      display_unit: 'Cel',
      decimals: 2,
      range_min: null,
      range_max: null,
      mean: 'time_weighted',
      color: null,
      state_words: null,
    });
    await patched(plant, channel!.id, { rev: 1, sensor_type_id: ((await answer.json()) as SensorType).id });
    const shown = { unit: '°C', decimals: 2 };
    expect((await plant.get<{ items: Datalogger[] }>('/dataloggers')).items).toMatchObject([{ last: shown }]);
    expect(await plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`)).toMatchObject({ last: shown });
    for (const [entity, entity_id] of [
      ['channels', channel!.id],
      ['dataloggers', plant.datalogger.id],
    ] as const)
      await plant.send('PUT', '/favorites', { entity, entity_id, marked: true });
    expect(await plant.get('/favorites/readings')).toMatchObject({ items: [{ channels: [shown] }, { channels: [shown] }] });
    const [message] = (await plant.get<{ items: { id: string }[] }>('/received-data')).items;
    expect(await plant.get(`/received-data/${message!.id}`)).toMatchObject({ readings: [shown] });
  });
});
