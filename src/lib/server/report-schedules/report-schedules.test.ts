import { describe, expect, it } from 'vitest';
import type { ReportSchedule } from '../../contract/report-schedules.ts';
import type { ReportPeriod } from '../../contract/reports.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import { createMailer } from '../mail/mailer.ts';
import { startMailServer } from '../mail/testing.ts';
import { createTransportOf } from '../mail/transport.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, makeMembership, makeMessage, makeUser, testClock } from '../testing/testing.ts';
import { forgetReports, runSchedules } from './run-schedules.ts';

const HOUR = 3_600e6;
const DAY = 24 * HOUR;
const us = (text: string) => Date.parse(text) * 1_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const shift = (name: string, start: string, end: string) => ({ name, days: EVERY_DAY, start, end, breaks: [] });
type Mail = Extract<MailMessage, { template: 'report' }>;

describe.each(ENGINES)('reports by the clock on %s', (engine) => {
  async function setUp(start: string) {
    const clock = testClock(us(start));
    // The job looks at all organisations.
    const { db } = await freshDatabase(engine, clock);
    const plant = await testPlant(engine, { deps: { clock, db } });
    const channel = await makeChannel(plant.deps, plant.datalogger, { name: 'Vzduch', unit: '°C' });
    const reader = await makeUser(plant.deps, { email: 'reader@example.com' });
    await makeMembership(plant.deps, plant.organization, reader, 'viewer', { workspace_id: plant.workspace.id });
    const stranger = await makeUser(plant.deps, { email: 'stranger@example.com' });
    await makeMembership(plant.deps, plant.organization, stranger, 'member');
    const body = (over: object = {}) => ({
      ...{ name: 'Chladírna', datalogger_id: plant.datalogger.id, channels: null, period: 'day', hour: 6 },
      ...{ format: 'xlsx', locale: 'cs', recipients: [reader.id, stranger.id], active: true, ...over },
    });
    const create = async (over: object = {}) => {
      const answer = await plant.send('POST', '/report-schedules', body(over));
      return { status: answer.status, row: (await answer.json()) as ReportSchedule & { code?: string } };
    };
    const runs = () =>
      db.read(plant.organization.id, (tx) =>
        tx.selectFrom('report_runs').selectAll().where('organization_id', '=', plant.organization.id).orderBy('from_ts').execute(),
      );
    const mails = () => plant.deps.mail.sent.filter((message): message is Mail => message.template === 'report');
    const look = () => runSchedules.run(plant.deps);
    const read = (minutes: number) =>
      db.readings.commit(
        makeMessage(
          plant.deps,
          plant.organization,
          plant.datalogger,
          Array.from({ length: minutes }, (_, i) => ({
            channelNo: channel.no,
            ts: clock.now() - (minutes - i) * 60e6,
            num: 5,
            text: null,
          })),
        ),
      );
    return { plant, clock, db, channel, reader, create, runs, mails, look, read, body };
  }

  it.each<[ReportPeriod, string, string]>([
    ['day', '2026-10-23T12:00:00Z', '2026-10-28T12:00:00Z'],
    ['day', '2026-03-27T12:00:00Z', '2026-04-01T12:00:00Z'],
    ['shift', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z'],
    ['shift', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z'],
    ['week', '2026-10-15T12:00:00Z', '2026-11-05T12:00:00Z'],
    ['month', '2026-02-15T12:00:00Z', '2026-05-05T12:00:00Z'],
  ])('tell of every %s once, from %s on, though processes look at once and one dies', async (period, from, until) => {
    const { plant, clock, create, runs, mails, look } = await setUp(from);
    const shifts = [shift('R', '06:00', '14:00'), shift('O', '14:00', '22:00'), shift('N', '22:00', '06:00')];
    await plant.send('PUT', `/workspaces/${plant.workspace.id}/shift-calendar`, { rev: 0, shifts, exceptions: [] });
    expect((await create({ period })).status).toBe(201);
    const step = period === 'shift' ? 2 * HOUR : period === 'day' ? 5 * HOUR : 2 * DAY;
    for (let at = us(from); at < us(until); at += step) {
      clock.set(at);
      await Promise.all([look(), look()]);
      // One that took what is due and was never heard of again.
      await plant.deps.db.write(plant.organization.id, (db) =>
        db
          .updateTable('report_schedules')
          .set({ lease_owner: 'dead', lease_until: clock.now() + 60e6, rev: 1 })
          .where('lease_until', '=', 0)
          .execute(),
      );
    }
    const found = await runs();
    expect(found.length).toBeGreaterThan(period === 'month' ? 1 : 2);
    for (const [index, one] of found.entries()) {
      expect(one.failure).toBeNull();
      if (index > 0) expect(one.from_ts).toBe(found[index - 1]!.to_ts);
    }
    const lengths = found.map(({ from_ts, to_ts }) => (to_ts - from_ts) / HOUR);
    if (period === 'day') expect(lengths).toContain(from.startsWith('2026-10') ? 25 : 23);
    if (period === 'shift') expect(lengths).toContain(from.startsWith('2026-10') ? 9 : 7);
    // To those alone who may read the channels at that moment.
    expect(mails().map(({ to }) => to)).toEqual(found.map(() => 'reader@example.com'));
    expect(mails().map(({ params }) => params.from)).toEqual(
      found.map(({ from_ts }) => new Date(from_ts / 1_000).toISOString().replace('.000', '')),
    );
  });

  it('are made one after another for what was missed, and not for what passed while they were off', async () => {
    const { plant, clock, create, runs, look } = await setUp('2026-11-02T12:00:00Z');
    const { row } = await create();
    expect(row).toMatchObject({ next_at: '2026-11-03T05:00:00Z', next_from: '2026-11-01T23:00:00Z', next_to: '2026-11-02T23:00:00Z' });
    clock.set(us('2026-11-05T12:00:00Z'));
    await look();
    expect(await runs()).toHaveLength(3);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('report_schedules').set({ active: 0, next_at: null }).execute(),
    );
    clock.set(us('2026-11-08T12:00:00Z'));
    await look();
    expect(await runs()).toHaveLength(3);
  });

  it('lie with their schedule for thirty days, and are told with it', async () => {
    const { plant, clock, create, look, read, runs } = await setUp('2026-11-02T12:00:00Z');
    const { row } = await create();
    await read(60);
    clock.set(us('2026-11-03T05:10:00Z'));
    await look();
    const [run] = await runs();
    expect(run).toMatchObject({ name: expect.stringMatching(/^protokol-2026-11-02-[0-9A-F]{4}\.xlsx$/), mailed: 1 });
    const file = `${plant.root}/report-schedules/${row.id}/runs/${run!.id}/content`;
    const fresh = await plant.member('viewer', plant.workspace.id);
    const answer = await plant.app.request(file, { headers: fresh });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, run!.size]);
    clock.advance(31 * DAY);
    await forgetReports.run(plant.deps);
    const later = await plant.member('viewer', plant.workspace.id);
    expect((await plant.app.request(file, { headers: later })).status).toBe(404);
    const list = (await (await plant.app.request(`${plant.root}/report-schedules`, { headers: later })).json()) as {
      items: ReportSchedule[];
    };
    expect(list.items[0]!.runs).toMatchObject([{ available: false, failure: null, size: run!.size }]);
  });

  it('that can’t be made say why, and the next one is made again', async () => {
    const { plant, clock, create, look, runs, channel } = await setUp('2026-11-02T12:00:00Z');
    await create({ datalogger_id: null, channels: [channel.id] });
    const hide = (kind: 'text' | 'gauge', id: string) =>
      plant.deps.db.write(plant.organization.id, (db) =>
        db
          .updateTable('report_schedules')
          .set({ channels: JSON.stringify([id]) })
          .where('rev', '>', 0)
          .execute()
          .then(() => kind),
      );
    await hide('text', '01890000-0000-7000-8000-000000000000');
    clock.set(us('2026-11-03T05:10:00Z'));
    await look();
    expect(await runs()).toMatchObject([{ failure: 'not_found', data: null, mailed: 0 }]);
    await hide('gauge', channel.id);
    clock.set(us('2026-11-04T05:10:00Z'));
    await look();
    expect(await runs()).toMatchObject([{ failure: 'not_found' }, { failure: null }]);
  });

  it('tell whoever planned them of a failure, of several in a row once, and nobody who may not see them any more', async () => {
    const { plant, clock, create, look, channel } = await setUp('2026-11-02T12:00:00Z');
    await create({ datalogger_id: null, channels: [channel.id] });
    const mails = () => plant.deps.mail.sent.filter(({ template }) => template === 'report_failed');
    const on = async (day: string, of: string) => {
      await plant.deps.db.write(plant.organization.id, (db) =>
        db
          .updateTable('report_schedules')
          .set({ channels: JSON.stringify([of]) })
          .where('rev', '>', 0)
          .execute(),
      );
      clock.set(us(`2026-11-${day}T05:10:00Z`));
      await look();
      return mails().length;
    };
    const nobodys = '01890000-0000-7000-8000-000000000000';
    expect(await on('03', nobodys)).toBe(1);
    expect(mails()).toMatchObject([
      {
        to: plant.owner.email,
        params: { report: 'Chladírna', from: '2026-11-01T23:00:00Z', to: '2026-11-02T23:00:00Z', organization: plant.organization.name },
      },
    ]);
    expect(await on('04', nobodys)).toBe(1);
    expect(await on('05', channel.id)).toBe(1);
    expect(await on('06', nobodys)).toBe(2);
    expect(await on('07', channel.id)).toBe(2);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('users').set({ archived_at: clock.now() }).where('id', '=', plant.owner.id).execute(),
    );
    expect(await on('08', nobodys)).toBe(2);
  });

  it('refuse what isn’t of one workspace, people from elsewhere, and whoever may not write', async () => {
    const { plant, create, body, channel } = await setUp('2026-11-02T12:00:00Z');
    const nobody = await makeUser(plant.deps);
    expect((await create({ recipients: [nobody.id] })).row.code).toBe('validation_failed');
    expect((await create({ channels: [channel.id] })).row.code).toBe('validation_failed');
    expect((await create({ datalogger_id: null, channels: null })).row.code).toBe('validation_failed');
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect((await plant.send('POST', '/report-schedules', body(), viewer)).status).toBe(403);
    const { row } = await create();
    const stale = await plant.send('PATCH', `/report-schedules/${row.id}`, { rev: 7, active: false });
    expect(stale.status).toBe(409);
    const off = await plant.send('PATCH', `/report-schedules/${row.id}`, { rev: 1, active: false });
    expect(await off.json()).toMatchObject({ active: false, next_at: null, rev: 2 });
  });

  it('go with the mail as a file', async () => {
    const server = await startMailServer();
    try {
      const { plant, clock, create, look, read } = await setUp('2026-11-02T12:00:00Z');
      await create();
      await read(60);
      clock.set(us('2026-11-03T05:10:00Z'));
      const config = {
        ...plant.deps.config,
        smtp: { host: '127.0.0.1', port: server.port, secure: false, starttls: 'never' as const, auth: undefined },
      };
      const mail = createMailer({ ...plant.deps, config }, createTransportOf(config));
      await runSchedules.run({ ...plant.deps, config, mail });
      void look;
      await mail.deliverDue();
      const [received] = await server.until(1);
      expect(received!.mail.subject).toBe('Protokol Chladírna');
      expect(received!.mail.attachments).toMatchObject([{ filename: expect.stringMatching(/\.xlsx$/) }]);
      await mail.stop();
    } finally {
      await server.close();
    }
  });
});
