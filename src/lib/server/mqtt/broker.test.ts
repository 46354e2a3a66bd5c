import { once } from 'node:events';
import fc from 'fast-check';
import { generate, type Packet } from 'mqtt-packet';
import { describe, expect, it } from 'vitest';
import { INGEST_MAX_BYTES } from '../../constants.ts';
import type { Channel } from '../../contract/channels.ts';
import type { DeviceIdentity } from '../../contract/device-identities.ts';
import { AppError } from '../../contract/errors.ts';
import type { Gateway } from '../../contract/gateways.ts';
import type { Reading } from '../../contract/readings.ts';
import type { ReceivedData, ReceivedDataDetail } from '../../contract/received-data.ts';
import { ENGINES, makeCredential, makeDatalogger, makeOrganization, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { type BrokerPlant, brokerPlant, holdCommits, isAcknowledged, published, refusalOf } from './testing.ts';

const MS = TEST_NOW / 1000;
/** Return codes of a CONNECT. */
const BAD_ID = 2;
const BAD_TOKEN = 4;

const messages = async ({ get }: BrokerPlant) => (await get<{ items: ReceivedData[] }>('/received-data?sort=received_at&limit=500')).items;
const newest = async (plant: BrokerPlant) => plant.get<ReceivedDataDetail>(`/received-data/${(await messages(plant)).at(-1)?.id}`);
const channels = async ({ get, datalogger }: BrokerPlant) =>
  (await get<{ items: Channel[] }>(`/channels?datalogger_id=${datalogger.id}`)).items;
const lasts = async (plant: BrokerPlant) => Object.fromEntries((await channels(plant)).map(({ key, last }) => [key, last?.value]));

describe.each(ENGINES)('the broker on %s', (engine) => {
  it('stores what is published under each of its topics before it acknowledges', async () => {
    const plant = await brokerPlant(engine);
    const client = await plant.client();
    const ways: [topic: string, body: string, decoder: string][] = [
      ['taktlog/json', `{"ts":${MS},"a":1}`, 'json@1'],
      ['taktlog/json/tele/boiler/SENSOR', `[{"ts":${MS},"values":{"b":2}}]`, 'json@1'],
      ['taktlog/senml', `[{"n":"c","t":${MS / 1000},"v":3}]`, 'senml@1'],
      ['taktlog/line', `d value=4 ${MS}000000`, 'line-protocol@1?precision=ns'],
      ['taktlog/line/ms', `e value=5 ${MS}`, 'line-protocol@1?precision=ms'],
      ['v1/devices/me/telemetry', `{"ts":${MS},"values":{"f":6}}`, 'thingsboard@1'],
    ];
    for (const [topic, body, decoder] of ways) {
      expect([topic, await isAcknowledged(client, topic, body)]).toEqual([topic, true]);
      const { topic: kept, door, status, points, decoder: by } = await newest(plant);
      expect({ kept, door, status, points, by }).toEqual({ kept: topic, door: 'mqtt', status: 'stored', points: 1, by: decoder });
    }
    expect(await lasts(plant)).toEqual({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 });
  });

  it('takes a message of every quality of service once', async () => {
    const plant = await brokerPlant(engine);
    const client = await plant.client();
    await client.publishAsync('taktlog/json', `{"ts":${MS},"zero":1}`, { qos: 0 });
    await client.publishAsync('taktlog/json', `{"ts":${MS},"one":1}`, { qos: 1 });
    await client.publishAsync('taktlog/json', `{"ts":${MS},"two":1}`, { qos: 2 });
    expect(await lasts(plant)).toEqual({ zero: 1, one: 1, two: 1 });
    expect(await messages(plant)).toHaveLength(3);
  });

  it('keeps raw and acknowledges what it can’t understand, and what comes for a paused logger', async () => {
    const plant = await brokerPlant(engine);
    const client = await plant.client();
    for (const body of ['{"a":', '[]x', '\xff', ''])
      expect(await isAcknowledged(client, 'taktlog/json', Buffer.from(body, 'latin1'))).toBe(true);
    expect(await isAcknowledged(client, 'taktlog/json', '{"ts":5,"a":1}')).toBe(true);
    const paused = await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: plant.datalogger.rev, paused: true });
    expect(paused.status).toBe(200);
    expect(await isAcknowledged(client, 'taktlog/json', `{"ts":${MS},"a":1}`)).toBe(true);
    const kept = ['unparsed', 'unparsed', 'unparsed', 'unparsed', 'rejected', 'paused'];
    expect((await messages(plant)).map(({ status }) => status)).toEqual(kept);
    expect(client.connected).toBe(true);
  });

  it('ends a connection that publishes under a foreign topic, and keeps nothing of it', async () => {
    const plant = await brokerPlant(engine);
    for (const topic of [
      'temperature',
      'taktlog',
      'taktlog/xml',
      'taktlog/__proto__',
      'v1/devices/other/telemetry',
      '$SYS/x',
      '/taktlog/json',
    ])
      expect([topic, await isAcknowledged(await plant.client(), topic, '{"a":1}')]).toEqual([topic, false]);
    expect(await messages(plant)).toEqual([]);
  });

  it('lets nobody subscribe, retains nothing and drops wills', async () => {
    const plant = await brokerPlant(engine);
    const watcher = await plant.client();
    const heard: string[] = [];
    watcher.on('message', (topic) => heard.push(topic));
    for (const topic of ['#', 'taktlog/json', '$SYS/#', '+/+'])
      expect(await watcher.subscribeAsync(topic).catch((error: Error) => error)).toBeInstanceOf(Error);
    const wire = await plant.wire();
    wire.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: 'mortal',
      clean: true,
      keepalive: 60,
      username: plant.token,
      will: { topic: 'taktlog/json', payload: Buffer.from('{"will":1}'), qos: 1, retain: true },
    });
    expect(await wire.packet()).toMatchObject({ cmd: 'connack', returnCode: 0 });
    wire.send({ ...published(1, `{"ts":${MS},"a":1}`), retain: true } as never);
    expect(await wire.packet()).toMatchObject({ cmd: 'puback', messageId: 1 });
    wire.socket.destroy();
    expect(await isAcknowledged(watcher, 'taktlog/json', `{"ts":${MS},"b":1}`)).toBe(true);
    expect(Object.keys(await lasts(plant)).sort()).toEqual(['a', 'b']);
    expect(heard).toEqual([]);
  });

  it('knows the token as user or as password, and nobody else', async () => {
    const plant = await brokerPlant(engine);
    const { token } = plant;
    expect(await refusalOf(plant.client({ username: 'any', password: token }))).toBeNull();
    expect(await refusalOf(plant.client({ username: token, password: 'any' }))).toBeNull();
    expect(await refusalOf(plant.client({ username: 'tk_nobody' }))).toBe(BAD_TOKEN);
    expect(await refusalOf(plant.client({ username: undefined }))).toBe(BAD_TOKEN);
    expect(await refusalOf(plant.client({ clientId: 'x'.repeat(257) }))).toBe(BAD_ID);
    const archived = await makeCredential(plant.deps, await makeDatalogger(plant.deps, plant.workspace, { archived_at: 1 }));
    expect(await refusalOf(plant.client({ username: archived.token }))).toBe(BAD_TOKEN);
  });

  it('ends the connections of a token that is revoked, and of a logger that is archived, at once', async () => {
    const plant = await brokerPlant(engine);
    const other = await makeCredential(plant.deps, plant.datalogger);
    const [revoked, archived] = [await plant.client(), await plant.client({ username: other.token })];
    const gone = once(revoked as never, 'close');
    const path = `/dataloggers/${plant.datalogger.id}`;
    expect((await plant.send('DELETE', `${path}/credentials/${plant.credential.id}`, undefined)).status).toBe(200);
    await gone;
    expect(archived.connected).toBe(true);
    const goneToo = once(archived as never, 'close');
    expect((await plant.send('PATCH', path, { rev: plant.datalogger.rev, archived: true })).status).toBe(200);
    await goneToo;
    expect(await refusalOf(plant.client({ username: other.token }))).toBe(BAD_TOKEN);
  });

  it('keeps clients of two organisations apart that have chosen the same id', async () => {
    const plant = await brokerPlant(engine);
    const workspace = await makeWorkspace(plant.deps, await makeOrganization(plant.deps));
    const { token } = await makeCredential(plant.deps, await makeDatalogger(plant.deps, workspace));
    const ours = await plant.client({ clientId: 'esp32', clean: false });
    const theirs = await plant.client({ clientId: 'esp32', clean: false, username: token });
    expect(await isAcknowledged(ours, 'taktlog/json', `{"ts":${MS},"a":1}`)).toBe(true);
    expect(await isAcknowledged(theirs, 'taktlog/json', `{"ts":${MS},"b":1}`)).toBe(true);
    // The same id with the same token is the same client, which has come back.
    const gone = once(ours as never, 'close');
    const again = await plant.client({ clientId: 'esp32', clean: false });
    await gone;
    expect([again.connected, theirs.connected]).toEqual([true, true]);
    expect(Object.keys(await lasts(plant))).toEqual(['a']);
  });

  it('takes a gateway’s messages by the level of their topic that names the device; unknown ones wait', async () => {
    const plant = await brokerPlant(engine);
    const made = await plant.send('POST', '/gateways', { workspace_id: plant.workspace.id, name: 'Hall 1' });
    const gateway = (await made.json()) as Gateway & { token: string };
    const client = await plant.client({ username: gateway.token });
    expect(await isAcknowledged(client, 'taktlog/json/boiler/state', `{"ts":${MS},"a":1}`)).toBe(true);
    expect(await messages(plant)).toEqual([]);
    const { items } = await plant.get<{ items: DeviceIdentity[] }>('/device-identities');
    expect(items).toMatchObject([{ kind: 'topic', identity: 'boiler', waiting: 1, door: 'mqtt', preview: [{ key: 'a', value: 1 }] }]);
    const assigned = { rev: items[0]!.rev, state: 'assigned', datalogger_id: plant.datalogger.id };
    expect((await plant.send('PATCH', `/device-identities/${items[0]!.id}`, assigned)).status).toBe(200);
    expect((await messages(plant)).map(({ topic }) => topic)).toEqual(['taktlog/json/boiler/state']);
    expect(await isAcknowledged(client, 'taktlog/line/ms/boiler', `b value=2 ${MS}`)).toBe(true);
    expect(await isAcknowledged(client, 'taktlog/json/boiler', '{"c":')).toBe(true);
    expect(await lasts(plant)).toEqual({ a: 1, b: 2 });
    expect((await messages(plant)).map(({ door, status }) => [door, status])).toEqual([
      ['mqtt', 'stored'],
      ['mqtt', 'stored'],
      ['mqtt', 'unparsed'],
    ]);
    for (const topic of ['taktlog/json', 'taktlog/json/', 'v1/devices/me/telemetry'])
      expect([topic, await isAcknowledged(await plant.client({ username: gateway.token }), topic, '{"a":1}')]).toEqual([topic, false]);
    const gone = once(client as never, 'close');
    expect((await plant.send('DELETE', `/gateways/${gateway.id}`, undefined)).status).toBe(200);
    await gone;
    expect(await refusalOf(plant.client({ username: gateway.token }))).toBe(BAD_TOKEN);
  });

  it('cuts a gateway’s lines and packs by tag and base name where the topic names no device, and takes the level that its settings say', async () => {
    const plant = await brokerPlant(engine);
    const made = await plant.send('POST', '/gateways', { workspace_id: plant.workspace.id, name: 'Hall 1', topic_level: 2 });
    const { token } = (await made.json()) as Gateway & { token: string };
    const client = await plant.client({ username: token });
    expect(await isAcknowledged(client, 'taktlog/line/ms', `cpu,host=oven usage=1 ${MS}`)).toBe(true);
    expect(await isAcknowledged(client, 'taktlog/senml', `[{"bn":"saw:","n":"t","t":${MS / 1_000},"v":2}]`)).toBe(true);
    expect(await isAcknowledged(client, 'taktlog/json/hall/drill', `{"ts":${MS},"a":3}`)).toBe(true);
    const { items } = await plant.get<{ items: DeviceIdentity[] }>('/device-identities');
    expect(items.map(({ kind, identity, preview }) => [kind, identity, preview]).toSorted()).toEqual([
      ['base_name', 'saw', [{ key: 't', value: 2 }]],
      ['tag', 'oven', [{ key: 'cpu.usage', value: 1 }]],
      ['topic', 'drill', [{ key: 'a', value: 3 }]],
    ]);
  });

  it('does not acknowledge what is over quota or can’t be stored now, and ends the connection, so that it comes again', async () => {
    const plant = await brokerPlant(engine, { organization: { ingest_quota_per_minute: 1 } });
    const client = await plant.client();
    expect(await isAcknowledged(client, 'taktlog/json', `{"ts":${MS},"a":1}`)).toBe(true);
    expect(await isAcknowledged(client, 'taktlog/json', `{"ts":${MS + 1},"a":2}`)).toBe(false);
    plant.deps.clock.advance(61e6);
    const held = holdCommits(plant);
    const busy = isAcknowledged(await plant.client(), 'taktlog/json', `{"ts":${MS + 1},"a":2}`);
    await held.begun(1);
    held.waiting.pop()!.fail(new AppError('storage_busy'));
    expect(await busy).toBe(false);
    held.release();
    expect(await lasts(plant)).toEqual({ a: 1 });
    plant.deps.clock.advance(61e6);
    expect(await isAcknowledged(await plant.client(), 'taktlog/json', `{"ts":${MS + 1},"a":2}`)).toBe(true);
    expect(await lasts(plant)).toEqual({ a: 2 });
  });

  it('stores a thousand messages of one breath in their order, and answers in it', async () => {
    const plant = await brokerPlant(engine);
    const wire = await plant.wire();
    expect(await wire.connect(plant.token)).toBe(0);
    // One moment for all: what came last counts.
    wire.send(...Array.from({ length: 1000 }, (_, n) => published(n + 1, `{"ts":${MS},"a":${n}}`)));
    for (let n = 0; n < 1000; n += 1) expect(await wire.packet()).toMatchObject({ cmd: 'puback', messageId: n + 1 });
    const [channel] = await channels(plant);
    const { items } = await plant.get<{ items: Reading[] }>(`/channels/${channel!.id}/readings`);
    expect(items.map(({ value }) => value)).toEqual([999]);
  });

  it('stores once what is sent again because the connection broke before the answer', async () => {
    const plant = await brokerPlant(engine);
    // Without times of their own, twice stored is twice there.
    for (const qos of [1, 2] as const) {
      const held = holdCommits(plant);
      const first = await plant.wire();
      expect(await first.connect(plant.token, { clientId: `q${qos}`, clean: false })).toBe(0);
      first.send(published(7, `{"q${qos}":1}`, { qos }));
      await held.begun(1);
      first.socket.destroy();
      await first.closed;
      const second = await plant.wire();
      expect(await second.connect(plant.token, { clientId: `q${qos}`, clean: false })).toBe(0);
      second.send(published(7, `{"q${qos}":1}`, { qos, dup: true }));
      held.release();
      expect(await second.packet()).toMatchObject({ cmd: qos === 1 ? 'puback' : 'pubrec', messageId: 7 });
      if (qos === 2) {
        // Until it is released it may come again.
        second.send(published(7, '{"q2":1}', { qos, dup: true }));
        expect(await second.packet()).toMatchObject({ cmd: 'pubrec', messageId: 7 });
        second.send({ cmd: 'pubrel', messageId: 7 });
        expect(await second.packet()).toMatchObject({ cmd: 'pubcomp', messageId: 7 });
      }
      // The number is free: what comes under it is another message.
      plant.deps.clock.advance(1);
      second.send(published(7, `{"q${qos}":1}`, { qos }));
      expect(await second.packet()).toMatchObject({ messageId: 7 });
    }
    expect(await messages(plant)).toHaveLength(4);
  });

  it('at its end acknowledges what is being stored, and nothing else', async () => {
    const plant = await brokerPlant(engine);
    const wire = await plant.wire();
    expect(await wire.connect(plant.token)).toBe(0);
    const held = holdCommits(plant);
    wire.send(...Array.from({ length: 10 }, (_, n) => published(n + 1, `{"ts":${MS + n},"a":${n}}`)));
    await held.begun(1);
    const stopped = plant.broker.stop();
    held.release();
    await stopped;
    await wire.closed;
    // The first goes alone; the others had not begun.
    expect(wire.unseen).toEqual([expect.objectContaining({ cmd: 'puback', messageId: 1 })]);
    expect(await messages(plant)).toHaveLength(1);
    const late = await plant.wire();
    await late.closed;
  });
});

describe('the broker', () => {
  it('takes a body of the size that all doors take, and ends a connection that announces more', async () => {
    const plant = await brokerPlant('sqlite');
    const client = await plant.client();
    const pad = (size: number) => `{"ts":${MS},"a":1}`.padEnd(size, ' ');
    expect(await isAcknowledged(client, 'taktlog/json', pad(INGEST_MAX_BYTES))).toBe(true);
    expect(await isAcknowledged(client, 'taktlog/json', pad(INGEST_MAX_BYTES + 1))).toBe(false);
    for (const [isKnown, bytes] of [
      [true, [0x30, 0xff, 0xff, 0xff, 0x7f]],
      [true, [0x82, 0xff, 0xff, 0x7f]],
      [true, [0x30, 0xff, 0xff, 0xff, 0xff, 0x01]],
      [false, [0x10, 0xff, 0xff, 0x7f]],
      [false, [0x30, 0xff, 0xff, 0x3f]],
    ] as const) {
      const wire = await plant.wire();
      if (isKnown) await wire.connect(plant.token);
      wire.socket.write(Buffer.from(bytes));
      await wire.closed;
    }
    expect(await messages(plant)).toHaveLength(1);
  });

  it('ends who says nothing, who dawdles, and who breaks the protocol, and goes on for the others', async () => {
    const plant = await brokerPlant('sqlite', { limits: { connectMs: 50 } });
    const client = await plant.client();
    const silent = await plant.wire();
    await silent.closed;
    const slow = await plant.wire();
    slow.socket.write(Buffer.from([0x10, 0x20, 0x00]));
    await slow.closed;
    for (const bytes of ['GET / HTTP/1.1\r\n\r\n', '\x00\x00', '\x16\x03\x01\x02\x00\x01', '\x30\x05\x00\x03a/b', '\xc0\x00', '\xf0\x00']) {
      const wire = await plant.wire();
      wire.socket.write(Buffer.from(bytes, 'latin1'));
      await wire.closed;
    }
    const twice = await plant.wire();
    expect(await twice.connect(plant.token)).toBe(0);
    void twice.connect(plant.token);
    await twice.closed;
    expect(await isAcknowledged(client, 'taktlog/json', `{"ts":${MS},"a":1}`)).toBe(true);
  });

  it('outlives whatever bytes come, before a token was shown and after', { timeout: 60_000 }, async () => {
    const plant = await brokerPlant('sqlite', { limits: { connectMs: 200, unknownPerNetwork: 1_000 } });
    const good = await plant.client();
    const hello = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: 'f',
      clean: true,
      keepalive: 1,
      username: plant.token,
    };
    const seeds = [
      hello as Packet,
      published(1, '{"a":1}'),
      published(2, '{"b":2}', { qos: 2 }),
      { cmd: 'pubrel', messageId: 2 } as Packet,
      { cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: '#', qos: 1 }] } as Packet,
      { cmd: 'unsubscribe', messageId: 4, unsubscriptions: ['a/+'] } as Packet,
      { cmd: 'pingreq' } as Packet,
    ].map((packet) => generate(packet));
    const change = fc.record({ at: fc.nat(60), byte: fc.nat(255) });
    const piece = fc.record({ seed: fc.nat(seeds.length - 1), changes: fc.array(change, { maxLength: 3 }), length: fc.nat(60) });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(piece, { minLength: 1, maxLength: 6 }), async (isKnown, pieces) => {
        const wire = await plant.wire();
        if (isKnown) wire.socket.write(seeds[0]!);
        for (const { seed, changes, length } of pieces) {
          const bytes = Buffer.from(seeds[seed]!);
          for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
          wire.socket.write(bytes.subarray(0, Math.max(1, length)));
        }
        wire.socket.end();
        await wire.closed;
      }),
      { numRuns: 300 },
    );
    expect(await isAcknowledged(good, 'taktlog/json', `{"ts":${MS},"last":1}`)).toBe(true);
    await expect.poll(() => plant.broker.metrics()).toContain('taktlog_mqtt_connections 1');
  });

  it('keeps to its limits of connections: the oldest of a token gives way, strangers wait outside', async () => {
    const plant = await brokerPlant('sqlite', { limits: { perToken: 2, unknownPerNetwork: 2, connections: 5 } });
    const [first, second] = [await plant.client(), await plant.client()];
    const gone = once(first as never, 'close');
    const third = await plant.client();
    await gone;
    expect([second.connected, third.connected]).toEqual([true, true]);
    const strangers = [await plant.wire(), await plant.wire()];
    const outside = await plant.wire();
    await outside.closed;
    expect(strangers.map(({ socket }) => socket.readyState)).toEqual(['open', 'open']);
    expect(plant.broker.metrics()).toContain('taktlog_mqtt_connections 4');
    expect(plant.broker.metrics()).toContain('taktlog_mqtt_outcomes_total{outcome="connection_limit"} 1');
  });

  it('lets those who were refused too often wait, but not so many that good tokens find no room', async () => {
    const plant = await brokerPlant('sqlite', { limits: { unknownPerNetwork: 8 } });
    for (let n = 0; n < 10; n += 1) expect(await refusalOf(plant.client({ username: 'tk_bad' }))).toBe(BAD_TOKEN);
    const wires = await Promise.all(Array.from({ length: 6 }, () => plant.wire()));
    const answers = wires.map((wire) => wire.connect('tk_bad'));
    // More than half of the room: the last ones are answered at once, and go.
    expect(await Promise.race(answers)).toBe(BAD_TOKEN);
    expect((await plant.client()).connected).toBe(true);
  });

  it('counts what became of everything, and logs neither token nor address nor topic', async () => {
    const plant = await brokerPlant('sqlite');
    const client = await plant.client();
    await isAcknowledged(client, 'taktlog/json/secret-place', `{"ts":${MS},"a":1}`);
    await isAcknowledged(client, 'taktlog/json/secret-place', '{');
    await isAcknowledged(client, 'secret/place', '{');
    await refusalOf(plant.client({ username: 'tk_secret' }));
    const outcomes = plant.broker.metrics().filter((line) => line.startsWith('taktlog_mqtt_outcomes_total'));
    expect(outcomes).toEqual(
      ['device_unknown', 'forbidden', 'malformed_json', 'stored'].map((outcome) => `taktlog_mqtt_outcomes_total{outcome="${outcome}"} 1`),
    );
    const log = JSON.stringify(plant.deps.lines);
    expect(log).toContain('device_unknown');
    for (const secret of [plant.token, 'tk_secret', '127.0.0.1', 'secret-place', 'secret/place']) expect(log).not.toContain(secret);
  });
});
