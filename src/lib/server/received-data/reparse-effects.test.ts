import { beforeEach, describe, expect, it } from 'vitest';
import type { AlarmRule } from '../../contract/alarm-rules.ts';
import type { ReparseEffects, ReparseTrial } from '../../contract/received-data.ts';
import type { Recording, RecordingEvaluation } from '../../contract/recordings.ts';
import type { Task } from '../../contract/tasks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Row } from '../kernel/schema.ts';
import { TASKS } from '../process/tasks.ts';
import { judgeRecordings } from '../recordings/judge.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, TEST_NOW } from '../testing/testing.ts';

const MINUTE = 60e6;
const NOTHING: ReparseEffects = {
  rule_count: 0,
  alarm_count: 0,
  rules: [],
  foretold: null,
  recording_count: 0,
  signed_count: 0,
  recordings: [],
  is_shortened: false,
};

describe.each(ENGINES)('what else changes when messages are read again on %s', (engine) => {
  let plant: TestPlant;
  let channel: Row<'channels'>;
  beforeEach(async () => {
    plant = await testPlant(engine);
    channel = await makeChannel(plant.deps, plant.datalogger, { key: 't' });
  });
  const rule = async (over: object = {}): Promise<AlarmRule> => {
    const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0, on_delay_s: 0, off_delay_s: 0 };
    const answer = await plant.send('POST', '/alarm-rules', {
      ...{ channel_id: channel.id, name: 'Horko', severity: 'critical', recipients: [], ...limits },
      ...over,
    });
    expect(answer.status, await answer.clone().text()).toBe(201);
    return (await answer.json()) as AlarmRule;
  };
  /** Readings a minute apart that begin now, each a message. */
  const send = async (values: readonly number[]): Promise<void> => {
    for (const t of values) {
      await plant.post({ t });
      plant.deps.clock.advance(MINUTE);
    }
  };
  const record = async (name: string, fromMin: number, toMin: number) => {
    const answer = await plant.send('POST', '/recordings', {
      ...{ name, purpose: 'transport', channels: [{ channel_id: channel.id, limits: null }] },
      from: formatInstant(TEST_NOW + fromMin * MINUTE),
      to: formatInstant(TEST_NOW + toMin * MINUTE),
    });
    expect(answer.status, await answer.clone().text()).toBe(201);
    return (await answer.json()) as Recording;
  };
  const sign = async ({ id }: Recording) => {
    const { rev } = await plant.get<Recording>(`/recordings/${id}`);
    const { hash } = await plant.get<RecordingEvaluation>(`/recordings/${id}/evaluation`);
    const answer = await plant.send('POST', `/recordings/${id}/approve`, { rev, hash, statement: 'V pořádku' });
    expect(answer.status, await answer.clone().text()).toBe(200);
  };
  const trial = (way: string) => plant.get<ReparseTrial>(`/received-data/reparse?datalogger_id=${plant.datalogger.id}${way}`);
  const effects = async (channels: object[], as?: Record<string, string>) => {
    const answer = await plant.send('POST', '/received-data/reparse-effects', { channels }, as);
    return { status: answer.status, body: (await answer.json()) as ReparseEffects };
  };
  const at = (minute: number) => formatInstant(TEST_NOW + minute * MINUTE);
  const between = async (from: number, to: number) => (await effects([{ channel_id: channel.id, from: at(from), to: at(to) }])).body;

  it('is told from what the trial touches: alarms of the rules that watch it and recordings over it, which then come about', async () => {
    const { id } = await rule();
    await send([5, 9, 5, 5, 9, 5]);
    const signed = await record('Podepsaný', 0, 2);
    await sign(signed);
    const open = await record('Otevřený', 3, 6);
    const { channels } = await trial('&withdraw=1');
    expect(channels).toMatchObject([{ channel_id: channel.id, gone: 6, touched: { from: at(0), to: at(5) } }]);
    const { body } = await effects([{ channel_id: channel.id, ...channels[0]!.touched }]);
    expect(body).toEqual({
      rule_count: 1,
      alarm_count: 2,
      rules: [{ id, name: 'Horko', alarms: 2 }],
      foretold: null,
      recording_count: 2,
      signed_count: 1,
      recordings: [
        { id: signed.id, name: 'Podepsaný', is_signed: true },
        { id: open.id, name: 'Otevřený', is_signed: false },
      ],
      is_shortened: false,
    });

    const task = (await (
      await plant.send('POST', '/received-data/reparse', { datalogger_id: plant.datalogger.id, withdraw: '1' })
    ).json()) as Task;
    await new TaskRunner(plant.deps, TASKS).run();
    expect(await plant.get<Task>(`/tasks/${task.id}`)).toMatchObject({ state: 'done' });
    // Before it is undone, the same is said of that time.
    expect(await plant.get<ReparseEffects>(`/tasks/${task.id}/undo-effects`)).toMatchObject({
      rule_count: 1,
      recording_count: 2,
      signed_count: 1,
    });
    const { items } = await plant.get<{ items: { state: string }[] }>(`/alarms?channel_id=${channel.id}`);
    expect(items.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
    plant.deps.clock.advance(3 * MINUTE);
    await judgeRecordings.run(plant.deps);
    expect(await plant.get<Recording>(`/recordings/${signed.id}`)).toMatchObject({ revision: 2, changed: true });
    // Alarms that were withdrawn are none any more.
    expect(await between(0, 5)).toMatchObject({ rule_count: 1, alarm_count: 0 });
  });

  it('counts only what lies in the time: neither alarms and recordings before and after it, nor rules of later readings', async () => {
    await send([5]);
    await rule();
    await rule({ name: 'Rychlá změna', kind: 'rate', high: 3, window_s: 120 });
    await send([9, 5, 5, 5, 5]);
    await record('Před', 0, 2);
    await record('Potom', 4, 6);
    expect(await between(0, 0.5)).toMatchObject({ rule_count: 0, alarm_count: 0, recording_count: 1 });
    expect(await between(1, 1)).toMatchObject({ rule_count: 2, recordings: [{ name: 'Před' }] });
    expect((await between(1, 1)).rules.find(({ name }) => name === 'Horko')).toMatchObject({ alarms: 1 });
    const { rules, recording_count } = await between(3, 3.5);
    expect(rules.find(({ name }) => name === 'Horko')).toMatchObject({ alarms: 0 });
    expect(recording_count).toBe(0);
    expect(await between(4, 9)).toMatchObject({ recordings: [{ name: 'Potom' }] });
  });

  it('is nothing for a channel on which nothing hangs, and is refused for whoever can’t read it', async () => {
    await send([5]);
    expect(await between(0, 1)).toEqual(NOTHING);
    const of = { channel_id: channel.id, from: at(0), to: at(1) };
    expect((await effects([{ ...of, channel_id: plant.datalogger.id }])).status).toBe(404);
    expect((await effects([{ ...of, from: at(2) }])).status).toBe(422);
    expect((await effects([])).status).toBe(422);
    const { plant: other } = { plant: await testPlant(engine, { deps: plant.deps }) };
    expect((await other.send('POST', '/received-data/reparse-effects', { channels: [of] })).status).toBe(404);
  });
});
