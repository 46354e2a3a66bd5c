import { describe, expect, it } from 'vitest';
import type { Channel } from '../../contract/channels.ts';
import type { Datalogger } from '../../contract/dataloggers.ts';
import type { Problem } from '../../contract/errors.ts';
import type { FavoriteReadings } from '../../contract/favorites.ts';
import type { SensorType } from '../../contract/sensor-types.ts';
import { CATALOGUE } from '../../domain/quantities/catalogue.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { copyCatalogue } from './catalogue-rows.ts';

const OIL = {
  names: { cs: 'Teplota oleje', en: 'Oil temperature', sk: 'Teplota oleja' },
  quantity: 'temperature',
  kind: 'gauge',
  display_unit: '[degF]',
  decimals: 1,
  range_min: -40,
  range_max: 160,
  mean: 'time_weighted',
  color: 1,
  state_words: null,
} as const;
const problemOf = async (answer: Response) => {
  const { code, errors } = (await answer.json()) as Problem;
  return [answer.status, code, ...(errors ?? []).map((one) => one.path)];
};
const make = async (plant: TestPlant, over: object = {}) =>
  (await (await plant.send('POST', '/sensor-types', { ...OIL, ...over })).json()) as SensorType;
const list = async (plant: TestPlant, query = '') => (await plant.get<{ items: SensorType[] }>(`/sensor-types${query}`)).items;

describe.each(ENGINES)('sensor types on %s', (engine) => {
  it('come with the product into a new organisation, with words in three languages', async () => {
    const plant = await testPlant(engine);
    const { organization, deps } = plant;
    await deps.db.write(organization.id, (db) =>
      copyCatalogue({ db, organization_id: organization.id }, deps.ids, { at: TEST_NOW, by: null }),
    );
    const items = await list(plant);
    expect(items.map(({ key }) => key).sort()).toEqual(CATALOGUE.map(({ key }) => key).sort());
    expect(items.find(({ key }) => key === 'gauge_pressure')).toMatchObject({
      unit: 'Pa',
      display_unit: 'bar',
      range_max: 40_000_000,
      names: { en: 'Gauge pressure' },
    });
  });

  it('keep the canonical unit when another one is shown, and are changed at the revision that was seen', async () => {
    const plant = await testPlant(engine);
    const made = await make(plant);
    expect(made).toMatchObject({ ...OIL, key: null, unit: 'Cel', channel_count: 0, rev: 1 });
    const changed = await plant.send('PATCH', `/sensor-types/${made.id}`, { rev: 1, display_unit: 'K' });
    expect(await changed.json()).toMatchObject({ unit: 'Cel', display_unit: 'K', range_max: 160, rev: 2 });
    expect(await problemOf(await plant.send('PATCH', `/sensor-types/${made.id}`, { rev: 1, decimals: 2 }))).toEqual([409, 'stale_rev']);
    await plant.send('PATCH', `/sensor-types/${made.id}`, { rev: 2, archived: true });
    expect(await list(plant)).toEqual([]);
    expect((await list(plant, '?archived=1')).map(({ id }) => id)).toEqual([made.id]);
  });

  it('are refused with a unit of another quantity, a range upside down, and words of states of what is none', async () => {
    const plant = await testPlant(engine);
    const refused = async (over: object) => problemOf(await plant.send('POST', '/sensor-types', { ...OIL, ...over }));
    expect(await refused({ display_unit: 'Pa' })).toEqual([422, 'validation_failed', 'display_unit']);
    expect(await refused({ range_min: 200 })).toEqual([422, 'validation_failed', 'range_max']);
    expect(await refused({ kind: 'state' })).toEqual([422, 'validation_failed', 'kind']);
    const words = [{ value: 1, cs: 'běží', en: 'running', sk: 'beží', tone: 'good' }];
    expect(await refused({ state_words: words })).toEqual([422, 'validation_failed', 'state_words']);
    const custom = await make(plant, { quantity: 'custom', display_unit: 'ks/h' });
    expect(custom).toMatchObject({ unit: 'ks/h' });
    expect(await problemOf(await plant.send('PATCH', `/sensor-types/${custom.id}`, { rev: 1, display_unit: 'ks/min' }))).toEqual([
      422,
      'validation_failed',
      'display_unit',
    ]);
  });

  it('give a channel unit and decimals that it has none of itself, and count the channels that use them', async () => {
    const plant = await testPlant(engine);
    const workspace = await makeWorkspace(plant.deps, plant.organization);
    const logger = await makeDatalogger(plant.deps, workspace);
    const channel = await makeChannel(plant.deps, logger, { unit: null, decimals: null });
    const type = await make(plant, { display_unit: 'Cel' });
    const put = (sensor_type_id: string | null, rev: number) => plant.send('PATCH', `/channels/${channel.id}`, { rev, sensor_type_id });
    const shown = async () => (await plant.get<{ items: Channel[] }>('/channels')).items.find(({ id }) => id === channel.id);
    expect(await (await put(type.id, 1)).json()).toMatchObject({ sensor_type_id: type.id, unit: '°C', decimals: 1, own_unit: null });
    expect(await shown()).toMatchObject({ unit: '°C', decimals: 1, own_unit: null, own_decimals: null });
    expect(await list(plant)).toMatchObject([{ id: type.id, channel_count: 1 }]);
    await plant.send('PATCH', `/channels/${channel.id}`, { rev: 2, unit: 'K' });
    expect(await shown()).toMatchObject({ unit: 'K', display_unit: '°C', decimals: 1, own_unit: 'K' });
    const text = await make(plant, { quantity: 'text', kind: 'text', display_unit: '1', decimals: null, range_min: null, range_max: null });
    expect(await problemOf(await put(text.id, 3))).toEqual([422, 'validation_failed', 'sensor_type_id']);
    await plant.send('PATCH', `/sensor-types/${type.id}`, { rev: 1, archived: true });
    expect((await put(null, 3)).status).toBe(200);
    expect(await problemOf(await put(type.id, 4))).toEqual([422, 'validation_failed', 'sensor_type_id']);
  });

  it('convert what is shown and nothing that is stored: readings and the unit that they are in stay when another one is shown', async () => {
    const plant = await testPlant(engine);
    const type = await make(plant, { display_unit: 'Cel' });
    const at = TEST_NOW / 1_000 - 60_000;
    await plant.post({ ts: at, t: 21.5 });
    const [{ id, rev } = { id: '', rev: 0 }] = (await plant.get<{ items: Channel[] }>('/channels')).items;
    await plant.send('PATCH', `/channels/${id}`, { rev, sensor_type_id: type.id });
    const channel = async () => (await plant.get<{ items: Channel[] }>('/channels')).items[0]!;
    const series = () => plant.get(`/channels/${id}/readings`);
    const before = await series();
    expect(await channel()).toMatchObject({ unit: '°C', display_unit: '°C', conversion: null, last: { value: 21.5 } });
    await plant.send('PATCH', `/sensor-types/${type.id}`, { rev: 1, display_unit: '[degF]', decimals: 2 });
    const { conversion, ...after } = await channel();
    expect(after).toMatchObject({ unit: '°C', display_unit: '°F', decimals: 2, last: { value: 21.5 } });
    expect(21.5 * conversion!.scale + conversion!.offset).toBeCloseTo(70.7, 9);
    expect(await series()).toEqual(before);
    // Lists, favourites and received data say the same of it.
    const shown = { unit: '°C', display_unit: '°F', conversion, decimals: 2 };
    const { items: loggers } = await plant.get<{ items: Datalogger[] }>('/dataloggers');
    expect(loggers[0]).toMatchObject({ last: { ...shown, value: 21.5 } });
    await plant.send('PUT', '/favorites', { entity: 'channels', entity_id: id, marked: true });
    const { items: favorites } = await plant.get<{ items: FavoriteReadings[] }>('/favorites/readings');
    expect(favorites[0]?.channels).toMatchObject([shown]);
    const { items: messages } = await plant.get<{ items: { id: string }[] }>('/received-data');
    expect(await plant.get(`/received-data/${messages[0]!.id}`)).toMatchObject({ readings: [{ ...shown, value: 21.5 }] });
  });

  it('of another organisation are no types of a channel', async () => {
    const plant = await testPlant(engine);
    const other = await testPlant(engine, { deps: plant.deps });
    const theirs = await make(other);
    const logger = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    const channel = await makeChannel(plant.deps, logger);
    const answer = await plant.send('PATCH', `/channels/${channel.id}`, { rev: 1, sensor_type_id: theirs.id });
    expect(await problemOf(answer)).toEqual([422, 'validation_failed', 'sensor_type_id']);
  });
});
