import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import { TASKS_RUNNING, TASKS_WAITING, type Task } from '../../contract/tasks.ts';
import { forgetFiles } from '../files/files.jobs.ts';
import { TASKS } from '../process/tasks.ts';
import { exportReceivedData } from '../received-data/export-received-data.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import {
  ENGINES,
  freshDatabase,
  makeDatalogger,
  makeMembership,
  makeMessage,
  makeUser,
  makeWorkspace,
  testClock,
} from '../testing/testing.ts';
import { TaskRunner } from './runner.ts';
import type { TaskKinds } from './task-kind.ts';
import { LEASE_US } from './task-queue.ts';
import { forgetTasks } from './tasks.service.ts';

const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const DAY_US = 86_400e6;
const EXPORT = { kind: 'received-data.export', params: { locale: 'cs' } } as const;

/** Its own database: the queue is one for all organisations. */
async function alonePlant(engine: (typeof ENGINES)[number]) {
  const clock = testClock();
  const { db } = await freshDatabase(engine, clock);
  return testPlant(engine, { deps: { clock, db } });
}
async function begun(plant: TestPlant, body: unknown = EXPORT, headers = plant.headers): Promise<Task> {
  const answer = await plant.send('POST', '/tasks', body, headers);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Task;
}
const taskOf = (plant: TestPlant, { id }: Task) => plant.get<Task>(`/tasks/${id}`);
const auditOf = ({ deps, organization }: TestPlant) =>
  deps.db.read(organization.id, (db) =>
    db.selectFrom('audit_events').select(['verb', 'entity_id', 'actor_id']).where('organization_id', '=', organization.id).execute(),
  );
const receive = (plant: TestPlant, count: number) =>
  Promise.all(
    Array.from({ length: count }, () => plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, []))),
  );

/** A kind whose slices add one to the revision of the workspace, so that a slice that is done twice is seen; `at` is called in each of them. */
function counting(plant: TestPlant, slices: number, at: (n: number) => Promise<void> | void = () => undefined): TaskKinds {
  const add = (by: number) => async (db: Parameters<NonNullable<Awaited<ReturnType<TaskKinds[string]['step']>>['write']>>[0]) => {
    await db
      .updateTable('workspaces')
      .set((eb) => ({ rev: eb('rev', '+', by) }))
      .where('organization_id', '=', plant.organization.id)
      .where('id', '=', plant.workspace.id)
      .execute();
  };
  const step = (by: number) => async (_: unknown, cursor: { n: number } | null) => {
    const n = (cursor?.n ?? 0) + 1;
    await at(n);
    return { cursor: { n }, done: n, total: slices, write: add(by), ...(n === slices ? { finished: {} } : {}) };
  };
  return { [EXPORT.kind]: { version: 1, step: step(1), undo: step(-1) } };
}
const counted = async ({ deps, organization, workspace }: TestPlant) => {
  const { rev } = await deps.db.read(organization.id, (db) =>
    db
      .selectFrom('workspaces')
      .select('rev')
      .where('organization_id', '=', organization.id)
      .where('id', '=', workspace.id)
      .executeTakeFirstOrThrow(),
  );
  return rev - 1;
};

describe.each(ENGINES)('tasks on %s', (engine) => {
  it('go from the queue to their end, each slice once, and tell how far they are', async () => {
    const plant = await alonePlant(engine);
    const task = await begun(plant);
    expect(task).toMatchObject({ state: 'queued', done: 0, total: null, started_at: null, expires_at: null, undoable: false });
    plant.deps.bus.published.length = 0;
    const seen: string[] = [];
    const kinds = counting(plant, 3, async () => {
      plant.deps.clock.advance(2e6);
      const now = await taskOf(plant, task);
      seen.push(`${now.state} ${now.done}/${now.total}`);
    });
    await new TaskRunner(plant.deps, kinds).run();
    expect(seen).toEqual(['queued 0/null', 'running 1/3', 'running 2/3']);
    expect(await taskOf(plant, task)).toMatchObject({ state: 'done', done: 3, total: 3, error: null, undoable: true });
    expect(await counted(plant)).toBe(3);
    expect(plant.deps.bus.published.map(({ event }) => event)).toEqual(
      Array(3).fill({ name: 'changed', data: { entity: 'tasks', id: task.id, workspace_id: null } }),
    );
    expect(await new TaskRunner(plant.deps, kinds).turn()).toBe(false);
  });

  it('are gone on with by another process when the one that had them is gone, and it commits nothing any more', async () => {
    const plant = await alonePlant(engine);
    const task = await begun(plant);
    const rest = Promise.withResolvers<void>();
    const stuck = Promise.withResolvers<void>();
    const slow = counting(plant, 5, async (n) => {
      if (n !== 3) return;
      stuck.resolve();
      await rest.promise;
    });
    const first = new TaskRunner(plant.deps, slow).run();
    await stuck.promise;
    // The first one wakes up while the second is in the middle.
    const takeover = counting(plant, 5, async (n) => {
      if (n !== 4) return;
      rest.resolve();
      await first;
    });
    const second = new TaskRunner(plant.deps, takeover);
    expect(await second.turn()).toBe(false);
    plant.deps.clock.advance(LEASE_US + 1);
    await second.run();
    expect(await counted(plant)).toBe(5);
    expect(await taskOf(plant, task)).toMatchObject({ state: 'done', done: 5 });
  });

  it('that are cancelled do nothing more, whether they wait or run; what was done can be undone', async () => {
    const plant = await alonePlant(engine);
    const waiting = await begun(plant);
    expect(await (await plant.send('POST', `/tasks/${waiting.id}/cancel`, undefined)).json()).toMatchObject({ state: 'cancelled' });
    const task = await begun(plant);
    const kinds = counting(plant, 5, async (n) => {
      if (n === 3) expect((await plant.send('POST', `/tasks/${task.id}/cancel`, undefined)).status).toBe(200);
    });
    await new TaskRunner(plant.deps, kinds).run();
    expect(await taskOf(plant, task)).toMatchObject({ state: 'cancelled', done: 2, undoable: true });
    expect(await counted(plant)).toBe(2);
    // Once more changes nothing and leaves no row.
    expect(await (await plant.send('POST', `/tasks/${task.id}/cancel`, undefined)).json()).toMatchObject({ state: 'cancelled' });
    expect(await codeOf(await plant.send('POST', `/tasks/${waiting.id}/undo`, undefined))).toBe('409 conflict');
    expect(await (await plant.send('POST', `/tasks/${task.id}/undo`, undefined)).json()).toMatchObject({ state: 'queued', undoing: true });
    await new TaskRunner(plant.deps, counting(plant, 2)).run();
    expect(await taskOf(plant, task)).toMatchObject({ state: 'undone', undoable: false });
    expect(await counted(plant)).toBe(0);
    expect((await auditOf(plant)).map(({ verb, entity_id }) => `${verb} ${entity_id === task.id}`).sort()).toEqual([
      'tasks.cancel false',
      'tasks.cancel true',
      'tasks.create false',
      'tasks.create true',
      'tasks.undo true',
    ]);
  });

  it('that fail say why; what passes is tried again, and not for ever', async () => {
    const plant = await alonePlant(engine);
    const task = await begun(plant);
    let tries = 0;
    const broken = counting(plant, 5, () => {
      tries += 1;
      throw new Error('a defect');
    });
    const runner = new TaskRunner(plant.deps, broken);
    for (let i = 0; i < 10; i++) {
      await runner.run();
      plant.deps.clock.advance(80e6);
    }
    expect(tries).toBe(8);
    expect(await taskOf(plant, task)).toMatchObject({ state: 'failed', error: 'internal' });
    expect(await counted(plant)).toBe(0);
  });

  it('of somebody who lost his rights end without another slice', async () => {
    const plant = await alonePlant(engine);
    const user = await makeUser(plant.deps);
    const membership = await makeMembership(plant.deps, plant.organization, user, 'viewer', { workspace_id: plant.workspace.id });
    const task = await begun(plant);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('tasks').set({ created_by: user.id }).where('organization_id', '=', plant.organization.id).execute(),
    );
    const kinds = counting(plant, 5, async (n) => {
      if (n !== 2) return;
      await plant.deps.db.write(plant.organization.id, (db) =>
        db.deleteFrom('memberships').where('organization_id', '=', plant.organization.id).where('id', '=', membership.id).execute(),
      );
    });
    await new TaskRunner(plant.deps, kinds).run();
    expect(await taskOf(plant, task)).toMatchObject({ state: 'failed', error: 'forbidden', done: 2 });
  });

  it('of one organisation run no more than two at a time, and no more than twenty wait', async () => {
    const plant = await alonePlant(engine);
    const other = await testPlant(engine, { deps: { clock: plant.deps.clock, db: plant.deps.db } });
    for (let i = 0; i < TASKS_WAITING; i++) await begun(plant);
    expect(await codeOf(await plant.send('POST', '/tasks', EXPORT))).toBe('409 too_many_tasks');
    await begun(other);
    const end = Promise.withResolvers<void>();
    const full = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const kinds = counting(plant, 1, async () => {
      most = Math.max(most, ++running);
      if (running === TASKS_RUNNING + 1) full.resolve();
      await end.promise;
      running -= 1;
    });
    const turns = Array.from({ length: 6 }, () => new TaskRunner(plant.deps, kinds).turn());
    // Three of them find nothing that may run now.
    let idle = 0;
    await new Promise<void>((resolve) => {
      for (const turn of turns)
        void turn.then((worked) => {
          if (!worked && ++idle === turns.length - TASKS_RUNNING - 1) resolve();
        });
    });
    await full.promise;
    end.resolve();
    await Promise.all(turns);
    expect(most).toBe(TASKS_RUNNING + 1);
  });

  it('are seen by whoever began them and by whoever manages their workspace, and begun where one may read', async () => {
    const plant = await alonePlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const viewer = await plant.member('viewer', plant.workspace.id);
    const there = { ...EXPORT, params: { ...EXPORT.params, workspace_id: plant.workspace.id } };
    const task = await begun(plant, there, viewer);
    const asked = (headers: Record<string, string>, path = `/tasks/${task.id}`) => plant.app.request(plant.root + path, { headers });
    expect((await asked(viewer)).status).toBe(200);
    expect((await asked(await plant.member('manager', plant.workspace.id))).status).toBe(200);
    for (const stranger of [await plant.member('viewer', plant.workspace.id), await plant.member('manager', elsewhere.id)]) {
      expect(await codeOf(await asked(stranger))).toBe('404 not_found');
      for (const verb of ['cancel', 'undo'])
        expect(await codeOf(await plant.send('POST', `/tasks/${task.id}/${verb}`, undefined, stranger))).toBe('404 not_found');
      expect(await (await asked(stranger, '/tasks?everybody=1')).json()).toEqual({ items: [] });
    }
    expect(await (await asked(plant.headers, '/tasks')).json()).toEqual({ items: [] });
    expect(await (await asked(plant.headers, '/tasks?everybody=1')).json()).toMatchObject({ items: [{ id: task.id }] });
    const observer = await plant.member('observer', plant.workspace.id);
    for (const body of [EXPORT, there]) expect(await codeOf(await plant.send('POST', '/tasks', body, observer))).toBe('403 forbidden');
  });

  it('begun twice with one id are begun once', async () => {
    const plant = await alonePlant(engine);
    const body = { ...EXPORT, id: '019d0000-0000-7000-8000-000000000001' };
    expect(await begun(plant, body)).toEqual(await begun(plant, body));
    expect(await codeOf(await plant.send('POST', '/tasks', { ...body, params: { locale: 'sk' } }))).toBe('409 conflict');
  });
});

describe.each(ENGINES)('received data as a file on %s', (engine) => {
  const content = async (plant: TestPlant, task: Task, headers = plant.headers) =>
    plant.app.request(`${plant.root}/tasks/${task.id}/content`, { headers });

  it('has each message that the filters leave once, in the words and signs of the language', async () => {
    const plant = await alonePlant(engine);
    const other = await makeDatalogger(plant.deps, plant.workspace, { name: 'Sušárna; 2' });
    await plant.deps.db.readings.commit(
      makeMessage(plant.deps, plant.organization, other, [], { id: '019cb000-0000-7000-8000-000000000001' }),
    );
    await receive(plant, 2);
    plant.deps.clock.advance(1e6);
    const all = await begun(plant);
    const one = await begun(plant, { ...EXPORT, params: { locale: 'en', datalogger_id: other.id } });
    // What comes later isn't in it.
    plant.deps.clock.advance(1e6);
    await receive(plant, 1);
    await new TaskRunner(plant.deps, TASKS).run();
    expect(await taskOf(plant, all)).toMatchObject({ state: 'done', done: 3, total: 3, undoable: false });
    const answer = await content(plant, all);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('prijata-data-2026-03-02')]);
    const lines = (await answer.text()).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^Přijato \(Europe\/Prague\);Logger;Stav;/);
    const english = (await (await content(plant, one)).text()).split('\r\n');
    expect(english[0]).toContain('Received (Europe/Prague),Logger,State,');
    expect(english[1]).toContain('2026-03-02 09:00:00.000,"Sušárna; 2",Stored,');
    expect(english).toHaveLength(3);
  });

  it('says what a decoder warned of, under which topic a message came and when its values were taken back', async () => {
    const plant = await alonePlant(engine);
    const { datalogger } = plant;
    await plant.deps.db.readings.commit(
      makeMessage(plant.deps, plant.organization, datalogger, [], {
        door: 'mqtt',
        topic: 'taktlog/json/boiler',
        warnings: [{ code: 'decimal_comma' }, { code: 'ts_twice' }],
      }),
    );
    plant.deps.clock.advance(1e6);
    expect((await plant.send('POST', '/received-data/reparse', { datalogger_id: datalogger.id, withdraw: '1' })).status).toBe(201);
    await new TaskRunner(plant.deps, TASKS).run();
    plant.deps.clock.advance(1e6);
    const task = await begun(plant, { ...EXPORT, params: { locale: 'en' } });
    await new TaskRunner(plant.deps, TASKS).run();
    const [head = '', row = ''] = (await (await content(plant, task)).text()).split('\r\n').map((line) => line.split(','));
    const said = Object.fromEntries([...head].map((name, i) => [name, row[i]]));
    expect(said).toMatchObject({ Warnings: '2', Topic: 'taktlog/json/boiler', 'Taken back (Europe/Prague)': '2026-03-02 09:00:01.000' });
  });

  it('is whole after any number of takeovers in its middle', async () => {
    const plant = await alonePlant(engine);
    await receive(plant, 40);
    plant.deps.clock.advance(1e6);
    const task = await begun(plant);
    const kind = exportReceivedData(7);
    // One that writes beyond what it may commit, and dies before it does.
    let steps = 0;
    const dying: TaskKinds = {
      [EXPORT.kind]: {
        ...kind,
        async step(run, cursor) {
          const slice = await kind.step(run, cursor);
          if (++steps % 3 === 2 && !slice.finished) {
            plant.deps.clock.advance(LEASE_US + 1);
            await plant.deps.db.write(null, (db) =>
              db.updateTable('task_queue').set({ lease_owner: randomUUID(), lease_until: 0 }).execute(),
            );
          }
          return slice;
        },
      },
    };
    await new TaskRunner(plant.deps, dying).run();
    expect(steps).toBe(8);
    const lines = (await (await content(plant, task)).text()).trimEnd().split('\r\n').slice(1);
    expect(new Set(lines).size).toBe(40);
    expect(lines).toHaveLength(40);
  });

  it('is read only by whoever may read now what is in it, and is gone after a week', async () => {
    const plant = await alonePlant(engine);
    await receive(plant, 1);
    const user = await makeUser(plant.deps);
    await makeMembership(plant.deps, plant.organization, user, 'viewer', { workspace_id: plant.workspace.id });
    plant.deps.clock.advance(1e6);
    const task = await begun(plant);
    await new TaskRunner(plant.deps, TASKS).run();
    expect((await content(plant, task)).status).toBe(200);
    // One who manages one workspace doesn't read what is of all of them.
    expect((await content(plant, task, await plant.member('manager', plant.workspace.id))).status).toBe(404);
    plant.deps.clock.advance(6 * DAY_US);
    await forgetTasks(plant.deps);
    await forgetFiles(plant.deps);
    const fresh = await plant.member('owner');
    expect((await content(plant, task, fresh)).status).toBe(200);
    plant.deps.clock.advance(2 * DAY_US);
    await forgetTasks(plant.deps);
    await forgetFiles(plant.deps);
    expect((await content(plant, task, await plant.member('owner'))).status).toBe(404);
  });
});
