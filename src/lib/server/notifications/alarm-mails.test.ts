import { describe, expect, it } from 'vitest';
import type { MailMessage } from '../kernel/mail-messages.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, makeMembership, makeMessage, makeUser, testClock } from '../testing/testing.ts';
import { alarmMailsJob } from './alarm-mails.ts';

const MINUTE_US = 60e6;
type Mail = Extract<MailMessage, { template: 'alarms' }>;

describe.each(ENGINES)('mail about alarms on %s', (engine) => {
  async function setUp() {
    const clock = testClock();
    // The job looks at all organisations.
    const { db } = await freshDatabase(engine, clock);
    const plant = await testPlant(engine, { deps: { clock, db } });
    const channel = await makeChannel(plant.deps, plant.datalogger, { name: 'Vzduch', unit: '°C' });
    const reader = await makeUser(plant.deps, { email: 'reader@example.com' });
    await makeMembership(plant.deps, plant.organization, reader, 'viewer', { workspace_id: plant.workspace.id });
    const stranger = await makeUser(plant.deps, { email: 'stranger@example.com' });
    await makeMembership(plant.deps, plant.organization, stranger, 'member');
    const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 0, off_delay_s: 0 };
    const rule = { channel_id: channel.id, name: 'Vysoká teplota', severity: 'critical', recipients: [reader.id, stranger.id] };
    const answer = await plant.send('POST', '/alarm-rules', { ...rule, ...limits });
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
    return { plant, clock, send, told, look };
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
});
