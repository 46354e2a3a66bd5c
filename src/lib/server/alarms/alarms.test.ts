import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlarmRule } from '../../contract/alarm-rules.ts';
import type { Alarm } from '../../contract/alarms.ts';
import { COLD_STORE_SAMPLES } from '../../domain/alarms/testing.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { applyChange, Keys, lockChannels } from '../readings/apply-change.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMessage, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { catchUpAlarms } from './catch-up.ts';

const S = 1_000_000;
type Sample = readonly [at: number, value: number];
const COLD_STORE = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 180, off_delay_s: 0 };

const ruleOf = async (plant: TestPlant, channel_id: string, over: object = {}): Promise<AlarmRule> => {
  const answer = await plant.send('POST', '/alarm-rules', {
    ...{ channel_id, name: 'Vysoká teplota', severity: 'critical', recipients: [] },
    ...COLD_STORE,
    ...over,
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as AlarmRule;
};
const change = async (plant: TestPlant, { id, rev }: AlarmRule, over: object): Promise<AlarmRule> => {
  const answer = await plant.send('PATCH', `/alarm-rules/${id}`, { rev, ...over });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as AlarmRule;
};

/** A channel with the rule, and ways to send it samples whose seconds count from the rule's beginning. */
async function watched(plant: TestPlant, over: object = {}) {
  const channel = await makeChannel(plant.deps, plant.datalogger);
  const rule = await ruleOf(plant, channel.id, over);
  const start = plant.deps.clock.now();
  const readings = (samples: readonly Sample[]) =>
    samples.map(([at, num]) => ({ channelNo: channel.no, ts: start + at * S, num, text: null }));
  const send = (samples: readonly Sample[]) =>
    plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings(samples)));
  const list = async () => (await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${channel.id}`)).items;
  const seconds = (moment: string | null) => (moment === null ? null : (Date.parse(moment) * 1_000 - start) / S);
  /** Those that stand, in order of time. */
  const alarms = async () =>
    (await list())
      .filter(({ state }) => state !== 'withdrawn')
      .map(({ state, since, active_at, over_at, peak, peak_at }) => [
        state,
        ...[since, active_at, over_at].map(seconds),
        peak,
        seconds(peak_at),
      ])
      .toSorted((a, b) => Number(a[1]) - Number(b[1]));
  const isOpen = async () =>
    (
      await plant.deps.db.read(plant.organization.id, (db) =>
        db.selectFrom('channels').select('alarm_open').where('id', '=', channel.id).executeTakeFirstOrThrow(),
      )
    ).alarm_open;
  return { channel, rule, start, send, list, alarms, isOpen };
}

/** What the samples come to. */
const COME_TO = [
  ['over', 240, 420, 720, 8.6, 480],
  ['pending', 840, null, null, 8.1, 840],
];

describe.each(ENGINES)('alarms on %s', (engine) => {
  it('wait for their delay, begin, end beyond the hysteresis, and are told while they do', async () => {
    const plant = await testPlant(engine);
    const { send, alarms, isOpen } = await watched(plant);
    const after: Record<number, unknown[]> = {};
    for (const sample of COLD_STORE_SAMPLES) {
      const { alarms: told = [] } = await send([sample]);
      after[sample[0]] = [...(await alarms()), told.length];
    }
    expect(after[0]).toEqual([0]);
    expect(after[60]).toEqual([['pending', 60, null, null, 8.1, 60], 1]);
    expect(after[180]).toEqual([1]);
    expect(after[240]).toEqual([['pending', 240, null, null, 8.1, 240], 1]);
    expect(after[420]).toEqual([['active', 240, 420, null, 8.4, 360], 1]);
    expect(after[480]).toEqual([['active', 240, 420, null, 8.6, 480], 1]);
    expect(after[600]).toEqual([['active', 240, 420, null, 8.6, 480], 0]);
    expect(after[720]).toEqual([['over', 240, 420, 720, 8.6, 480], 1]);
    expect(after[840]).toEqual([...COME_TO, 1]);
    expect(await isOpen()).toBe(1);
  });

  it('come to the same in any order, in any pieces, and said twice', async () => {
    const plant = await testPlant(engine);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...COLD_STORE_SAMPLES], { minLength: COLD_STORE_SAMPLES.length }),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: COLD_STORE_SAMPLES.length, maxLength: COLD_STORE_SAMPLES.length }),
        fc.subarray([...COLD_STORE_SAMPLES]),
        async (order, pieces, again) => {
          const { send, alarms, isOpen } = await watched(plant);
          let at = 0;
          for (const size of pieces) {
            if (at < order.length) await send(order.slice(at, at + size));
            at += size;
          }
          await send(again);
          expect(await alarms()).toEqual(COME_TO);
          expect(await isOpen()).toBe(1);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('come to the same when readings are corrected, taken back and given again', async () => {
    const plant = await testPlant(engine);
    const { channel, start, send, alarms, list, isOpen } = await watched(plant);
    await send(COLD_STORE_SAMPLES.map(([at]) => [at, 20]));
    expect(await alarms()).toEqual([['active', 0, 180, null, 20, 0]]);
    await send(COLD_STORE_SAMPLES);
    expect(await alarms()).toEqual(COME_TO);
    const { id } = (await list()).find(({ state }) => state === 'over')!;
    expect((await plant.send('POST', `/alarms/${id}/acknowledge`, { note: 'Dveře' })).status).toBe(200);
    const { deps, organization } = plant;
    const place = { organizationId: organization.id, organizationNo: organization.no };
    const say = (said: boolean) =>
      deps.db.write(organization.id, async (db) => {
        const statements = COLD_STORE_SAMPLES.map(([at, num]) => ({
          src: 1e9,
          channelNo: channel.no,
          ts: start + at * S,
          said: said ? { num: num - (at > 300 ? 5 : 0), text: null, quality: 0 } : null,
        }));
        await lockChannels(db, place, [channel.no]);
        const keys = await Keys.load(db, organization.no, statements);
        for (const statement of statements) keys.say(statement, () => undefined);
        return applyChange(db, place, keys, { now: deps.clock.now(), uuid: deps.ids.uuid, cause: 'reread' });
      });
    await say(true);
    expect(await alarms()).toEqual([]);
    expect((await list()).find((one) => one.id === id)).toMatchObject({ state: 'withdrawn', withdrawn_cause: 'reread', note: 'Dveře' });
    expect(await isOpen()).toBe(0);
    await say(false);
    expect(await alarms()).toEqual(COME_TO);
    // The same breach: what was said of it stays.
    expect((await list()).find((one) => one.id === id)).toMatchObject({ state: 'over', withdrawn_at: null, note: 'Dveře' });
  });

  it('of readings that come long after they were measured are late', async () => {
    const plant = await testPlant(engine);
    const { clock } = plant.deps;
    const [early, late] = [await watched(plant), await watched(plant)];
    await early.send(COLD_STORE_SAMPLES.slice(0, 9));
    clock.set(late.start + 2 * 3_600 * S);
    await late.send(COLD_STORE_SAMPLES);
    clock.set(late.start);
    expect((await early.list()).map((one) => [one.state, one.late])).toEqual([['active', false]]);
    expect((await late.list()).map((one) => [one.state, one.late])).toEqual([
      ['pending', false],
      ['over', true],
    ]);
  });

  it('leave out what a sensor says instead of a number, and what is ahead of its time', async () => {
    const plant = await testPlant(engine);
    const { channel, start, alarms } = await watched(plant, { on_delay_s: 0 });
    const message = makeMessage(plant.deps, plant.organization, plant.datalogger, [
      { channelNo: channel.no, ts: start, num: null, text: '---', quality: 4 },
      { channelNo: channel.no, ts: start + S, num: 99, text: null, quality: 2 },
    ]);
    await plant.deps.db.readings.commit(message);
    expect(await alarms()).toEqual([]);
  });

  it('count from the moment of their rule on, and stay with the version under which they began', async () => {
    const plant = await testPlant(engine);
    const { send, alarms, rule, start } = await watched(plant, { on_delay_s: 0 });
    await send([
      [-60, 9],
      [0, 9],
    ]);
    expect(await alarms()).toEqual([['active', 0, 0, null, 9, 0]]);
    plant.deps.clock.set(start + 100 * S);
    const second = await change(plant, rule, { high: 20 });
    expect(second).toMatchObject({ version: 2, high: 20 });
    await send([
      [120, 9.5],
      [180, 7],
      [240, 9],
      [300, 21],
    ]);
    expect(await alarms()).toEqual([
      ['over', 0, 0, 180, 9.5, 120],
      ['active', 300, 300, null, 21, 300],
    ]);
    // A late one of the time of the first version.
    await send([[50, 7]]);
    expect(await alarms()).toEqual([
      ['over', 0, 0, 50, 9, 0],
      ['active', 300, 300, null, 21, 300],
    ]);
  });

  it('end with their rule, and are there again with it', async () => {
    const plant = await testPlant(engine);
    const { send, alarms, list, rule, isOpen } = await watched(plant, { on_delay_s: 0 });
    await send([[0, 9]]);
    const [alarm] = await list();
    plant.deps.clock.advance(60 * S);
    const archived = await change(plant, rule, { archived: true });
    expect((await list())[0]).toMatchObject({ id: alarm!.id, state: 'withdrawn', withdrawn_cause: 'rule' });
    expect(await isOpen()).toBe(0);
    await send([[120, 10]]);
    expect(await alarms()).toEqual([]);
    await change(plant, archived, { archived: false });
    expect(await alarms()).toEqual([['active', 0, 0, null, 10, 120]]);
    expect((await list())[0]!.id).toBe(alarm!.id);
  });

  it('of more readings than one transaction goes through are caught up with, and come to the same', async () => {
    const plant = await testPlant(engine);
    const { send, alarms, isOpen, start } = await watched(plant, { on_delay_s: 0 });
    const many: Sample[] = Array.from({ length: 45_000 }, (_, i) => [i + 10, i === 44_000 ? 7 : 8.2]);
    await send(many);
    expect(await alarms()).toEqual([
      ['over', 10, 10, 44_010, 8.2, 10],
      ['active', 44_011, 44_011, null, 8.2, 44_011],
    ]);
    // Before all of it: the breach begins earlier, and everything is to be gone through once more.
    await send([[0, 9]]);
    expect(await isOpen()).toBe(2);
    await send([[45_100, 8.9]]);
    await catchUpAlarms.run(plant.deps);
    expect(await alarms()).toEqual([
      ['over', 0, 0, 44_010, 9, 0],
      ['active', 44_011, 44_011, null, 8.9, 45_100],
    ]);
    expect(start).toBe(TEST_NOW);
    await send([[45_200, 1]]);
    expect(await isOpen()).toBe(0);
  });

  it('are acknowledged once, by whoever may, and keep their place in the list', async () => {
    const plant = await testPlant(engine);
    const { channel, start, send, list } = await watched(plant);
    await send(COLD_STORE_SAMPLES);
    const [pending, over] = await list();
    expect([pending!.state, over!.state]).toEqual(['pending', 'over']);
    const counts = () => plant.get(`/alarms/counts?datalogger_id=${plant.datalogger.id}`);
    expect(await counts()).toEqual({ active: 0, pending: 1, waiting: 1 });
    expect((await plant.send('POST', `/alarms/${pending!.id}/acknowledge`, {})).status).toBe(409);
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect((await plant.send('POST', `/alarms/${over!.id}/acknowledge`, {}, viewer)).status).toBe(403);
    const operator = await plant.member('operator', plant.workspace.id);
    const first = await plant.send('POST', `/alarms/${over!.id}/acknowledge`, { note: 'Otevřené dveře' }, operator);
    expect(await first.json()).toMatchObject({ note: 'Otevřené dveře', acknowledged_by: 'Jana Nováková' });
    const second = await plant.send('POST', `/alarms/${over!.id}/acknowledge`, { note: 'Nic' });
    expect(await second.json()).toMatchObject({ note: 'Otevřené dveře' });
    expect(await counts()).toEqual({ active: 0, pending: 1, waiting: 0 });
    const waiting = await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${channel.id}&state=waiting&count=1`);
    expect(waiting).toMatchObject({ items: [{ id: pending!.id }], total: 1 });
    const windowed = (from: number, to: number) =>
      plant.get<{ items: Alarm[] }>(
        `/alarms?channel_id=${channel.id}&from=${formatInstant(start + from * S)}&to=${formatInstant(start + to * S)}`,
      );
    expect((await windowed(0, 300)).items.map(({ id }) => id)).toEqual([pending!.id, over!.id].slice(1));
    expect((await windowed(721, 900)).items.map(({ id }) => id)).toEqual([pending!.id]);
  });

  it('of several channels come in one answer, those of channels that the reader may see', async () => {
    const plant = await testPlant(engine);
    const air = await watched(plant);
    const core = await watched(plant);
    const left = await watched(plant);
    for (const { send } of [air, core, left]) await send(COLD_STORE_SAMPLES);
    const hall = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const other = await makeChannel(plant.deps, await makeDatalogger(plant.deps, hall));
    await ruleOf(plant, other.id);
    await plant.deps.db.readings.commit(
      makeMessage(plant.deps, plant.organization, plant.datalogger, [{ channelNo: other.no, ts: air.start, num: 20, text: null }]),
    );
    const ids = [air.channel.id, core.channel.id, other.id];
    const asked = async (headers = plant.headers) => {
      const answer = await plant.app.request(`${plant.root}/alarms?channels=${ids.join(',')}`, { headers });
      const { items } = (await answer.json()) as { items: Alarm[] };
      return [...new Set(items.map(({ channel_id }) => channel_id))].sort();
    };
    expect(await asked()).toEqual(ids.toSorted());
    expect(await asked(await plant.member('viewer', plant.workspace.id))).toEqual([air.channel.id, core.channel.id].sort());
    expect(await asked(await plant.member('viewer', hall.id))).toEqual([other.id]);
    const damaged = await plant.app.request(`${plant.root}/alarms?channels=${ids[0]},x`, { headers: plant.headers });
    expect(damaged.status).toBe(422);
  });

  it('have rules that a value can keep', async () => {
    const plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger);
    const text = await makeChannel(plant.deps, plant.datalogger, { kind: 'text' });
    const state = await makeChannel(plant.deps, plant.datalogger, { kind: 'state' });
    const refused = async (channel_id: string, over: object) => {
      const body = { channel_id, name: 'x', severity: 'info', recipients: [], ...COLD_STORE, ...over };
      const answer = await plant.send('POST', '/alarm-rules', body);
      const { errors } = (await answer.json()) as { errors?: { path: string }[] };
      return [answer.status, errors?.[0]?.path];
    };
    expect(await refused(channel.id, { hysteresis: -0.1 })).toEqual([422, 'hysteresis']);
    expect(await refused(channel.id, { kind: 'outside', low: 8, high: 2 })).toEqual([422, 'high']);
    expect(await refused(channel.id, { kind: 'inside', low: 2, high: 2 })).toEqual([422, 'high']);
    expect(await refused(channel.id, { kind: 'outside', low: 2, high: 8, hysteresis: 3 })).toEqual([422, 'hysteresis']);
    expect(await refused(channel.id, { kind: 'below' })).toEqual([422, 'low']);
    expect(await refused(channel.id, { high: null })).toEqual([422, 'high']);
    expect(await refused(channel.id, { kind: 'state', states: [1] })).toEqual([422, 'kind']);
    expect(await refused(state.id, { kind: 'state', states: [] })).toEqual([422, 'states']);
    expect(await refused(text.id, {})).toEqual([422, 'kind']);
    expect(await refused(channel.id, { recipients: ['01890000-0000-7000-8000-000000000000'] })).toEqual([422, 'recipients']);
    expect(await refused('01890000-0000-7000-8000-000000000000', {})).toEqual([422, 'channel_id']);
  });

  it('are tried on what is there before their rule is kept', async () => {
    const plant = await testPlant(engine);
    const { channel, send, alarms, start, rule } = await watched(plant, { high: 100 });
    await send(COLD_STORE_SAMPLES);
    const tried = async (over: object) => {
      const answer = await plant.send('POST', '/alarm-rules/try', {
        channel_id: channel.id,
        from: formatInstant(start),
        ...COLD_STORE,
        ...over,
      });
      return (await answer.json()) as { count: number; readings: number; alarms: { since: string; peak: number }[] };
    };
    expect(await tried({})).toMatchObject({ count: 1, readings: 15, alarms: [{ since: formatInstant(start + 240 * S), peak: 8.6 }] });
    expect((await tried({ on_delay_s: 0, hysteresis: 0 })).count).toBe(3);
    expect(await alarms()).toEqual([]);
    expect(rule.version).toBe(1);
  });
});
