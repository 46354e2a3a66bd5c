import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../contract/channels.ts';
import type { Reading } from '../../../contract/readings.ts';
import type { ReceivedData, ReceivedDataDetail } from '../../../contract/received-data.ts';
import { type TestPlant, testPlant } from '../../testing/plant.ts';
import { ENGINES, makeCredential, makeDatalogger, TEST_NOW } from '../../testing/testing.ts';

const S = TEST_NOW / 1e6;
type Body = string | Uint8Array;

/** A plant with one logger, and ways to send as its clients do. */
function clients(plant: TestPlant) {
  const send = (path: string, body: Body, headers: Record<string, string> = {}) =>
    plant.app.request(path, { method: 'POST', headers, body: body as BodyInit });
  const bearer = { Authorization: `Bearer ${plant.token}` };
  return {
    json: (body: unknown) => plant.post(body),
    senml: (body: unknown, headers = bearer) =>
      send('/v1/ingest/senml', JSON.stringify(body), { ...headers, 'Content-Type': 'application/senml+json' }),
    influx: (body: Body, query = '', headers: Record<string, string> = { Authorization: `Token ${plant.token}` }) =>
      send(`/write${query}`, body, headers),
    influx2: (body: Body, query = '?org=a&bucket=b', headers: Record<string, string> = { Authorization: `Token ${plant.token}` }) =>
      send(`/api/v2/write${query}`, body, headers),
    thingsboard: (body: unknown, token = plant.token) => send(`/api/v1/${token}/telemetry`, JSON.stringify(body)),
  };
}

const messages = async (plant: TestPlant) => (await plant.get<{ items: ReceivedData[] }>('/received-data?sort=received_at')).items;
const newest = async (plant: TestPlant) => plant.get<ReceivedDataDetail>(`/received-data/${(await messages(plant)).at(-1)?.id}`);
/** Everything that the logger's series hold, by key. */
async function held(plant: TestPlant): Promise<Record<string, [ts: string, value: unknown][]>> {
  const { items } = await plant.get<{ items: Channel[] }>(`/channels?datalogger_id=${plant.datalogger.id}`);
  const all = items.map(async ({ id, key }): Promise<[string, [string, unknown][]]> => {
    const { items } = await plant.get<{ items: Reading[] }>(`/channels/${id}/readings?limit=500`);
    return [key, items.map(({ ts, value }) => [ts, value])];
  });
  return Object.fromEntries(await Promise.all(all));
}

/** An hour of a room, a reading of two channels every five minutes. */
const HOUR = Array.from({ length: 12 }, (_, i) => ({ s: S - 3600 + i * 300, temperature: 20 + i / 4, humidity: 40 + (i % 5) }));

describe.each(ENGINES)('the doors on %s', (engine) => {
  it('store one hour alike, whatever it came as', async () => {
    const lines = (unit: (s: number) => string | number) =>
      HOUR.map(
        ({ s, temperature, humidity }) => `temperature value=${temperature} ${unit(s)}\nhumidity value=${humidity}i ${unit(s)}`,
      ).join('\n');
    const pack = HOUR.flatMap(({ s, temperature, humidity }) => [
      { n: 'temperature', t: s, v: temperature },
      { n: 'humidity', t: s, v: humidity },
    ]);
    const rows = HOUR.map(({ s, temperature, humidity }) => ({ ts: s * 1000, values: { temperature, humidity } }));
    const ways: [name: string, decoder: string, status: number, send: (to: ReturnType<typeof clients>) => Response | Promise<Response>][] =
      [
        ['json', 'json@1', 200, (to) => to.json(rows)],
        ['json, flat', 'json@1', 200, (to) => to.json(rows.map(({ ts, values }) => ({ ts, ...values })))],
        ['senml', 'senml@1', 200, (to) => to.senml(pack)],
        ['thingsboard', 'thingsboard@1', 200, (to) => to.thingsboard(rows)],
        ['influx 1 in ns', 'line-protocol@1?precision=ns', 204, (to) => to.influx(lines((s) => `${s}000000000`))],
        [
          'influx 1 in s',
          'line-protocol@1?precision=s',
          204,
          (to) =>
            to.influx(
              lines((s) => s),
              '?db=x&precision=s',
            ),
        ],
        [
          'influx 2 in ms',
          'line-protocol@1?precision=ms',
          204,
          (to) =>
            to.influx2(
              lines((s) => s * 1000),
              '?org=a&bucket=b&precision=ms',
            ),
        ],
        [
          'influx 2, gzip',
          'line-protocol@1?precision=ns',
          204,
          (to) =>
            to.influx2(gzipSync(lines((s) => `${s}000000000`)), '?bucket=b', {
              Authorization: `Token ${plantOf.token}`,
              'Content-Encoding': 'gzip',
            }),
        ],
      ];
    let plantOf: TestPlant;
    let first: Awaited<ReturnType<typeof held>> | undefined;
    for (const [name, decoder, status, send] of ways) {
      plantOf = await testPlant(engine);
      const answer = await send(clients(plantOf));
      expect([name, answer.status, status === 204 ? await answer.text() : '']).toEqual([name, status, '']);
      const detail = await newest(plantOf);
      expect([name, detail.decoder, detail.status, detail.points]).toEqual([name, decoder, 'stored', 24]);
      // What is shown of a message is what its own decoder makes of it.
      expect([name, detail.readings.length, detail.readings.every(({ current }) => current)]).toEqual([name, 24, true]);
      const rows = await held(plantOf);
      first ??= rows;
      expect(Object.keys(rows).sort()).toEqual(['humidity', 'temperature']);
      expect(rows, name).toEqual(first);
    }
    expect(first?.temperature).toHaveLength(12);
  });

  it('take the token wherever clients put it, and nothing without', async () => {
    const plant = await testPlant(engine);
    const to = clients(plant);
    const basic = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    for (const answer of [
      to.influx('t value=1'),
      to.influx('t value=1', '', { Authorization: `Bearer ${plant.token}` }),
      to.influx('t value=1', '', basic(`me:${plant.token}`)),
      to.influx('t value=1', '', basic(`${plant.token}:`)),
      to.influx('t value=1', `?u=me&p=${plant.token}`, {}),
      to.influx('t value=1', `?u=${plant.token}`, {}),
    ])
      expect((await answer).status).toBe(204);
    for (const answer of [
      to.influx('t value=1', '', {}),
      to.influx('t value=1', '?u=me&p=tk_nobody', {}),
      to.influx2('t value=1', '', {}),
    ]) {
      expect((await answer).status).toBe(401);
      expect((await answer).headers.get('www-authenticate')).toBe('Basic realm="taktlog"');
    }
    expect((await to.senml([{ n: 't', v: 1 }], {} as never)).status).toBe(401);
    for (const token of ['tk_nobody', '%E0%A4%A', '%2F'])
      expect([token, (await to.thingsboard({ t: 1 }, token)).status]).toEqual([token, 401]);
    // A token of the header is not asked for where the address names the sender.
    expect(
      (
        await plant.app.request('/api/v1/tk_x/telemetry', {
          method: 'POST',
          headers: { Authorization: `Bearer ${plant.token}` },
          body: '{}',
        })
      ).status,
    ).toBe(401);
  });

  it('take a batch of line protocol whole or not at all, and say where it broke', async () => {
    const plant = await testPlant(engine);
    const to = clients(plant);
    const broken = await to.influx('a value=1\nb value=\n');
    expect(broken.status).toBe(400);
    expect(await broken.json()).toEqual({ error: 'unparsed: malformed_line at line 2:9' });
    expect(broken.headers.get('x-influxdb-error')).toBe('unparsed: malformed_line at line 2:9');
    const late = await to.influx2(`a value=1\nb value=2 ${S + 2 * 86_400}000000000`);
    expect([late.status, await late.json()]).toEqual([400, { code: 'invalid', message: 'rejected: ts_future at point 2' }]);
    const big = await to.influx2('a value=1,b=9007199254740993i');
    expect([big.status, await big.json()]).toEqual([
      400,
      { code: 'invalid', message: 'rejected: integer_too_large at point 1, key "a.b"' },
    ]);
    // Nothing of the three made a channel, and all three are there to be looked at.
    expect(await held(plant)).toEqual({});
    expect((await messages(plant)).map(({ status, points, error_count }) => [status, points, error_count])).toEqual([
      ['unparsed', 0, 1],
      ['rejected', 0, 1],
      ['rejected', 0, 1],
    ]);
    // A value of another kind than its channel has refuses the batch after its channels are known.
    expect((await to.influx('a value=1')).status).toBe(204);
    expect((await to.influx('a value="text"\nc value=1')).status).toBe(400);
    expect((await held(plant)).a).toHaveLength(1);
    expect((await held(plant)).c ?? []).toEqual([]);
  });

  it('answer a precision that is none before the body is read', async () => {
    const plant = await testPlant(engine);
    const answer = await clients(plant).influx('a value=1', '?precision=fortnight');
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'validation_failed: invalid_value at precision' }]);
    expect(await messages(plant)).toEqual([]);
  });

  it('refuse in the words of their clients: paused, too large, not gzip', async () => {
    const plant = await testPlant(engine);
    const paused = await makeCredential(plant.deps, await makeDatalogger(plant.deps, plant.workspace, { paused_at: 1 }));
    const to = clients(plant);
    const stopped = await to.influx2('a value=1', '', { Authorization: `Token ${paused.token}` });
    expect([stopped.status, await stopped.json()]).toEqual([403, { code: 'forbidden', message: 'logger_paused' }]);
    const large = await to.influx2('x'.repeat(2 ** 23));
    expect([large.status, await large.json()]).toEqual([413, { code: 'request too large', message: 'body_too_large' }]);
    const torn = await to.influx('a value=1', '', { Authorization: `Token ${plant.token}`, 'Content-Encoding': 'gzip' });
    expect([torn.status, await torn.json()]).toEqual([400, { error: 'unparsed: bad_gzip' }]);
  });

  it('give a new channel the unit of its SenML record, as people write it', async () => {
    const plant = await testPlant(engine);
    const pack = [
      { n: 'air', u: 'Cel', v: 21 },
      { n: 'humidity', u: '%RH', v: 45 },
      { n: 'valve', u: '/', v: 0.4 },
      { n: 'custom', u: 'widgets', v: 3 },
      { n: 'bare', v: 1 },
    ];
    expect((await clients(plant).senml(pack)).status).toBe(200);
    const { items } = await plant.get<{ items: Channel[] }>(`/channels?datalogger_id=${plant.datalogger.id}`);
    expect(items.map(({ key, unit }) => [key, unit])).toEqual([
      ['air', '°C'],
      ['humidity', '%'],
      ['valve', null],
      ['custom', 'widgets'],
      ['bare', null],
    ]);
  });

  it('refuse a pack of another version as a whole', async () => {
    const plant = await testPlant(engine);
    const answer = await clients(plant).senml([{ bver: 11, n: 't', v: 1 }]);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'unparsed', errors: [{ code: 'unsupported_version' }] });
  });
});
