import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTaskLoop } from '../../../../scripts/lib/task-loop.ts';
import type { ImportSettings } from '../../contract/imports.ts';
import { systemClock } from '../kernel/ids.ts';
import { openDatabase } from '../storage/open.ts';
import {
  ENGINES,
  makeChannel,
  makeDatalogger,
  makeMembership,
  makeMessage,
  makeOrganization,
  makeUser,
  makeWorkspace,
  testLocation,
} from '../testing/testing.ts';
import { enqueue, LEASE_US } from './task-queue.ts';

/** Rounds of SIGKILL on each engine; `KILLS=20` for the long run. */
const KILLS = Number(process.env.KILLS ?? 3);
const SLICE = 3;
/** Slices that a process begins before it is killed. */
const BEGUN = 4;
const MESSAGES = SLICE * BEGUN * KILLS + 50;

describe.each(ENGINES)('a process that is killed in the middle of a task on %s', (engine) => {
  it(`leaves a task that others go on with to its whole end, in ${KILLS} rounds`, { timeout: 20_000 + KILLS * 10_000 }, async () => {
    const location = await testLocation(engine);
    let db = openDatabase(location, { clock: systemClock });
    await db.migrate();
    const deps = { db, clock: systemClock };
    const organization = await makeOrganization(deps);
    const workspace = await makeWorkspace(deps, organization);
    const owner = await makeUser(deps);
    await makeMembership(deps, organization, owner, 'owner');
    const datalogger = await makeDatalogger(deps, workspace);
    const ids = new Set<string>();
    for (let i = 0; i < MESSAGES; i++) {
      const message = makeMessage(deps, organization, datalogger, []);
      ids.add(message.id);
      await db.readings.commit(message);
    }
    const now = systemClock.now() + 1_000_000;
    const task_id = '019d0000-0000-7000-8000-000000000001';
    await db.write(organization.id, async (tx) => {
      await tx
        .insertInto('tasks')
        .values({
          organization_id: organization.id,
          id: task_id,
          workspace_id: null,
          kind: 'received-data.export',
          params: '{"locale":"en"}',
          state: 'queued',
          created_at: now,
          created_by: owner.id,
          actor_kind: 'user',
          updated_at: now,
        })
        .execute();
      await enqueue(tx, { task_id, organization_id: organization.id, due_at: 0 });
    });
    await db.close();
    let ahead = 0;
    for (let round = 0; round < KILLS; round++) {
      expect(await runTaskLoop({ location, ahead, slice: SLICE }, BEGUN)).toMatchObject({ signal: 'SIGKILL' });
      ahead += 2 * LEASE_US;
    }
    const last = await runTaskLoop({ location, ahead, slice: SLICE }, null);
    // It didn't begin anew: the slices of those before it were committed.
    expect(last.begun).toBeLessThan(Math.ceil(MESSAGES / SLICE) - KILLS);
    db = openDatabase(location, { clock: systemClock });
    const task = await db.read(organization.id, (tx) =>
      tx.selectFrom('tasks').selectAll().where('organization_id', '=', organization.id).executeTakeFirstOrThrow(),
    );
    expect(task).toMatchObject({ state: 'done', done: MESSAGES, total: MESSAGES });
    expect(await db.read(null, (tx) => tx.selectFrom('task_queue').selectAll().execute())).toEqual([]);
    const hash = task.file_hash ?? '';
    const text = await readFile(join(location.dataDir, 'files', organization.id, hash.slice(0, 2), hash), 'utf8');
    const written = text.trimEnd().split('\r\n').slice(1);
    expect(written.map((line) => line.split(',').at(-1)).sort()).toEqual([...ids].sort());
    await db.close();
  });

  it(`leaves an import whose readings are all stored once, in ${KILLS} rounds`, { timeout: 20_000 + KILLS * 10_000 }, async () => {
    const location = await testLocation(engine);
    let db = openDatabase(location, { clock: systemClock });
    await db.migrate();
    const deps = { db, clock: systemClock };
    const organization = await makeOrganization(deps);
    const workspace = await makeWorkspace(deps, organization);
    const owner = await makeUser(deps);
    await makeMembership(deps, organization, owner, 'owner');
    const datalogger = await makeDatalogger(deps, workspace);
    await makeChannel(deps, datalogger, { key: 'a' });
    const from = Math.floor(Date.now() / 1_000) - 86_400;
    const bytes = Buffer.from(`ts;a\n${Array.from({ length: MESSAGES }, (_, i) => `${from + i};${i}`).join('\n')}\n`);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const folder = join(location.dataDir, 'files', organization.id, hash.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, hash), bytes);
    const ids = { import: '019d0000-0000-7000-8000-000000000002', task: '019d0000-0000-7000-8000-000000000003' };
    const settings: ImportSettings = {
      encoding: 'utf-8',
      separator: ';',
      decimal: '.',
      head_rows: 1,
      time: { columns: [0], format: 'epoch_s', zone: 'UTC', twice: null, skipped: null, newest_first: false },
      columns: [{ at: 1, key: 'a', kind: 'gauge', unit: null, sensor_type_id: null }],
    };
    const now = systemClock.now() + 1_000_000;
    const place = { organization_id: organization.id, datalogger_id: datalogger.id };
    await db.write(organization.id, async (tx) => {
      await tx
        .insertInto('imports')
        .values({ ...place, id: ids.import, name: 'a.csv', hash, size: bytes.byteLength, created_at: now, created_by: owner.id })
        .execute();
      const about = { name: 'a.csv', datalogger_id: datalogger.id };
      await tx
        .insertInto('tasks')
        .values({
          organization_id: organization.id,
          id: ids.task,
          workspace_id: workspace.id,
          kind: 'imports.run',
          params: JSON.stringify({ import_id: ids.import, about, settings, rows: MESSAGES }),
          state: 'queued',
          created_at: now,
          created_by: owner.id,
          actor_kind: 'user',
          updated_at: now,
        })
        .execute();
      await enqueue(tx, { task_id: ids.task, organization_id: organization.id, due_at: 0 });
    });
    await db.close();
    let ahead = 0;
    for (let round = 0; round < KILLS; round++) {
      expect(await runTaskLoop({ location, ahead, slice: SLICE }, BEGUN)).toMatchObject({ signal: 'SIGKILL' });
      ahead += 2 * LEASE_US;
    }
    await runTaskLoop({ location, ahead, slice: SLICE }, null);
    db = openDatabase(location, { clock: systemClock });
    const { task, messages, readings } = await db.read(organization.id, async (tx) => ({
      task: await tx.selectFrom('tasks').selectAll().where('organization_id', '=', organization.id).executeTakeFirstOrThrow(),
      messages: await tx.selectFrom('received_data').select('new').where('org_no', '=', organization.no).execute(),
      readings: await tx.selectFrom('readings').select('num').where('org_no', '=', organization.no).orderBy('ts').execute(),
    }));
    expect(task).toMatchObject({ state: 'done', done: MESSAGES, total: MESSAGES });
    expect(JSON.parse(task.result!)).toMatchObject({ counts: { rows: MESSAGES, new: MESSAGES, changed: 0, unchanged: 0 } });
    expect(readings.map(({ num }) => num)).toEqual(Array.from({ length: MESSAGES }, (_, i) => i));
    expect(messages.map((message) => message.new).reduce((a, b) => a + b, 0)).toBe(MESSAGES);
    await db.close();
  });
});
