import { describe, expect, it } from 'vitest';
import { DATALOGGER_STATES, type Datalogger, type DataloggerState } from '../../contract/dataloggers.ts';
import type { Problem } from '../../contract/errors.ts';
import { dataloggerState } from '../../domain/datalogger-state.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { countQueries } from '../testing/queries.ts';
import { ENGINES, makeChannel, makeDatalogger, makeOrganization, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

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
      machine_id: null,
      expected_interval_s: 60,
      auto_channels: true,
      channel_limit: 64,
      state: 'never',
      paused_at: null,
      first_seen_at: null,
      last_seen_at: null,
      refused_at: null,
      mb_per_day: null,
      bytes_today: 0,
      channel_count: 0,
      last: null,
      ahead_ts: null,
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
    for (const query of ['sort=place', 'sort=constructor', 'cursor=x', 'cursor=WzEsMV0'])
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
