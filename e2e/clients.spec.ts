import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { InfluxDB, Point } from '@influxdata/influxdb-client';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { makeCertificates } from '../scripts/certs.ts';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { freePort, type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Channel } from '../src/lib/contract/channels.ts';
import type { Reading } from '../src/lib/contract/readings.ts';
import type { ReceivedData } from '../src/lib/contract/received-data.ts';
import { expect, test } from './test.ts';

/** Clients that somebody else wrote, against the server as it is. */

test.describe.configure({ mode: 'serial' });
let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization;
let env: Record<string, string>;
let mqttUrl: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-clients-'));
  const mqttPort = await freePort();
  mqttUrl = `mqtt://127.0.0.1:${mqttPort}`;
  env = { DATA_DIR: dataDir, PORT: String(await freePort()), MQTT_PORT: String(mqttPort) };
  server = await startServerProcess(env);
  plant = await firstOrganization(server);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const lasts = async (id: string) => {
  const { items } = await plant.call<{ items: Channel[] }>('GET', `/v1/orgs/${plant.organizationId}/channels?datalogger_id=${id}`);
  return Object.fromEntries(items.map(({ key, last }) => [key, last?.value]));
};

test('the client library of InfluxDB 2 writes points, and hears of a bad one', async () => {
  const { id, token } = await plant.datalogger('By a library');
  const api = new InfluxDB({ url: server.url, token }).getWriteApi('any', 'any', 'ms', { maxRetries: 0 });
  for (let i = 0; i < 500; i++)
    api.writePoint(
      new Point('room')
        .tag('hall', 'A 1')
        .floatField('value', 20 + i / 4)
        .intField('people', i)
        .timestamp(Date.now() - (500 - i) * 1000),
    );
  await api.close();
  expect(await lasts(id)).toEqual({ 'room,hall=A 1': 144.75, 'room,hall=A 1.people': 499 });

  /** What the library says of a point that isn't taken. */
  const refusal = async (as: string, point: Point) => {
    let said: unknown;
    const failing = new InfluxDB({ url: server.url, token: as }).getWriteApi('any', 'any', 'ms', {
      maxRetries: 0,
      writeFailed: async (error) => {
        said = error;
      },
    });
    failing.writePoint(point);
    await failing.close();
    return said;
  };
  const point = () => new Point('room').floatField('value', 1);
  expect(await refusal(token, point().timestamp(Date.now() + 3 * 86_400_000))).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('rejected: ts_future at point 1'),
  });
  expect(await refusal('tk_nobody', point())).toMatchObject({ statusCode: 401 });
});

test('what clients of InfluxDB 1 ask before they write is answered', async () => {
  const { token } = await plant.datalogger('By version 1');
  for (const method of ['GET', 'HEAD']) {
    const ping = await fetch(`${server.url}/ping`, { method });
    expect([ping.status, ping.headers.get('x-influxdb-version')]).toEqual([204, '1.8-taktlog']);
  }
  const ask = async (init: RequestInit & { query: string }) => {
    const answer = await fetch(`${server.url}/query${init.query}`, init);
    return [answer.status, await answer.json()];
  };
  const basic = { Authorization: `Basic ${Buffer.from(`me:${token}`).toString('base64')}` };
  const made = { results: [{ statement_id: 0 }] };
  expect(await ask({ query: '?q=CREATE%20DATABASE%20%22hall%22', headers: basic, method: 'POST' })).toEqual([200, made]);
  expect(await ask({ query: `?u=me&p=${token}`, method: 'POST', body: new URLSearchParams({ q: 'create database x' }) })).toEqual([
    200,
    made,
  ]);
  expect(await ask({ query: '?q=SHOW+DATABASES', headers: basic })).toEqual([
    200,
    { results: [{ statement_id: 0, series: [{ name: 'databases', columns: ['name'], values: [['taktlog']] }] }] },
  ]);
  expect(await ask({ query: '?q=SELECT+*+FROM+room', headers: basic })).toEqual([
    200,
    { results: [{ statement_id: 0, error: 'not supported: this address takes readings; they are read over /v1' }] },
  ]);
  expect(await ask({ query: '?q=SHOW+DATABASES' })).toEqual([401, { error: 'device_unknown' }]);
});

const binary = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync);

test('the command line of InfluxDB 1 imports an export, plain and compressed', async () => {
  const influx = binary('influx');
  // CI installs it; elsewhere the journey says that it was not tried.
  test.info().annotations.push({ type: 'influx', description: influx ?? 'not installed' });
  if (influx === undefined && !process.env.CI) return;
  const { port } = new URL(server.url);
  const start = Math.floor(Date.now() / 1000) - 7200;
  const rows = Array.from(
    { length: 3600 },
    (_, i) => `room,hall=A\\ 1 temperature=${20 + (i % 40) / 4},people=${i % 7}i ${start + i}000000000`,
  );
  const text = [
    '# DDL',
    'CREATE DATABASE hall WITH NAME autogen',
    '# DML',
    '# CONTEXT-DATABASE: hall',
    '# CONTEXT-RETENTION-POLICY: autogen',
    ...rows,
    '',
  ].join('\n');
  const run = async (token: string, file: string, more: string[]) => {
    const { stdout, stderr } = await promisify(execFile)(influx!, [
      '-host',
      '127.0.0.1',
      '-port',
      port,
      '-username',
      'me',
      '-password',
      token,
      '-import',
      '-path',
      file,
      ...more,
    ]);
    return stdout + stderr;
  };
  const plain = join(dataDir, 'export.txt');
  const packed = join(dataDir, 'export.txt.gz');
  writeFileSync(plain, text);
  writeFileSync(packed, gzipSync(text));
  for (const [file, more] of [
    [plain, []],
    [packed, ['-compressed']],
  ] as const) {
    const { id, token } = await plant.datalogger(`By ${file.slice(-3)}`);
    expect(await run(token, file, [...more])).toContain('Failed 0 inserts');
    expect(await lasts(id)).toEqual({ 'room,hall=A 1.temperature': 20 + (3599 % 40) / 4, 'room,hall=A 1.people': 3599 % 7 });
  }
});

/** Values of a logger's channel by time, milliseconds. */
const valuesOf = async (id: string, key: string): Promise<[ms: number, value: unknown][]> => {
  const root = `/v1/orgs/${plant.organizationId}`;
  const { items } = await plant.call<{ items: Channel[] }>('GET', `${root}/channels?datalogger_id=${id}`);
  const channel = items.find((one) => one.key === key);
  if (!channel) return [];
  const values: [number, unknown][] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Reading[]; next_cursor?: string | null } = await plant.call(
      'GET',
      `${root}/channels/${channel.id}/readings?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    values.push(...page.items.map(({ ts, value }): [number, unknown] => [Date.parse(ts), value]));
    cursor = page.next_cursor ?? null;
  } while (cursor);
  return values.sort(([a], [b]) => a - b);
};

for (const end of ['stop', 'kill'] as const)
  test(`a client of MQTT with a session of its own loses and doubles nothing over a server that is ended by ${end}`, async () => {
    test.setTimeout(120_000);
    const { id, token } = await plant.datalogger(`Over a ${end}`);
    const client = await connectAsync(mqttUrl, { username: token, clientId: 'steady', clean: false, reconnectPeriod: 200 });
    client.on('error', () => undefined);
    const from = Date.now() - 3_600_000;
    const acknowledged = new Set<number>();
    const all: Promise<unknown>[] = [];
    const send = (n: number) => {
      const qos = n % 2 === 0 ? 1 : 2;
      all.push(client.publishAsync('taktlog/json', JSON.stringify({ ts: from + n * 1000, n }), { qos }).then(() => acknowledged.add(n)));
    };
    for (let n = 0; n < 400; n += 1) send(n);
    await expect.poll(() => acknowledged.size).toBeGreaterThan(20);
    if (end === 'stop') expect(await server.stop()).toBe(0);
    else await server.kill();
    const told = [...acknowledged];
    for (let n = 400; n < 500; n += 1) send(n);
    server = await startServerProcess(env);
    const stored = new Set((await valuesOf(id, 'n')).map(([, value]) => value));
    expect(told.filter((n) => !stored.has(n))).toEqual([]);
    await Promise.all(all);
    await client.endAsync();
    expect(await valuesOf(id, 'n')).toEqual(Array.from({ length: 500 }, (_, n) => [from + n * 1000, n]));
  });

test('mosquitto_pub publishes single messages and lines, and hears that a token is none', async () => {
  const mosquitto = binary('mosquitto_pub');
  test.info().annotations.push({ type: 'mosquitto_pub', description: mosquitto ?? 'not installed' });
  if (mosquitto === undefined && !process.env.CI) return;
  const { id, token } = await plant.datalogger('By Mosquitto');
  const publish = (args: string[], input = '', as = token) =>
    new Promise<number | null>((resolve) => {
      const child = spawn(mosquitto!, ['-h', '127.0.0.1', '-p', new URL(mqttUrl).port, '-u', as, '-q', '1', ...args]);
      child.on('close', resolve);
      // One that reads no lines may be gone before it is given any.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
    });
  expect(await publish(['-t', 'taktlog/json', '-m', '{"temperature":21.5}'])).toBe(0);
  expect(await publish(['-i', 'steady', '-c', '-q', '2', '-t', 'v1/devices/me/telemetry', '-m', '{"humidity":48}'])).toBe(0);
  const s = Math.floor(Date.now() / 1000) - 1000;
  const lines = Array.from({ length: 1000 }, (_, n) => `n value=${n}i ${s + n}\n`).join('');
  expect(await publish(['-t', 'taktlog/line/s', '-l'], lines)).toBe(0);
  expect(await lasts(id)).toEqual({ temperature: 21.5, humidity: 48, n: 999 });
  expect(await valuesOf(id, 'n')).toHaveLength(1000);
  const { items } = await plant.call<{ items: ReceivedData[] }>('GET', `/v1/orgs/${plant.organizationId}/received-data?limit=1`);
  expect(items[0]).toMatchObject({ door: 'mqtt', status: 'stored', points: 1 });
  expect(await publish(['-t', 'taktlog/json', '-m', '{}'], '', 'tk_nobody')).not.toBe(0);
});

/** What a journey began beside the server: it ends with it, however that ended. */
const begun: (() => Promise<unknown> | unknown)[] = [];
test.afterEach(async () => {
  for (const end of begun.splice(0).reverse()) await end();
});

/** A folder for one journey. */
function folderFor(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `taktlog-${name}-`));
  begun.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A Mosquitto that keeps its sessions in a folder, with a user for us and one for the devices. */
async function mosquittoAt(folder: string, port: number, more: string[] = []): Promise<{ stop(): Promise<void> }> {
  const file = (name: string, lines: string[]) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o600 });
    return join(folder, name);
  };
  const passwords = file('passwords', ['taktlog:between us', 'devices:anything']);
  await promisify(execFile)(binary('mosquitto_passwd')!, ['-U', passwords]);
  const acl = file('acl', ['user taktlog', 'topic read taktlog/#', 'user devices', 'topic write taktlog/#']);
  const conf = file('mosquitto.conf', [
    `listener ${port} 127.0.0.1`,
    'user root',
    'persistence true',
    `persistence_location ${folder}/`,
    `password_file ${passwords}`,
    `acl_file ${acl}`,
    ...more,
  ]);
  const child = spawn(binary('mosquitto')!, ['-c', conf], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  begun.push(stop);
  return { stop };
}

/** A device behind that Mosquitto. */
async function deviceAt(url: string, options: IClientOptions = {}): Promise<MqttClient> {
  const device = await connectAsync(url, { username: 'devices', password: 'anything', ...options });
  device.on('error', () => undefined);
  begun.push(() => device.end(true));
  return device;
}

/** How the server stands with the broker elsewhere. */
const brokerElsewhere = async () => ((await (await fetch(`${server.url}/healthz`)).json()) as { mqtt_url: string }).mqtt_url;

test('what is published at a Mosquitto elsewhere comes once, over the end of it, of ours, and beside another subscriber', async () => {
  test.setTimeout(120_000);
  const mosquitto = binary('mosquitto');
  test.info().annotations.push({ type: 'mosquitto', description: mosquitto ?? 'not installed' });
  if (mosquitto === undefined && !process.env.CI) return;
  const folder = folderFor('mosquitto');
  const port = await freePort();
  const elsewhere = `mqtt://127.0.0.1:${port}`;
  let broker = await mosquittoAt(folder, port);
  await server.stop();
  env = { ...env, MQTT_URL: `mqtt://taktlog:between%20us@127.0.0.1:${port}?client_id=ours` };
  server = await startServerProcess(env);
  const { id, token } = await plant.datalogger('Behind a Mosquitto');
  const device = await deviceAt(elsewhere, { clientId: 'd', clean: false, reconnectPeriod: 200 });
  const stored = async () => {
    const path = `/v1/orgs/${plant.organizationId}/received-data?datalogger_id=${id}&limit=500`;
    return (await plant.call<{ items: ReceivedData[] }>('GET', path)).items.length;
  };
  let sent = 0;
  const publish = (count: number) =>
    Promise.all(Array.from({ length: count }, () => device.publishAsync(`taktlog/${token}/json`, `{"n":${sent++}}`, { qos: 1 })));

  await publish(100);
  await device.publishAsync('taktlog/tk_nobody/json', '{"n":1}', { qos: 1 });
  await expect.poll(stored).toBe(100);
  const going = publish(100);
  expect(await server.stop()).toBe(0);
  await going;
  await publish(50);
  server = await startServerProcess(env);
  await expect.poll(stored, { timeout: 20_000 }).toBe(250);

  const other = await connectAsync(elsewhere, { username: 'taktlog', password: 'between us', clientId: 'other', protocolVersion: 5 });
  let toOther = 0;
  other.on('message', () => toOther++);
  await other.subscribeAsync('$share/taktlog/taktlog/#', { qos: 1 });
  await publish(50);
  await expect.poll(async () => (await stored()) + toOther, { timeout: 20_000 }).toBe(300);
  expect(toOther).toBeGreaterThan(0);
  expect(toOther).toBeLessThan(50);
  await other.endAsync();

  // Mosquitto forgets who shares a subscription when it ends, and keeps who has one alone.
  expect(await server.stop()).toBe(0);
  server = await startServerProcess({ ...env, MQTT_URL: `${env.MQTT_URL}&shared=0` });
  // What is published while the broker has both subscriptions may come twice, so that nothing comes to nobody.
  await expect.poll(brokerElsewhere).toBe('connected');
  await publish(50);
  await expect.poll(async () => (await stored()) + toOther, { timeout: 20_000 }).toBe(350);
  const last = publish(50);
  await broker.stop();
  broker = await mosquittoAt(folder, port);
  await last;
  await publish(50);
  await expect.poll(async () => (await stored()) + toOther, { timeout: 30_000 }).toBe(450);
  expect(server.output()).not.toContain('between');
  expect(await brokerElsewhere()).toBe('connected');
  await broker.stop();
  await expect.poll(brokerElsewhere).toBe('not_connected');
});

test('a Mosquitto that speaks TLS by an authority of its own is trusted by NODE_EXTRA_CA_CERTS, and not without', async () => {
  const mosquitto = binary('mosquitto');
  test.info().annotations.push({ type: 'mosquitto', description: mosquitto ?? 'not installed' });
  if (mosquitto === undefined && !process.env.CI) return;
  const folder = folderFor('mosquitto-tls');
  const { authority, cert, key } = await makeCertificates(folder, {
    given: ['127.0.0.1'],
    ofMachine: [],
    name: 'mosquitto',
    now: Date.now(),
  });
  const port = await freePort();
  await mosquittoAt(folder, port, [`certfile ${cert}`, `keyfile ${key}`]);
  await server.stop();
  const MQTT_URL = `mqtts://taktlog:between%20us@127.0.0.1:${port}?client_id=by-tls`;
  server = await startServerProcess({ ...env, MQTT_URL, LOG_LEVEL: 'warn' });
  await expect.poll(() => server.output()).toContain(`MQTT_URL: nothing is taken from the broker at 127.0.0.1:${port}`);
  expect(await brokerElsewhere()).toBe('not_connected');
  await server.stop();
  server = await startServerProcess({ ...env, MQTT_URL, NODE_EXTRA_CA_CERTS: authority });
  await expect.poll(brokerElsewhere).toBe('connected');
  const { id, token } = await plant.datalogger('Behind TLS');
  const device = await deviceAt(`mqtts://127.0.0.1:${port}`, { ca: readFileSync(authority) });
  await device.publishAsync(`taktlog/${token}/json`, '{"temperature":21.5}', { qos: 1 });
  await expect.poll(() => lasts(id)).toEqual({ temperature: 21.5 });
});
