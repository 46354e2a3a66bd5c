import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../contract/alarms.ts';
import type { Foretold, ForetoldAlarm, ReparseEffects, ReparseTrial } from '../../contract/received-data.ts';
import { SCOPES, type Scope } from '../../contract/scopes.ts';
import type { Task } from '../../contract/tasks.ts';
import { bearer, sendJson } from '../auth/testing.ts';
import type { Ctx } from '../kernel/context.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { TASKS } from '../process/tasks.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { makeApiKey } from '../testing/tenant.ts';
import { ENGINES, freshDatabase, makeChannel, makeCredential, makeDatalogger, testClock } from '../testing/testing.ts';
import { foretell } from './foretell.ts';
import { triedMessages } from './reparse.service.ts';

const MINUTE = 60e6;
const PLAIN = { low: null, high: null, states: [], hysteresis: 0, on_delay_s: 0, off_delay_s: 0 };
/** Of every kind that looks at readings in a way of its own. */
const RULES = [
  { name: 'Horko', kind: 'above', high: 8, hysteresis: 1 },
  { name: 'Dlouho horko', kind: 'above', high: 8, on_delay_s: 120, cool_down_s: 240 },
  { name: 'Rychle', kind: 'rate', high: 3, window_s: 180 },
  { name: 'Chyba', kind: 'sensor_error' },
  { name: 'Ticho', kind: 'no_data', on_delay_s: 180 },
];

/** What people see of alarms that are there, by their rules and beginnings. */
type Seen = Map<string, { since: string; over_at: string | null; peak: number }>;

/** Its own database: the queue is one for all organisations. A key is what asks: hours go by, longer than anybody stays signed in. */
async function alonePlant(engine: (typeof ENGINES)[number]) {
  const clock = testClock(Date.UTC(2026, 10, 24) * 1_000);
  const { db } = await freshDatabase(engine, clock);
  const plant = await testPlant(engine, { deps: { clock, db } });
  const key = bearer(await makeApiKey(plant.deps, plant.organization, SCOPES));
  const send = (method: string, path: string, body?: unknown, as = key) => sendJson(plant.app, method, plant.root + path, body, as);
  return {
    ...plant,
    send,
    async get<T>(path: string): Promise<T> {
      const answer = await plant.app.request(plant.root + path, { headers: key });
      expect(answer.status, await answer.clone().text()).toBe(200);
      return (await answer.json()) as T;
    },
  };
}

/** A logger of its own with a channel that all rules watch. */
async function watchedLogger(plant: TestPlant) {
  const logger = await makeDatalogger(plant.deps, plant.workspace);
  const { token } = await makeCredential(plant.deps, logger);
  const channel = await makeChannel(plant.deps, logger, { key: 't' });
  for (const rule of RULES) {
    const body = { channel_id: channel.id, severity: 'warning', recipients: [], ...PLAIN, ...rule };
    const answer = await plant.send('POST', '/alarm-rules', body);
    expect(answer.status, await answer.clone().text()).toBe(201);
  }
  const start = plant.deps.clock.now() / 1_000;
  plant.deps.clock.advance(60 * MINUTE);
  const ids: string[] = [];
  const run = () => new TaskRunner(plant.deps, TASKS).run();
  return {
    logger,
    channel,
    ids,
    async send(readings: readonly (readonly [minute: number, value: number | string])[]) {
      const body = JSON.stringify(readings.map(([minute, t]) => ({ ts: start + minute * 60_000, t })));
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await plant.app.request('/v1/ingest/json', { method: 'POST', headers, body });
      expect(answer.status, await answer.clone().text()).toBe(200);
      ids.push(((await answer.json()) as { id: string }).id);
      plant.deps.clock.advance(1_000);
    },
    /** What is foretold; null where nothing would change. */
    async foretold(wanted: object): Promise<Foretold | null> {
      const query = new URLSearchParams({ datalogger_id: logger.id, ...wanted });
      const { channels } = await plant.get<ReparseTrial>(`/received-data/reparse?${query}`);
      const touched = channels.flatMap((one) => (one.touched ? [{ channel_id: one.channel_id, ...one.touched }] : []));
      if (touched.length === 0) return null;
      const answer = await plant.send('POST', '/received-data/reparse-effects', {
        channels: touched,
        reparse: { datalogger_id: logger.id, ...wanted },
      });
      expect(answer.status, await answer.clone().text()).toBe(200);
      return ((await answer.json()) as ReparseEffects).foretold;
    },
    async apply(wanted: object): Promise<Task> {
      const task = (await (await plant.send('POST', '/received-data/reparse', { datalogger_id: logger.id, ...wanted })).json()) as Task;
      await run();
      return plant.get<Task>(`/tasks/${task.id}`);
    },
    async undo({ id }: Task) {
      expect((await plant.send('POST', `/tasks/${id}/undo`, {})).status).toBe(200);
      await run();
    },
    async seen(): Promise<Seen> {
      const { items } = await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${channel.id}&limit=200`);
      const told = items.filter(({ state, active_at }) => state !== 'withdrawn' && active_at !== null);
      return new Map(told.map(({ rule_name, since, over_at, peak }) => [`${rule_name} ${since}`, { since, over_at, peak }]));
    },
  };
}

/** What became of alarms, as it is foretold. */
function became(before: Seen, after: Seen) {
  const fates: Pick<ForetoldAlarm, 'rule_name' | 'before' | 'after'>[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    fates.push({ rule_name: key.slice(0, key.lastIndexOf(' ')), before: was, after: is });
  }
  return inOrder(fates);
}
const inOrder = (fates: readonly Pick<ForetoldAlarm, 'rule_name' | 'before' | 'after'>[]) =>
  fates
    .map(({ rule_name, before, after }) => ({ rule_name, before, after }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

describe.each(ENGINES)('what becomes of alarms when readings change on %s', (engine) => {
  it('is foretold in names and times: one goes, one begins, one goes on longer', async () => {
    const plant = await alonePlant(engine);
    const it = await watchedLogger(plant);
    await it.send([
      [0, 5],
      [1, 9],
      [2, 5],
    ]);
    await it.send([[10, 5]]);
    await it.send([[11, 12]]);
    await it.send([[12, 5]]);
    await it.send([[13, 5]]);
    const wanted = { ids: `${it.ids[0]},${it.ids[3]}`, withdraw: '1' };
    const of = async (foretold: Foretold | null) => foretold?.alarms.filter(({ rule_name }) => rule_name === 'Horko');
    const foretold = await it.foretold(wanted);
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 24) + minute * 60_000).toISOString().replace('.000Z', 'Z');
    const about = { kind: 'above', channel_id: it.channel.id, channel_name: it.channel.name };
    expect(await of(foretold)).toMatchObject([
      { ...about, id: expect.any(String), before: { since: at(1), over_at: at(2), peak: 9 }, after: null },
      {
        ...{ ...about, id: expect.any(String) },
        before: { since: at(11), over_at: at(12), peak: 12 },
        after: { since: at(11), over_at: at(13), peak: 12 },
      },
    ]);
    const task = await it.apply(wanted);
    const back = await plant.get<ReparseEffects>(`/tasks/${task.id}/undo-effects`);
    expect((await of(back.foretold))?.[0]).toMatchObject({ before: null, after: { since: at(1), over_at: at(2), peak: 9 } });
    // Whoever only asks how many there are isn't told.
    const answer = await plant.send('POST', '/received-data/reparse-effects', {
      channels: [{ channel_id: it.channel.id, from: at(0), to: at(20) }],
    });
    expect(await answer.json()).toMatchObject({ foretold: null });
  });

  it('is what then happens, of every kind of rule, whatever is taken back and put back', async () => {
    const plant = await alonePlant(engine);
    const value = fc.constantFrom<number | string>(3, 5, 9, 12, 'NaN');
    const message = fc.array(fc.tuple(fc.nat({ max: 20 }), value), { minLength: 1, maxLength: 4 });
    const messages = fc.array(message, { minLength: 1, maxLength: 8 });
    let told = 0;
    await fc.assert(
      fc.asyncProperty(messages, fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 4 }), async (sent, picked) => {
        const it = await watchedLogger(plant);
        for (const readings of sent) await it.send(readings);
        const ids = [...new Set(picked.map((n) => it.ids[n % it.ids.length]))].join(',');
        const wanted = { ids, withdraw: '1' };
        const before = await it.seen();
        const foretold = await it.foretold(wanted);
        const task = await it.apply(wanted);
        const after = await it.seen();
        const expected = became(before, after);
        expect(inOrder(foretold?.alarms ?? [])).toEqual(expected);
        told += expected.length;
        if (!task.undoable) return;
        const { foretold: back } = await plant.get<ReparseEffects>(`/tasks/${task.id}/undo-effects`);
        await it.undo(task);
        expect(inOrder(back?.alarms ?? [])).toEqual(became(after, await it.seen()));
      }),
      { numRuns: 25, endOnFailure: true },
    );
    // A test in which nothing ever becomes of any tells nothing.
    expect(told).toBeGreaterThan(10);
  });

  it('is counted only where there is more than is looked at, and is for those to know who may do it', async () => {
    const plant = await alonePlant(engine);
    const it = await watchedLogger(plant);
    for (const minute of [0, 1, 2])
      await it.send([
        [minute, 9],
        [minute + 10, 5],
      ]);
    const ctx: Ctx = {
      ...plant.deps,
      actor: { kind: 'system' },
      organization: plant.organization,
      rights: { organization: new Set<Scope>(['dlog:read', 'dlog:write']), workspaces: new Map() },
      allOrgs: false,
      requestId: 'request',
    };
    const most = { messages: 3, statements: 6, others: 0, channels: 1 };
    const about = async () => ({
      ...(await triedMessages(ctx, { datalogger_id: it.logger.id, withdraw: '1' })),
      watched: new Set([it.channel.id]),
    });
    expect(await foretell(ctx, await about(), most)).toMatchObject({ withdrawn: expect.any(Number) });
    expect(await foretell(ctx, await about(), { ...most, messages: 2 })).toBeNull();
    expect(await foretell(ctx, await about(), { ...most, statements: 5 })).toBeNull();
    expect(await foretell(ctx, await about(), { ...most, channels: 0 })).toBeNull();
    // While a rule goes on with what waited, nobody knows what it will come to.
    await plant.deps.db.write(plant.organization.id, async (db) => {
      const own = tenantDb({ db, organization_id: plant.organization.id });
      const { rule_id } = await own
        .selectFrom('alarm_watches')
        .select('rule_id')
        .where('channel_id', '=', it.channel.id)
        .executeTakeFirstOrThrow();
      const backlog = { rule_id, channel_id: it.channel.id, from_ts: 0, to_ts: 0, state: null, cause: 'readings' as const };
      await own.insertInto('alarm_backlogs').values(backlog).execute();
      await own.updateTable('channels').set({ alarm_open: 2 }).where('id', '=', it.channel.id).execute();
    });
    expect(await foretell(ctx, await about(), most)).toBeNull();

    const asked = async (as?: Record<string, string>) =>
      (
        await plant.send(
          'POST',
          '/received-data/reparse-effects',
          {
            channels: [{ channel_id: it.channel.id, from: '2026-11-24T00:00:00Z', to: '2026-11-24T01:00:00Z' }],
            reparse: { datalogger_id: it.logger.id, withdraw: '1' },
          },
          as,
        )
      ).status;
    expect(await asked()).toBe(200);
    expect(await asked(await plant.member('viewer'))).toBe(403);
    const other = await testPlant(engine, { deps: plant.deps });
    const channel = await makeChannel(other.deps, other.datalogger);
    const body = {
      channels: [{ channel_id: channel.id, from: '2026-11-24T00:00:00Z', to: '2026-11-24T01:00:00Z' }],
      reparse: { datalogger_id: it.logger.id },
    };
    expect((await other.send('POST', '/received-data/reparse-effects', body)).status).toBe(404);
  });
});
