import { type KyselyPlugin, RawNode } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../contract/channels.ts';
import {
  DATALOGGER_FILTERS,
  DATALOGGER_STATES,
  type Datalogger,
  type DataloggerCounts,
  type DataloggerState,
} from '../../contract/dataloggers.ts';
import type { Problem } from '../../contract/errors.ts';
import type { FavoriteReadings } from '../../contract/favorites.ts';
import { dataloggerState, troubleOf, troubleRank } from '../../domain/datalogger-state.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { countQueries } from '../testing/queries.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMachine, makeOrganization, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { dataloggersRepo } from './dataloggers.repo.ts';

interface List {
  items: Datalogger[];
  next_cursor: string | null;
  total?: number;
}
const names = ({ items }: List) => items.map(({ name }) => name);
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const uuid = (last: number) => `019d0000-0000-7000-8000-${String(last).padStart(12, '0')}`;

/** Every page of a list, one after the other. */
async function walk(plant: TestPlant, query: string): Promise<string[]> {
  const walked: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: List = await plant.get(`/dataloggers?limit=2&${query}${cursor && `&cursor=${cursor}`}`);
    expect(page.items.length).toBeLessThanOrEqual(2);
    walked.push(...names(page));
    cursor = page.next_cursor;
  }
  return walked;
}

describe.each(ENGINES)('loggers on %s', (engine) => {
  it('are created, shown and listed', async () => {
    const plant = await testPlant(engine);
    const created = await plant.send('POST', '/dataloggers', {
      workspace_id: plant.workspace.id,
      name: ' Sušárna 3 ',
      code: 'SU-03',
      place: '',
      expected_interval_s: 60,
    });
    expect(created.status).toBe(201);
    const logger = (await created.json()) as Datalogger;
    expect(logger).toEqual({
      id: expect.any(String),
      workspace_id: plant.workspace.id,
      name: 'Sušárna 3',
      code: 'SU-03',
      kind: null,
      place: null,
      tags: [],
      machine_id: null,
      logger_type_id: null,
      logger_type_version: null,
      logger_type_name: null,
      type_interval_s: null,
      type_sampling_s: null,
      offline_after: null,
      expected_interval_s: 60,
      auto_channels: true,
      channel_limit: 64,
      state: 'never',
      paused_at: null,
      first_seen_at: null,
      last_seen_at: null,
      refused_at: null,
      filed_at: null,
      mb_per_day: null,
      bytes_today: 0,
      channel_count: 0,
      last: null,
      ahead_ts: null,
      failing_ts: null,
      failing: 0,
      health: null,
      rev: 1,
      created_at: formatInstant(TEST_NOW),
      updated_at: formatInstant(TEST_NOW),
      archived_at: null,
    });
    expect(await plant.get(`/dataloggers/${logger.id}`)).toEqual(logger);
    expect((await plant.get<List>('/dataloggers?q=SU-')).items).toEqual([logger]);
  });

  it('are created once by an id of the client, and answered the same for ever', async () => {
    const plant = await testPlant(engine);
    const body = { id: uuid(1), workspace_id: plant.workspace.id, name: 'Pec' };
    const first = await (await plant.send('POST', '/dataloggers', body)).json();
    await plant.send('PATCH', `/dataloggers/${body.id}`, { rev: 1, name: 'Přejmenovaná' });
    const again = await plant.send('POST', '/dataloggers', body);
    expect([again.status, await again.json()]).toEqual([201, first]);
    expect(await codeOf(await plant.send('POST', '/dataloggers', { ...body, name: 'Jiná' }))).toBe('409 conflict');
    expect((await plant.get<List>('/dataloggers?q=Přejmenovaná&count=1')).total).toBe(1);
  });

  it('need a workspace of their organisation and the right to write there', async () => {
    const plant = await testPlant(engine);
    const foreign = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const body = { workspace_id: foreign.id, name: 'Pec' };
    expect(await codeOf(await plant.send('POST', '/dataloggers', body))).toBe('422 validation_failed');
    const technician = await plant.member('technician', plant.workspace.id);
    expect(await codeOf(await plant.send('POST', '/dataloggers', body, technician))).toBe('403 forbidden');
    expect(await codeOf(await plant.send('POST', '/dataloggers', { ...body, workspace_id: other.id }, technician))).toBe('403 forbidden');
    expect((await plant.send('POST', '/dataloggers', { ...body, workspace_id: plant.workspace.id }, technician)).status).toBe(201);
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect(await codeOf(await plant.send('POST', '/dataloggers', { ...body, workspace_id: plant.workspace.id }, viewer))).toBe(
      '403 forbidden',
    );
  });

  it('are changed by whoever knows their newest revision', async () => {
    const plant = await testPlant(engine);
    const path = `/dataloggers/${plant.datalogger.id}`;
    plant.deps.clock.advance(1_000_000);
    const changed = await plant.send('PATCH', path, { rev: 1, name: 'Kalírna', expected_interval_s: null, paused: true });
    expect(await changed.json()).toMatchObject({
      name: 'Kalírna',
      expected_interval_s: null,
      state: 'paused',
      paused_at: formatInstant(TEST_NOW + 1_000_000),
      rev: 2,
    });
    const stale = await plant.send('PATCH', path, { rev: 1, name: 'Sklad' });
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({ code: 'stale_rev', current: { name: 'Kalírna', rev: 2 } });
    const nothing = await plant.send('PATCH', path, { rev: 2, name: 'Kalírna', paused: true });
    expect(await nothing.json()).toMatchObject({ rev: 2 });
  });

  it('move with their channels to another workspace where one may write too, and not off their machine', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const path = `/dataloggers/${plant.datalogger.id}`;
    const move = (rev: number, more: object = {}, as = plant.headers) =>
      plant.send('PATCH', path, { rev, workspace_id: other.id, ...more }, as);
    expect(await codeOf(await move(1, {}, await plant.member('technician', plant.workspace.id)))).toBe('403 forbidden');
    const machine = await makeMachine(plant.deps, plant.workspace);
    await plant.send('PATCH', path, { rev: 1, machine_id: machine.id });
    expect(await codeOf(await move(2))).toBe('409 conflict');
    const foreign = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
    expect(await codeOf(await move(2, { workspace_id: foreign.id, machine_id: null }))).toBe('422 validation_failed');
    const place = async () =>
      (await plant.get<{ items: { id: string; workspace_id: string }[] }>(`/channels?datalogger_id=${plant.datalogger.id}`)).items.find(
        ({ id }) => id === channel.id,
      )?.workspace_id;
    expect(await place()).toBe(plant.workspace.id);
    expect(await (await move(2, { machine_id: null })).json()).toMatchObject({ workspace_id: other.id, machine_id: null, rev: 3 });
    expect(await place()).toBe(other.id);
    const told = plant.deps.bus.published.flatMap(({ event }) =>
      event.name === 'changed' && event.data.entity === 'dataloggers' ? [event.data.workspace_id] : [],
    );
    expect(told.slice(-2)).toEqual([plant.workspace.id, other.id]);
  });

  it('leave the list when they are archived, and are there again beside the others when asked for', async () => {
    const plant = await testPlant(engine);
    const other = await makeDatalogger(plant.deps, plant.workspace);
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, archived: true });
    expect(names(await plant.get<List>('/dataloggers'))).toEqual([other.name]);
    expect(names(await plant.get<List>('/dataloggers?archived=1')).toSorted()).toEqual([plant.datalogger.name, other.name].toSorted());
  });

  it('are sorted and paged by name, code, last message and creation, up and down, each once', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'C', code: null, last_seen_at: null } });
    for (const [name, code, seen] of [
      ['A', '2', 5],
      ['B', null, 7],
      ['B', '1', null],
      ['D', '3', 5],
    ] as const) {
      plant.deps.clock.advance(1_000_000);
      await makeDatalogger(plant.deps, plant.workspace, { name, code, last_seen_at: seen });
    }
    expect(await walk(plant, '')).toEqual(['A', 'B', 'B', 'C', 'D']);
    expect(await walk(plant, 'sort=-name')).toEqual(['D', 'C', 'B', 'B', 'A']);
    expect(await walk(plant, 'sort=created_at')).toEqual(['C', 'A', 'B', 'B', 'D']);
    expect((await walk(plant, 'sort=-last_seen_at')).toSorted()).toEqual(['A', 'B', 'B', 'C', 'D']);
    expect((await walk(plant, 'sort=-last_seen_at'))[0]).toBe('B');
    expect((await walk(plant, 'sort=code')).slice(2)).toEqual(['B', 'A', 'D']);
    for (const query of ['sort=kind', 'sort=trouble&cursor=WyIwYSIsIngiXQ', 'sort=constructor', 'cursor=x', 'cursor=WzEsMV0'])
      expect((await plant.app.request(`${plant.root}/dataloggers?${query}`, { headers: plant.headers })).status).toBe(422);
  });

  it('are found by a part of name, code, kind or place, whatever the case and the accents, and no wildcard', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'Čidlo 100%', code: 'CK_1', place: 'Šatna' } });
    await makeDatalogger(plant.deps, plant.workspace, { name: 'Pec' });
    for (const [q, count] of [
      ['čid', 1],
      ['ČIDLO', 1],
      ['100%', 1],
      ['%', 1],
      ['_', 1],
      ['šatna', 1],
      ['cidlo', 1],
      ['satna cid', 1],
      ['ck_', 1],
      ["'", 0],
      ['e', 1],
    ] as const)
      expect([q, (await plant.get<List>(`/dataloggers?q=${encodeURIComponent(q)}`)).items.length]).toEqual([q, count]);
  });

  it('are filtered by the very state that they show', async () => {
    const plant = await testPlant(engine);
    const S = 1_000_000;
    for (const interval of [null, 1, 20, 600])
      for (const silence of [null, 0, 30, 31, 40, 41, 90, 91, 100, 101, 900, 901, 1200, 1201, 3000, 3001, 3600, 3601])
        for (const paused_at of silence === 31 ? [null, TEST_NOW] : [null])
          await makeDatalogger(plant.deps, plant.workspace, {
            expected_interval_s: interval,
            last_seen_at: silence === null ? null : TEST_NOW - silence * S,
            paused_at,
          });
    await makeDatalogger(plant.deps, plant.workspace, { last_seen_at: null, refused_at: TEST_NOW });
    const filed = await makeDatalogger(plant.deps, plant.workspace, { last_seen_at: null, filed_at: TEST_NOW });
    await makeChannel(plant.deps, filed, { last_ts: TEST_NOW - 5, last_num: 1 });
    // A file that was undone left nothing.
    await makeDatalogger(plant.deps, plant.workspace, { last_seen_at: null, filed_at: TEST_NOW });
    const { items, total } = await plant.get<List>('/dataloggers?limit=500&count=1');
    expect(total).toBe(items.length);
    const counted = (state: DataloggerState) =>
      items
        .filter((item) => item.state === state)
        .map(({ id }) => id)
        .sort();
    for (const state of DATALOGGER_STATES) {
      expect(counted(state).length).toBeGreaterThan(0);
      const filtered = await plant.get<List>(`/dataloggers?limit=500&state=${state}&count=1`);
      expect(filtered.items.map(({ id }) => id).sort()).toEqual(counted(state));
      expect(filtered.total).toBe(counted(state).length);
    }
    for (const item of items) expect(item.state).toBe(dataloggerState(item, TEST_NOW / 1000));
  });

  it('begin with those that want attention, the gravest first, then go by name; the archived and the paused want none', async () => {
    const S = 1_000_000;
    const plant = await testPlant(engine, { datalogger: { name: 'Čekající', last_seen_at: null } });
    const make = (name: string, silence: number | null, more: object = {}) =>
      makeDatalogger(plant.deps, plant.workspace, {
        name,
        expected_interval_s: 60,
        last_seen_at: silence === null ? null : TEST_NOW - silence * S,
        ...more,
      });
    await make('Zdravý', 1);
    await make('Adam', 1);
    await make('Zpožděný', 200);
    await make('Ticho 10', 4_000);
    await make('Ticho 9', 4_000);
    await make('Odmítaný', null, { refused_at: TEST_NOW });
    await make('Pozastavený', 9_000, { paused_at: TEST_NOW });
    await make('Archivovaný', 9_000, { archived_at: TEST_NOW });
    const ahead = await make('Napřed', 1);
    await makeChannel(plant.deps, ahead, { last_ts: TEST_NOW - 5, last_num: 1, ahead_ts: TEST_NOW + 9_000 * S });
    const failing = await make('S vadným čidlem', 1);
    await makeChannel(plant.deps, failing, { last_ts: TEST_NOW - 5, left_out_ts: TEST_NOW, ahead_ts: TEST_NOW + 9_000 * S });
    const ordered = [
      'Ticho 9',
      'Ticho 10',
      'Odmítaný',
      'Zpožděný',
      'S vadným čidlem',
      'Napřed',
      'Adam',
      'Archivovaný',
      'Čekající',
      'Pozastavený',
      'Zdravý',
    ];
    expect(await walk(plant, 'sort=trouble&archived=1')).toEqual(ordered);
    expect(await walk(plant, 'sort=-trouble&archived=1')).toEqual(ordered.toReversed());
    expect(await walk(plant, 'sort=trouble&state=trouble&archived=1')).toEqual(ordered.slice(0, 6));
    expect(await walk(plant, 'state=ahead')).toEqual(['Napřed']);
    const { items } = await plant.get<List>('/dataloggers?archived=1&limit=500');
    for (const item of items)
      expect([item.name, troubleRank(troubleOf(item, TEST_NOW / 1000)) < 5]).toEqual([item.name, ordered.indexOf(item.name) < 6]);
  });

  it('say that a sensor of theirs fails while its error is the newest that came, wherever they are shown', async () => {
    const plant = await testPlant(engine);
    const second = 1_000_000;
    const send = (ago: number, values: object) => plant.post({ ts: (TEST_NOW - ago * second) / 1_000, values });
    await send(60, { water: 4, air: 20 });
    for (const [entity, entity_id] of [['dataloggers', plant.datalogger.id]] as const)
      await plant.send('PUT', '/favorites', { entity, entity_id, marked: true });
    const shown = async () => {
      const [row] = (await plant.get<List>('/dataloggers')).items;
      const { items } = await plant.get<{ items: Channel[] }>(`/channels?datalogger_id=${plant.datalogger.id}`);
      const [favorite] = (await plant.get<{ items: FavoriteReadings[] }>('/favorites/readings')).items;
      const of = (one: Pick<Channel, 'name' | 'failing_ts' | 'last'>) => [one.name, one.failing_ts !== null, one.last?.value];
      expect(favorite?.channels.map(of)).toEqual(items.map(of));
      expect(await plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`)).toEqual(row);
      const { by } = await plant.get<DataloggerCounts>('/dataloggers/counts');
      expect(names(await plant.get<List>('/dataloggers?state=failing'))).toHaveLength(by.failing);
      const menu = await plant.get<{ dataloggers: number }>('/menu-counts');
      expect(menu.dataloggers).toBe(by.trouble);
      return { failing: row!.failing, failing_ts: row!.failing_ts, counted: by.failing, channels: items.map(of) };
    };
    const well = { failing: 0, failing_ts: null, counted: 0 };
    expect(await shown()).toMatchObject(well);
    // Of the second channel only: the value in the list is that of the first.
    await send(50, { air: '---' });
    expect(await shown()).toEqual({
      failing: 1,
      failing_ts: null,
      counted: 1,
      channels: [
        ['water', false, 4],
        ['air', true, 20],
      ],
    });
    await send(40, { water: 'NaN', air: 'NaN' });
    expect(await shown()).toMatchObject({ failing: 2, failing_ts: formatInstant(TEST_NOW - 40 * second), counted: 1 });
    // A value from before the error changes nothing, one that is as new ends it.
    await send(45, { water: 5 });
    expect(await shown()).toMatchObject({
      failing: 2,
      channels: [
        ['water', true, 5],
        ['air', true, 20],
      ],
    });
    await send(30, { water: 6 });
    expect(await shown()).toMatchObject({ failing: 1, failing_ts: null, counted: 1 });
    await send(40, { air: 21 });
    expect(await shown()).toMatchObject({
      ...well,
      channels: [
        ['water', false, 6],
        ['air', false, 21],
      ],
    });
  });

  it('are counted for each filter of their list, in one query, and as the list itself filters them', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'Sklad', place: null, last_seen_at: TEST_NOW } });
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    await makeDatalogger(plant.deps, elsewhere, { name: 'Pec', last_seen_at: TEST_NOW - 90_000_000_000 });
    await makeDatalogger(plant.deps, plant.workspace, { name: 'Pec 2', last_seen_at: null, refused_at: TEST_NOW });
    await makeDatalogger(plant.deps, plant.workspace, { name: 'Pec 3', last_seen_at: TEST_NOW - 90_000_000_000, archived_at: TEST_NOW });
    const none = Object.fromEntries(DATALOGGER_FILTERS.map((name) => [name, 0]));
    const counts = (query = '') => plant.get<DataloggerCounts>(`/dataloggers/counts${query}`);
    const queries = countQueries(plant.deps.db);
    expect(await counts()).toEqual({ total: 3, archived: 1, by: { ...none, online: 1, offline: 1, refused: 1, trouble: 2 } });
    queries.stop();
    // One for the reader's rights, one for the counts.
    expect(queries.count()).toBe(2);
    expect(await counts('?archived=1')).toMatchObject({ total: 4, archived: 1, by: { offline: 1, trouble: 2 } });
    expect(await counts(`?workspace_id=${plant.workspace.id}&q=pec`)).toEqual({
      total: 1,
      archived: 1,
      by: { ...none, refused: 1, trouble: 1 },
    });
    const { by } = await counts('?archived=1');
    for (const state of DATALOGGER_FILTERS)
      expect([state, (await plant.get<List>(`/dataloggers?archived=1&state=${state}`)).items.length]).toEqual([state, by[state]]);
    const technician = await plant.member('technician', elsewhere.id);
    const seen = await plant.app.request(`${plant.root}/dataloggers/counts`, { headers: technician });
    expect(await seen.json()).toMatchObject({ total: 1, by: { offline: 1, refused: 0 } });
  });

  it('that fall silent while their pages are read are not lost between two pages', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'A', expected_interval_s: 60, last_seen_at: TEST_NOW } });
    for (const name of ['B', 'C'])
      await makeDatalogger(plant.deps, plant.workspace, { name, expected_interval_s: 60, last_seen_at: TEST_NOW });
    const first = await plant.get<List>('/dataloggers?sort=trouble&limit=2');
    plant.deps.clock.advance(200_000_000);
    const second = await plant.get<List>(`/dataloggers?sort=trouble&limit=2&cursor=${first.next_cursor}`);
    expect([names(first), names(second)]).toEqual([['A', 'B'], ['C']]);
    // Its state is that of now.
    expect(second.items[0]?.state).toBe('late');
  });

  it('show the newest reading of their first channel that has one, in one query for the whole list', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'A' } });
    await makeChannel(plant.deps, plant.datalogger, { key: 'empty', position: 0 });
    await makeChannel(plant.deps, plant.datalogger, { key: 'late', position: 9, last_ts: TEST_NOW, last_num: 9 });
    const first = await makeChannel(plant.deps, plant.datalogger, {
      key: 'door',
      position: 3,
      kind: 'state',
      unit: null,
      last_ts: TEST_NOW - 1,
      last_num: 1,
    });
    for (let i = 0; i < 20; i++) {
      const logger = await makeDatalogger(plant.deps, plant.workspace, { name: `B ${i}` });
      await makeChannel(plant.deps, logger, { last_ts: TEST_NOW, last_num: i, unit: '°C', decimals: 1 });
    }
    const queries = countQueries(plant.deps.db);
    const { items } = await plant.get<List>('/dataloggers');
    queries.stop();
    expect(items[0]).toMatchObject({
      channel_count: 3,
      last: { channel_id: first.id, channel_name: 'door', value: true, ts: formatInstant(TEST_NOW - 1) },
    });
    expect(items[20]).toMatchObject({ channel_count: 1, last: { unit: '°C', decimals: 1 } });
    // One for the reader's rights, one for the list.
    expect(queries.count()).toBe(2);
  });

  it('of a workspace are hidden from members of another', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const hidden = await makeDatalogger(plant.deps, other, { name: 'Cizí' });
    const technician = await plant.member('technician', plant.workspace.id);
    const list = async (query: string) =>
      (await (await plant.app.request(`${plant.root}/dataloggers${query}`, { headers: technician })).json()) as List;
    expect(names(await list('?count=1'))).toEqual([plant.datalogger.name]);
    expect((await list('?count=1')).total).toBe(1);
    expect((await list(`?workspace_id=${other.id}`)).items).toEqual([]);
    expect(await codeOf(await plant.app.request(`${plant.root}/dataloggers/${hidden.id}`, { headers: technician }))).toBe('404 not_found');
    expect(await codeOf(await plant.send('PATCH', `/dataloggers/${hidden.id}`, { rev: 1, name: 'x' }, technician))).toBe('404 not_found');
    const operator = await plant.member('operator', plant.workspace.id);
    expect(await codeOf(await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, name: 'x' }, operator))).toBe(
      '403 forbidden',
    );
    expect(await codeOf(await plant.app.request(`${plant.root}/dataloggers`, { headers: await plant.member('member') }))).toBe(
      '403 forbidden',
    );
  });
});

it('on SQLite channels of a listed logger, and those that fail, are counted, and the first one is found, in the order of an index', async () => {
  const plant = await testPlant('sqlite');
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) =>
      RawNode.is(node) ? { ...node, sqlFragments: [`explain query plan ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)] } : node,
    transformResult: async ({ result }) => result,
  };
  const plan = await plant.deps.db.read(plant.organization.id, async (db) => {
    const repo = dataloggersRepo({ db: db.withPlugin(explaining), organization_id: plant.organization.id });
    const filter = { workspaces: 'all', archived: false, now: TEST_NOW } as const;
    const rows = await repo.list(filter, { sort: 'name', descending: false, cursor: null, limit: 51 });
    return (rows as unknown as { detail: string }[]).map(({ detail }) => detail);
  });
  expect(plan.filter((detail) => detail.includes('channels_order'))).toHaveLength(3);
  expect(plan.filter((detail) => detail.includes('channels_failing'))).toHaveLength(1);
  expect(plan.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
});
