import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { LOCALES } from '../../constants.ts';
import { parseConfig } from '../kernel/config.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import type { Mailer } from '../kernel/mailer.ts';
import { JOBS } from '../process/jobs.ts';
import { TEST_CERT, TEST_KEY } from '../process/web/test-certificate.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, testClock, testDeps, testLocation } from '../testing/testing.ts';
import { createMailer } from './mailer.ts';
import { forgetMails } from './outbox.ts';
import { startMailServer, type TestMailServer } from './testing.ts';
import { MailError } from './transport.ts';

const HOUR_US = 3_600e6;
const TOKEN = 'b0Zr2Yc6T9mWqX1aLkE8sVhUjGfDnP4oRiQtCw3xMyA';
const url = `https://log.example.com/signup/invitation/${TOKEN}`;

const invitation = (over: Partial<MailMessage> = {}): MailMessage =>
  ({
    to: 'petr@example.com',
    locale: 'cs',
    template: 'invitation',
    params: {
      organization: 'Kovárna Žďár, s.r.o.',
      inviter: 'Jana Nováková',
      url,
      expires_at: '2026-03-09T08:00:00Z',
      time_zone: 'Europe/Prague',
    },
    ...over,
  }) as MailMessage;

const servers: TestMailServer[] = [];
const mailServer = async (...args: Parameters<typeof startMailServer>) => {
  const server = await startMailServer(...args);
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe.each(ENGINES)('mails on %s', (engine) => {
  async function setUp(smtpUrl?: string, env: Record<string, string> = {}) {
    const clock = testClock();
    const { db, location } = await freshDatabase(engine, clock);
    const config = parseConfig({
      SITE_URL: 'https://log.example.com',
      DATA_DIR: location.dataDir,
      ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
      ...env,
    });
    const deps = await testDeps(engine, { db, clock, config });
    const mail = createMailer(deps);
    const rows = () => db.read(null, (reader) => reader.selectFrom('mail_outbox').selectAll().orderBy('id').execute());
    const sendNow = async (message: MailMessage) => {
      await mail.send(message);
      await mail.idle();
    };
    return { deps, mail, rows, sendNow, dataDir: location.dataDir };
  }

  it('are handed to the SMTP server after the commit, and nothing of them is kept', async () => {
    const server = await mailServer();
    const { sendNow, rows, deps } = await setUp(server.url);
    await sendNow(invitation());
    const [received] = server.received;
    expect(received).toMatchObject({ to: ['petr@example.com'], from: 'taktlog@log.example.com' });
    expect(received!.mail).toMatchObject({
      subject: 'Pozvánka do organizace Kovárna Žďár, s.r.o.',
      from: { name: 'Taktlog', address: 'taktlog@log.example.com' },
      to: [{ address: 'petr@example.com' }],
    });
    const [row] = await rows();
    expect(row).toMatchObject({ message: null, next_at: null, sent_at: deps.clock.now(), tries: 1 });
    expect(received!.mail.messageId).toBe(`<${row!.id}@log.example.com>`);
    expect(JSON.stringify([row, deps.lines])).not.toMatch(/petr@example|b0Zr2Yc6/);
  });

  it('say that they were made by a machine, with the plain text before the HTML', async () => {
    const server = await mailServer();
    const { sendNow } = await setUp(server.url);
    await sendNow(invitation());
    const { raw, mail } = server.received[0]!;
    const headers = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'content-language': 'cs-CZ' });
    expect(raw.indexOf('text/plain')).toBeGreaterThan(0);
    expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'));
    expect(mail.html).not.toMatch(/<img|src=|@import|<link/);
  });

  it('whose server is down wait, longer each time, and go when it is back', async () => {
    const server = await mailServer();
    await server.close();
    servers.length = 0;
    const { sendNow, rows, mail, deps } = await setUp(server.url);
    await sendNow(invitation());
    expect((await rows())[0]).toMatchObject({ tries: 1, next_at: deps.clock.now() + 60e6, sent_at: null, last_error: 'esocket' });
    await mail.deliverDue();
    expect((await rows())[0]).toMatchObject({ tries: 1 });
    deps.clock.advance(60e6);
    await mail.deliverDue();
    expect((await rows())[0]).toMatchObject({ tries: 2, next_at: deps.clock.now() + 120e6 });

    const back = await mailServer({}, server.port);
    deps.clock.advance(120e6);
    await JOBS.find(({ name }) => name === 'mail.deliver')?.run({ ...deps, mail });
    expect(back.received).toHaveLength(1);
    expect((await rows())[0]).toMatchObject({ message: null, last_error: null });
    expect(JSON.stringify(deps.lines)).not.toMatch(/petr@example|b0Zr2Yc6/);
  });

  it('are given up after three days, or when their link is no longer good', async () => {
    const server = await mailServer();
    await server.close();
    servers.length = 0;
    const { sendNow, rows, mail, deps } = await setUp(server.url);
    await sendNow(invitation());
    await sendNow(invitation({ template: 'password_reset', params: { url }, until: deps.clock.now() + HOUR_US } as Partial<MailMessage>));
    for (let hours = 0; hours < 90; hours += 6) {
      deps.clock.advance(6 * HOUR_US);
      await mail.deliverDue();
    }
    const ended = await rows();
    for (const row of ended) expect(row).toMatchObject({ message: null, next_at: null, sent_at: null, failed_at: expect.any(Number) });
    expect(ended.map(({ tries }) => tries > 3)).toEqual([true, false]);
  });

  it('to an address that the server refuses for good are given up at once, others go', async () => {
    const server = await mailServer({
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('nobody')) return done(Object.assign(new Error(`${address}: no such user`), { responseCode: 550 }));
        if (address.startsWith('later')) return done(Object.assign(new Error('try again'), { responseCode: 451 }));
        return done();
      },
    });
    const { sendNow, rows, deps } = await setUp(server.url);
    for (const name of ['nobody', 'later', 'petr']) await sendNow(invitation({ to: `${name}@example.com` }));
    expect((await rows()).map(({ last_error, failed_at, sent_at }) => [last_error, failed_at !== null, sent_at !== null])).toEqual([
      ['smtp_550', true, false],
      ['smtp_451', false, false],
      [null, false, true],
    ]);
    expect(JSON.stringify(deps.lines)).not.toContain('nobody@');
  });

  it('go once, however many processes look at the outbox', async () => {
    const server = await mailServer();
    const { deps, rows } = await setUp(server.url);
    const processes = [createMailer(deps), createMailer(deps), createMailer(deps)];
    await deps.db.write(null, async (db) => {
      for (let i = 0; i < 12; i++) await deps.mail.put(db, invitation({ to: `p${i}@example.com` }));
    });
    await Promise.all(processes.map((one) => one.deliverDue()));
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(Array.from({ length: 12 }, (_, i) => `p${i}@example.com`).sort());
    expect((await rows()).map(({ tries }) => tries)).toEqual(Array(12).fill(1));
    for (const one of processes) await one.stop();
  });

  it('of a process that died on the way are sent by another one', async () => {
    const server = await mailServer();
    const { deps, mail, rows } = await setUp(server.url);
    const dead = createMailer(deps, { leaves: true, deliver: () => new Promise(() => undefined), close: () => undefined });
    await deps.mail.send(invitation());
    void dead.deliverDue();
    await expect.poll(async () => (await rows())[0]?.tries).toBe(1);
    await mail.deliverDue();
    expect(server.received).toEqual([]);
    deps.clock.advance(300e6);
    await mail.deliverDue();
    expect(server.received).toHaveLength(1);
  });

  it('of a write that is rolled back never go out', async () => {
    const server = await mailServer();
    const { deps, mail, rows } = await setUp(server.url);
    const failing = deps.db.write(null, async (db) => {
      await mail.put(db, invitation());
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await mail.deliverDue();
    expect([server.received, await rows()]).toEqual([[], []]);
  });

  it('that bring an invitation say in its row when they were sent, and lists follow', async () => {
    const server = await mailServer();
    const clock = testClock();
    const { db } = await freshDatabase(engine, clock);
    const plant = await testPlant(engine, { deps: { db, clock } });
    const { deps, organization } = plant;
    const answer = await plant.send('POST', '/invitations', {
      email: 'petr@example.com',
      roles: { organization: [], workspaces: [{ workspace_id: plant.workspace.id, roles: ['viewer'] }] },
    });
    const { id } = (await answer.json()) as { id: string };
    const sentAt = async () => (await plant.get<{ items: { sent_at: string | null }[] }>('/invitations')).items[0]?.sent_at;
    expect(await sentAt()).toBe(null);
    const mail = createMailer({ ...deps, config: parseConfig({ SMTP_URL: server.url }) });
    clock.advance(5e6);
    await mail.deliverDue();
    expect(await sentAt()).toBe('2026-03-02T08:00:05Z');
    expect(deps.bus.published.at(-1)).toEqual({
      organizationId: organization.id,
      event: { name: 'changed', data: { entity: 'invitations', id, workspace_id: plant.workspace.id } },
    });
    await mail.stop();
  });

  describe('taken back while they are handed over', () => {
    /** An invitation whose mail is just being handed over; `end` says how that ends, the ones after it are refused for good. */
    async function onItsWay() {
      const clock = testClock();
      const { db } = await freshDatabase(engine, clock);
      const plant = await testPlant(engine, { deps: { db, clock } });
      const started = Promise.withResolvers<void>();
      const ending = Promise.withResolvers<object>();
      let tries = 0;
      const deliver = () => {
        if (tries++ > 0) return Promise.reject(new MailError('smtp_550', { final: true }));
        started.resolve();
        return ending.promise;
      };
      const mail: Mailer = createMailer(plant.deps, { leaves: true, deliver, close: () => undefined });
      const roles = { organization: [], workspaces: [{ workspace_id: plant.workspace.id, roles: ['viewer'] }] };
      const { id } = (await (await plant.send('POST', '/invitations', { email: 'petr@example.com', roles })).json()) as { id: string };
      const delivered = mail.deliverDue();
      await started.promise;
      const end = async (error?: Error) => {
        if (error) ending.reject(error);
        else ending.resolve({});
        await delivered;
      };
      const rows = () => db.read(null, (reader) => reader.selectFrom('mail_outbox').selectAll().orderBy('id').execute());
      return { ...plant, id, end, rows, mail, tries: () => tries };
    }

    it('are not tried again', async () => {
      const { id, end, rows, mail, tries, send, deps } = await onItsWay();
      expect((await send('DELETE', `/invitations/${id}`, undefined)).status).toBe(200);
      await end(new MailError('etimedout', { unreachable: true }));
      const withdrawn = { message: null, next_at: null, sent_at: null, last_error: 'withdrawn', tries: 1 };
      expect(await rows()).toMatchObject([withdrawn]);
      deps.clock.advance(HOUR_US);
      await mail.deliverDue();
      expect([tries(), await rows()]).toMatchObject([1, [withdrawn]]);
      expect(deps.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    });

    it('don’t say that the invitation was sent, which is to go out anew', async () => {
      const { id, end, rows, mail, send, get } = await onItsWay();
      expect((await send('POST', `/invitations/${id}/resend`, undefined)).status).toBe(200);
      await end();
      await mail.deliverDue();
      expect(await get('/invitations')).toMatchObject({ items: [{ id, sent_at: null }] });
      expect((await rows()).map(({ sent_at, last_error }) => [sent_at, last_error])).toEqual([
        [null, 'withdrawn'],
        [null, 'smtp_550'],
      ]);
    });

    it('are left to the process that took them after the lease', async () => {
      const { end, rows, deps } = await onItsWay();
      deps.clock.advance(300e6);
      const other = createMailer(deps, {
        leaves: true,
        deliver: () => Promise.reject(new MailError('smtp_451')),
        close: () => undefined,
      });
      await other.deliverDue();
      const taken = { tries: 2, last_error: 'smtp_451', next_at: deps.clock.now() + 120e6, failed_at: null };
      expect(await rows()).toMatchObject([taken]);
      await end(new MailError('smtp_550', { final: true }));
      expect(await rows()).toMatchObject([taken]);
    });
  });

  it('are forgotten a month later', async () => {
    const { deps, rows } = await setUp();
    await deps.mail.send(invitation());
    deps.clock.advance(29 * 24 * HOUR_US);
    await forgetMails(deps);
    expect(await rows()).toHaveLength(1);
    deps.clock.advance(2 * 24 * HOUR_US);
    await forgetMails(deps);
    expect(await rows()).toEqual([]);
  });

  it('without an SMTP server become files that only their owner reads, and the log says where without saying whose', async () => {
    const { deps, sendNow, dataDir } = await setUp();
    await sendNow(invitation());
    const folder = join(dataDir, 'mail');
    const [name = '', ...more] = readdirSync(folder);
    expect(more).toEqual([]);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect((await PostalMime.parse(readFileSync(join(folder, name)))).text).toContain(url);
    const line = deps.lines.find(({ msg }) => msg === 'mail written');
    expect(existsSync(String(line?.file))).toBe(true);
    // Their links end within seven days, and so do they.
    for (const left of [1, 0]) {
      deps.clock.advance(4 * 24 * HOUR_US);
      await forgetMails(deps);
      expect(readdirSync(folder)).toHaveLength(left);
    }
    expect(JSON.stringify(deps.lines)).not.toMatch(/petr|example\.com|b0Zr2Yc6/);
  });
});

describe('over one engine', () => {
  async function setUp(smtpUrl: string) {
    const clock = testClock();
    const { db } = await freshDatabase('sqlite', clock);
    const deps = await testDeps('sqlite', { db, clock, config: parseConfig({ SITE_URL: 'https://log.example.com', SMTP_URL: smtpUrl }) });
    const mail = createMailer(deps);
    return {
      deps,
      rows: () => db.read(null, (reader) => reader.selectFrom('mail_outbox').selectAll().execute()),
      async sendNow(message: MailMessage) {
        await mail.send(message);
        await mail.idle();
      },
    };
  }

  it('a subject can’t carry another header, and names are escaped in the HTML', async () => {
    const server = await mailServer();
    const { sendNow } = await setUp(server.url);
    const organization = 'Dílna\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script> & "Co"';
    await sendNow(invitation({ params: { ...invitation().params, organization, inviter: '<b>Eva</b>' } } as Partial<MailMessage>));
    const { to, mail } = server.received[0]!;
    expect(to).toEqual(['petr@example.com']);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.subject).toContain('Dílna Bcc: victim@example.com');
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.html).not.toMatch(/<script|<b>Eva/);
    expect(mail.text).toContain('<b>Eva</b>');
  });

  it('a recipient that is more than an address is refused before any server sees it', async () => {
    const server = await mailServer();
    const { sendNow, rows } = await setUp(server.url);
    await sendNow(invitation({ to: 'a@example.com, b@example.com' }));
    expect(server.received).toEqual([]);
    expect((await rows())[0]).toMatchObject({ last_error: 'address_invalid', failed_at: expect.any(Number), message: null });
  });

  it('STARTTLS is taken where it is offered, and a server that has none gets no password', async () => {
    const passwords: string[] = [];
    const onAuth: NonNullable<Parameters<typeof startMailServer>[0]>['onAuth'] = (auth, _session, done) => {
      passwords.push(auth.password ?? '');
      done(null, { user: 'taktlog' });
    };
    const encrypted = await mailServer({ key: TEST_KEY, cert: TEST_CERT });
    const open = await mailServer({ onAuth, allowInsecureAuth: true });
    // Its certificate is signed by nobody: whoever that is, he gets no mail.
    const first = await setUp(encrypted.url);
    await first.sendNow(invitation());
    expect(encrypted.received).toEqual([]);
    expect((await first.rows())[0]!.last_error).toMatch(/^e(tls|socket)$/);
    const second = await setUp(`smtp://taktlog:hush@127.0.0.1:${open.port}?starttls=required`);
    await second.sendNow(invitation());
    expect([open.received, passwords]).toEqual([[], []]);
    const third = await setUp(`smtp://taktlog:hush@127.0.0.1:${open.port}`);
    await third.sendNow(invitation());
    expect(open.received).toHaveLength(1);
    expect(passwords).toEqual(['hush']);
  });

  const device = { browser: 'firefox', system: 'windows' } as const;
  const occasion = { at: '2026-03-02T08:00:00Z', time_zone: 'Europe/Prague', device };
  const logger = (name: string) => ({ name, place: 'Hala 1', since: '2026-03-02T07:10:00Z', time_zone: 'Europe/Prague' });
  const MESSAGES: Pick<MailMessage, 'template' | 'params'>[] = [
    { template: 'invitation', params: invitation().params },
    { template: 'password_reset', params: { url } },
    { template: 'password_changed', params: { ...occasion, url } },
    { template: 'new_device', params: { ...occasion, address: '192.0.2.7', url } },
    { template: 'silent_loggers', params: { organization: 'Kovárna', loggers: [logger('Pec 1'), logger('Pec 2')], url } },
    {
      template: 'alarms',
      params: {
        organization: 'Kovárna',
        rule: 'Vysoká teplota',
        alarms: [
          { channel: 'Vzduch', logger: 'Pec 1', since: occasion.at, time_zone: 'Europe/Prague', peak: 9.6, unit: '°C', decimals: 1 },
        ],
        url,
      },
    },
    {
      template: 'calibrations_due',
      params: { organization: 'Kovárna', channels: [{ channel: 'Vzduch', logger: 'Pec 1', due_on: '2026-04-01', days: 30 }], url },
    },
    { template: 'disk_full', params: { organization: 'Kovárna', at: occasion.at, time_zone: occasion.time_zone, url } },
    {
      template: 'plan_failed',
      params: { organization: 'Kovárna', plan: 'Chladírna', from: occasion.at, time_zone: occasion.time_zone, url },
    },
    {
      template: 'report_failed',
      params: { organization: 'Kovárna', report: 'Chladírna', from: occasion.at, to: occasion.at, time_zone: occasion.time_zone, url },
    },
  ] as Pick<MailMessage, 'template' | 'params'>[];

  it.each(LOCALES)('every mail is whole in %s: a subject, the link in text and HTML, no key and no placeholder', async (locale) => {
    const server = await mailServer();
    const { sendNow } = await setUp(server.url);
    for (const message of MESSAGES) await sendNow({ to: 'petr@example.com', locale, ...message } as MailMessage);
    expect(server.received).toHaveLength(MESSAGES.length);
    expect(new Set(server.received.map(({ mail }) => mail.subject)).size).toBe(MESSAGES.length);
    for (const { mail } of server.received) {
      expect(mail.subject?.length).toBeGreaterThan(10);
      expect(mail.text).toContain(url);
      expect(mail.html).toContain(`href="${url}"`);
      expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/mail:|\{\{|undefined|\bnull\b/);
      expect(mail.html).toContain(`lang="${{ cs: 'cs-CZ', en: 'en-US', sk: 'sk-SK' }[locale]}"`);
    }
    const silent = server.received[MESSAGES.findIndex(({ template }) => template === 'silent_loggers')]!.mail;
    expect(silent.subject).toBe({ cs: '2 loggery se odmlčely', en: '2 loggers went silent', sk: '2 loggery sa odmlčali' }[locale]);
  });
});

it('a place for the files that can’t be made puts the mail off', async () => {
  const location = await testLocation('sqlite');
  const clock = testClock();
  const { db } = await freshDatabase('sqlite', clock);
  const deps = await testDeps('sqlite', { db, clock, config: parseConfig({ DATA_DIR: join(location.dataDir, 'missing\0') }) });
  const mail = createMailer(deps);
  await mail.send(invitation());
  await mail.idle();
  const [row] = await db.read(null, (reader) => reader.selectFrom('mail_outbox').selectAll().execute());
  expect(row).toMatchObject({ sent_at: null, failed_at: null, tries: 1 });
});
