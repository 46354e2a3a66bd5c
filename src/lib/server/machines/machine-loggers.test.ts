import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { Problem } from '../../contract/errors.ts';
import { WORKSPACE_ROLE_SCOPES, WORKSPACE_ROLES } from '../../contract/scopes.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import type { Db } from '../kernel/database.ts';
import { whileHeld } from '../testing/locks.ts';
import { testPlant } from '../testing/plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { makeApiKey } from '../testing/tenant.ts';
import {
  ENGINES,
  makeChannel,
  makeDatalogger,
  makeMachine,
  makeMembership,
  makeOrganization,
  makeUser,
  makeWorkspace,
  TEST_NOW,
} from '../testing/testing.ts';

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
  async function setUp() {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Lis' });
    const elsewhere = await makeMachine(plant.deps, other);
    const archived = await makeMachine(plant.deps, plant.workspace, { archived_at: TEST_NOW });
    const foreign = await makeMachine(plant.deps, await makeWorkspace(plant.deps, await makeOrganization(plant.deps)));
    return { plant, machine, refused: [elsewhere.id, archived.id, foreign.id, plant.datalogger.id] };
  }

  it('a logger stands only on a machine in use of its own workspace', async () => {
    const { plant, machine, refused } = await setUp();
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
    const { plant, machine } = await setUp();
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
    const { plant, machine, refused } = await setUp();
    const other = await makeMachine(plant.deps, plant.workspace);
    const logger = await makeDatalogger(plant.deps, plant.workspace, { machine_id: machine.id });
    const follows = await makeChannel(plant.deps, logger, { key: 'follows' });
    const ownChannel = await makeChannel(plant.deps, logger, { key: 'own' });
    await makeChannel(plant.deps, plant.datalogger, { key: 'nobodys' });
    for (const machine_id of refused)
      expect(await problemOf(await plant.send('PATCH', `/channels/${ownChannel.id}`, { rev: 1, machine_id }))).toEqual(REFUSED);
    await plant.send('PATCH', `/channels/${ownChannel.id}`, { rev: 1, machine_id: other.id });
    const channels = async (query: string) =>
      (await plant.get<{ items: { id: string }[] }>(`/channels?${query}`)).items.map(({ id }) => id);
    expect(await channels(`machine_id=${machine.id}`)).toEqual([follows.id]);
    expect(await channels(`machine_id=${other.id}`)).toEqual([ownChannel.id]);
    expect(await queriesOf(plant.deps.db, () => channels(`machine_id=${machine.id}`))).toBe(2);
  });

  it('the history tells of the machine, its files and its loggers, newest first, and of no other change', async () => {
    const { plant, machine } = await setUp();
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
    // A change of one of its channels is a change of the logger too.
    await step('PATCH', path, { rev: 4, machine_id: null });
    const viewer = await plant.member('viewer', plant.workspace.id);
    const read = async (query = '') =>
      (await (await plant.app.request(`${plant.root}/machines/${machine.id}/history${query}`, { headers: viewer })).json()) as {
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
    // Of loggers only which they are.
    expect(JSON.stringify(items)).not.toContain('TAJNÝ');
    const first = await read('?limit=3');
    expect((await read(`?limit=3&cursor=${first.next_cursor}`)).items).toEqual(items.slice(3));
    expect(await queriesOf(plant.deps.db, () => read())).toBe(4);
  });

  it.each(WORKSPACE_ROLES)('a machine tells a workspace’s %s of its loggers only when he reads loggers there', async (role) => {
    const { plant, machine } = await setUp();
    const path = `/machines/${machine.id}`;
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, machine_id: machine.id, name: 'Tajný záznamník' });
    plant.deps.clock.advance(5_000_000);
    await plant.post({ t: 41.5 });
    plant.deps.clock.advance(5_000_000);
    await plant.send('PATCH', path, { rev: 1, status: 'maintenance' });
    const headers = await plant.member(role, plant.workspace.id);
    const answers = await Promise.all(
      ['/machines', path, `${path}/history`].map(async (one) => (await plant.app.request(plant.root + one, { headers })).text()),
    );
    const reads = WORKSPACE_ROLE_SCOPES[role].includes('dlog:read');
    for (const answer of answers) {
      expect(answer).toContain(machine.id);
      expect(answer.includes(plant.datalogger.id)).toBe(reads);
      expect(answer.includes(formatInstant(TEST_NOW + 5_000_000))).toBe(reads);
    }
    // That loggers stand on it is no secret, as that a workspace has some isn't.
    expect(JSON.parse(answers[1]!)).toMatchObject({ datalogger_count: 1, datalogger_ids: reads ? [plant.datalogger.id] : [] });
    expect(answers[2]!.includes('Tajný záznamník')).toBe(reads);
  });

  it('who reads loggers in one workspace learns nothing of those on machines of another', async () => {
    const { plant, machine } = await setUp();
    const user = await makeUser(plant.deps);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 3' });
    await makeMembership(plant.deps, plant.organization, user, 'observer', { workspace_id: plant.workspace.id });
    await makeMembership(plant.deps, plant.organization, user, 'viewer', { workspace_id: elsewhere.id });
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, machine_id: machine.id });
    const headers = bearer(await signedIn(plant.deps, user));
    for (const path of ['/machines', `/machines/${machine.id}`, `/machines/${machine.id}/history`]) {
      const answer = await plant.app.request(plant.root + path, { headers });
      expect([path, answer.status, (await answer.text()).includes(plant.datalogger.id)]).toEqual([path, 200, false]);
    }
  });

  it('a service that changes machines and reads no loggers is answered without them, and the trail keeps them', async () => {
    const { plant, machine } = await setUp();
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, machine_id: machine.id });
    const key = bearer(await makeApiKey(plant.deps, plant.organization, ['machines:read', 'machines:write']));
    for (const body of [{ rev: 1 }, { rev: 1, status: 'standby' }, { rev: 1, status: 'maintenance' }]) {
      const answer = await plant.send('PATCH', `/machines/${machine.id}`, body, key);
      expect([answer.status, (await answer.text()).includes(plant.datalogger.id)]).toEqual([
        body.status === 'maintenance' ? 409 : 200,
        false,
      ]);
    }
    const { items } = await plant.get<{ items: AuditEvent[] }>(`/audit-events?entity_id=${machine.id}`);
    expect(items[0]?.after).toMatchObject({ status: 'standby', datalogger_ids: [plant.datalogger.id] });
  });
});
