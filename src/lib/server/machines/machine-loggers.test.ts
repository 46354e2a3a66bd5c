import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { Problem } from '../../contract/errors.ts';
import type { Db } from '../db/database.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMachine, makeOrganization, makeWorkspace, TEST_NOW } from '../testing.ts';
import { whileHeld } from '../testing-locks.ts';
import { testPlant } from '../testing-plant.ts';
import { queriesOf } from '../testing-queries.ts';

const problemOf = async (answer: Response) => {
  const { code, errors } = (await answer.json()) as Problem;
  return [answer.status, code, errors?.map(({ path }) => path)];
};
const REFUSED = [422, 'validation_failed', ['machine_id']];

it('on PostgreSQL a logger never comes to a machine that moves away meanwhile, whoever is first', async () => {
  const plant = await testPlant('postgres');
  const { deps, organization, datalogger } = plant;
  const other = await makeWorkspace(deps, organization, { name: 'Hala 2' });
  const channel = await makeChannel(deps, datalogger);
  const first = await makeMachine(deps, plant.workspace);
  const second = await makeMachine(deps, plant.workspace);
  const third = await makeMachine(deps, plant.workspace);
  const put = (machine: { id: string }) => () => plant.send('PATCH', `/dataloggers/${datalogger.id}`, { rev: 1, machine_id: machine.id });
  const measure = (machine: { id: string }) => () => plant.send('PATCH', `/channels/${channel.id}`, { rev: 1, machine_id: machine.id });
  const move = (machine: { id: string }) => () => plant.send('PATCH', `/machines/${machine.id}`, { rev: 1, workspace_id: other.id });
  const codes = async (locked: string, ...calls: (() => Promise<Response>)[]) => {
    const hold = (db: Db) => sql`lock table ${sql.table(locked)} in share mode`.execute(db);
    return (await whileHeld(deps.db, organization.id, hold, calls)).map(({ status }) => status);
  };
  // Each lock holds the first call after its check and before its end.
  expect(await codes('files', move(first), put(first), measure(first))).toEqual([200, 422, 422]);
  expect(await codes('dataloggers', put(second), move(second))).toEqual([200, 409]);
  expect(await codes('channels', measure(third), move(third))).toEqual([200, 409]);
});

describe.each(ENGINES)('loggers on machines on %s', (engine) => {
  async function ground() {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Lis' });
    const elsewhere = await makeMachine(plant.deps, other);
    const archived = await makeMachine(plant.deps, plant.workspace, { archived_at: TEST_NOW });
    const foreign = await makeMachine(plant.deps, await makeWorkspace(plant.deps, await makeOrganization(plant.deps)));
    return { plant, machine, refused: [elsewhere.id, archived.id, foreign.id, plant.datalogger.id] };
  }

  it('a logger stands only on a machine in use of its own workspace', async () => {
    const { plant, machine, refused } = await ground();
    const path = `/dataloggers/${plant.datalogger.id}`;
    const body = { workspace_id: plant.workspace.id, name: 'Nový' };
    for (const machine_id of refused) {
      expect(await problemOf(await plant.send('PATCH', path, { rev: 1, machine_id }))).toEqual(REFUSED);
      expect(await problemOf(await plant.send('POST', '/dataloggers', { ...body, machine_id }))).toEqual(REFUSED);
    }
    expect(await (await plant.send('PATCH', path, { rev: 1, machine_id: machine.id })).json()).toMatchObject({ machine_id: machine.id });
    const made = await plant.send('POST', '/dataloggers', { ...body, machine_id: machine.id });
    expect(await made.json()).toMatchObject({ name: 'Nový', machine_id: machine.id });
    const { items } = await plant.get<{ items: { name: string }[] }>(`/dataloggers?machine_id=${machine.id}&count=1`);
    expect(items.map(({ name }) => name).toSorted()).toEqual(['Nový', plant.datalogger.name].toSorted());
    // A logger whose machine was archived later may still be changed.
    await plant.send('PATCH', `/machines/${machine.id}`, { rev: 1, archived: true });
    expect((await plant.send('PATCH', path, { rev: 2, machine_id: machine.id, name: 'Jiný' })).status).toBe(200);
  });

  it('those who follow a machine hear when a logger comes, goes or is archived', async () => {
    const { plant, machine } = await ground();
    const next = await makeMachine(plant.deps, plant.workspace);
    const path = `/dataloggers/${plant.datalogger.id}`;
    const heard = () =>
      plant.deps.bus.published
        .splice(0)
        .flatMap(({ event }) => (event.name === 'changed' ? [`${event.data.entity} ${event.data.id}`] : []));
    await plant.send('PATCH', path, { rev: 1, machine_id: machine.id });
    expect(heard()).toContain(`machines ${machine.id}`);
    await plant.send('PATCH', path, { rev: 2, machine_id: next.id });
    expect(heard()).toEqual(expect.arrayContaining([`machines ${machine.id}`, `machines ${next.id}`]));
    await plant.send('PATCH', path, { rev: 3, name: 'Jiný' });
    expect(heard()).toEqual([`dataloggers ${plant.datalogger.id}`]);
    await plant.send('PATCH', path, { rev: 4, archived: true });
    expect(heard()).toContain(`machines ${next.id}`);
  });

  it('a channel measures the machine of its logger unless it has one of its own', async () => {
    const { plant, machine, refused } = await ground();
    const other = await makeMachine(plant.deps, plant.workspace);
    const logger = await makeDatalogger(plant.deps, plant.workspace, { machine_id: machine.id });
    const follows = await makeChannel(plant.deps, logger, { key: 'follows' });
    const own = await makeChannel(plant.deps, logger, { key: 'own' });
    await makeChannel(plant.deps, plant.datalogger, { key: 'nobodys' });
    for (const machine_id of refused)
      expect(await problemOf(await plant.send('PATCH', `/channels/${own.id}`, { rev: 1, machine_id }))).toEqual(REFUSED);
    await plant.send('PATCH', `/channels/${own.id}`, { rev: 1, machine_id: other.id });
    const channels = async (query: string) =>
      (await plant.get<{ items: { id: string }[] }>(`/channels?${query}`)).items.map(({ id }) => id);
    expect(await channels(`machine_id=${machine.id}`)).toEqual([follows.id]);
    expect(await channels(`machine_id=${other.id}`)).toEqual([own.id]);
    expect(await queriesOf(plant.deps.db, () => channels(`machine_id=${machine.id}`))).toBe(2);
  });

  it('the history tells of the machine, its files and its loggers, newest first, and of no other change', async () => {
    const { plant, machine } = await ground();
    const path = `/dataloggers/${plant.datalogger.id}`;
    const step = async (method: string, to: string, body: unknown) => {
      plant.deps.clock.advance(1_000_000);
      expect((await plant.send(method, to, body)).status).toBeLessThan(300);
    };
    await step('PATCH', `/machines/${machine.id}`, { rev: 1, status: 'maintenance' });
    await step('PATCH', path, { rev: 1, machine_id: machine.id });
    await step('PATCH', path, { rev: 2, name: 'Tajné jméno', code: 'TAJNÝ' });
    const channel = await makeChannel(plant.deps, plant.datalogger);
    await step('PATCH', `/channels/${channel.id}`, { rev: 1, machine_id: machine.id });
    await step('PATCH', path, { rev: 3, machine_id: null });
    const observer = await plant.member('observer', plant.workspace.id);
    const read = async (query = '') =>
      (await (await plant.app.request(`${plant.root}/machines/${machine.id}/history${query}`, { headers: observer })).json()) as {
        items: AuditEvent[];
        next_cursor: string | null;
      };
    const { items } = await read();
    expect(items.map(({ verb }) => verb)).toEqual(['dataloggers.update', 'channels.update', 'dataloggers.update', 'machines.update']);
    expect(items[3]).toMatchObject({
      actor_name: plant.owner.name,
      before: { status: 'in_operation' },
      after: { status: 'maintenance' },
    });
    expect(items[2]).toMatchObject({ before: { machine_id: null }, after: { machine_id: machine.id, name: plant.datalogger.name } });
    // An observer reads no loggers: he learns their names and nothing else.
    expect(JSON.stringify(items)).not.toContain('TAJNÝ');
    const first = await read('?limit=3');
    expect((await read(`?limit=3&cursor=${first.next_cursor}`)).items).toEqual(items.slice(3));
    expect(await queriesOf(plant.deps.db, () => read())).toBe(4);
  });
});
