import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runTaskLoop } from '../../../../scripts/lib/task-loop.ts';
import type { DeviceIdentity } from '../../contract/device-identities.ts';
import type { Gateway } from '../../contract/gateways.ts';
import type { DataImport, ImportSettings } from '../../contract/imports.ts';
import { SCOPES } from '../../contract/scopes.ts';
import type { Task } from '../../contract/tasks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { bearer, sendJson } from '../auth/testing.ts';
import { toStored } from '../channels/channel-values.ts';
import { checkImportFile, runImportFile } from '../imports/import-task.ts';
import { parseConfig } from '../kernel/config.ts';
import { systemClock } from '../kernel/ids.ts';
import type { Row } from '../kernel/schema.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { createApp } from '../process/app.ts';
import { sealJob } from '../readings/seal.ts';
import { withBodies } from '../storage/messages/body-groups.ts';
import { openDatabase } from '../storage/open.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { verifyRollups } from '../storage/readings/verify-rollups.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { enqueue, LEASE_US } from '../tasks/task-queue.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { makeApiKey } from '../testing/tenant.ts';
import { type DatabaseLocation, ENGINES, makeCredential, makeDatalogger, TEST_NOW, testClock, testLocation } from '../testing/testing.ts';
import { groupBodiesJob } from './group-bodies.ts';
import { paceOfSlices, reparseReceivedData } from './reparse-task.ts';
import { withLater } from './testing.ts';
import { verifyLogger } from './verify-readings.ts';

/** Any order of messages, repetitions, reading again, taking back, imports, devices out of quarantine, undoing and processes that are killed ends as a rebuild from the raw messages. */

const MINUTE = 60_000_000;

const reading = fc.record({ key: fc.constantFrom('a', 'b'), at: fc.integer({ min: 0, max: 1 }), value: fc.integer({ min: 0, max: 2 }) });
/** What a logger sends may be the error of its sensor too. */
const said = fc.record({ key: fc.constantFrom('a', 'b'), at: fc.integer({ min: 0, max: 1 }), value: fc.constantFrom(0, 1, 2, 'NaN') });
/** Of the messages that came: which is the first, and how many more. */
const range = fc.record({ first: fc.nat({ max: 7 }), more: fc.nat({ max: 2 }) });
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), readings: fc.array(said, { minLength: 1, maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), which: fc.nat({ max: 7 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('read' as const), range, decoder: fc.constantFrom('json@1', 'later@1', 'nothing@1') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), range }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('seal' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('import' as const), readings: fc.array(reading, { minLength: 1, maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('assign' as const), readings: fc.array(reading, { minLength: 1, maxLength: 3 }) }) },
);

type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;
type Reading = { key: string; at: number; value: number | string };
const momentOf = ({ at }: Reading) => TEST_NOW / 1_000 - 3_600_000 + at * 100_000;
const SETTINGS: ImportSettings = {
  encoding: 'utf-8',
  separator: ';',
  decimal: '.',
  head_rows: 1,
  time: { columns: [0], format: 'epoch_ms', zone: 'UTC', twice: null, skipped: null, newest_first: false },
  columns: ['a', 'b'].map((key, i) => ({ at: i + 1, key, kind: 'gauge', unit: null, sensor_type_id: null })),
};
const fileOf = (readings: Reading[]) =>
  `ts;a;b\n${readings.map((one) => `${momentOf(one)};${one.key === 'a' ? one.value : ''};${one.key === 'b' ? one.value : ''}\n`).join('')}`;

/** Puts all readings into small chunks, out of which whatever changes them has to take them, and all bodies into small groups. */
async function seal({ deps }: TestPlant) {
  const pause = () => Promise.resolve();
  await sealJob({ pause, restUs: 0, sizes: { most: 2, atEnd: 1, between: 1 } }).run(deps);
  await groupBodiesJob({ pause, restUs: 0, sizes: { messages: 3, bytes: 400, atEnd: 2, bytesAtEnd: 200 } }).run(deps);
}

/** Works on all tasks that wait, to their end. @param kills after how many slices whoever works is killed, one after the other */
type Work = (kills: readonly number[]) => Promise<void>;

function workHere(plant: TestPlant): Work {
  const { deps } = plant;
  const runner = new TaskRunner(deps, {
    'received-data.reparse': reparseReceivedData(() => withLater, paceOfSlices(3)),
    'imports.check': checkImportFile(2),
    'imports.run': runImportFile(2, () => withLater, paceOfSlices(2)),
  });
  return async () => {
    for (let turn = 1; await runner.turn(); turn++) {
      deps.clock.advance(1);
      if (turn % 3 === 0) await seal(plant);
    }
  };
}

/** Processes of their own work, which are killed; the plant goes on with what they left. */
function workKilled(plant: TestPlant, location: DatabaseLocation): Work {
  const { deps } = plant;
  return async (kills) => {
    await deps.db.close();
    for (const enough of [...kills.map((kill) => kill + 1), null]) {
      await runTaskLoop({ location, ahead: deps.clock.now() - systemClock.now(), slice: 2 }, enough);
      deps.clock.advance(2 * LEASE_US);
    }
    deps.db = openDatabase(location, { clock: deps.clock });
    plant.app = createApp(deps);
  };
}

async function loggerOf(plant: TestPlant, work: Work) {
  const key = bearer(await makeApiKey(plant.deps, plant.organization, SCOPES));
  const logger = await makeDatalogger(plant.deps, plant.workspace);
  const { token } = await makeCredential(plant.deps, logger);
  const { deps, organization, owner } = plant;
  const bodies: string[] = [];
  const receipts: number[] = [];
  const tasks: string[] = [];
  const send = (method: string, path: string, body: unknown) => sendJson(plant.app, method, plant.root + path, body, key);
  return {
    logger,
    bodies,
    tasks,
    async send(body: string) {
      deps.clock.advance(MINUTE);
      receipts.push(deps.clock.now());
      bodies.push(body);
      const answer = await plant.app.request('/v1/ingest/json', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body });
      expect(answer.status).toBe(200);
    },
    async task(params: object, kills: readonly number[] = []) {
      const id = deps.ids.uuid();
      deps.clock.advance(1);
      const now = deps.clock.now();
      await deps.db.write(organization.id, async (db) => {
        const row = { organization_id: organization.id, id, workspace_id: null, kind: 'received-data.reparse', state: 'queued' as const };
        const made = { created_at: now, created_by: owner.id, actor_kind: 'user' as const, updated_at: now };
        await db
          .insertInto('tasks')
          .values({ ...row, ...made, params: JSON.stringify({ datalogger_id: logger.id, ...params }) })
          .execute();
        await enqueue(db, { task_id: id, organization_id: organization.id, due_at: 0 });
      });
      await work(kills);
      tasks.push(id);
    },
    async import(text: string, kills: readonly number[] = []) {
      deps.clock.advance(MINUTE);
      receipts.push(deps.clock.now());
      const sent = await plant.app.request(`${plant.root}/imports?datalogger_id=${logger.id}&name=a.csv`, {
        method: 'POST',
        headers: { ...key, 'Content-Type': 'application/octet-stream' },
        body: text,
      });
      const { id } = (await sent.json()) as DataImport;
      expect((await send('POST', `/imports/${id}/check`, { settings: SETTINGS })).status).toBe(201);
      await work([]);
      const begun = await send('POST', `/imports/${id}/run`, {});
      expect(begun.status).toBe(201);
      tasks.push(((await begun.json()) as Task).id);
      await work(kills);
    },
    /** Messages of a device that wait at a gateway until somebody says that it is this logger. */
    async assign(messages: object[]) {
      const created = await send('POST', '/gateways', { workspace_id: plant.workspace.id, name: deps.ids.uuid() });
      const { token, id } = (await created.json()) as Gateway & { token: string };
      for (const message of messages) {
        deps.clock.advance(MINUTE);
        receipts.push(deps.clock.now());
        const answer = await plant.app.request('/v1/ingest/chirpstack?event=up', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
          body: JSON.stringify({ deviceInfo: { deviceName: 'x', devEui: '70B3D57ED005B89A' }, fPort: 1, ...message }),
        });
        expect(answer.status).toBe(200);
      }
      const listed = await plant.app.request(`${plant.root}/device-identities?gateway_id=${id}`, { headers: key });
      const [device] = ((await listed.json()) as { items: DeviceIdentity[] }).items;
      const said = { rev: device!.rev, state: 'assigned', datalogger_id: logger.id };
      expect((await send('PATCH', `/device-identities/${device!.id}`, said)).status).toBe(200);
    },
    async undo(id: string, kills: readonly number[] = []) {
      const { status } = await send('POST', `/tasks/${id}/undo`, {});
      if (status === 200) await work(kills);
      return status;
    },
    /** A window of receipt. */
    window({ first, more }: { first: number; more: number }) {
      const from = receipts[first % Math.max(1, receipts.length)] ?? 0;
      return { from: formatInstant(from), to: formatInstant(from + more * MINUTE + 1_000) };
    },
  };
}

const bodyOf = (readings: Reading[]) => JSON.stringify(readings.map((one) => ({ ts: momentOf(one), values: { [one.key]: one.value } })));
const uplinkOf = (one: Reading) => ({ time: new Date(momentOf(one)).toISOString(), object: { [one.key]: one.value } });

/** The rule in its most naive form: of every key what the newest message says that speaks of it. */
async function rebuilt({ deps, organization }: TestPlant, logger: Row<'dataloggers'>) {
  const { messages, channels } = await deps.db.read(organization.id, async (db) => ({
    messages: await withBodies(
      tenantDb({ db, organization_id: organization.id }),
      await db
        .selectFrom('received_data')
        .selectAll()
        .where('org_no', '=', organization.no)
        .where('datalogger_no', '=', logger.no)
        .orderBy('no')
        .execute(),
    ),
    channels: await db.selectFrom('channels').selectAll().where('datalogger_id', '=', logger.id).execute(),
  }));
  const byKey = new Map(channels.map((channel) => [channel.key, channel]));
  const values = new Map<string, unknown[]>();
  for (const { body, decoder, received_at, withdrawn_at, status } of messages) {
    if (withdrawn_at !== null || status === 'unparsed' || status === 'rejected') continue;
    const { keys, slot, ts, value } = withLater(decoder)(body, received_at);
    for (let i = 0; i < slot.length; i++) {
      const channel = byKey.get(keys[slot[i]!]!);
      const stored = channel && toStored(channel.kind, value[i]!);
      if (stored) values.set(`${channel.no} ${ts[i]}`, [channel.no, ts[i], stored.num ?? stored.text]);
    }
  }
  return { channels, values: [...values.values()].sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1])) };
}

async function stored({ deps, organization }: TestPlant, channels: Row<'channels'>[]) {
  if (channels.length === 0) return [];
  return deps.db.read(organization.id, async (db) => {
    const reader = readingReader({ db, organization_no: organization.no });
    const values: [number, number, number | string | null][] = [];
    for (const no of channels.map((channel) => channel.no).sort((a, b) => a - b))
      for (const { ts, num, text } of await reader.range(no)) values.push([no, ts, num ?? text]);
    return values;
  });
}

const history = (most: number) =>
  fc.array(fc.tuple(command, fc.array(fc.nat({ max: 3 }), { maxLength: 2 })), { minLength: 3, maxLength: most });
type History = [command: Command, kills: number[]][];

/** Does it all for a new logger, and compares what is stored with what the messages say. */
async function follows(plant: TestPlant, work: Work, commands: History): Promise<void> {
  const it = await loggerOf(plant, work);
  for (const [one, kills] of commands) {
    if (one.do === 'send') await it.send(bodyOf(one.readings));
    else if (one.do === 'seal') await seal(plant);
    else if (one.do === 'again') {
      const body = it.bodies[one.which % Math.max(1, it.bodies.length)];
      if (body !== undefined) await it.send(body);
    } else if (one.do === 'undo') {
      const task = it.tasks[one.which % Math.max(1, it.tasks.length)];
      if (task !== undefined) expect([200, 409]).toContain(await it.undo(task, kills));
    } else if (one.do === 'import') await it.import(fileOf(one.readings), kills);
    else if (one.do === 'assign') await it.assign(one.readings.map(uplinkOf));
    else await it.task({ ...it.window(one.range), ...(one.do === 'withdraw' ? { withdraw: '1' } : { decoder: one.decoder }) }, kills);
  }
  const { channels, values } = await rebuilt(plant, it.logger);
  expect(await stored(plant, channels)).toEqual(values);
  expect((await verifyLogger(plant.deps.db, plant.organization, it.logger.id, withLater)).differences).toEqual([]);
  const states = await plant.deps.db.read(plant.organization.id, (db) =>
    db
      .selectFrom('tasks')
      .select(['state', 'error'])
      .where('id', 'in', ['', ...it.tasks])
      .execute(),
  );
  for (const { state, error } of states) expect([error, ['done', 'undone'].includes(state)]).toEqual([null, true]);
}

describe.each(ENGINES)('what is stored on %s', (engine) => {
  const numRuns = Number(process.env.PROVENANCE_RUNS ?? (engine === 'sqlite' ? 60 : 15));
  const killed = Number(process.env.PROVENANCE_KILLED ?? (process.env.TEST_ALL ? 10 : 2));

  it('follows from the raw messages alone, whatever came, was imported or assigned, read again, taken back or undone', {
    timeout: 60_000 + numRuns * 4_000,
  }, async () => {
    const plant = await testPlant(engine);
    await fc.assert(
      fc.asyncProperty(history(12), (commands) => follows(plant, workHere(plant), commands)),
      { numRuns },
    );
    expect((await verifyRollups(plant.deps.db)).differences).toEqual([]);
  });

  it('follows from them also when whoever works is killed at any slice, again and again', {
    timeout: 60_000 + killed * 120_000,
  }, async () => {
    const location = await testLocation(engine);
    const clock = testClock();
    const db = openDatabase(location, { clock });
    await db.migrate();
    const config = parseConfig({ HOST: '127.0.0.1', DATA_DIR: location.dataDir });
    const plant = await testPlant(engine, { deps: { clock, db, config } });
    await fc.assert(
      // Each run is long: one that failed is told as it is.
      fc.asyncProperty(history(9), (commands) => follows(plant, workKilled(plant, location), commands)),
      { numRuns: killed, endOnFailure: true },
    );
    expect((await verifyRollups(plant.deps.db)).differences).toEqual([]);
    await plant.deps.db.close();
  });
});

describe.each(ENGINES)('a message that is taken back on %s', (engine) => {
  it('leaves what another one said again, and comes back by undoing', async () => {
    const plant = await testPlant(engine);
    const it = await loggerOf(plant, workHere(plant));
    const values = async () => (await stored(plant, (await rebuilt(plant, it.logger)).channels)).map(([, , num]) => num);
    await it.send(bodyOf([{ key: 'a', at: 0, value: 2 }]));
    await it.send(bodyOf([{ key: 'a', at: 0, value: 2 }]));
    await it.send(bodyOf([{ key: 'a', at: 0, value: 1 }]));
    await it.task({ ...it.window({ first: 2, more: 0 }), withdraw: '1' });
    expect(await values()).toEqual([2]);
    await it.task({ ...it.window({ first: 0, more: 0 }), withdraw: '1' });
    expect(await values()).toEqual([2]);
    await it.task({ ...it.window({ first: 1, more: 0 }), withdraw: '1' });
    expect(await values()).toEqual([]);
    for (const [task, left] of [
      [1, [2]],
      [0, [1]],
      [2, [1]],
    ] as const) {
      expect(await it.undo(it.tasks[task]!)).toBe(200);
      expect(await values()).toEqual(left);
    }
  });
});
