import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Webhook, WebhookDelivery } from '../../contract/webhooks.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { parseNetworks } from '../kernel/outbound.ts';
import { alarmMailsJob } from '../notifications/alarm-mails.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, makeMembership, makeMessage, makeUser, testClock, testDeps } from '../testing/testing.ts';
import { waitUs, webhooksJob } from './deliver.ts';

const MINUTE_US = 60e6;
const HOUR_US = 60 * MINUTE_US;
const DAY_US = 24 * HOUR_US;

interface Call {
  headers: Record<string, unknown>;
  body: string;
}
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Whoever is called: says what it is told to, and keeps what came. */
async function farEnd() {
  const calls: Call[] = [];
  const end = { calls, status: 200, url: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(end.status).end('nobody reads this');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  end.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return end;
}

describe.each(ENGINES)('webhooks on %s', (engine) => {
  async function setUp({ allowed = '127.0.0.0/8' } = {}) {
    const clock = testClock();
    const { db } = await freshDatabase(engine, clock);
    const { config } = await testDeps(engine, { clock, db });
    const plant = await testPlant(engine, { deps: { clock, db, config: { ...config, outboundAllowed: parseNetworks(allowed)! } } });
    const far = await farEnd();
    const make = async (severities = ['critical', 'warning']) => {
      const answer = await plant.send('POST', '/webhooks', { name: 'Velín', url: far.url, severities });
      expect(answer.status).toBe(201);
      return (await answer.json()) as Webhook & { secret: string };
    };
    const channel = await makeChannel(plant.deps, plant.datalogger, { name: 'Vzduch', unit: '°C' });
    const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 0, off_delay_s: 0 };
    const rule = { channel_id: channel.id, name: 'Vysoká teplota', severity: 'critical', recipients: [], ...limits };
    expect((await plant.send('POST', '/alarm-rules', rule)).status).toBe(201);
    let at = clock.now();
    /** One more alarm, told. */
    const alarm = async () => {
      // One of days ago would be told to nobody.
      at = Math.max(at, clock.now());
      const readings = [9, 1].map((num, index) => ({ channelNo: channel.no, ts: at + (index + 1) * MINUTE_US, num, text: null }));
      at += 2 * MINUTE_US;
      clock.set(Math.max(clock.now(), at));
      await db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings));
      await alarmMailsJob.run(plant.deps);
    };
    const look = () => webhooksJob.run(plant.deps);
    // A token is good for a quarter of an hour, and these tests last longer.
    const get = async <T>(path: string): Promise<T> => {
      const answer = await plant.app.request(plant.root + path, { headers: bearer(await signedIn(plant.deps, plant.owner)) });
      expect(answer.status).toBe(200);
      return (await answer.json()) as T;
    };
    const all = async () => (await get<{ items: Webhook[] }>('/webhooks')).items;
    const log = async (id: string) => (await get<{ items: WebhookDelivery[] }>(`/webhooks/${id}/deliveries`)).items;
    return { plant, clock, far, make, alarm, look, all, log };
  }

  it('are called with what began, signed over the time and the bytes', async () => {
    const { far, make, alarm, look, log, plant } = await setUp();
    const { id, secret } = await make();
    await alarm();
    expect(far.calls).toEqual([]);
    await Promise.all([look(), look()]);
    expect(far.calls).toHaveLength(1);
    const { headers, body } = far.calls[0]!;
    const said = JSON.parse(body);
    expect(said).toMatchObject({
      event: 'alarms',
      rule: { name: 'Vysoká teplota', severity: 'critical' },
      alarms: [{ channel: 'Vzduch', peak: 9 }],
    });
    const expected = createHmac('sha256', secret).update(`${headers['taktlog-timestamp']}.${body}`).digest('hex');
    expect(headers['taktlog-signature']).toBe(`v1=${expected}`);
    expect(headers['taktlog-delivery']).toBe(said.delivery);
    expect(await log(id)).toMatchObject([{ event: 'alarms', status: 200, failure: null, tries: 1, next_at: null }]);
    const { items } = await plant.get<{ items: { id: string }[] }>('/alarms');
    const notices = await plant.get<{ items: object[] }>(`/alarms/${items[0]!.id}/notices`);
    expect(notices.items).toMatchObject([{ way: 'webhook', recipient: 'Velín', state: 'sent', step: 0 }]);
  });

  it('are not called about severities that nobody chose', async () => {
    const { far, make, alarm, look } = await setUp();
    await make(['info']);
    await alarm();
    await look();
    expect(far.calls).toEqual([]);
  });

  it('show their secret once, and keep neither it nor bodies readable', async () => {
    const { make, plant, all, alarm, look } = await setUp();
    const { id, secret } = await make();
    await alarm();
    await look();
    expect(JSON.stringify(await all())).not.toContain(secret.slice(4));
    const { hook, body, trail } = await plant.deps.db.read(plant.organization.id, async (db) => ({
      hook: await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      body: (await db.selectFrom('webhook_deliveries').select('body').where('webhook_id', '=', id).executeTakeFirstOrThrow()).body,
      trail: await db.selectFrom('audit_events').selectAll().where('entity_id', '=', id).execute(),
    }));
    expect(hook.secret).toMatch(/^sealed\./);
    expect(body).toBeNull();
    expect(JSON.stringify(trail)).not.toContain(secret.slice(4));
  });

  it('are tried again, later and later, until they answer', async () => {
    const { far, make, alarm, look, clock, log, all } = await setUp();
    const { id } = await make();
    far.status = 503;
    await alarm();
    await look();
    await look();
    expect(await log(id)).toMatchObject([{ status: 503, failure: 'status', tries: 1, settled_at: null }]);
    expect((await all())[0]!.failing_since).not.toBeNull();
    clock.advance(waitUs(1));
    await look();
    expect(far.calls).toHaveLength(2);
    clock.advance(waitUs(1));
    await look();
    expect(far.calls).toHaveLength(2);
    far.status = 204;
    clock.advance(waitUs(2));
    await look();
    expect(await log(id)).toMatchObject([{ status: 204, failure: null, tries: 3, next_at: null }]);
    expect((await all())[0]!.failing_since).toBeNull();
    const [first, , third] = far.calls;
    expect(third!.body).toBe(first!.body);
    expect(third!.headers['taktlog-signature']).not.toBe(first!.headers['taktlog-signature']);
  });

  it('go on with what waits after another process took it and was gone', async () => {
    const { far, make, alarm, look, clock, plant } = await setUp();
    await make();
    await alarm();
    await plant.deps.db.write(plant.organization.id, (db) =>
      db
        .updateTable('webhook_deliveries')
        .set({ next_at: clock.now() + MINUTE_US, tries: 1 })
        .execute(),
    );
    await look();
    expect(far.calls).toEqual([]);
    clock.advance(MINUTE_US);
    await look();
    expect(far.calls).toHaveLength(1);
  });

  it('that fail for three days are switched off; owners are told, and nothing waits any more', async () => {
    const { far, make, alarm, look, clock, all, plant } = await setUp();
    const admin = await makeUser(plant.deps, { email: 'admin@example.com' });
    await makeMembership(plant.deps, plant.organization, admin, 'admin');
    await make();
    far.status = 500;
    for (let day = 0; day < 4; day++) {
      await alarm();
      for (let hour = 0; hour < 24; hour += 6) {
        await look();
        clock.advance(6 * HOUR_US);
      }
    }
    expect(await all()).toMatchObject([{ active: false }]);
    expect((await all())[0]!.switched_off_at).not.toBeNull();
    const mails = plant.deps.mail.sent.filter(({ template }) => template === 'webhook_off');
    expect(mails.map(({ to }) => to)).toContain('admin@example.com');
    expect(new Set(mails.map(({ to }) => to)).size).toBe(mails.length);
    const calls = far.calls.length;
    clock.advance(DAY_US);
    await alarm();
    await look();
    expect(far.calls).toHaveLength(calls);
  });

  it('say at once what a test was answered, which is tried once', async () => {
    const { far, make, plant, look, clock } = await setUp();
    const { id } = await make();
    far.status = 404;
    const answer = (await (await plant.send('POST', `/webhooks/${id}/test`, {})).json()) as WebhookDelivery;
    expect(answer).toMatchObject({ event: 'test', status: 404, failure: 'status', next_at: null });
    clock.advance(DAY_US);
    await look();
    expect(far.calls).toHaveLength(1);
    expect(JSON.parse(far.calls[0]!.body)).toMatchObject({ event: 'test' });
  });

  it.each(['http://127.0.0.1:1/', 'https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest', 'http://8.8.8.8/'])(
    'are refused at %s, by a code',
    async (url) => {
      const { plant } = await setUp({ allowed: '' });
      const answer = await plant.send('POST', '/webhooks', { name: 'Uvnitř', url, severities: ['critical'] });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'address_refused']);
    },
  );

  it('that came to stand within are not called any more', async () => {
    const { far, make, alarm, plant, log } = await setUp();
    const { id } = await make();
    await alarm();
    await webhooksJob.run({ ...plant.deps, config: { ...plant.deps.config, outboundAllowed: parseNetworks('')! } });
    expect(far.calls).toEqual([]);
    expect(await log(id)).toMatchObject([{ status: null, failure: 'address_refused' }]);
  });
});
