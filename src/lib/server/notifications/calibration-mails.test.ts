import { describe, expect, it } from 'vitest';
import type { CalibratedChannel } from '../../contract/calibrations.ts';
import { dayAfter } from '../../domain/readings/calibration.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, makeDatalogger, makeMembership, makeUser, TEST_NOW, testClock } from '../testing/testing.ts';
import { calibrationMailsJob } from './calibration-mails.ts';

const HOUR_US = 3_600e6;
const DAY_US = 24 * HOUR_US;
type Mail = Extract<MailMessage, { template: 'calibrations_due' }>;
/** The day of the tests. */
const TODAY = '2026-03-02';

describe.each(ENGINES)('mail about calibrations on %s', (engine) => {
  async function setUp() {
    const clock = testClock();
    // The job looks at all organisations.
    const { db } = await freshDatabase(engine, clock);
    const plant = await testPlant(engine, { deps: { clock, db } });
    const person = async (email: string, role: string, where: string | null = plant.workspace.id) => {
      const user = await makeUser(plant.deps, { email });
      await makeMembership(plant.deps, plant.organization, user, role, { workspace_id: where });
      return user;
    };
    const calibrated = async (name: string, due_in: number | null, datalogger = plant.datalogger) => {
      const channel = await makeChannel(plant.deps, datalogger, { name, kind: 'gauge' });
      const calibration = await calibrate(channel.id, due_in);
      return { ...channel, calibration };
    };
    const calibrate = async (channel_id: string, due_in: number | null, from = TEST_NOW - DAY_US) => {
      const due_on = due_in === null ? null : dayAfter(TODAY, due_in);
      const body = { channel_id, from: formatInstant(from), laboratory: 'ČMI', curve: { kind: 'none' }, due_on };
      const answer = await plant.send('POST', '/calibrations', body);
      if (answer.status !== 201) throw new Error(await answer.text());
      return (await answer.json()) as { id: string };
    };
    const rule = async (channel_id: string, recipients: readonly string[]) => {
      const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 0, off_delay_s: 0 };
      const answer = await plant.send('POST', '/alarm-rules', { channel_id, name: 'Teplo', severity: 'info', recipients, ...limits });
      expect(answer.status).toBe(201);
    };
    const look = () => calibrationMailsJob.run(plant.deps);
    const told = () =>
      plant.deps.mail.sent
        .filter((message): message is Mail => message.template === 'calibrations_due')
        .map(({ to, params }) => `${to}: ${params.channels.map(({ channel, days }) => `${channel} ${days}`).join(', ')}`);
    const list = async () => {
      const headers = bearer(await signedIn(plant.deps, plant.owner));
      const answer = await plant.app.request(`${plant.root}/calibrations/channels`, { headers });
      return ((await answer.json()) as { items: CalibratedChannel[] }).items;
    };
    return { plant, clock, db, person, calibrated, calibrate, rule, look, told, list };
  }

  it('comes 30 and 7 days before and when it is over, each once, whoever looks and however often', async () => {
    const { plant, clock, calibrated, look, told } = await setUp();
    await calibrated('Vzduch', 31);
    await calibrated('Bez termínu', null);
    const { email } = plant.owner;
    await look();
    expect(told()).toEqual([]);
    for (let day = 1; day <= 40; day++) {
      clock.advance(DAY_US);
      // Two processes, and one that was started anew.
      await Promise.all([look(), look()]);
      await look();
    }
    expect(told()).toEqual([`${email}: Vzduch 30`, `${email}: Vzduch 7`, `${email}: Vzduch -1`]);
  });

  it('tells only the step of now where it comes late, and waits for the morning of the sensor', async () => {
    const { plant, clock, calibrated, look, told } = await setUp();
    await calibrated('Pozdě', 5);
    await calibrated('Po termínu', -100);
    clock.advance(-3 * HOUR_US);
    await look();
    expect(told()).toEqual([]);
    clock.advance(3 * HOUR_US);
    await look();
    // One mail of all, the first due first.
    expect(told()).toEqual([`${plant.owner.email}: Po termínu -100, Pozdě 5`]);
  });

  it('goes to whom alarms of the logger are told and who may read it, else to administrators', async () => {
    const { plant, person, calibrated, rule, look, told } = await setUp();
    const reader = await person('reader@example.com', 'viewer');
    const stranger = await person('stranger@example.com', 'member', null);
    const admin = await person('admin@example.com', 'admin', null);
    await person('bystander@example.com', 'manager');
    const other = await makeDatalogger(plant.deps, plant.workspace, { name: 'Mrazák' });
    const watched = await makeChannel(plant.deps, plant.datalogger, { name: 'Hlídaný', kind: 'gauge' });
    await rule(watched.id, [reader.id, stranger.id]);
    await calibrated('Vzduch', 3);
    await calibrated('Jinde', 4, other);
    await look();
    expect(told().sort()).toEqual([`${admin.email}: Jinde 4`, `${plant.owner.email}: Jinde 4`, `${reader.email}: Vzduch 3`].sort());
  });

  it('is none of one that was taken back, followed by another, or whose channel or logger is archived', async () => {
    const { plant, clock, db, calibrated, calibrate, look, told } = await setUp();
    const revoked = await calibrated('Vzatá', 3);
    await plant.send('PATCH', `/calibrations/${revoked.calibration.id}`, { rev: 1, revoked: true });
    const renewed = await calibrated('Obnovená', 3);
    await calibrate(renewed.id, 365, TEST_NOW - HOUR_US);
    const archived = await calibrated('Archivovaná', 3);
    const gone = await makeDatalogger(plant.deps, plant.workspace);
    await calibrated('Pryč', 3, gone);
    await db.write(plant.organization.id, async (writer) => {
      await writer.updateTable('channels').set({ archived_at: clock.now() }).where('id', '=', archived.id).execute();
      await writer.updateTable('dataloggers').set({ archived_at: clock.now() }).where('id', '=', gone.id).execute();
    });
    await look();
    expect(told()).toEqual([]);
  });

  it('is said in the list of calibrations once it was made, and not before', async () => {
    const { calibrated, look, list } = await setUp();
    await calibrated('Vzduch', 3);
    expect(await list()).toMatchObject([{ name: 'Vzduch', state: 'due', told_at: null }]);
    await look();
    expect(await list()).toMatchObject([{ told_at: '2026-03-02T08:00:00Z' }]);
  });
});
