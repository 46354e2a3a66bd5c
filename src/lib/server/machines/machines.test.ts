import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { Machine } from '../../contract/machines.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import {
  ENGINES,
  makeChannel,
  makeDatalogger,
  makeMachine,
  makeOrganization,
  makeWorkspace,
  TEST_NOW,
  type TestDeps,
} from '../testing/testing.ts';

interface List {
  items: Machine[];
  next_cursor: string | null;
  total?: number;
}
const names = ({ items }: List) => items.map(({ name }) => name);
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const problemOf = async (answer: Response) => {
  const { code, errors } = (await answer.json()) as Problem;
  return [answer.status, code, errors?.map(({ path }) => path)];
};
const uuid = (last: number) => `019d0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const changedMachines = ({ bus }: TestDeps) =>
  bus.published.flatMap(({ event }) => (event.name === 'changed' && event.data.entity === 'machines' ? [event.data.id] : []));

/** A file row of a machine, without its bytes. */
const makeFile = (plant: TestPlant, machineId: string, over: { media_type?: string; archived_at?: number | null } = {}) =>
  plant.deps.db.write(plant.organization.id, (db) =>
    db
      .insertInto('files')
      .values({
        organization_id: plant.organization.id,
        id: plant.deps.ids.uuid(),
        workspace_id: plant.workspace.id,
        entity: 'machines',
        entity_id: machineId,
        name: 'Lis.jpg',
        media_type: 'image/webp',
        size: 1,
        hash: 'f'.repeat(64),
        width: 1,
        height: 1,
        created_at: TEST_NOW,
        created_by: null,
        updated_at: TEST_NOW,
        updated_by: null,
        archived_at: null,
        ...over,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** Every page of a list, one after the other. */
async function walk(plant: TestPlant, query: string): Promise<string[]> {
  const walked: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: List = await plant.get(`/machines?limit=2&${query}${cursor && `&cursor=${cursor}`}`);
    expect(page.items.length).toBeLessThanOrEqual(2);
    walked.push(...names(page));
    cursor = page.next_cursor;
  }
  return walked;
}

describe.each(ENGINES)('machines on %s', (engine) => {
  it('are created, shown and listed', async () => {
    const plant = await testPlant(engine);
    const created = await plant.send('POST', '/machines', {
      workspace_id: plant.workspace.id,
      name: ' Ohraňovací lis ',
      code: 'M-042',
      hall: '',
      status: 'standby',
      ideal_cycle_s: 7.5,
      cost_per_hour: 1200,
    });
    expect(created.status).toBe(201);
    const machine = (await created.json()) as Machine;
    expect(machine).toEqual({
      id: expect.any(String),
      workspace_id: plant.workspace.id,
      name: 'Ohraňovací lis',
      code: 'M-042',
      kind: null,
      site: null,
      hall: null,
      line: null,
      status: 'standby',
      manufacturer: null,
      model: null,
      serial_number: null,
      note: null,
      ideal_cycle_s: 7.5,
      planned_stop_limit_s: null,
      micro_stop_limit_s: null,
      cost_per_hour: 1200,
      photo_file_id: null,
      datalogger_count: 0,
      datalogger_ids: [],
      last_seen_at: null,
      rev: 1,
      created_at: formatInstant(TEST_NOW),
      updated_at: formatInstant(TEST_NOW),
      archived_at: null,
    });
    expect(await plant.get(`/machines/${machine.id}`)).toEqual(machine);
    expect((await plant.get<List>('/machines?q=ohranovaci m-042')).items).toEqual([machine]);
  });

  it('are created once by an id of the client, and answered the same for ever', async () => {
    const plant = await testPlant(engine);
    const body = { id: uuid(1), workspace_id: plant.workspace.id, name: 'Soustruh', kind: 'obrábění' };
    const first = await (await plant.send('POST', '/machines', body)).json();
    await plant.send('PATCH', `/machines/${body.id}`, { rev: 1, name: 'Přejmenovaný' });
    const again = await plant.send('POST', '/machines', body);
    expect([again.status, await again.json()]).toEqual([201, first]);
    expect(await codeOf(await plant.send('POST', '/machines', { ...body, kind: 'jiný' }))).toBe('409 conflict');
    expect((await plant.get<List>('/machines?count=1')).total).toBe(1);
  });

  it('need a workspace of their organisation and the right to write there', async () => {
    const plant = await testPlant(engine);
    const foreign = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const body = { workspace_id: foreign.id, name: 'Lis' };
    expect(await problemOf(await plant.send('POST', '/machines', body))).toEqual([422, 'validation_failed', ['workspace_id']]);
    const technician = await plant.member('technician', plant.workspace.id);
    expect(await codeOf(await plant.send('POST', '/machines', { ...body, workspace_id: other.id }, technician))).toBe('403 forbidden');
    expect((await plant.send('POST', '/machines', { ...body, workspace_id: plant.workspace.id }, technician)).status).toBe(201);
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect(await codeOf(await plant.send('POST', '/machines', { ...body, workspace_id: plant.workspace.id }, viewer))).toBe(
      '403 forbidden',
    );
  });

  it('are changed by whoever knows their newest revision', async () => {
    const plant = await testPlant(engine);
    const { id } = await makeMachine(plant.deps, plant.workspace, { name: 'Lis', hall: 'Hala A' });
    const changed = await plant.send('PATCH', `/machines/${id}`, { rev: 1, name: 'Bruska', hall: '', status: 'maintenance' });
    expect(await changed.json()).toMatchObject({ name: 'Bruska', hall: null, status: 'maintenance', rev: 2 });
    expect(names(await plant.get<List>('/machines?q=bruska'))).toEqual(['Bruska']);
    const stale = await plant.send('PATCH', `/machines/${id}`, { rev: 1, name: 'Fréza' });
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({ code: 'stale_rev', current: { name: 'Bruska', rev: 2 } });
    expect(await (await plant.send('PATCH', `/machines/${id}`, { rev: 2, name: 'Bruska' })).json()).toMatchObject({ rev: 2 });
    expect(changedMachines(plant.deps)).toEqual([id]);
  });

  it('leave the list when they are archived, keep their loggers, and come back', async () => {
    const plant = await testPlant(engine);
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Lis' });
    await makeDatalogger(plant.deps, plant.workspace, { machine_id: machine.id, last_seen_at: TEST_NOW });
    await plant.send('PATCH', `/machines/${machine.id}`, { rev: 1, archived: true });
    expect(names(await plant.get<List>('/machines'))).toEqual([]);
    expect((await plant.get<{ items: unknown[] }>('/machines/places')).items).toEqual([]);
    expect((await plant.get<List>('/machines?archived=1')).items[0]).toMatchObject({ name: 'Lis', datalogger_count: 1 });
    const back = await plant.send('PATCH', `/machines/${machine.id}`, { rev: 2, archived: false });
    expect(await back.json()).toMatchObject({ archived_at: null, datalogger_count: 1, last_seen_at: formatInstant(TEST_NOW) });
  });

  it('are sorted and paged by name, code, state and creation, up and down, each once', async () => {
    const plant = await testPlant(engine);
    for (const [name, code, status] of [
      ['CNC 12', 'b', 'standby'],
      ['CNC 5', null, 'maintenance'],
      ['čistička', 'a', 'in_operation'],
      ['Bruska', 'b', 'standby'],
      ['Bruska', 'c', 'standby'],
    ] as const) {
      plant.deps.clock.advance(1_000_000);
      await makeMachine(plant.deps, plant.workspace, { name, code, status });
    }
    expect(await walk(plant, '')).toEqual(['Bruska', 'Bruska', 'čistička', 'CNC 5', 'CNC 12']);
    expect(await walk(plant, 'sort=-name')).toEqual(['CNC 12', 'CNC 5', 'čistička', 'Bruska', 'Bruska']);
    expect(await walk(plant, 'sort=code')).toEqual(['CNC 5', 'čistička', 'CNC 12', 'Bruska', 'Bruska']);
    expect((await walk(plant, 'sort=-status'))[4]).toBe('čistička');
    expect(await walk(plant, 'sort=-created_at')).toEqual(['Bruska', 'Bruska', 'čistička', 'CNC 5', 'CNC 12']);
    for (const query of ['sort=hall', 'sort=constructor', 'cursor=x', 'cursor=WzEsMV0'])
      expect((await plant.app.request(`${plant.root}/machines?${query}`, { headers: plant.headers })).status).toBe(422);
  });

  it('are filtered by words, state and place, and the places in use are counted', async () => {
    const plant = await testPlant(engine);
    const make = (name: string, over: Parameters<typeof makeMachine>[2]) => makeMachine(plant.deps, plant.workspace, { name, ...over });
    await make('A', { site: 'Brno', hall: 'H1', line: 'L1', kind: 'lis', manufacturer: 'Škoda' });
    await make('B', { site: 'Brno', hall: 'H1', line: 'L1', kind: 'lis' });
    await make('C', { site: 'Brno', hall: 'H2', kind: 'pec', status: 'out_of_service', serial_number: '100%' });
    await make('D', {});
    const found = async (query: string) => names(await plant.get<List>(`/machines?${query}`)).join('');
    expect(await found('site=Brno')).toBe('ABC');
    expect(await found('hall=H1&line=L1&kind=lis')).toBe('AB');
    expect(await found('status=out_of_service')).toBe('C');
    expect(await found('q=skoda')).toBe('A');
    expect(await found(`q=${encodeURIComponent('brno 0%')}`)).toBe('C');
    expect(await found('hall=H')).toBe('');
    expect((await plant.get<List>('/machines?site=Brno&limit=1&count=1')).total).toBe(3);
    const { items } = await plant.get<{ items: { hall: string | null; kind: string | null; count: number }[] }>('/machines/places');
    expect(items).toHaveLength(3);
    expect(items).toContainEqual({ site: 'Brno', hall: 'H1', line: 'L1', kind: 'lis', status: 'in_operation', count: 2 });
    expect(items).toContainEqual({ site: null, hall: null, line: null, kind: null, status: 'in_operation', count: 1 });
  });

  it('tell how many loggers they have and when one was heard of, in one query for any number of rows', async () => {
    const plant = await testPlant(engine);
    // The one that is made later comes first.
    const loggerId = (i: number, j: number) => `0192f0a0-0000-7000-8000-${String(i * 10 + 9 - j).padStart(12, '0')}`;
    for (let i = 0; i < 30; i++) {
      const { id } = await makeMachine(plant.deps, plant.workspace, { name: `Lis ${i}` });
      for (let j = 0; j < i % 3; j++)
        await makeDatalogger(plant.deps, plant.workspace, { id: loggerId(i, j), machine_id: id, last_seen_at: TEST_NOW - j });
      await makeDatalogger(plant.deps, plant.workspace, { machine_id: id, archived_at: TEST_NOW, last_seen_at: TEST_NOW + 1 });
    }
    const { items } = await plant.get<List>('/machines?limit=20');
    expect(items).toHaveLength(20);
    expect(items.map((one) => one.datalogger_count)).toEqual(items.map((_, i) => i % 3));
    expect(items[2]).toMatchObject({ datalogger_ids: [loggerId(2, 1), loggerId(2, 0)], last_seen_at: formatInstant(TEST_NOW) });
    expect(items[0]).toMatchObject({ datalogger_ids: [], last_seen_at: null });
    // One for the reader's rights, one for the list.
    for (const path of ['/machines?limit=2', '/machines?limit=30', '/machines/places'])
      expect(await queriesOf(plant.deps.db, () => plant.get(path))).toBe(2);
  });

  it('of a workspace are hidden from members of another', async () => {
    const plant = await testPlant(engine);
    const ownMachine = await makeMachine(plant.deps, plant.workspace, { name: 'Vlastní' });
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const hidden = await makeMachine(plant.deps, other, { name: 'Cizí', site: 'Tajná' });
    const technician = await plant.member('technician', plant.workspace.id);
    const get = async <T>(path: string) => (await (await plant.app.request(plant.root + path, { headers: technician })).json()) as T;
    expect(names(await get<List>('/machines'))).toEqual(['Vlastní']);
    expect(names(await get<List>(`/machines?workspace_id=${other.id}`))).toEqual([]);
    expect(JSON.stringify(await get('/machines/places'))).not.toContain('Tajná');
    for (const path of [`/machines/${hidden.id}`, `/machines/${hidden.id}/history`])
      expect(await codeOf(await plant.app.request(plant.root + path, { headers: technician }))).toBe('404 not_found');
    expect(await codeOf(await plant.send('PATCH', `/machines/${hidden.id}`, { rev: 1, name: 'x' }, technician))).toBe('404 not_found');
    const observer = await plant.member('observer', plant.workspace.id);
    expect(await codeOf(await plant.send('PATCH', `/machines/${ownMachine.id}`, { rev: 1, name: 'x' }, observer))).toBe('403 forbidden');
    expect(await codeOf(await plant.app.request(`${plant.root}/machines`, { headers: await plant.member('member') }))).toBe(
      '403 forbidden',
    );
  });

  it('move into another workspace with their files, by whoever may write in both, and not while anything measures them', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const machine = await makeMachine(plant.deps, plant.workspace);
    const file = await makeFile(plant, machine.id);
    const logger = await makeDatalogger(plant.deps, plant.workspace, { machine_id: machine.id });
    const move = (rev: number, to = other.id, as = plant.headers) =>
      plant.send('PATCH', `/machines/${machine.id}`, { rev, workspace_id: to }, as);
    expect(await codeOf(await move(1, other.id, await plant.member('technician', plant.workspace.id)))).toBe('403 forbidden');
    expect(await codeOf(await move(1))).toBe('409 conflict');
    await plant.send('PATCH', `/dataloggers/${logger.id}`, { rev: 1, machine_id: null });
    const channel = await makeChannel(plant.deps, logger, { machine_id: machine.id });
    expect(await codeOf(await move(1))).toBe('409 conflict');
    await plant.send('PATCH', `/channels/${channel.id}`, { rev: 1, machine_id: null });
    const foreign = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
    expect(await problemOf(await move(1, foreign.id))).toEqual([422, 'validation_failed', ['workspace_id']]);
    expect(await (await move(1)).json()).toMatchObject({ workspace_id: other.id, rev: 2 });
    const moved = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('files').select('workspace_id').where('id', '=', file.id).executeTakeFirstOrThrow(),
    );
    expect(moved.workspace_id).toBe(other.id);
  });

  it('take for their photo only a picture of their own that was not taken away', async () => {
    const plant = await testPlant(engine);
    const machine = await makeMachine(plant.deps, plant.workspace);
    const sibling = await makeMachine(plant.deps, plant.workspace);
    const refused = [
      uuid(9),
      (await makeFile(plant, sibling.id)).id,
      (await makeFile(plant, machine.id, { media_type: 'application/pdf' })).id,
      (await makeFile(plant, machine.id, { archived_at: TEST_NOW })).id,
    ];
    for (const photo_file_id of refused)
      expect(await problemOf(await plant.send('PATCH', `/machines/${machine.id}`, { rev: 1, photo_file_id }))).toEqual([
        422,
        'validation_failed',
        ['photo_file_id'],
      ]);
    const picture = await makeFile(plant, machine.id);
    const set = await plant.send('PATCH', `/machines/${machine.id}`, { rev: 1, photo_file_id: picture.id });
    expect(await set.json()).toMatchObject({ photo_file_id: picture.id });
    expect(await (await plant.send('PATCH', `/machines/${machine.id}`, { rev: 2, photo_file_id: null })).json()).toMatchObject({
      photo_file_id: null,
    });
  });
});
