import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Notifications } from '../../contract/account.ts';
import type { Tokens } from '../../contract/auth.ts';
import { MOST_PUSH_BROWSERS, type PushSubscriptionRow } from '../../contract/push.ts';
import { endLeftSession, markCookie } from '../auth/session-mark.ts';
import { bearer, cheapHash, sendJson, signedIn, TEST_PASSWORD } from '../auth/testing.ts';
import { parseNetworks } from '../kernel/outbound.ts';
import type { Row } from '../kernel/schema.ts';
import { patch } from '../people/testing.ts';
import { JOBS } from '../process/jobs.ts';
import type { Notice } from '../push/send.ts';
import { testPlant } from '../testing/plant.ts';
import {
  ENGINES,
  freshDatabase,
  makeChannel,
  makeMembership,
  makeMessage,
  makeOrganization,
  makeUser,
  testClock,
  testDeps,
} from '../testing/testing.ts';
import { waitUs } from '../webhooks/deliver.ts';
import { alarmMailsJob } from './alarm-mails.ts';
import { forgetPush, pushJob } from './push-delivery.ts';

const MINUTE_US = 60e6;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Call {
  headers: Record<string, string>;
  body: Buffer;
}

/** A push service: takes what comes for any browser, and answers as it is told. */
async function pushService() {
  const calls: (Call & { path: string })[] = [];
  /** `gone`: paths of browsers that it knows no more. */
  const service = { calls, status: 201, url: '', gone: new Set<string>() };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      calls.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body: Buffer.concat(parts) });
      response.writeHead(service.gone.has(request.url ?? '') ? 410 : service.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** A browser with its keys, which reads what was encrypted for it. */
function browser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const read = (body: Buffer): Notice => {
    const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs]);
    const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32));
    const derive = (what: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes));
    const sealed = body.subarray(21 + theirs.length);
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8');
    expect(text.at(-1)).toBe('\u0002');
    expect(text.length).toBeLessThan(3_000);
    return JSON.parse(text.slice(0, -1)) as Notice;
  };
  return { keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }, read };
}

/** What the token in a message's header says, once its signature is right. */
function verified({ headers }: Call, key: string): Record<string, unknown> {
  const [, token = '', k = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  expect(k).toBe(key);
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const [head = '', said = '', signature = ''] = token.split('.');
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${said}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isGood).toBe(true);
  return JSON.parse(Buffer.from(said, 'base64url').toString()) as Record<string, unknown>;
}

interface Setting {
  notifications?: Partial<Notifications>;
  allowed?: string;
  latch?: boolean;
  steps?: readonly number[];
}

describe.each(ENGINES)('alarms pushed to browsers on %s', (engine) => {
  async function setUp({ notifications, allowed = '127.0.0.0/8', latch = false, steps = [] }: Setting = {}) {
    const clock = testClock();
    const { db } = await freshDatabase(engine, clock);
    const { config } = await testDeps(engine, { clock, db });
    const plant = await testPlant(engine, {
      deps: { clock, db, config: { ...config, outboundAllowed: parseNetworks(allowed)! } },
      organization: { name: 'Pekárna' },
      datalogger: { name: 'Chladírna 2' },
    });
    const { deps } = plant;
    const service = await pushService();
    const channel = await makeChannel(deps, plant.datalogger, { name: 'Vzduch', unit: '°C', decimals: 1 });
    const wishes =
      notifications === undefined ? {} : { notifications: JSON.stringify({ new_device: true, silent_loggers: 'none', ...notifications }) };
    const reader = await makeUser(deps, { email: 'reader@example.com', name: 'Čtenář', locale: 'cs', ...wishes });
    const role = await makeMembership(deps, plant.organization, reader, 'viewer', { workspace_id: plant.workspace.id });
    const stranger = await makeUser(deps, { email: 'stranger@example.com' });
    await makeMembership(deps, plant.organization, stranger, 'member');
    const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 0, off_delay_s: 0, latch };
    const rule = { channel_id: channel.id, name: 'Vysoká teplota', severity: 'critical', recipients: [reader.id, stranger.id] };
    const escalation = steps.map((after_min) => ({ after_min, recipients: [reader.id] }));
    expect((await plant.send('POST', '/alarm-rules', { ...rule, ...limits, escalation })).status).toBe(201);
    const start = clock.now();
    const send = (samples: readonly (readonly [minute: number, num: number])[]) => {
      const readings = samples.map(([minute, num]) => ({ channelNo: channel.no, ts: start + minute * MINUTE_US, num, text: null }));
      return db.readings.commit(makeMessage(deps, plant.organization, plant.datalogger, readings));
    };
    let n = 0;
    /** A browser in which the person signs in and turns notifications on. */
    const subscribe = async (user: Pick<Row<'users'>, 'id'> = reader, over: object = {}) => {
      const made = browser();
      const tokens = await signedIn(deps, user);
      const body = { endpoint: `${service.url}/push/${++n}`, ...made.keys, ...over };
      const answer = await sendJson(plant.app, 'PUT', '/v1/auth/push', body, bearer(tokens));
      return { ...made, tokens, headers: bearer(tokens), answer, body, row: (await answer.clone().json()) as PushSubscriptionRow };
    };
    const as = async <T>(headers: Record<string, string>, method: string, path: string): Promise<{ status: number; body: T }> => {
      const answer = await plant.app.request(`/v1/auth/push${path}`, { method, headers });
      return { status: answer.status, body: (await answer.json()) as T };
    };
    const list = async (headers: Record<string, string>) =>
      (await as<{ key: string; items: PushSubscriptionRow[] }>(headers, 'GET', '')).body;
    const look = async () => {
      await alarmMailsJob.run(deps);
      await pushJob.run(deps);
    };
    const pass = async (minutes: number) => {
      clock.advance(minutes * MINUTE_US);
      await look();
    };
    const notices = async () => {
      const headers = bearer(await signedIn(deps, plant.owner));
      const alarms = (await (await plant.app.request(`${plant.root}/alarms`, { headers })).json()) as { items: { id: string }[] };
      const answer = await plant.app.request(`${plant.root}/alarms/${alarms.items[0]!.id}/notices`, { headers });
      const { items } = (await answer.json()) as { items: { way: string; state: string; recipient: string | null }[] };
      return items.filter(({ way }) => way === 'push');
    };
    const waiting = () => db.read(null, (tx) => tx.selectFrom('push_messages').selectAll().execute());
    return { plant, deps, clock, service, channel, reader, stranger, role, send, subscribe, as, list, look, pass, notices, waiting };
  }

  it('come encrypted to each browser of those who may read them, signed by the installation, in the person’s language', async () => {
    const { service, subscribe, stranger, send, look, notices, list } = await setUp();
    const [one, two] = [await subscribe(), await subscribe()];
    await subscribe(stranger);
    await send([[0, 9]]);
    await Promise.all([look(), look()]);
    await look();
    expect(service.calls.map(({ path }) => path).sort()).toEqual(['/push/1', '/push/2']);
    const call = service.calls.find(({ path }) => path === '/push/1')!;
    const notice = one.read(call.body);
    expect(notice).toMatchObject({ title: 'Vážný alarm: Vysoká teplota', lang: 'cs', silent: false });
    expect(notice.body).toMatch(/^Chladírna 2 · Vzduch: 9,0.°C, od .*\nPekárna$/);
    expect(notice.path).toMatch(/^\/dlog\/alarms\/[\w-]{36}\?org=/);
    expect(call.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', topic: notice.tag, ttl: '43200' });
    const { key } = await list(one.headers);
    const said = verified(call, key);
    expect(said).toMatchObject({ aud: service.url, sub: expect.stringMatching(/^mailto:/) });
    expect(Number(said.exp) * 1e6).toBeGreaterThan(Date.UTC(2026, 2, 2, 8) * 1e3);
    expect(() => two.read(call.body)).toThrow();
    expect(await notices()).toMatchObject([{ state: 'sent', recipient: 'Čtenář' }]);
    expect((await list(one.headers)).items).toMatchObject([
      { current: true, last_sent_at: '2026-03-02T08:00:00Z', last_failure: null },
      { current: false },
    ]);
  });

  it('are followed by their end, without a sound, in place of what is shown', async () => {
    const { service, subscribe, send, look } = await setUp();
    const { read } = await subscribe();
    await send([[0, 9]]);
    await look();
    await look();
    expect(service.calls).toHaveLength(1);
    await send([[1, 7]]);
    await look();
    const [began, over] = service.calls.map(({ body }) => read(body));
    expect(over).toMatchObject({ title: 'Skončil alarm: Vysoká teplota', silent: true, tag: began!.tag });
    await look();
    expect(service.calls).toHaveLength(2);
  });

  it('that are over when they become known are told once, with both ends', async () => {
    const { service, subscribe, send, look, notices } = await setUp();
    const { read } = await subscribe();
    await send([
      [0, 9],
      [1, 7],
    ]);
    await look();
    await look();
    expect(service.calls.map(({ body }) => read(body))).toMatchObject([
      { title: 'Vážný alarm: Vysoká teplota', silent: false, body: expect.stringMatching(/od .*9.00.* do .*9.01/) },
    ]);
    expect(await notices()).toMatchObject([{ state: 'sent' }]);
  });

  it('are over, where they are latched, once somebody acknowledged them', async () => {
    const { service, subscribe, send, look, plant, deps } = await setUp({ latch: true });
    await subscribe();
    await send([
      [0, 9],
      [1, 7],
    ]);
    await look();
    await look();
    expect(service.calls).toHaveLength(1);
    const { items } = await plant.get<{ items: { id: string }[] }>('/alarms');
    const headers = bearer(await signedIn(deps, plant.owner));
    expect((await plant.send('POST', `/alarms/${items[0]!.id}/acknowledge`, {}, headers)).status).toBe(200);
    await look();
    expect(service.calls).toHaveLength(2);
  });

  it('are told only as over where nobody could be told in time that they began', async () => {
    const { service, subscribe, send, look, notices, clock } = await setUp();
    const { read } = await subscribe();
    service.status = 503;
    await send([[0, 9]]);
    await look();
    expect(await notices()).toMatchObject([{ state: 'waiting' }]);
    await send([[1, 7]]);
    service.status = 201;
    await look();
    clock.advance(waitUs(1));
    await look();
    // The earlier message went no more: only the last word came.
    expect(service.calls.slice(1).map(({ body }) => read(body).silent)).toEqual([true]);
    expect(await notices()).toMatchObject([{ state: 'failed' }]);
  });

  it('are none of severities that somebody doesn’t want in browsers, whatever he wants by mail', async () => {
    const { service, subscribe, send, look, deps } = await setUp({ notifications: { push_severities: ['info'] } });
    await subscribe();
    await send([[0, 9]]);
    await look();
    expect(service.calls).toEqual([]);
    expect(deps.mail.sent).toHaveLength(1);
  });

  // It is nine in Prague.
  const QUIET = { from: 8 * 60, to: 10 * 60, critical: false };

  it('wait for the end of quiet hours', async () => {
    const { service, subscribe, send, look, pass, notices } = await setUp({ notifications: { quiet: QUIET } });
    const { read } = await subscribe();
    await send([[0, 9]]);
    await look();
    expect([service.calls, await notices()]).toMatchObject([[], [{ state: 'held' }]]);
    await pass(60);
    expect(service.calls.map(({ body }) => read(body).title)).toEqual(['Vážný alarm: Vysoká teplota']);
    expect(await notices()).toMatchObject([{ state: 'sent' }]);
  });

  it('are told as over after the quiet hours in which they ended', async () => {
    const { service, subscribe, send, look, pass } = await setUp({ notifications: { quiet: { ...QUIET, from: 11 * 60, to: 12 * 60 } } });
    const { read } = await subscribe();
    await send([[0, 9]]);
    await look();
    await pass(125);
    await send([[125, 7]]);
    await pass(1);
    expect(service.calls).toHaveLength(1);
    await pass(60);
    expect(service.calls.map(({ body }) => read(body).silent)).toEqual([false, true]);
  });

  it('are none after quiet hours of what was over by then', async () => {
    const { service, subscribe, send, look, pass, notices } = await setUp({ notifications: { quiet: QUIET } });
    await subscribe();
    await send([
      [0, 9],
      [1, 7],
    ]);
    await look();
    await pass(61);
    expect([service.calls, await notices()]).toMatchObject([[], [{ state: 'dropped' }]]);
  });

  it('say at a step of their escalation for how long nobody acknowledged them', async () => {
    const { service, subscribe, send, look, pass } = await setUp({ steps: [15] });
    const { read } = await subscribe();
    await send([[0, 9]]);
    await look();
    await pass(15);
    expect(service.calls.map(({ body }) => /Už 15\sminut/.test(read(body).body))).toEqual([false, true]);
  });

  it.each([404, 410])('go no more to a browser of which its push service says %i', async (status) => {
    const { service, subscribe, send, look, notices, list, pass } = await setUp();
    const { headers } = await subscribe();
    service.status = status;
    await send([[0, 9]]);
    await look();
    expect((await list(headers)).items).toEqual([]);
    expect(await notices()).toMatchObject([{ state: 'failed' }]);
    await pass(10);
    expect(service.calls).toHaveLength(1);
  });

  it('are sent when one of two browsers got them', async () => {
    const { service, subscribe, send, look, notices, list } = await setUp();
    const [{ headers, row }] = [await subscribe(), await subscribe()];
    service.gone.add('/push/2');
    await send([[0, 9]]);
    await look();
    expect(service.calls).toHaveLength(2);
    expect(await notices()).toMatchObject([{ state: 'sent' }]);
    expect((await list(headers)).items.map(({ id }) => id)).toEqual([row.id]);
  });

  it('are tried again, later and later, and given up with the half day', async () => {
    const { service, subscribe, send, look, clock, notices, list } = await setUp();
    const { headers } = await subscribe();
    service.status = 503;
    await send([[0, 9]]);
    await look();
    await look();
    expect(service.calls).toHaveLength(1);
    expect((await list(headers)).items).toMatchObject([{ last_failure: 'status', last_failed_at: '2026-03-02T08:00:00Z' }]);
    for (let tries = 1; tries <= 20 && (await notices())[0]!.state === 'waiting'; tries++) {
      clock.advance(waitUs(tries));
      await look();
    }
    expect(service.calls.length).toBeGreaterThan(5);
    expect(await notices()).toMatchObject([{ state: 'failed' }]);
  });

  it('are given up at once where the push service refuses the message itself', async () => {
    const { service, subscribe, send, look, notices, waiting } = await setUp();
    await subscribe();
    service.status = 400;
    await send([[0, 9]]);
    await look();
    expect([await notices(), await waiting()]).toMatchObject([[{ state: 'failed' }], []]);
  });

  it('lie sealed while they wait', async () => {
    const { subscribe, send, deps, waiting } = await setUp();
    await subscribe();
    await send([[0, 9]]);
    await alarmMailsJob.run(deps);
    expect((await waiting()).map(({ body }) => body.slice(0, 7))).toEqual(['sealed.']);
  });

  it('end with the session, with the role and with the person, also those that wait', async () => {
    const ends: ((ground: Awaited<ReturnType<typeof setUp>>, session: { headers: Record<string, string> }) => Promise<unknown>)[] = [
      ({ deps, reader }) =>
        deps.db.write(null, (tx) => tx.updateTable('sessions').set({ revoked_at: 1 }).where('user_id', '=', reader.id).execute()),
      ({ deps, plant, reader }) =>
        deps.db.write(plant.organization.id, (tx) =>
          tx.updateTable('memberships').set({ archived_at: 1 }).where('user_id', '=', reader.id).execute(),
        ),
      ({ deps, plant, reader }) =>
        deps.db.write(plant.organization.id, (tx) =>
          tx.updateTable('people').set({ archived_at: 1 }).where('id', '=', reader.id).execute(),
        ),
      ({ deps, reader }) =>
        deps.db.write(null, (tx) => tx.updateTable('users').set({ archived_at: 1 }).where('id', '=', reader.id).execute()),
    ];
    for (const end of ends) {
      const ground = await setUp();
      const session = await ground.subscribe();
      await ground.send([[0, 9]]);
      await alarmMailsJob.run(ground.deps);
      expect(await ground.waiting()).toHaveLength(1);
      await end(ground, session);
      await ground.look();
      expect([ground.service.calls, await ground.waiting()]).toEqual([[], []]);
      expect(await ground.notices()).toMatchObject([{ state: 'failed' }]);
      await ground.send([
        [1, 7],
        [2, 9],
      ]);
      await ground.look();
      expect(ground.service.calls).toEqual([]);
    }
  });

  describe('to a browser that was chosen to be told beyond its session', () => {
    const DAY_MIN = 24 * 60;
    const sessionOf = (tokens: Tokens): string => JSON.parse(atob(tokens.token.split('.')[1]!)).sid;
    async function away(setting: Setting = {}) {
      const ground = await setUp(setting);
      const { deps, reader } = ground;
      const password_hash = await cheapHash();
      await deps.db.write(null, (tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', reader.id).execute());
      const told = await ground.subscribe(reader, { lasts: 'days' });
      const mark = markCookie(deps, sessionOf(told.tokens)).split(';')[0]!;
      const hours = (n: number) => deps.clock.advance(n * 60 * MINUTE_US);
      const login = (email: string, headers: Record<string, string> = {}) =>
        sendJson(ground.plant.app, 'POST', '/v1/auth/login', { email, password: TEST_PASSWORD }, headers);
      /** How many messages come of an alarm that begins now. */
      const comes = async () => {
        const before = ground.service.calls.length;
        const minute = (deps.clock.now() - START) / MINUTE_US;
        await ground.send([
          [minute, 9],
          [minute + 1, 7],
        ]);
        await ground.look();
        return ground.service.calls.length - before;
      };
      const START = deps.clock.now();
      return { ...ground, told, mark, hours, login, comes };
    }

    it('name nothing once it is over by time, and come for thirty days since Taktlog was last opened there', async () => {
      const { told, subscribe, service, comes, pass, hours, list, deps, reader, send, look } = await away();
      const other = await subscribe();
      expect(await comes()).toBe(2);
      expect(service.calls.map(({ path }) => path).sort()).toEqual(['/push/1', '/push/2']);
      expect(told.read(service.calls.find(({ path }) => path === '/push/1')!.body).title).toBe('Vážný alarm: Vysoká teplota');
      hours(25);
      await send([[DAY_MIN + 60, 9]]);
      await look();
      await send([[DAY_MIN + 61, 7]]);
      await pass(1);
      const [began, over, ...more] = service.calls.slice(2);
      expect([more, began!.path, over!.path]).toEqual([[], '/push/1', '/push/1']);
      const notice = told.read(began!.body);
      expect(notice).toMatchObject({
        ...{ title: 'Vážný alarm', body: 'Který to je, uvidíte v\u00a0Taktlogu po přihlášení.', lang: 'cs', silent: false },
        path: expect.stringMatching(/^\/dlog\/alarms\/[\w-]{36}\?org=[\w-]{36}$/),
      });
      expect(told.read(over!.body)).toEqual({ ...notice, title: 'Alarm skončil', silent: true });
      const here = bearer(await signedIn(deps, reader));
      expect((await list(here)).items).toMatchObject([
        {
          id: told.row.id,
          current: false,
          signed_in: false,
          lasts: 'days',
          last_opened_at: '2026-03-02T08:00:00Z',
          ends_at: '2026-04-01T08:00:00Z',
        },
      ]);
      expect(other.row).toMatchObject({ lasts: 'session', signed_in: true, ends_at: '2026-03-03T08:00:00Z' });
      hours(29 * 24 - 2);
      expect(await comes()).toBe(1);
      hours(1);
      expect(await comes()).toBe(0);
    });

    it('go on when the same person signs in there again, and end when somebody else does', async () => {
      const { told, mark, hours, login, list, deps, reader, stranger, comes, service } = await away();
      hours(25);
      // The page for signing in is asked for with the mark and without cookies, as after a sign-out.
      expect(await endLeftSession(deps, mark)).toBe(false);
      const back = (await (await login(reader.email, { Cookie: mark })).json()) as Tokens;
      expect((await list(bearer(back))).items).toMatchObject([{ id: told.row.id, current: true, signed_in: true, lasts: 'days' }]);
      expect(await comes()).toBe(1);
      expect(told.read(service.calls[0]!.body).title).toBe('Vážný alarm: Vysoká teplota');
      hours(25);
      const password_hash = await cheapHash();
      await deps.db.write(null, (tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', stranger.id).execute());
      const theirs = (await (await login(stranger.email, { Cookie: markCookie(deps, sessionOf(back)).split(';')[0]! })).json()) as Tokens;
      expect((await list(bearer(theirs))).items).toEqual([]);
      expect((await list(bearer(await signedIn(deps, reader)))).items).toEqual([]);
      expect(await comes()).toBe(0);
    });

    type Away = Awaited<ReturnType<typeof away>>;
    const request = async ({ plant }: Away, tokens: Tokens, method: string, path: string, body?: object) =>
      expect(
        (
          await (body
            ? sendJson(plant.app, method, path, body, bearer(tokens))
            : plant.app.request(path, { method, headers: bearer(tokens) }))
        ).status,
      ).toBe(200);
    const PASSWORD = 'nové a dlouhé heslo';
    const ENDS: Record<string, (ground: Away, elsewhere: Tokens) => Promise<unknown>> = {
      'is ended in the list of signed-in browsers': (ground, elsewhere) =>
        request(ground, elsewhere, 'DELETE', `/v1/auth/sessions/${sessionOf(ground.told.tokens)}`),
      'is ended with all others': (ground, elsewhere) => request(ground, elsewhere, 'DELETE', '/v1/auth/sessions'),
      'is ended in its own list': (ground, elsewhere) => request(ground, elsewhere, 'DELETE', `/v1/auth/push/${ground.told.row.id}`),
      'belongs to a person who changes his password': (ground, elsewhere) =>
        request(ground, elsewhere, 'POST', '/v1/auth/password', { current: TEST_PASSWORD, password: PASSWORD }),
      'belongs to a person who forgot his password': async ({ plant, deps, reader }) => {
        await sendJson(plant.app, 'POST', '/v1/auth/password_reset', { email: reader.email, locale: 'cs' });
        await deps.mail.idle();
        const mail = deps.mail.sent.find(({ template }) => template === 'password_reset');
        const token = mail?.template === 'password_reset' ? mail.params.url.split('/').at(-1) : '';
        expect((await sendJson(plant.app, 'POST', '/v1/auth/password_reset/confirm', { token, password: PASSWORD })).status).toBe(200);
      },
      'belongs to a person who is deactivated': async ({ plant, deps, reader }) => {
        expect((await patch(plant, reader.id, { rev: 1, deactivated: true }, bearer(await signedIn(deps, plant.owner)))).status).toBe(200);
      },
    };
    it.each(Object.keys(ENDS))('end, whether or not it is over by time, when it %s', async (name) => {
      for (const passed of [0, 25]) {
        const ground = await away();
        ground.hours(passed);
        const elsewhere = await signedIn(ground.deps, ground.reader);
        expect(await ground.comes()).toBe(1);
        await ENDS[name]!(ground, elsewhere);
        expect(await ground.comes()).toBe(0);
        await forgetPush(ground.deps);
        const rows = await ground.deps.db.read(null, (tx) => tx.selectFrom('push_subscriptions').select('id').execute());
        expect(rows).toEqual([]);
      }
    });

    it('end when the person signs out there, which the next page says', async () => {
      const { deps, mark, comes } = await away();
      expect(await comes()).toBe(1);
      expect(await endLeftSession(deps, mark)).toBe(true);
      expect(await comes()).toBe(0);
    });

    it('end with his rights, whatever the browser was chosen for', async () => {
      for (const passed of [0, 25]) {
        const { deps, plant, reader, role, hours, comes } = await away();
        hours(passed);
        expect(await comes()).toBe(1);
        await deps.db.write(plant.organization.id, (tx) =>
          tx.updateTable('memberships').set({ archived_at: 1 }).where('id', '=', role.id).execute(),
        );
        expect([reader.id === role.user_id, await comes()]).toEqual([true, 0]);
      }
    });

    it('need nothing of the session but its time and the browser’s name, which go with the last of it', async () => {
      const { deps, told, hours } = await away();
      const forget = JOBS.find(({ name }) => name === 'sessions.forget')!;
      const session = () =>
        deps.db.read(null, (tx) => tx.selectFrom('sessions').select('ip').where('id', '=', sessionOf(told.tokens)).executeTakeFirst());
      expect(await session()).toEqual({ ip: 'local' });
      hours(49);
      for (const run of [() => forgetPush(deps), () => forget.run(deps)]) await run();
      expect(await session()).toEqual({ ip: null });
      hours(28 * 24);
      for (const run of [() => forgetPush(deps), () => forget.run(deps)]) await run();
      expect(await session()).toBeUndefined();
    });
  });

  it('say nothing of an organisation to which the person doesn’t belong', async () => {
    const { deps, plant, service, subscribe, send, look, waiting, notices } = await setUp();
    const other = await makeOrganization(deps, { name: 'Cizí' });
    const foreign = await makeUser(deps);
    await makeMembership(deps, other, foreign, 'owner');
    await subscribe(foreign);
    // Whoever was a recipient once stays one of the rule.
    const recipients = JSON.stringify([foreign.id]);
    await deps.db.write(plant.organization.id, (tx) => tx.updateTable('alarm_rules').set({ recipients }).execute());
    await send([[0, 9]]);
    await look();
    expect([service.calls, await waiting(), await notices()]).toEqual([[], [], []]);
  });

  it('come to browsers whose sessions are over as little as their rows stay', async () => {
    const { deps, clock, subscribe } = await setUp();
    await subscribe();
    await forgetPush(deps);
    const count = () => deps.db.read(null, (tx) => tx.selectFrom('push_subscriptions').select('id').execute());
    expect(await count()).toHaveLength(1);
    clock.advance(25 * 60 * MINUTE_US);
    await forgetPush(deps);
    expect(await count()).toEqual([]);
  });

  it('are for a person’s own browsers: nobody sees, tests or removes another’s', async () => {
    const { subscribe, stranger, list, as } = await setUp();
    const [mine, theirs] = [await subscribe(), await subscribe(stranger)];
    expect((await list(theirs.headers)).items.map(({ id }) => id)).toEqual([theirs.row.id]);
    for (const [method, path] of [
      ['DELETE', `/${mine.row.id}`],
      ['POST', `/${mine.row.id}/test`],
    ] as const)
      expect(await as(theirs.headers, method, path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await as(mine.headers, 'DELETE', `/${mine.row.id}`)).toMatchObject({ status: 200 });
    expect((await list(mine.headers)).items).toEqual([]);
    expect(JSON.stringify(await list(theirs.headers))).not.toContain('/push/');
  });

  it('come where a test says that they come, and the list says what was answered', async () => {
    const { subscribe, service, as, list } = await setUp();
    const { headers, row, read } = await subscribe();
    expect(await as(headers, 'POST', `/${row.id}/test`)).toEqual({ status: 200, body: { status: 201, failure: null, gone: false } });
    expect(read(service.calls[0]!.body)).toMatchObject({ title: 'Zkušební upozornění', tag: 'test' });
    service.status = 503;
    expect(await as(headers, 'POST', `/${row.id}/test`)).toMatchObject({ body: { status: 503, failure: 'status' } });
    expect((await list(headers)).items).toMatchObject([{ last_failure: 'status' }]);
    service.status = 410;
    expect(await as(headers, 'POST', `/${row.id}/test`)).toMatchObject({ body: { gone: true } });
    expect((await list(headers)).items).toEqual([]);
  });

  it('go to a browser once, whoever signs in there next', async () => {
    const { subscribe, stranger, list } = await setUp();
    const mine = await subscribe();
    const theirs = await subscribe(stranger, { endpoint: mine.body.endpoint, p256dh: mine.keys.p256dh, auth: mine.keys.auth });
    expect(theirs.answer.status).toBe(200);
    expect((await list(mine.headers)).items).toEqual([]);
    expect((await list(theirs.headers)).items).toHaveLength(1);
  });

  it('that wait for what a browser had before say that they failed', async () => {
    const { deps, subscribe, send, plant, waiting, notices, list } = await setUp();
    const { headers, body } = await subscribe();
    await send([[0, 9]]);
    await alarmMailsJob.run(deps);
    expect(await waiting()).toHaveLength(1);
    const again = await sendJson(plant.app, 'PUT', '/v1/auth/push', { ...body, endpoint: `${body.endpoint}-new` }, headers);
    expect(again.status).toBe(200);
    expect([await waiting(), await notices()]).toMatchObject([[], [{ state: 'failed' }]]);
    expect((await list(headers)).items).toHaveLength(1);
  });

  it('go to no private address, no plain one of the internet and no broken keys, and to so many browsers', async () => {
    const { subscribe, reader } = await setUp({ allowed: '' });
    expect((await subscribe()).answer.status).toBe(422);
    for (const endpoint of ['https://10.0.0.1/a', 'https://[::1]/a', 'http://1.1.1.1/a', 'https://169.254.169.254/latest'])
      expect((await (await subscribe(reader, { endpoint })).answer.json()) as object).toMatchObject({ code: 'address_refused' });
    for (const over of [
      { endpoint: 'ftp://1.1.1.1' },
      { endpoint: `https://1.1.1.1/${'a'.repeat(1_000)}` },
      { auth: 'AA' },
      { p256dh: 'AA' },
    ])
      expect((await subscribe(reader, { endpoint: 'https://1.1.1.1/a', ...over })).answer.status).toBe(422);
    const ground = await setUp();
    for (let n = 0; n < MOST_PUSH_BROWSERS; n++) expect((await ground.subscribe()).answer.status).toBe(200);
    expect((await (await ground.subscribe()).answer.json()) as object).toMatchObject({ code: 'too_many_rows' });
  });

  it('are signed by one key for good, which is in no log', async () => {
    const { deps, list, subscribe } = await setUp();
    const { headers } = await subscribe();
    const [a, b] = [await list(headers), await list(headers)];
    expect(a.key).toBe(b.key);
    expect(Buffer.from(a.key, 'base64url')).toHaveLength(65);
    expect(JSON.stringify(deps.lines)).not.toContain('"d":');
  });
});
