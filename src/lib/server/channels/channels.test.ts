import { describe, expect, it } from 'vitest';
import type { Channel } from '../../contract/channels.ts';
import type { Datalogger } from '../../contract/dataloggers.ts';
import type { Problem } from '../../contract/errors.ts';
import type { FavoriteReadings } from '../../contract/favorites.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { fromStored, kindOf, toStored } from './channel-values.ts';

interface List {
  items: Channel[];
}
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;

describe('the kind of a channel', () => {
  it('follows from its first value', () => {
    expect([21.5, true, 'eco'].map(kindOf)).toEqual(['gauge', 'state', 'text']);
  });

  it.each([
    ['gauge', 1.5, 1.5],
    ['gauge', true, 1],
    ['gauge', '1.5', null],
    ['counter', 7, 7],
    ['counter', 'x', null],
    ['state', true, true],
    ['state', false, false],
    ['state', 1, true],
    ['state', 2, 2],
    ['state', 'on', null],
    ['text', 'on', 'on'],
    ['text', 1.5, '1.5'],
    ['text', false, 'false'],
  ] as const)('%s takes %j as %j', (kind, value, expected) => {
    const stored = toStored(kind, value);
    expect(stored && fromStored(kind, stored)).toBe(expected);
  });
});

describe.each(ENGINES)('channels on %s', (engine) => {
  it('are listed in their order, of one logger or of all that one may see', async () => {
    const plant = await testPlant(engine);
    const other = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    for (const [logger, key, position] of [
      [plant.datalogger, 'b', 2],
      [plant.datalogger, 'a', 1],
      [other, 'c', 1],
    ] as const)
      await makeChannel(plant.deps, logger, { key, position, last_ts: TEST_NOW, last_num: position });
    const keys = async (query: string) => (await plant.get<List>(`/channels${query}`)).items.map(({ key }) => key);
    expect(await keys(`?datalogger_id=${plant.datalogger.id}`)).toEqual(['a', 'b']);
    expect((await keys('')).toSorted()).toEqual(['a', 'b', 'c']);
    expect(await keys(`?workspace_id=${other.workspace_id}`)).toEqual(['c']);
    const viewer = await plant.member('viewer', plant.workspace.id);
    const seen = (await (await plant.app.request(`${plant.root}/channels`, { headers: viewer })).json()) as List;
    expect(seen.items.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('get a name, a unit, decimals and a place in the order', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger, { key: 't1' });
    const path = `/channels/${channel.id}`;
    const changed = await plant.send('PATCH', path, { rev: 1, name: 'Teplota vody', unit: '°C', decimals: 1, position: 0 });
    expect(await changed.json()).toMatchObject({ key: 't1', name: 'Teplota vody', unit: '°C', decimals: 1, position: 0, rev: 2 });
    const stale = await plant.send('PATCH', path, { rev: 1, name: 'x' });
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({ code: 'stale_rev', current: { name: 'Teplota vody' } });
    expect(await (await plant.send('PATCH', path, { rev: 2, unit: null })).json()).toMatchObject({ unit: null, rev: 3 });
  });

  it('call the values of a state by words of each language, and give them wherever the value is shown', async () => {
    const plant = await testPlant(engine);
    const door = await makeChannel(plant.deps, plant.datalogger, { key: 'door', kind: 'state', last_ts: TEST_NOW, last_num: 1 });
    const words = [
      { value: 1, cs: 'otevřeno', en: 'open', sk: 'otvorené', tone: 'warning' },
      { value: 0, cs: 'zavřeno', en: 'closed', sk: '', tone: null },
    ];
    const changed = await plant.send('PATCH', `/channels/${door.id}`, { rev: 1, state_words: words });
    expect(await changed.json()).toMatchObject({ state_words: words, rev: 2, last: { value: true } });
    const same = await plant.send('PATCH', `/channels/${door.id}`, { rev: 2, state_words: words });
    expect(await same.json()).toMatchObject({ rev: 2 });
    expect((await plant.get<{ items: Datalogger[] }>('/dataloggers')).items).toMatchObject([{ last: { value: true, state_words: words } }]);
    await plant.send('PUT', '/favorites', { entity: 'channels', entity_id: door.id, marked: true });
    expect((await plant.get<{ items: FavoriteReadings[] }>('/favorites/readings')).items).toMatchObject([
      { channels: [{ last: { value: true }, state_words: words }] },
    ]);
    expect(await (await plant.send('PATCH', `/channels/${door.id}`, { rev: 2, state_words: null })).json()).toMatchObject({
      state_words: null,
      rev: 3,
    });
  });

  it.each([
    ['two words of one value', [1, 1]],
    ['a value between two numbers', [0.5]],
    ['no value at all', []],
  ])('have no %s', async (_, values) => {
    const plant = await testPlant(engine);
    const door = await makeChannel(plant.deps, plant.datalogger, { kind: 'state' });
    const state_words = values.map((value) => ({ value, cs: 'otevřeno', en: '', sk: '', tone: null }));
    expect(await codeOf(await plant.send('PATCH', `/channels/${door.id}`, { rev: 1, state_words }))).toBe('422 validation_failed');
  });

  it('that hold numbers have no words', async () => {
    const plant = await testPlant(engine);
    const air = await makeChannel(plant.deps, plant.datalogger);
    const state_words = [{ value: 1, cs: 'teplo', en: '', sk: '', tone: null }];
    expect(await codeOf(await plant.send('PATCH', `/channels/${air.id}`, { rev: 1, state_words }))).toBe('422 validation_failed');
    const wordless = [{ ...state_words[0], cs: ' ' }];
    const door = await makeChannel(plant.deps, plant.datalogger, { kind: 'state' });
    expect(await codeOf(await plant.send('PATCH', `/channels/${door.id}`, { rev: 1, state_words: wordless }))).toBe(
      '422 validation_failed',
    );
  });

  it('are changed only by those who may, and hidden from members of another workspace', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization);
    const change = async (role: string, workspaceId: string) =>
      codeOf(await plant.send('PATCH', `/channels/${channel.id}`, { rev: 1, name: 'x' }, await plant.member(role, workspaceId)));
    expect(await change('viewer', plant.workspace.id)).toBe('403 forbidden');
    expect(await change('technician', elsewhere.id)).toBe('404 not_found');
  });
});
