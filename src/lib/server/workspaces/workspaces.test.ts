import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { Workspace } from '../../contract/workspaces.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import type { NewRow } from '../kernel/schema.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeDatalogger, makeMembership, makeOrganization, makeUser, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

interface List {
  items: Workspace[];
  next_cursor: string | null;
  total?: number;
}
const names = ({ items }: List) => items.map(({ name }) => name);
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const uuid = (last: number) => `019d0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const path = (plant: TestPlant) => `/workspaces/${plant.workspace.id}`;
const read = async (plant: TestPlant, headers: Record<string, string>, where = '/workspaces') =>
  plant.app.request(plant.root + where, { headers });

let machines = 0;
async function makeMachine(plant: TestPlant, workspaceId: string, over: Partial<NewRow<'machines'>> = {}): Promise<void> {
  const { id: organization_id } = plant.organization;
  const now = plant.deps.clock.now();
  const stamps = { created_at: now, created_by: null, updated_at: now, updated_by: null, archived_at: null };
  const nothing = { code: null, kind: null, site: null, hall: null, line: null, manufacturer: null, model: null, serial_number: null };
  const limits = { note: null, ideal_cycle_s: null, planned_stop_limit_s: null, micro_stop_limit_s: null, cost_per_hour: null };
  const row = { id: uuid(++machines), workspace_id: workspaceId, name: 'Lis', status: 'in_operation' as const, photo_file_id: null };
  await plant.deps.db.write(organization_id, (db) =>
    db
      .insertInto('machines')
      .values({ organization_id, ...stamps, ...nothing, ...limits, ...row, ...over })
      .execute(),
  );
}

describe.each(ENGINES)('workspaces on %s', (engine) => {
  it('are created with the zone of the organisation unless they say another', async () => {
    const plant = await testPlant(engine, { organization: { time_zone: 'Europe/Bratislava' } });
    const created = await plant.send('POST', '/workspaces', { name: ' Hala 2 ', code: 'H2', description: 'Lisy a kalírna' });
    expect(created.status).toBe(201);
    const workspace = (await created.json()) as Workspace;
    expect(workspace).toEqual({
      id: expect.any(String),
      name: 'Hala 2',
      code: 'H2',
      description: 'Lisy a kalírna',
      time_zone: 'Europe/Bratislava',
      datalogger_count: 0,
      machine_count: 0,
      member_count: 0,
      rev: 1,
      created_at: formatInstant(TEST_NOW),
      updated_at: formatInstant(TEST_NOW),
      archived_at: null,
    });
    expect(await plant.get(`/workspaces/${workspace.id}`)).toEqual(workspace);
    expect(plant.deps.bus.published.at(-1)?.event.data).toEqual({ entity: 'workspaces', id: workspace.id, workspace_id: workspace.id });
    const other = await plant.send('POST', '/workspaces', { name: 'Nepál', code: '', time_zone: 'Asia/Kathmandu' });
    expect(await other.json()).toMatchObject({ time_zone: 'Asia/Kathmandu', code: null, description: '' });
    expect(await codeOf(await plant.send('POST', '/workspaces', { name: 'x', time_zone: 'Europe/Praha' }))).toBe('422 validation_failed');
  });

  it('are created once by an id of the client, and answered the same for ever', async () => {
    const plant = await testPlant(engine);
    const body = { id: `${plant.organization.id.slice(0, -4)}0001`, name: 'Hala 2' };
    const first = await (await plant.send('POST', '/workspaces', body)).json();
    await plant.send('PATCH', `/workspaces/${body.id}`, { rev: 1, name: 'Přejmenovaná' });
    const again = await plant.send('POST', '/workspaces', body);
    expect([again.status, await again.json()]).toEqual([201, first]);
    expect(await codeOf(await plant.send('POST', '/workspaces', { ...body, name: 'Jiná' }))).toBe('409 conflict');
    expect(await codeOf(await plant.send('POST', '/workspaces', { id: plant.workspace.id, name: 'Hala 1' }))).toBe('409 conflict');
  });

  it('are created and archived by those who manage the organisation, changed also by their managers', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const manager = await plant.member('manager', plant.workspace.id);
    expect(await codeOf(await plant.send('POST', '/workspaces', { name: 'x' }, manager))).toBe('403 forbidden');
    expect(await codeOf(await plant.send('PATCH', path(plant), { rev: 1, archived: true }, manager))).toBe('403 forbidden');
    expect(await codeOf(await plant.send('PATCH', `/workspaces/${other.id}`, { rev: 1, name: 'x' }, manager))).toBe('404 not_found');
    const changed = await plant.send('PATCH', path(plant), { rev: 1, name: 'Kalírna', code: 'K', time_zone: 'UTC' }, manager);
    expect(await changed.json()).toMatchObject({ name: 'Kalírna', code: 'K', time_zone: 'UTC', rev: 2 });
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect(await codeOf(await plant.send('PATCH', path(plant), { rev: 2, name: 'x' }, viewer))).toBe('403 forbidden');
    expect(await codeOf(await plant.send('PATCH', path(plant), { rev: 2, time_zone: 'x' }, manager))).toBe('422 validation_failed');
  });

  it('say what they are now to whoever changes an older version', async () => {
    const plant = await testPlant(engine);
    await plant.send('PATCH', path(plant), { rev: 1, name: 'První' });
    const stale = await plant.send('PATCH', path(plant), { rev: 1, name: 'Druhá' });
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'stale_rev', current: { name: 'První', rev: 2 } }]);
    expect(await (await plant.send('PATCH', path(plant), { rev: 2, name: 'První' })).json()).toMatchObject({ rev: 2 });
  });

  it('are seen by those who have a role in them, and all of them by those of the organisation', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect(names((await (await read(plant, viewer)).json()) as List)).toEqual(['Hala 1']);
    expect(await codeOf(await read(plant, viewer, `/workspaces/${other.id}`))).toBe('404 not_found');
    const auditor = await plant.member('auditor');
    expect(names((await (await read(plant, auditor)).json()) as List)).toEqual(['Hala 1', 'Hala 2']);
    const stranger = await testPlant(engine);
    expect(await codeOf(await read(stranger, stranger.headers, path(plant)))).toBe('404 not_found');
    expect(await codeOf(await stranger.send('PATCH', path(plant), { rev: 1, name: 'x' }))).toBe('404 not_found');
  });

  it('count their loggers, machines and people in one query for the whole list', async () => {
    const plant = await testPlant(engine);
    for (let i = 0; i < 30; i++) await makeWorkspace(plant.deps, plant.organization, { name: `Z ${i}` });
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'A' });
    await makeDatalogger(plant.deps, plant.workspace, { archived_at: TEST_NOW });
    await makeDatalogger(plant.deps, plant.workspace);
    for (const over of [{}, {}, { archived_at: TEST_NOW }]) await makeMachine(plant, plant.workspace.id, over);
    const person = await makeUser(plant.deps);
    for (const role of ['viewer', 'analyst'])
      await makeMembership(plant.deps, plant.organization, person, role, { workspace_id: other.id });
    await makeMembership(plant.deps, plant.organization, await makeUser(plant.deps), 'viewer', { workspace_id: other.id });
    const gone = await makeUser(plant.deps);
    await makeMembership(plant.deps, plant.organization, gone, 'viewer', { workspace_id: other.id, archived_at: TEST_NOW - 1 });
    const { items } = await plant.get<List>('/workspaces?limit=100');
    const counts = (id: string) => {
      const row = items.find((one) => one.id === id);
      return [row?.datalogger_count, row?.machine_count, row?.member_count];
    };
    expect(items).toHaveLength(32);
    expect(counts(plant.workspace.id)).toEqual([2, 2, 0]);
    expect(counts(other.id)).toEqual([0, 0, 2]);
    // One for the reader's rights, one for the list.
    expect(await queriesOf(plant.deps.db, () => plant.get('/workspaces?limit=100'))).toBe(2);
  });

  it('are found by name or code, sorted and paged, each once', async () => {
    const plant = await testPlant(engine);
    for (const [name, code] of [
      ['B', '1'],
      ['A', '3'],
      ['C', '2'],
    ]) {
      plant.deps.clock.advance(1_000_000);
      await makeWorkspace(plant.deps, plant.organization, { name: name!, code: code! });
    }
    const walk = async (query: string) => {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: List = await plant.get(`/workspaces?limit=2&${query}${cursor && `&cursor=${cursor}`}`);
        found.push(...names(page));
        cursor = page.next_cursor;
      }
      return found;
    };
    expect(await walk('')).toEqual(['A', 'B', 'C', 'Hala 1']);
    expect(await walk('sort=-code')).toEqual(['A', 'C', 'B', 'Hala 1']);
    expect(await walk('sort=created_at')).toEqual(['Hala 1', 'B', 'A', 'C']);
    expect(await plant.get<List>('/workspaces?q=HALA&count=1')).toMatchObject({ items: [{ name: 'Hala 1' }], total: 1 });
    expect((await read(plant, plant.headers, '/workspaces?sort=rev')).status).toBe(422);
  });
});

describe.each(ENGINES)('an archived workspace on %s', (engine) => {
  it('leaves the lists, ends the roles in it and brings them back', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const viewer = await plant.member('viewer', plant.workspace.id);
    plant.deps.clock.advance(1_000_000);
    const archived = (await (await plant.send('PATCH', path(plant), { rev: 1, archived: true })).json()) as Workspace;
    expect(archived).toMatchObject({ rev: 2, archived_at: formatInstant(TEST_NOW + 1_000_000), member_count: 1 });
    expect(names(await plant.get<List>('/workspaces'))).toEqual([other.name]);
    expect(names(await plant.get<List>('/workspaces?archived=1'))).toEqual(['Hala 1', 'Hala 2']);
    expect(await codeOf(await read(plant, viewer))).toBe('404 not_found');
    plant.deps.clock.advance(1_000_000);
    const back = await plant.send('PATCH', path(plant), { rev: 2, archived: false });
    expect(await back.json()).toMatchObject({ rev: 3, archived_at: null, member_count: 1 });
    expect(names((await (await read(plant, viewer)).json()) as List)).toEqual(['Hala 1']);
  });

  it('opens nothing by a role in it, even by one that is left in force', async () => {
    const plant = await testPlant(engine);
    const manager = await plant.member('manager', plant.workspace.id);
    const { id: organization_id } = plant.organization;
    await plant.deps.db.write(organization_id, (db) =>
      db
        .updateTable('workspaces')
        .set({ archived_at: TEST_NOW })
        .where('organization_id', '=', organization_id)
        .where('id', '=', plant.workspace.id)
        .execute(),
    );
    expect(await codeOf(await read(plant, manager, '/dataloggers'))).toBe('404 not_found');
    const logger = `/dataloggers/${plant.datalogger.id}`;
    expect(await codeOf(await plant.send('PATCH', logger, { rev: 1, name: 'Jiná' }, manager))).toBe('404 not_found');
  });

  it('brings back neither a role that was taken before nor those of a person who was deactivated', async () => {
    const plant = await testPlant(engine);
    const role = async (over: Partial<NewRow<'memberships'>> = {}) => {
      const user = await makeUser(plant.deps);
      await makeMembership(plant.deps, plant.organization, user, 'viewer', { workspace_id: plant.workspace.id, ...over });
      return user;
    };
    await role({ archived_at: TEST_NOW - 5 });
    const deactivated = await role();
    const stays = await role();
    await plant.send('PATCH', path(plant), { rev: 1, archived: true });
    plant.deps.clock.advance(1_000_000);
    const { id: organization_id } = plant.organization;
    await plant.deps.db.write(organization_id, (db) =>
      db
        .updateTable('people')
        .set({ archived_at: plant.deps.clock.now() })
        .where('organization_id', '=', organization_id)
        .where('id', '=', deactivated.id)
        .execute(),
    );
    await plant.send('PATCH', path(plant), { rev: 2, archived: false });
    const memberships = await plant.deps.db.read(organization_id, (db) =>
      db
        .selectFrom('memberships')
        .select(['user_id', 'archived_at'])
        .where('organization_id', '=', organization_id)
        .where('workspace_id', '=', plant.workspace.id)
        .execute(),
    );
    expect(memberships.filter((one) => one.archived_at === null).map((one) => one.user_id)).toEqual([stays.id]);
    // His roles come back with him.
    expect(memberships.find((one) => one.user_id === deactivated.id)?.archived_at).toBe(plant.deps.clock.now());
  });

  it('raises the revision of its people: a form opened before it went or came back is asked again', async () => {
    const plant = await testPlant(engine);
    const person = async (workspaceId: string) => {
      const user = await makeUser(plant.deps);
      await makeMembership(plant.deps, plant.organization, user, 'viewer', { workspace_id: workspaceId });
      return user.id;
    };
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const [member, other] = [await person(plant.workspace.id), await person(elsewhere.id)];
    const revs = async () => {
      const revOf = async (id: string) => (await plant.get<{ rev: number }>(`/people/${id}`)).rev;
      return [await revOf(member), await revOf(other)];
    };
    await plant.send('PATCH', path(plant), { rev: 1, archived: true });
    expect(await revs()).toEqual([2, 1]);
    plant.deps.clock.advance(1_000_000);
    await plant.send('PATCH', path(plant), { rev: 2, name: 'Hala 1', archived: false });
    expect(await revs()).toEqual([3, 1]);
    const late = await plant.send('PATCH', `/people/${member}`, { rev: 2, roles: { organization: [], workspaces: [] } });
    expect(await codeOf(late)).toBe('409 stale_rev');
  });

  it('refuses no reading: its loggers go on, and those of the organisation see them', async () => {
    const plant = await testPlant(engine);
    await plant.send('PATCH', path(plant), { rev: 1, archived: true });
    expect((await plant.post({ temperature: 21.5 })).status).toBe(200);
    const { items } = await plant.get<{ items: { id: string; state: string }[] }>('/dataloggers');
    expect(items).toMatchObject([{ id: plant.datalogger.id, state: 'online' }]);
  });

  it('is not changed before it is back, and takes the changes together with its return', async () => {
    const plant = await testPlant(engine);
    await plant.send('PATCH', path(plant), { rev: 1, archived: true });
    expect(await codeOf(await plant.send('PATCH', path(plant), { rev: 2, name: 'x' }))).toBe('409 workspace_archived');
    expect(await codeOf(await plant.send('PATCH', path(plant), { rev: 2, name: 'x', archived: true }))).toBe('409 workspace_archived');
    expect(await (await plant.send('PATCH', path(plant), { rev: 2, archived: true })).json()).toMatchObject({ rev: 2 });
    const back = await plant.send('PATCH', path(plant), { rev: 2, name: 'Zpátky', archived: false });
    expect(await back.json()).toMatchObject({ name: 'Zpátky', archived_at: null });
  });

  it('belongs to one organisation: that of another keeps its roles', async () => {
    const plant = await testPlant(engine);
    const other = await makeOrganization(plant.deps);
    const twin = await makeWorkspace(plant.deps, other, { id: plant.workspace.id });
    const user = await makeUser(plant.deps);
    await makeMembership(plant.deps, other, user, 'viewer', { workspace_id: twin.id });
    await plant.send('PATCH', path(plant), { rev: 1, archived: true });
    const headers = bearer(await signedIn(plant.deps, user));
    expect((await plant.app.request(`/v1/orgs/${other.id}/workspaces/${twin.id}`, { headers })).status).toBe(200);
  });
});
