import { describe, expect, it } from 'vitest';
import type { AlarmRule } from '../../contract/alarm-rules.ts';
import type { Alarm } from '../../contract/alarms.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeMessage } from '../testing/testing.ts';
import { catchUpAlarms } from './catch-up.ts';

const S = 1_000_000;
const HOT = { name: 'Horko', severity: 'warning', recipients: [], kind: 'above', low: null, high: 30, states: [], hysteresis: 1 };
const NO_DELAYS = { on_delay_s: 0, off_delay_s: 0 };

const ruleOf = async (plant: TestPlant, over: object): Promise<AlarmRule> => {
  const answer = await plant.send('POST', '/alarm-rules', { ...HOT, ...NO_DELAYS, ...over });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as AlarmRule;
};
const typeOf = async (plant: TestPlant) => {
  const body = {
    names: { cs: 'Teplota pece', en: 'Furnace', sk: 'Teplota pece' },
    quantity: 'temperature',
    kind: 'gauge',
    display_unit: 'Cel',
  };
  const answer = await plant.send('POST', '/sensor-types', {
    ...body,
    decimals: 1,
    range_min: null,
    range_max: null,
    mean: 'arithmetic',
    color: null,
    state_words: null,
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string };
};
const revOfChannel = async (plant: TestPlant, id: string) => {
  const { items } = await plant.get<{ items: { id: string; rev: number }[] }>(`/channels?datalogger_id=${plant.datalogger.id}&archived=1`);
  return items.find((one) => one.id === id)!.rev;
};
const patch = async (plant: TestPlant, path: string, body: object) => {
  const rev = path.startsWith('/channels/') ? await revOfChannel(plant, path.slice(10)) : (await plant.get<{ rev: number }>(path)).rev;
  const answer = await plant.send('PATCH', path, { rev, ...body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
};

async function plantWithChannel(plant: TestPlant, over: object = {}) {
  const channel = await makeChannel(plant.deps, plant.datalogger, over);
  const path = `/channels/${channel.id}`;
  const send = (at: number, num: number) =>
    plant.deps.db.readings.commit(
      makeMessage(plant.deps, plant.organization, plant.datalogger, [
        { channelNo: channel.no, ts: plant.deps.clock.now() + at * S, num, text: null },
      ]),
    );
  const states = async () =>
    (await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${channel.id}`)).items.map(
      ({ state, withdrawn_cause }) => withdrawn_cause ?? state,
    );
  const revision = async () =>
    (
      await plant.deps.db.read(plant.organization.id, (db) =>
        db.selectFrom('channels').select('alarm_rev').where('id', '=', channel.id).executeTakeFirstOrThrow(),
      )
    ).alarm_rev;
  return { channel, path, send, states, revision };
}

describe.each(ENGINES)('rules on %s', (engine) => {
  it('of a sensor type watch every channel of it, also those that come to it later, and leave those that go', async () => {
    const plant = await testPlant(engine);
    const type = await typeOf(plant);
    const [there, other] = [await plantWithChannel(plant, { sensor_type_id: type.id }), await plantWithChannel(plant)];
    const rule = await ruleOf(plant, { sensor_type_id: type.id });
    expect(rule).toMatchObject({ channel_id: null, sensor_type_id: type.id, workspace_id: null, channels: 1 });
    await there.send(1, 40);
    await other.send(1, 40);
    expect([await there.states(), await other.states(), await other.revision()]).toEqual([['active'], [], null]);
    await patch(plant, other.path, { sensor_type_id: type.id });
    expect((await plant.get<AlarmRule>(`/alarm-rules/${rule.id}`)).channels).toBe(2);
    // What was before it came is nothing to the rule.
    await other.send(-1, 50);
    expect(await other.states()).toEqual([]);
    await other.send(2, 41);
    expect(await other.states()).toEqual(['active']);
    await patch(plant, other.path, { sensor_type_id: null });
    expect(await other.states()).toEqual(['left']);
    await other.send(3, 42);
    expect(await other.states()).toEqual(['left']);
    await patch(plant, there.path, { archived: true });
    expect(await there.states()).toEqual(['left']);
  });

  it('of a sensor type have their limits in its canonical unit', async () => {
    const plant = await testPlant(engine);
    const type = await typeOf(plant);
    const fahrenheit = await plantWithChannel(plant, { sensor_type_id: type.id, unit: '°F' });
    const unknown = await plantWithChannel(plant, { sensor_type_id: type.id, unit: 'dílky' });
    await ruleOf(plant, { sensor_type_id: type.id });
    await fahrenheit.send(1, 85);
    await unknown.send(1, 85);
    expect([await fahrenheit.states(), await unknown.states()]).toEqual([[], []]);
    await fahrenheit.send(2, 87);
    const { items } = await plant.get<{ items: Alarm[] }>(`/alarms?channel_id=${fahrenheit.channel.id}`);
    expect(items).toMatchObject([{ state: 'active', high: 86, hysteresis: 1.8 }]);
  });

  it('of a machine follow its loggers, and channels that a logger makes by itself', async () => {
    const plant = await testPlant(engine);
    const answer = await plant.send('POST', '/machines', { name: 'Pec 1', workspace_id: plant.workspace.id });
    const machine = (await answer.json()) as { id: string };
    const type = await typeOf(plant);
    const one = await plantWithChannel(plant, { sensor_type_id: type.id });
    const rule = await ruleOf(plant, { machine_id: machine.id, sensor_type_id: type.id });
    expect(rule).toMatchObject({ workspace_id: plant.workspace.id, channels: 0 });
    await one.send(1, 40);
    expect(await one.states()).toEqual([]);
    await patch(plant, `/dataloggers/${plant.datalogger.id}`, { machine_id: machine.id });
    await one.send(2, 40);
    expect(await one.states()).toEqual(['active']);
    const body = { datalogger_id: plant.datalogger.id, key: 'new', kind: 'gauge', sensor_type_id: type.id };
    expect((await plant.send('POST', '/channels', body)).status).toBe(201);
    const listed = async () => (await plant.get<{ items: AlarmRule[] }>(`/alarm-rules?datalogger_id=${plant.datalogger.id}`)).items;
    expect(await listed()).toMatchObject([{ id: rule.id, channels: 2 }]);
    await patch(plant, `/dataloggers/${plant.datalogger.id}`, { machine_id: null });
    expect([await one.states(), await listed()]).toEqual([['left'], []]);
  });

  it('of many channels end and come back with all their alarms', async () => {
    const plant = await testPlant(engine);
    const type = await typeOf(plant);
    const channels = [];
    for (let n = 0; n < 25; n++) channels.push(await plantWithChannel(plant, { sensor_type_id: type.id }));
    const rule = await ruleOf(plant, { sensor_type_id: type.id });
    for (const one of channels.slice(0, 3)) await one.send(1, 40);
    plant.deps.clock.advance(60 * S);
    await patch(plant, `/alarm-rules/${rule.id}`, { archived: true });
    expect(await channels[0]!.states()).toEqual(['rule']);
    await patch(plant, `/alarm-rules/${rule.id}`, { archived: false });
    await catchUpAlarms.run(plant.deps);
    for (const one of channels.slice(0, 3)) expect(await one.states()).toEqual(['active']);
    expect(await channels[3]!.states()).toEqual([]);
  });

  it('are made where one may, and name what there is', async () => {
    const plant = await testPlant(engine);
    const type = await typeOf(plant);
    const technician = await plant.member('technician', plant.workspace.id);
    const post = async (body: object, as?: Record<string, string>) =>
      (await plant.send('POST', '/alarm-rules', { ...HOT, ...NO_DELAYS, ...body }, as)).status;
    expect(await post({ sensor_type_id: type.id }, technician)).toBe(403);
    expect(await post({ sensor_type_id: type.id, workspace_id: plant.workspace.id }, technician)).toBe(201);
    const nothing = '01890000-0000-7000-8000-000000000000';
    expect(await post({ sensor_type_id: nothing })).toBe(422);
    expect(await post({ machine_id: nothing })).toBe(422);
    expect(await post({ logger_type_id: nothing })).toBe(422);
    expect(await post({ sensor_type_id: type.id, workspace_id: nothing })).toBe(422);
    // Limits need a unit; silence does not.
    const machine = (await (await plant.send('POST', '/machines', { name: 'Pec 1', workspace_id: plant.workspace.id })).json()) as {
      id: string;
    };
    expect(await post({ machine_id: machine.id })).toBe(422);
    expect(await post({ machine_id: machine.id, kind: 'no_data', on_delay_s: 600 })).toBe(201);
  });
});
