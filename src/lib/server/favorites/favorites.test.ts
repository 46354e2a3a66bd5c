import { describe, expect, it } from 'vitest';
import type { Favorite, FavoriteReadings } from '../../contract/favorites.ts';
import { FAVORITES_LIMIT } from '../../contract/favorites.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeOrganization, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

type List<T> = { items: T[] };

const mark = (plant: TestPlant, entity: string, entity_id: string, marked = true, as = plant.headers) =>
  plant.send('PUT', '/favorites', { entity, entity_id, marked }, as);
const idsOf = async (plant: TestPlant, headers = plant.headers) => {
  const answer = await plant.app.request(`${plant.root}/favorites`, { headers });
  return ((await answer.json()) as List<Favorite>).items.map(({ entity_id }) => entity_id);
};
const readingsOf = async (plant: TestPlant, headers = plant.headers) =>
  ((await (await plant.app.request(`${plant.root}/favorites/readings`, { headers })).json()) as List<FavoriteReadings>).items;

async function makeMachine(plant: TestPlant, workspaceId = plant.workspace.id, archived_at: number | null = null) {
  const now = plant.deps.clock.now();
  const stamps = { created_at: now, created_by: null, updated_at: now, updated_by: null, archived_at };
  const row = {
    organization_id: plant.organization.id,
    id: plant.deps.ids.uuid(),
    workspace_id: workspaceId,
    name: 'Lis 3',
    line: 'Linka A',
  };
  await plant.deps.db.write(plant.organization.id, (db) =>
    db
      .insertInto('machines')
      .values({
        ...stamps,
        ...row,
        status: 'in_operation',
        code: 'L-3',
        kind: null,
        site: null,
        hall: null,
        manufacturer: null,
        model: null,
        serial_number: null,
        note: null,
        ideal_cycle_s: null,
        planned_stop_limit_s: null,
        micro_stop_limit_s: null,
        cost_per_hour: null,
        photo_file_id: null,
      })
      .execute(),
  );
  return row;
}

describe.each(ENGINES)('favourites on %s', (engine) => {
  it('are marked and unmarked, and twice is the same as once', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const first = await mark(plant, 'dataloggers', plant.datalogger.id);
    expect(await first.json()).toEqual({
      items: [{ entity: 'dataloggers', entity_id: plant.datalogger.id, created_at: '2026-03-02T08:00:00Z' }],
    });
    plant.deps.clock.advance(1e6);
    await mark(plant, 'channels', channel.id);
    await mark(plant, 'dataloggers', plant.datalogger.id);
    expect(await idsOf(plant)).toEqual([plant.datalogger.id, channel.id]);
    for (const _ of [1, 2]) expect((await mark(plant, 'dataloggers', plant.datalogger.id, false)).status).toBe(200);
    expect(await idsOf(plant)).toEqual([channel.id]);
  });

  it('are of one person: nobody else in the organisation sees them', async () => {
    const plant = await testPlant(engine);
    await mark(plant, 'dataloggers', plant.datalogger.id);
    const colleague = await plant.member('viewer', plant.workspace.id);
    expect(await idsOf(plant, colleague)).toEqual([]);
    expect(await readingsOf(plant, colleague)).toEqual([]);
    expect((await mark(plant, 'dataloggers', plant.datalogger.id, false, colleague)).status).toBe(200);
    expect(await idsOf(plant)).toEqual([plant.datalogger.id]);
  });

  it('are only rows that one may read: all others are answered as missing', async () => {
    const plant = await testPlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization);
    const hidden = await makeDatalogger(plant.deps, elsewhere);
    const archived = await makeDatalogger(plant.deps, plant.workspace, { archived_at: TEST_NOW });
    const foreign = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, await makeOrganization(plant.deps)));
    const viewer = await plant.member('viewer', plant.workspace.id);
    const answers = new Set<string>();
    for (const id of [hidden.id, archived.id, foreign.id, '01890000-0000-7000-8000-000000000000']) {
      const answer = await mark(plant, 'dataloggers', id, true, viewer);
      const { request_id: _, ...body } = (await answer.json()) as Record<string, unknown>;
      answers.add(`${answer.status} ${JSON.stringify(body)}`);
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toMatch(/^404 .*not_found/);
    // An observer sees machines and no loggers.
    const observer = await plant.member('observer', plant.workspace.id);
    expect((await mark(plant, 'dataloggers', plant.datalogger.id, true, observer)).status).toBe(404);
    expect((await mark(plant, 'machines', (await makeMachine(plant)).id, true, observer)).status).toBe(200);
  });

  it('leave the list when they are archived, and when the person may not read them any more', async () => {
    const plant = await testPlant(engine);
    const machine = await makeMachine(plant);
    const member = await plant.member('technician', plant.workspace.id);
    await mark(plant, 'dataloggers', plant.datalogger.id, true, member);
    plant.deps.clock.advance(1);
    await mark(plant, 'machines', machine.id, true, member);
    expect(await idsOf(plant, member)).toEqual([plant.datalogger.id, machine.id]);
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, archived: true });
    expect(await idsOf(plant, member)).toEqual([machine.id]);
    expect(await readingsOf(plant, member)).toHaveLength(1);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('memberships').set({ role: 'member', workspace_id: null }).where('workspace_id', '=', plant.workspace.id).execute(),
    );
    expect(await idsOf(plant, member)).toEqual([]);
    expect(await readingsOf(plant, member)).toEqual([]);
  });

  it('say what they measure: a channel itself, a logger and a machine their first channels with readings', async () => {
    const plant = await testPlant(engine);
    const machine = await makeMachine(plant);
    const value = (last_num: number) => ({ last_ts: TEST_NOW, last_num, first_ts: TEST_NOW });
    const silent = await makeChannel(plant.deps, plant.datalogger, { key: 'silent', position: 0 });
    const air = await makeChannel(plant.deps, plant.datalogger, {
      key: 'air',
      name: 'Vzduch',
      unit: '°C',
      decimals: 1,
      position: 1,
      ...value(4.2),
    });
    await makeChannel(plant.deps, plant.datalogger, { key: 'door', kind: 'state', position: 2, ...value(1) });
    await makeChannel(plant.deps, plant.datalogger, { key: 'c', position: 3, ...value(3) });
    const other = await makeDatalogger(plant.deps, plant.workspace, { machine_id: machine.id });
    const second = await makeDatalogger(plant.deps, plant.workspace, { machine_id: machine.id });
    const cycle = await makeChannel(plant.deps, other, { key: 'cycle', position: 0, ...value(12) });
    const ownChannel = await makeChannel(plant.deps, plant.datalogger, { key: 'power', machine_id: machine.id, position: 9, ...value(7) });
    for (const [entity, id] of [
      ['dataloggers', plant.datalogger.id],
      ['channels', air.id],
      ['machines', machine.id],
      ['dataloggers', second.id],
    ] as const) {
      plant.deps.clock.advance(1);
      await mark(plant, entity, id);
    }
    const items = await readingsOf(plant);
    expect(items.map(({ entity, name, channels }) => [entity, name, channels.map(({ name: channel }) => channel)])).toEqual([
      ['dataloggers', plant.datalogger.name, ['Vzduch', 'door', 'c']],
      ['channels', 'Vzduch', ['Vzduch']],
      ['machines', 'Lis 3', ['cycle', 'power']],
      ['dataloggers', second.name, []],
    ]);
    expect(items[0]!.channels.map(({ last }) => last?.value)).toEqual([4.2, true, 3]);
    expect(items[1]).toMatchObject({
      code: 'air',
      place: plant.datalogger.name,
      channels: [
        { id: air.id, datalogger_id: plant.datalogger.id, unit: '°C', decimals: 1, expected_interval_s: 60, last: { value: 4.2 } },
      ],
    });
    expect(items[2]!.channels.map(({ id }) => id)).toEqual([cycle.id, ownChannel.id]);
    expect(items.flatMap(({ channels }) => channels).some(({ id }) => id === silent.id)).toBe(false);
  });

  it('are at most two hundred; marks on rows that are gone make room', async () => {
    const plant = await testPlant(engine);
    const now = plant.deps.clock.now();
    await plant.deps.db.write(plant.organization.id, (db) =>
      db
        .insertInto('favorites')
        .values(
          Array.from({ length: FAVORITES_LIMIT }, () => ({
            organization_id: plant.organization.id,
            user_id: plant.owner.id,
            entity: 'dataloggers',
            entity_id: plant.deps.ids.uuid(),
            created_at: now,
          })),
        )
        .execute(),
    );
    expect((await mark(plant, 'dataloggers', plant.datalogger.id)).status).toBe(200);
    expect(await idsOf(plant)).toEqual([plant.datalogger.id]);
    const channels: string[] = [];
    for (let i = 0; i < FAVORITES_LIMIT; i++) channels.push((await makeChannel(plant.deps, plant.datalogger)).id);
    const answers = [];
    for (const id of channels) answers.push((await mark(plant, 'channels', id)).status);
    expect(answers).toEqual([...Array<number>(FAVORITES_LIMIT - 1).fill(200), 409]);
    expect(await idsOf(plant)).toHaveLength(FAVORITES_LIMIT);
  });

  it('belong to people: they leave no audit row, and a damaged request is refused', async () => {
    const plant = await testPlant(engine);
    await mark(plant, 'dataloggers', plant.datalogger.id);
    const rows = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select('id').where('organization_id', '=', plant.organization.id).execute(),
    );
    expect(rows).toEqual([]);
    expect((await mark(plant, 'users', plant.owner.id)).status).toBe(422);
    expect((await mark(plant, 'dataloggers', 'x')).status).toBe(422);
  });
});
