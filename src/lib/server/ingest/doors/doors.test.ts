import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../contract/channels.ts';
import type { Reading } from '../../../contract/readings.ts';
import type { ReceivedData, ReceivedDataDetail } from '../../../contract/received-data.ts';
import { brokerOf, isAcknowledged } from '../../mqtt/testing.ts';
import { type TestPlant, testPlant } from '../../testing/plant.ts';
import { ENGINES, makeCredential, makeDatalogger, TEST_NOW } from '../../testing/testing.ts';

const S = TEST_NOW / 1e6;
type Body = string | Uint8Array;
const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

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
    tts: (body: unknown, headers: Record<string, string> = bearer) => send('/v1/ingest/tts', text(body), headers),
    chirpstack: (body: unknown, query = '?event=up', headers: Record<string, string> = bearer) =>
      send(`/v1/ingest/chirpstack${query}`, text(body), headers),
    collectd: (body: unknown, headers: Record<string, string> = { Authorization: `Basic ${btoa(`me:${plant.token}`)}` }) =>
      send('/v1/ingest/collectd', text(body), headers),
    mqtt: async (topic: string, body: string) => {
      const client = await (await brokerOf(plant)).client();
      // What it acknowledges is stored, and it says nothing more.
      return new Response(null, { status: (await isAcknowledged(client, topic, body)) ? 204 : 500 });
    },
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

const RFC3339 = (s: number) => new Date(s * 1000).toISOString();
/** As The Things Stack documents its webhook, with what a payload formatter made. */
const things = (uplink: object, rest: object = {}) => ({
  end_device_ids: { device_id: 'roof', application_ids: { application_id: 'weather' }, dev_eui: '70B3D57ED005B89A', dev_addr: '260BABCD' },
  correlation_ids: ['as:up:01ABC'],
  received_at: RFC3339(S),
  uplink_message: { f_port: 2, f_cnt: 1834, frm_payload: 'ASsBKAAA', settings: { data_rate: { lora: { bandwidth: 125000 } } }, ...uplink },
  ...rest,
});
/** As ChirpStack documents its HTTP integration. */
const chirp = (more: object = {}) => ({
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: RFC3339(S),
  deviceInfo: { tenantId: 't', tenantName: 'ChirpStack', applicationName: 'Roof', deviceName: 'roof', devEui: '70b3d57ed005b89a' },
  devAddr: '00189440',
  fCnt: 4,
  fPort: 85,
  data: 'AWcA4g==',
  ...more,
});
/** As collectd documents its JSON. */
const list = (type: string, s: number, value: number | null, host = 'korben') => ({
  values: [value],
  dstypes: ['gauge'],
  dsnames: ['value'],
  time: s,
  interval: 300,
  host,
  plugin: 'room',
  plugin_instance: '',
  type,
  type_instance: '',
});

/** An hour of a room, a reading of two channels every five minutes. */
const HOUR = Array.from({ length: 12 }, (_, i) => ({ s: S - 3600 + i * 300, temperature: 20 + i / 4, humidity: 40 + (i % 5) }));

/** One message after the other, as a network server sends them. */
async function inTurn<T>(items: T[], send: (item: T) => Response | Promise<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  for (const item of items) answers.push(await send(item));
  return answers;
}

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
    const ways: [
      name: string,
      decoder: string,
      status: number,
      send: (to: ReturnType<typeof clients>) => Response | Promise<Response> | Promise<Response[]>,
    ][] = [
      ['json', 'json@1', 200, (to) => to.json(rows)],
      ['json, flat', 'json@1', 200, (to) => to.json(rows.map(({ ts, values }) => ({ ts, ...values })))],
      ['senml', 'senml@1', 200, (to) => to.senml(pack)],
      ['thingsboard', 'thingsboard@1', 200, (to) => to.thingsboard(rows)],
      [
        'the things stack',
        'tts@1',
        200,
        (to) => inTurn(HOUR, ({ s, ...values }) => to.tts(things({ decoded_payload: values, received_at: RFC3339(s) }))),
      ],
      [
        'chirpstack',
        'chirpstack@1?event=up',
        200,
        (to) => inTurn(HOUR, ({ s, ...values }) => to.chirpstack(chirp({ object: values, time: RFC3339(s) }))),
      ],
      [
        'collectd',
        'collectd@1',
        200,
        (to) => to.collectd(HOUR.flatMap(({ s, ...values }) => Object.entries(values).map(([type, value]) => list(type, s, value)))),
      ],
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
      ['mqtt, json', 'json@1', 204, (to) => to.mqtt('taktlog/json/hall', JSON.stringify(rows))],
      ['mqtt, senml', 'senml@1', 204, (to) => to.mqtt('taktlog/senml', JSON.stringify(pack))],
      ['mqtt, thingsboard', 'thingsboard@1', 204, (to) => to.mqtt('v1/devices/me/telemetry', JSON.stringify(rows))],
      [
        'mqtt, lines in us',
        'line-protocol@1?precision=us',
        204,
        (to) =>
          to.mqtt(
            'taktlog/line/us',
            lines((s) => `${s}000000`),
          ),
      ],
    ];
    let plantOf: TestPlant;
    let first: Awaited<ReturnType<typeof held>> | undefined;
    for (const [name, decoder, status, send] of ways) {
      plantOf = await testPlant(engine);
      const answers = [await send(clients(plantOf))].flat();
      for (const answer of answers) expect([name, answer.status, status === 204 ? await answer.text() : '']).toEqual([name, status, '']);
      const detail = await newest(plantOf);
      const points = 24 / answers.length;
      expect([name, detail.decoder, detail.status, detail.points]).toEqual([name, decoder, 'stored', points]);
      // What is shown of a message is what its own decoder makes of it.
      expect([name, detail.readings.length, detail.readings.every(({ current }) => current)]).toEqual([name, points, true]);
      // collectd puts the plugin before the type, always.
      const rows = Object.fromEntries(Object.entries(await held(plantOf)).map(([key, all]) => [key.replace('room.', ''), all]));
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

  it('answer webhooks 200 whatever became of the message, and keep it', async () => {
    const plant = await testPlant(engine);
    const to = clients(plant);
    const said = async (answer: Response | Promise<Response>) => {
      const { status, json } = await Promise.resolve(answer).then(async (one) => ({ status: one.status, json: await one.json() }));
      return [status, json];
    };
    const nothing = { points: 0, new: 0, duplicate: 0, replaced: 0 };
    const id = expect.any(String);
    const receptions = { rx_metadata: [{ rssi: -68, snr: 9.2 }] };
    expect(await said(to.tts(things({ decoded_payload: { t: 1, bad: 'x'.repeat(1001) }, ...receptions })))).toEqual([
      200,
      { id, status: 'partial', points: 3, new: 3, duplicate: 0, replaced: 0, errors: [{ code: 'text_too_long', index: 0, key: 'bad' }] },
    ]);
    expect(await said(to.tts(things({ decoded_payload: { t: 1 }, received_at: '1969-01-01T00:00:00Z' })))).toEqual([
      200,
      { id, status: 'rejected', ...nothing, errors: [{ code: 'ts_past', index: 0 }] },
    ]);
    expect(await said(to.chirpstack('{"deviceInfo":'))).toEqual([
      200,
      { id, status: 'unparsed', ...nothing, errors: [{ code: 'malformed_json', line: 1, column: 15 }] },
    ]);
    expect(await said(to.chirpstack({ devEUI: 'of version 3' }))).toEqual([
      200,
      { id, status: 'unparsed', ...nothing, errors: [{ code: 'shape' }] },
    ]);
    expect((await messages(plant)).map(({ door, status }) => [door, status])).toEqual([
      ['tts', 'partial'],
      ['tts', 'rejected'],
      ['chirpstack', 'unparsed'],
      ['chirpstack', 'unparsed'],
    ]);
    // What the sender can mend or must repeat is said as everywhere.
    for (const answer of [to.tts(things({}), {}), to.chirpstack(chirp(), '', { Authorization: 'Bearer tk_nobody' })])
      expect((await answer).status).toBe(401);
    const paused = await makeCredential(plant.deps, await makeDatalogger(plant.deps, plant.workspace, { paused_at: 1 }));
    expect((await to.tts(things({}), { Authorization: `Bearer ${paused.token}` })).status).toBe(403);
  });

  it('keep joins and other messages of network servers as they are, without readings', async () => {
    const plant = await testPlant(engine);
    const to = clients(plant);
    const { uplink_message: _, ...join } = things({});
    const kept = { status: 'stored', points: 0 };
    expect(await (await to.tts({ ...join, join_accept: { session_key_id: 'AXA' } })).json()).toMatchObject(kept);
    for (const event of ['join', 'status', 'ACK', 'txack', 'somethingnew'])
      expect(await (await to.chirpstack(chirp({ object: { t: 1 }, margin: 10 }), `?event=${event}`)).json()).toMatchObject(kept);
    expect(await held(plant)).toEqual({});
    const all = await inTurn(await messages(plant), async ({ id }) => Response.json(await plant.get(`/received-data/${id}`)));
    expect(await Promise.all(all.map(async (one) => ((await one.json()) as ReceivedDataDetail).decoder))).toEqual([
      'tts@1',
      ...['join', 'status', 'ack', 'txack', 'other'].map((event) => `chirpstack@1?event=${event}`),
    ]);
    // A request that names no event is an uplink.
    expect(await (await to.chirpstack(chirp({ object: { t: 1 } }), '')).json()).toMatchObject({ status: 'stored', points: 1 });
  });

  it('ask collectd for its password, then take its values, of one host only', async () => {
    const plant = await testPlant(engine);
    const to = clients(plant);
    const asked = await to.collectd([list('temperature', S, 20)], {});
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="taktlog"']);
    const answer = await to.collectd([list('temperature', S, 20), list('temperature', S, 30, 'leeloo'), list('humidity', S, null)]);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { id: expect.any(String), points: 1, new: 1, duplicate: 0, replaced: 0, errors: [{ code: 'other_device', index: 1 }] },
    ]);
    expect(await held(plant)).toMatchObject({ 'room.temperature': [[expect.any(String), 20]] });
  });
});
