import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { SNIPPETS, snippetsFor, snippetText } from './snippets.ts';

const PLACE = { address: 'https://log.example.com', mqtt: null };
const TOKEN = 'tk_abcDEF-123';
const run = promisify(execFile);

/** A server that keeps what it was sent. */
async function listener() {
  const got: { url: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    got.push({ url: request.url, headers: request.headers, body: await text(request) });
    response.end('{"points":1}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { got, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a way to send a first reading', () => {
  it.each(SNIPPETS)('by %s names the address and the token', (kind) => {
    const shown = snippetText(kind, PLACE, TOKEN, null);
    expect(shown).toContain('log.example.com');
    expect(shown).toContain(TOKEN);
  });

  it.each([
    ['curl', 'sh', '/v1/ingest/json', `Bearer ${TOKEN}`, '{"temperature":21.5}'],
    ['line', 'sh', '/api/v2/write', `Token ${TOKEN}`, 'room temperature=21.5'],
    ['python', 'python3', '/v1/ingest/json', `Bearer ${TOKEN}`, '{"temperature":21.5}'],
  ] as const)('by %s sends it when it is run', async (kind, program, url, authorization, body) => {
    const { got, address } = await listener();
    const { stdout } = await run(program, ['-c', snippetText(kind, { address, mqtt: null }, TOKEN, null)]);
    expect(stdout.trim()).toBe('{"points":1}');
    expect(got).toMatchObject([{ url, headers: { authorization }, body }]);
  });

  it('by MQTT is one line of mosquitto_pub, with the port that takes it', async () => {
    const words = async (mqtt: { port: number; tls: boolean }) => {
      const shown = snippetText('mqtt', { address: 'http://10.0.0.5:4321', mqtt }, TOKEN, null).replace('mosquitto_pub', 'printf "%s|"');
      return (await run('sh', ['-c', shown])).stdout.split('|').slice(0, -1);
    };
    const rest = ['-u', TOKEN, '-q', '1', '-t', 'taktlog/json', '-m', '{"temperature":21.5}'];
    expect(await words({ port: 1884, tls: false })).toEqual(['-h', '10.0.0.5', '-p', '1884', ...rest]);
    expect(await words({ port: 8883, tls: true })).toEqual(['-h', '10.0.0.5', '-p', '8883', '--tls-use-os-certs', ...rest]);
  });

  it('by Node-RED is a flow whose wires lead to nodes that are there', () => {
    const nodes = JSON.parse(snippetText('node_red', PLACE, TOKEN, null)) as {
      id: string;
      wires: string[][];
      url?: string;
      payload?: string;
    }[];
    const ids = nodes.map(({ id }) => id);
    for (const { wires } of nodes) for (const wire of wires.flat()) expect(ids).toContain(wire);
    expect(nodes.find(({ url }) => url)).toMatchObject({ type: 'http request', url: 'https://log.example.com/v1/ingest/json' });
    expect(JSON.parse(nodes[0]?.payload ?? '')).toEqual({ temperature: 21.5 });
  });

  it('by Shelly is a script that posts what the device tells of itself, at once and by its timer', () => {
    const status = { 'switch:0': { apower: 812.4 } };
    const posted: unknown[] = [];
    const timers: [number, boolean][] = [];
    const call = (method: string, given: unknown, then?: (answer: unknown) => void) =>
      method === 'Shelly.GetStatus' ? then?.(status) : posted.push([method, given]);
    new Function('Shelly', 'Timer', snippetText('shelly', PLACE, TOKEN, null))(
      { call },
      { set: (ms: number, again: boolean) => timers.push([ms, again]) },
    );
    expect(timers).toEqual([[60_000, true]]);
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const url = 'https://log.example.com/v1/ingest/json';
    expect(posted).toEqual([['HTTP.Request', { method: 'POST', url, headers, body: JSON.stringify(status) }]]);
  });

  it('by ESPHome and by Telegraf is what their files are written in', () => {
    expect(parseYaml(snippetText('esphome', PLACE, TOKEN, null))).toMatchObject({
      interval: [
        {
          // biome-ignore lint/suspicious/noThenProperty: ESPHome's own word
          then: [
            { 'http_request.post': { request_headers: { Authorization: `Bearer ${TOKEN}` }, json: expect.stringContaining('root[') } },
          ],
        },
      ],
    });
    expect(parseToml(snippetText('telegraf', PLACE, TOKEN, null))).toMatchObject({
      outputs: { influxdb_v2: [{ urls: ['https://log.example.com'], token: TOKEN }] },
    });
  });

  const JSON_SAMPLE = { json: { who: 'it\'s \\ "x"', ai: [{ mA: 12.5 }] } };
  const BYTES = { bytes: [1, 0x67, 0, 0xd7, 0x25] };

  it.each([
    ['curl', 'sh'],
    ['python', 'python3'],
  ] as const)('by %s sends what the type reads, whatever stands in it, and bytes as they are', async (kind, program) => {
    const { got, address } = await listener();
    for (const sample of [JSON_SAMPLE, BYTES]) await run(program, ['-c', snippetText(kind, { address, mqtt: null }, TOKEN, sample)]);
    expect(JSON.parse(got[0]!.body)).toEqual(JSON_SAMPLE.json);
    expect(got[0]!.headers['content-type']).toBe('application/json');
    expect(got[1]!.body).toBe(Buffer.from(BYTES.bytes).toString('utf8'));
    expect(got[1]!.headers['content-type']).toBe('application/octet-stream');
  });

  it('is offered as far as it fits the type: bytes by those that can send them, a Shelly by its own script first', () => {
    expect(snippetsFor(null)).toEqual(SNIPPETS);
    expect(snippetsFor(BYTES)).toEqual(['curl', 'powershell', 'python', 'mqtt']);
    expect(snippetsFor({ json: { 'switch:0': { apower: 1 } } })[0]).toBe('shelly');
    const plain = snippetsFor({ json: { t: 1 } });
    expect([plain[0], plain.includes('shelly'), plain.includes('line')]).toEqual(['curl', false, false]);
  });

  it('by ESPHome fills in each value where the type looks for it', () => {
    const shown = snippetText('esphome', PLACE, TOKEN, JSON_SAMPLE);
    expect(shown).toContain('root["ai"][0]["mA"] = id(ma).state;');
    expect(() => parseYaml(shown)).not.toThrow();
  });
});
