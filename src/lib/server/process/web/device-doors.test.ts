import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { INGEST_MAX_BYTES, INGEST_MAX_READINGS } from '../../../constants.ts';
import { Ingest } from '../../ingest/ingest.service.ts';
import { type TestPlant, testPlant } from '../../testing/plant.ts';
import { makeCredential, makeDatalogger } from '../../testing/testing.ts';
import { createApp } from '../app.ts';
import { createDeviceDoors } from './device-doors.ts';

const PATH = '/v1/ingest/json';
/** Written by Node, by the frame of the API, or different each time. */
const ASIDE = new Set([
  'connection',
  'date',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
  'x-content-type-options',
]);

type Send = (init: RequestInit) => Promise<Response>;

/** The same plant twice: once behind the doors on a socket, once behind the API. */
async function bothWays(deps: Partial<TestPlant['deps']> = {}) {
  const plant = await testPlant('sqlite', { deps, organization: { ingest_quota_per_minute: 60_000 } });
  const doors = createDeviceDoors(plant.deps, new Ingest(plant.deps), new Map([['X-Fixed', 'always']]));
  const server = createServer((req, res) => {
    if (!doors(req, res)) res.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const byDoor: Send = (init) => fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'POST', ...init });
  const app = createApp(plant.deps);
  const byApi: Send = async (init) => app.request(PATH, { method: 'POST', ...init });
  return { plant, port, byDoor, byApi };
}

async function seen(answer: Response) {
  const body = (await answer.text()).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replace(/"request_id":"[\w-]+"/, '"request_id":"R"');
  const headers = [...answer.headers].filter(([name]) => !ASIDE.has(name) && name !== 'x-fixed').sort();
  return { status: answer.status, headers, body };
}

it('answer as the API does, whatever comes', async () => {
  const { plant, byDoor, byApi } = await bothWays();
  const paused = await makeCredential(plant.deps, await makeDatalogger(plant.deps, plant.workspace, { paused_at: 1 }));
  const as = (token: string, more: Record<string, string> = {}) => ({
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    ...more,
  });
  const asLogger = as(plant.token);
  const ts = plant.deps.clock.now() / 1000;
  const large = `[${'1,'.repeat(INGEST_MAX_BYTES / 2)}1]`;
  const cases: [name: string, headers: Record<string, string>, body: string | Buffer | null, status: number][] = [
    ['one reading', asLogger, JSON.stringify({ ts, t: 21.5 }), 200],
    ['a reading and an error', asLogger, JSON.stringify({ ts, t: 21.5, bad: [] }), 200],
    ['gzip', { ...asLogger, 'Content-Encoding': 'gzip' }, gzipSync(JSON.stringify({ ts: ts - 1, t: 2 })), 200],
    ['not gzip', { ...asLogger, 'Content-Encoding': 'gzip' }, '{}', 400],
    ['no such encoding', { ...asLogger, 'Content-Encoding': 'zstd' }, '{}', 415],
    ['broken JSON', asLogger, '{"t":', 400],
    ['nothing', asLogger, null, 400],
    ['bytes that are no text', asLogger, Buffer.from([0xff, 0xfe]), 400],
    ['too many readings', asLogger, `[${'{"t":1},'.repeat(INGEST_MAX_READINGS)}{}]`, 413],
    ['too large', asLogger, large, 413],
    ['no token', {}, '{}', 401],
    ['unknown token', as('tk_nobody'), '{}', 401],
    ['unknown token and too large', as('tk_nobody'), large, 401],
    ['paused', as(paused.token), '{}', 403],
    ['Basic', { Authorization: `Basic ${Buffer.from(`${plant.token}:`).toString('base64')}` }, '{"b":1}', 200],
  ];
  for (const [name, headers, body, status] of cases) {
    const init = { headers, body: body as BodyInit | null };
    // The first message makes the channels and is new; both ways then meet the same state.
    await byApi(init);
    const api = await seen(await byApi(init));
    const answer = await byDoor(init);
    expect(answer.headers.get('x-fixed'), name).toBe('always');
    expect(answer.headers.get('x-request-id'), name).toMatch(/^[\w-]{16}$/);
    expect(Number(answer.headers.get('content-length')), name).toBeGreaterThan(0);
    const door = await seen(answer);
    expect(door, name).toEqual(api);
    expect(door.status, name).toBe(status);
  }
});

it('stop reading a body that has no announced length at the limit', async () => {
  const { plant, byDoor } = await bothWays();
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      if (sent > INGEST_MAX_BYTES + 1_000_000) controller.close();
      else controller.enqueue(new Uint8Array(65_536));
    },
  });
  const init = { headers: { Authorization: `Bearer ${plant.token}` }, body, duplex: 'half' } as RequestInit;
  const answer = await byDoor(init);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'body_too_large']);
});

it('refuse while the process ends, and when the organisation sends too much', async () => {
  const ending = await bothWays({ stopping: () => true });
  const init = (plant: TestPlant, body: unknown) => ({ headers: { Authorization: `Bearer ${plant.token}` }, body: JSON.stringify(body) });
  const refused = await ending.byDoor(init(ending.plant, { t: 1 }));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  const { plant, byDoor } = await bothWays();
  const many = Array.from({ length: 6_000 }, (_, i) => ({
    ts: plant.deps.clock.now() / 1000 - i,
    a: 1,
    b: 2,
    c: 3,
    d: 4,
    e: 5,
    f: 6,
    g: 7,
    h: 8,
    i: 9,
    j: 0,
  }));
  expect((await byDoor(init(plant, many.slice(0, 1_900)))).status).toBe(200);
  for (let n = 0; n < 4; n++) expect((await byDoor(init(plant, many.slice(1_900, 3_800)))).status).toBe(n < 3 ? 200 : 429);
});

it('keep nothing of a message whose sender went away, and go on', async () => {
  const { plant, port, byDoor } = await bothWays();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${plant.token}\r\nContent-Length: 100\r\n\r\n{"t":`);
  await byDoor({ headers: { Authorization: `Bearer ${plant.token}` }, body: '{"t":1}' });
  socket.destroy();
  await once(socket, 'close');
  const answer = await byDoor({ headers: { Authorization: `Bearer ${plant.token}` }, body: '{"t":2}' });
  expect(answer.status).toBe(200);
  expect((await plant.get<{ items: unknown[] }>('/received-data')).items).toHaveLength(2);
});

it('know whose each message of one connection is', async () => {
  const { plant, port } = await bothWays();
  const other = await makeCredential(plant.deps, await makeDatalogger(plant.deps, plant.workspace));
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const tokens = [plant.token, other.token, 'tk_nobody', plant.token];
  const statuses: string[] = [];
  for (const token of tokens) {
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 7\r\n\r\n{"t":1}`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    statuses.push(answer.toString().slice(9, 12));
  }
  socket.destroy();
  expect(statuses).toEqual(['200', '200', '401', '200']);
  const { items } = await plant.get<{ items: { datalogger_id: string }[] }>('/received-data');
  expect(items.filter((item) => item.datalogger_id === other.credential.datalogger_id)).toHaveLength(1);
  expect(items).toHaveLength(3);
});

it('leave everything else to the API', async () => {
  const { byDoor, port } = await bothWays();
  expect((await byDoor({ method: 'GET' })).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}${PATH}/`, { method: 'POST' })).status).toBe(404);
});
