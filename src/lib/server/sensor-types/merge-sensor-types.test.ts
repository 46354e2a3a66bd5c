import { describe, expect, it } from 'vitest';
import type { Channel } from '../../contract/channels.ts';
import type { Problem } from '../../contract/errors.ts';
import type { SensorType } from '../../contract/sensor-types.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel } from '../testing/testing.ts';

const OIL = {
  names: { cs: 'Olej', en: 'Oil', sk: 'Olej' },
  quantity: 'temperature',
  kind: 'gauge',
  display_unit: 'Cel',
  decimals: 1,
  range_min: null,
  range_max: null,
  mean: 'time_weighted',
  color: null,
  state_words: null,
};
const make = async (plant: TestPlant, over: object = {}) =>
  (await (await plant.send('POST', '/sensor-types', { ...OIL, ...over })).json()) as SensorType;
const typesOf = async (plant: TestPlant) =>
  (await plant.get<{ items: Channel[] }>('/channels?archived=1')).items.map(({ key, sensor_type_id }) => [key, sensor_type_id]);

describe.each(ENGINES)('a sensor type that is there twice on %s', (engine) => {
  it('goes into the other one with all its channels, and comes back with those that are still there', async () => {
    const plant = await testPlant(engine);
    const [type, into, third] = [await make(plant), await make(plant, { decimals: 2 }), await make(plant)];
    const a = await makeChannel(plant.deps, plant.datalogger, { key: 'a', position: 1, sensor_type_id: type.id });
    const b = await makeChannel(plant.deps, plant.datalogger, { key: 'b', position: 2, sensor_type_id: type.id, archived_at: 1 });
    await makeChannel(plant.deps, plant.datalogger, { key: 'c', position: 3, sensor_type_id: into.id });
    const merge = (rev: number) => plant.send('POST', `/sensor-types/${type.id}/merge`, { rev, into: into.id });
    const answer = (await (await merge(1)).json()) as { type: SensorType; channels: string[] };
    expect(answer).toMatchObject({ type: { id: type.id, rev: 2, channel_count: 0, archived_at: expect.any(String) } });
    expect(answer.channels.toSorted()).toEqual([a.id, b.id].toSorted());
    expect(await typesOf(plant)).toEqual([
      ['a', into.id],
      ['b', into.id],
      ['c', into.id],
    ]);
    expect(((await (await merge(1)).json()) as Problem).code).toBe('stale_rev');
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select(['entity_id', 'verb']).where('verb', '=', 'sensor-types.merge').execute(),
    );
    expect(trail.map(({ entity_id }) => entity_id).sort()).toEqual([type.id, a.id, b.id].sort());

    // Somebody has given one of them another type meanwhile: that one stays.
    await plant.send('PATCH', `/channels/${a.id}`, { rev: 2, sensor_type_id: third.id });
    const back = await plant.send('POST', `/sensor-types/${type.id}/unmerge`, { rev: 2, from: into.id, channels: answer.channels });
    expect(await back.json()).toMatchObject({ archived_at: null, rev: 3 });
    expect(await typesOf(plant)).toEqual([
      ['a', third.id],
      ['b', type.id],
      ['c', into.id],
    ]);
  });

  it.each([
    ['of another quantity', { quantity: 'pressure', display_unit: 'bar' }],
    ['of another custom unit', { quantity: 'custom', display_unit: 'pcs' }],
    ['that holds states', { quantity: 'state', kind: 'state', display_unit: '1', decimals: null }],
  ])('goes into none %s, nor into itself or the archive', async (_, over) => {
    const plant = await testPlant(engine);
    const [type, other] = [await make(plant), await make(plant, over)];
    const merge = async (into: string) => {
      const answer = await plant.send('POST', `/sensor-types/${type.id}/merge`, { rev: 1, into });
      return [answer.status, ...(((await answer.json()) as Problem).errors ?? []).map(({ path }) => path)];
    };
    expect(other.id).toBeDefined();
    expect(await merge(other.id)).toEqual([422, 'into']);
    expect(await merge(type.id)).toEqual([422, 'into']);
    const archived = await make(plant);
    await plant.send('PATCH', `/sensor-types/${archived.id}`, { rev: 1, archived: true });
    expect(await merge(archived.id)).toEqual([422, 'into']);
  });
});
