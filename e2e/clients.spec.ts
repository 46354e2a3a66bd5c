import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InfluxDB, Point } from '@influxdata/influxdb-client';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { Channel } from '../src/lib/contract/channels.ts';
import { expect, test } from './test.ts';

/** Clients that somebody else wrote, against the server as it is. */

test.describe.configure({ mode: 'serial' });
let server: ServerProcess;
let dataDir: string;
let plant: FirstOrganization;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-clients-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
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
