import { describe, expect, it } from 'vitest';
import type { Notifications } from '../../contract/account.ts';
import type { AlarmSeverity } from '../../contract/alarm-rules.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, makeMembership, makeMessage, makeUser, testClock } from '../testing/testing.ts';
import { alarmMailsJob } from './alarm-mails.ts';

const MINUTE_US = 60e6;
type Mail = Extract<MailMessage, { template: 'alarms' }>;

interface Setting {
  notifications?: Partial<Notifications>;
  severity?: AlarmSeverity;
  /** Minutes after which the boss is told. */
  steps?: readonly number[];
}

describe.each(ENGINES)('mail about alarms on %s', (engine) => {
  async function setUp({ notifications, severity = 'critical', steps = [] }: Setting = {}) {
    const clock = testClock();
    // The job looks at all organisations.
    const { db } = await freshDatabase(engine, clock);
    const plant = await testPlant(engine, { deps: { clock, db } });
    const channel = await makeChannel(plant.deps, plant.datalogger, { name: 'Vzduch', unit: '°C' });
    const wishes =
      notifications === undefined ? {} : { notifications: JSON.stringify({ new_device: true, silent_loggers: 'none', ...notifications }) };
    const reader = await makeUser(plant.deps, { email: 'reader@example.com', name: 'Čtenář', ...wishes });
    const boss = await makeUser(plant.deps, { email: 'boss@example.com' });
    await makeMembership(plant.deps, plant.organization, boss, 'viewer', { workspace_id: plant.workspace.id });
    await makeMembership(plant.deps, plant.organization, reader, 'viewer', { workspace_id: plant.workspace.id });
    const stranger = await makeUser(plant.deps, { email: 'stranger@example.com' });
    await makeMembership(plant.deps, plant.organization, stranger, 'member');
    const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 0, off_delay_s: 0 };
    const rule = { channel_id: channel.id, name: 'Vysoká teplota', severity, recipients: [reader.id, stranger.id] };
    const escalation = steps.map((after_min) => ({ after_min, recipients: [boss.id] }));
    const answer = await plant.send('POST', '/alarm-rules', { ...rule, ...limits, escalation });
    expect(answer.status).toBe(201);
    const start = clock.now();
    const send = (samples: readonly (readonly [minute: number, num: number])[]) => {
      const readings = samples.map(([minute, num]) => ({ channelNo: channel.no, ts: start + minute * MINUTE_US, num, text: null }));
      return db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings));
    };
    const told = () =>
      plant.deps.mail.sent
        .filter((message): message is Mail => message.template === 'alarms')
        .map(({ to, params }) => [to, params.rule, ...params.alarms.map(({ peak }) => peak)]);
    const look = () => alarmMailsJob.run(plant.deps);
    // A token is good for a quarter of an hour, and these tests last longer.
    const get = async <T>(path: string): Promise<T> => {
      const answer = await plant.app.request(plant.root + path, { headers: bearer(await signedIn(plant.deps, plant.owner)) });
      expect(answer.status).toBe(200);
      return (await answer.json()) as T;
    };
    const alarms = async () => (await get<{ items: { id: string; rev: number }[] }>('/alarms')).items;
    const notices = async () =>
      (await get<{ items: { state: string; step: number; recipient: string | null }[] }>(`/alarms/${(await alarms())[0]!.id}/notices`))
        .items;
    const acknowledge = async () => plant.send('POST', `/alarms/${(await alarms())[0]!.id}/acknowledge`, {});
    const pass = async (minutes: number) => {
      clock.advance(minutes * MINUTE_US);
      await look();
    };
    return { plant, clock, send, told, look, notices, acknowledge, pass };
  }

  it('is one for a rule and what came at once, to those of the chosen people who may read it', async () => {
    const { send, told, look } = await setUp();
    await look();
    await send([
      [0, 9],
      [1, 7],
      [2, 10],
      [3, 6],
    ]);
    await Promise.all([look(), look()]);
    expect(told()).toEqual([['reader@example.com', 'Vysoká teplota', 9, 10]]);
    await send([[4, 7]]);
    await look();
    expect(told()).toHaveLength(1);
    await send([[5, 11]]);
    await look();
    expect(told()).toEqual([
      ['reader@example.com', 'Vysoká teplota', 9, 10],
      ['reader@example.com', 'Vysoká teplota', 11],
    ]);
  });

  it('is none about what came late alone, nor about what was withdrawn before anybody was told', async () => {
    const { clock, send, told, look } = await setUp();
    await send([[0, 9]]);
    await send([[0, 1]]);
    await look();
    clock.advance(3 * 3_600e6);
    await send([
      [2, 9],
      [3, 1],
    ]);
    await look();
    expect(told()).toEqual([]);
  });

  it('is written down with the alarm, and says when it left', async () => {
    const { plant, send, look, notices } = await setUp();
    await send([[0, 9]]);
    await look();
    expect(await notices()).toMatchObject([{ way: 'mail', recipient: 'Čtenář', state: 'waiting', settled_at: null, step: 0 }]);
    await plant.deps.mail.deliverDue();
    expect(await notices()).toMatchObject([{ state: 'sent', settled_at: '2026-03-02T08:00:00Z' }]);
  });

  it('is none of a severity that somebody doesn’t want', async () => {
    const { send, told, look, notices } = await setUp({ severity: 'warning', notifications: { alarm_severities: ['critical'] } });
    await send([[0, 9]]);
    await look();
    expect(told()).toEqual([]);
    expect(await notices()).toEqual([]);
  });

  // It is nine in Prague.
  const QUIET = { from: 8 * 60, to: 10 * 60 };

  it('waits for the end of somebody’s quiet hours, and is one for what still stands then', async () => {
    const { send, told, look, notices, pass } = await setUp({ notifications: { quiet: { ...QUIET, critical: false } } });
    await send([
      [0, 9],
      [1, 7],
      [2, 10],
    ]);
    await look();
    expect(told()).toEqual([]);
    expect(await notices()).toMatchObject([{ state: 'held', due_at: '2026-03-02T09:00:00Z' }]);
    await pass(59);
    expect(told()).toEqual([]);
    await pass(1);
    expect(told()).toEqual([['reader@example.com', 'Vysoká teplota', 10]]);
    await pass(60);
    expect(told()).toHaveLength(1);
  });

  it('is none after quiet hours of what somebody acknowledged or what was over by then', async () => {
    const { send, told, look, acknowledge, notices, pass } = await setUp({ notifications: { quiet: { ...QUIET, critical: false } } });
    await send([[0, 9]]);
    await look();
    await acknowledge();
    await pass(90);
    expect(told()).toEqual([]);
    expect(await notices()).toMatchObject([{ state: 'dropped' }]);
  });

  it('comes in quiet hours where it is critical and somebody chose that', async () => {
    const { send, told, look } = await setUp({ notifications: { quiet: { ...QUIET, critical: true } } });
    await send([[0, 9]]);
    await look();
    expect(told()).toHaveLength(1);
  });

  it('goes to the next ones when nobody acknowledged in time, step by step, also after a restart', async () => {
    const { send, told, look, pass, notices } = await setUp({ steps: [15, 60] });
    await send([[0, 9]]);
    await look();
    await pass(14);
    expect(told()).toHaveLength(1);
    // Nothing of it lives in the process: the job of another one goes on.
    await Promise.all([pass(1), pass(0)]);
    expect(told()).toEqual([
      ['reader@example.com', 'Vysoká teplota', 9],
      ['boss@example.com', 'Vysoká teplota', 9],
    ]);
    await pass(44);
    expect(told()).toHaveLength(2);
    await pass(1);
    await pass(600);
    expect(told()).toHaveLength(3);
    expect((await notices()).map(({ step }) => step)).toEqual([0, 1, 2]);
  });

  it('goes no further once somebody acknowledged it, or it was over', async () => {
    const { send, told, look, acknowledge, pass } = await setUp({ steps: [15] });
    await send([[0, 9]]);
    await look();
    await acknowledge();
    await pass(20);
    await send([
      [21, 1],
      [22, 9],
    ]);
    await look();
    await send([[23, 1]]);
    await pass(20);
    expect(told().map(([to]) => to)).toEqual(['reader@example.com', 'reader@example.com']);
  });

  it('has no step that isn’t later than the one before', async () => {
    const { plant } = await setUp();
    const { items } = await plant.get<{ items: { id: string; rev: number; recipients: string[] }[] }>('/alarm-rules');
    const { id, rev, recipients } = items[0]!;
    const change = (escalation: object) => plant.send('PATCH', `/alarm-rules/${id}`, { rev, escalation });
    expect(
      (
        await change([
          { after_min: 15, recipients },
          { after_min: 15, recipients },
        ])
      ).status,
    ).toBe(422);
    expect((await change([{ after_min: 15, recipients: [plant.deps.ids.uuid()] }])).status).toBe(422);
    expect(
      (
        await change([
          { after_min: 15, recipients },
          { after_min: 16, recipients },
        ])
      ).status,
    ).toBe(200);
  });
});
