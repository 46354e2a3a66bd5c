import { describe, expect, it, onTestFinished } from 'vitest';
import { INGEST_MAX_BYTES } from '../../constants.ts';
import type { Channel } from '../../contract/channels.ts';
import { AppError } from '../../contract/errors.ts';
import type { ReceivedData } from '../../contract/received-data.ts';
import { Ingest } from '../ingest/ingest.service.ts';
import { parseMqttUrl } from '../kernel/mqtt-address.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, type Engine, TEST_NOW } from '../testing/testing.ts';
import { MqttSubscriber, SUBSCRIBER_TIMES } from './subscriber.ts';
import { holdCommits } from './testing.ts';
import { TestBroker } from './testing-broker.ts';

const MS = TEST_NOW / 1000;
const TIMES = { ...SUBSCRIBER_TIMES, again: 5, mostAgain: 20 };
const PASSWORD = 'between us';

/** A plant whose messages come by a broker elsewhere. */
async function foreignPlant(engine: Engine, over: Parameters<typeof testPlant>[1] = {}) {
  const plant = await testPlant(engine, over);
  const broker = await TestBroker.start();
  const begin = async (more = '') => {
    const address = parseMqttUrl(`mqtt://us:${encodeURIComponent(PASSWORD)}@127.0.0.1:${broker.port}?client_id=one${more}`)!;
    const subscriber = await MqttSubscriber.start(plant.deps, new Ingest(plant.deps), address, TIMES);
    onTestFinished(() => subscriber.stop());
    return subscriber;
  };
  return {
    ...plant,
    broker,
    begin,
    publish: (rest: string, body: unknown, token = plant.token) =>
      broker.publish(`taktlog/${token}/${rest}`, typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)),
    messages: async () => (await plant.get<{ items: ReceivedData[] }>('/received-data?sort=received_at&limit=500')).items,
    lasts: async () => {
      const { items } = await plant.get<{ items: Channel[] }>(`/channels?datalogger_id=${plant.datalogger.id}`);
      return Object.fromEntries(items.map(({ key, last }) => [key, last?.value]));
    },
  };
}
type ForeignPlant = Awaited<ReturnType<typeof foreignPlant>>;

const allAnswered = ({ broker }: ForeignPlant) => expect.poll(() => broker.left, { timeout: 10_000 }).toBe(0);

describe.each(ENGINES)('a broker elsewhere on %s', (engine) => {
  it('is subscribed to once, and what loggers publish there is stored as if they had published here', async () => {
    const plant = await foreignPlant(engine);
    const subscriber = await plant.begin();
    plant.publish('json', { ts: MS, a: 1 });
    plant.publish('json/tele/boiler/SENSOR', { ts: MS, b: 2 });
    plant.publish('senml', [{ n: 'c', t: MS / 1000, v: 3 }]);
    plant.publish('line/ms', `d value=4 ${MS}`);
    await allAnswered(plant);
    expect(plant.broker.subscribed).toEqual(['$share/taktlog/taktlog/#']);
    expect(plant.broker.connected).toMatchObject({ clientId: 'one', clean: false, username: 'us', password: Buffer.from(PASSWORD) });
    expect(await plant.lasts()).toEqual({ a: 1, b: 2, c: 3, d: 4 });
    expect(plant.broker.answers.map(({ reasonCode }) => reasonCode)).toEqual([0, 0, 0, 0]);
    // Where the token stands in it, nothing of it is kept.
    // What comes together is stored beside each other, in any order.
    expect((await plant.messages()).map(({ door, topic }) => `${door} ${topic}`).sort()).toEqual([
      'mqtt taktlog/json',
      'mqtt taktlog/json/tele/boiler/SENSOR',
      'mqtt taktlog/line/ms',
      'mqtt taktlog/senml',
    ]);
    const { items } = await plant.get<{ items: ReceivedData[] }>(`/received-data?q=BOILER&datalogger_id=${plant.datalogger.id}`);
    expect(items.map(({ topic }) => topic)).toEqual(['taktlog/json/tele/boiler/SENSOR']);
    expect(subscriber.metrics()).toContain('taktlog_mqtt_url_subscribed 1');
    expect(subscriber.metrics()).toContain('taktlog_mqtt_url_outcomes_total{outcome="stored"} 4');
  });

  it('is told that a message is taken when it is on disk, and not before', async () => {
    const plant = await foreignPlant(engine);
    await plant.begin();
    const held = holdCommits(plant);
    plant.publish('json', { ts: MS, a: 1 });
    await held.begun(1);
    expect(plant.broker.answers).toEqual([]);
    held.release();
    await allAnswered(plant);
    expect(plant.broker.answers).toHaveLength(1);
  });

  it('gets nothing twice and loses nothing when the connection ends, when it starts again and when we do', async () => {
    const plant = await foreignPlant(engine);
    const subscriber = await plant.begin();
    const held = holdCommits(plant);
    const rows = Array.from({ length: 150 }, (_, n) => n);
    // Without a time of its own a message that is stored twice is there twice.
    for (const n of rows.slice(0, 50)) plant.publish('json', { n });
    await held.begun(1);
    plant.broker.cut();
    held.release();
    await allAnswered(plant);
    await plant.broker.leave();
    for (const n of rows.slice(50, 100)) plant.publish('json', { n });
    await plant.broker.listen();
    await allAnswered(plant);
    await subscriber.stop();
    expect(plant.broker.goodbyes).toBe(1);
    for (const n of rows.slice(100)) plant.publish('json', { n });
    await plant.begin();
    await allAnswered(plant);
    expect(await plant.messages()).toHaveLength(rows.length);
  });

  it('is told what will never be taken, which is counted and said with the token masked, and the others go on', async () => {
    const plant = await foreignPlant(engine);
    const subscriber = await plant.begin();
    plant.publish('json', { a: 1 }, 'tk_nobody-knows-this-one');
    plant.publish('xml', '<a>1</a>');
    plant.broker.publish('taktlog', '1');
    plant.publish('json', Buffer.alloc(INGEST_MAX_BYTES + 1, ' '));
    plant.publish('json', '{"a":');
    plant.publish('json', { ts: MS, good: 1 });
    await allAnswered(plant);
    expect(plant.broker.answers.map(({ reasonCode }) => reasonCode)).toEqual([135, 144, 144, 153, 0, 0]);
    expect((await plant.messages()).map(({ status }) => status).sort()).toEqual(['stored', 'unparsed']);
    const counted = subscriber.metrics().filter((line) => line.includes('outcome='));
    expect(counted).toEqual(
      [
        ['body_too_large', 1],
        ['device_unknown', 1],
        ['forbidden', 2],
        ['malformed_json', 1],
        ['stored', 1],
      ].map(([outcome, count]) => `taktlog_mqtt_url_outcomes_total{outcome="${outcome}"} ${count}`),
    );
    const log = JSON.stringify(plant.deps.lines);
    expect(log).toContain('tk_nobod***');
    for (const secret of ['tk_nobody', plant.token, PASSWORD, encodeURIComponent(PASSWORD)]) expect(log).not.toContain(secret);
  });

  it('keeps what can’t be stored now, and brings it again', async () => {
    const plant = await foreignPlant(engine);
    const { readings } = plant.deps.db;
    const { commit } = readings;
    let failures = 3;
    readings.commit = async (message) => {
      if (failures-- > 0) throw new AppError('storage_busy');
      return commit.call(readings, message);
    };
    await plant.begin();
    plant.publish('json', { ts: MS, a: 1 });
    await allAnswered(plant);
    expect(plant.broker.answers).toEqual([{ messageId: 1, reasonCode: 0 }]);
    expect(plant.broker.connections).toBe(4);
    expect(await plant.messages()).toHaveLength(1);
  });

  it('refuses a token from the moment at which it is revoked', async () => {
    const plant = await foreignPlant(engine);
    await plant.begin();
    plant.publish('json', { ts: MS, a: 1 });
    await allAnswered(plant);
    const path = `/dataloggers/${plant.datalogger.id}/credentials/${plant.credential.id}`;
    expect((await plant.send('DELETE', path, undefined)).status).toBe(200);
    plant.publish('json', { ts: MS + 1, a: 2 });
    await allAnswered(plant);
    expect(plant.broker.answers.map(({ reasonCode }) => reasonCode)).toEqual([0, 135]);
    expect(await plant.messages()).toHaveLength(1);
  });
});

describe('a broker elsewhere', () => {
  it('may be away or refuse us when we start: it is tried again, and said once', async () => {
    const plant = await foreignPlant('sqlite');
    await plant.broker.leave();
    await plant.begin();
    const said = () => plant.deps.lines.filter((line) => JSON.stringify(line).includes('MQTT_URL'));
    await expect.poll(said).toHaveLength(1);
    plant.broker.refusals.push(135, 135);
    await plant.broker.listen();
    plant.publish('json', { ts: MS, a: 1 });
    await allAnswered(plant);
    expect(JSON.stringify(said())).toContain('Not authorized');
    expect(said()).toHaveLength(2);
  });

  it('is subscribed to whole by one process that is told that it is alone, and never to nothing meanwhile', async () => {
    const plant = await foreignPlant('sqlite');
    const first = await plant.begin();
    plant.publish('json', { ts: MS, a: 1 });
    await allAnswered(plant);
    await first.stop();
    await plant.begin('&shared=0');
    plant.publish('json', { ts: MS + 1, a: 2 });
    await allAnswered(plant);
    await expect.poll(() => plant.broker.subscribed).toEqual(['taktlog/#']);
    expect(plant.broker.abandoned).toBe(0);
  });

  it('at the end hears what became of what was begun, and keeps the rest', async () => {
    const plant = await foreignPlant('sqlite');
    const subscriber = await plant.begin();
    const held = holdCommits(plant);
    for (let n = 0; n < 100; n += 1) plant.publish('json', { ts: MS + n, a: n });
    await held.begun(1);
    const stopped = subscriber.stop();
    held.release();
    await stopped;
    expect(plant.broker.answers).toEqual([{ messageId: 1, reasonCode: 0 }]);
    expect(plant.broker.left).toBe(99);
    expect(await plant.messages()).toHaveLength(1);
    expect(plant.broker.goodbyes).toBe(1);
  });
});
