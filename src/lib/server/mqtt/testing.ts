import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { generate, type Packet, parser } from 'mqtt-packet';
import { onTestFinished } from 'vitest';
import { Ingest } from '../ingest/ingest.service.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import type { Engine } from '../testing/testing.ts';
import { MQTT_LIMITS, MqttBroker } from './broker.ts';

type Limits = Partial<typeof MQTT_LIMITS>;

/** A plant behind a broker on a socket, with clients that nobody here wrote. */
export async function brokerPlant(engine: Engine, { limits, ...over }: Parameters<typeof testPlant>[1] & { limits?: Limits } = {}) {
  const plant = await testPlant(engine, over);
  return { ...plant, ...(await brokerOf(plant, limits)) };
}

/** A broker for a plant that is there, until the end of the test. */
export async function brokerOf(plant: TestPlant, limits: Limits = {}) {
  const broker = await MqttBroker.start(plant.deps, new Ingest(plant.deps), { ...MQTT_LIMITS, ...limits });
  const server = createServer((socket) => broker.serve(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.close();
    await broker.stop();
  });

  /** A client that doesn't come back by itself. @throws Error when it is refused */
  const client = async (options: IClientOptions = {}): Promise<MqttClient> => {
    const made = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: plant.token, reconnectPeriod: 0, ...options }, false);
    made.on('error', () => undefined);
    onTestFinished(() => void made.end(true));
    return made;
  };
  /** A connection whose packets the test writes itself. */
  const wire = async (): Promise<Wire> => {
    const socket = connectSocket(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return new Wire(socket);
  };
  return { broker, client, wire };
}
export type BrokerPlant = Awaited<ReturnType<typeof brokerPlant>>;

/** One end of a connection, packet by packet. */
export class Wire {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  readonly #parser = parser();
  readonly #packets: Packet[] = [];
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    this.closed = once(socket, 'close');
    this.#parser.on('packet', (packet) => {
      this.#packets.push(packet);
      this.#wake();
    });
    socket.on('data', (bytes) => this.#parser.parse(bytes));
  }

  send(...packets: Packet[]): void {
    this.socket.write(Buffer.concat(packets.map((packet) => generate(packet))));
  }

  /** The next packet of the broker. */
  async packet(): Promise<Packet> {
    while (this.#packets.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#packets.shift()!;
  }

  /** Packets that came and weren't looked at. */
  get unseen(): readonly Packet[] {
    return this.#packets;
  }

  /** @returns the code of the answer */
  async connect(token: string, more: { clientId?: string; clean?: boolean } = {}): Promise<unknown> {
    this.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: 'wire',
      clean: true,
      keepalive: 60,
      username: token,
      ...more,
    });
    const answer = await this.packet();
    return answer.cmd === 'connack' ? answer.returnCode : answer;
  }
}

export const published = (messageId: number, payload: string, { qos = 1, dup = false }: { qos?: 1 | 2; dup?: boolean } = {}): Packet => ({
  cmd: 'publish',
  topic: 'taktlog/json',
  payload,
  qos,
  dup,
  messageId,
  retain: false,
});

/** Code of the refusal of a CONNECT; null when it was taken. */
export const refusalOf = (connecting: Promise<MqttClient>): Promise<unknown> =>
  connecting.then(
    () => null,
    (error: { code?: unknown }) => error.code ?? error,
  );

/** Publishes and waits for the acknowledgement; false when the connection ends without one. */
export async function isAcknowledged(client: MqttClient, topic: string, payload: string | Buffer, qos: 1 | 2 = 1): Promise<boolean> {
  const closed = new Promise<false>((resolve) => client.once('close', () => resolve(false)));
  return Promise.race([client.publishAsync(topic, payload, { qos }).then(() => true), closed]);
}

/** Lets the next commits wait until they are let go, or fail. */
export function holdCommits({ deps }: Pick<TestPlant, 'deps'>) {
  const { readings } = deps.db;
  const { commit } = readings;
  const waiting: { go(): void; fail(error: Error): void }[] = [];
  let came: () => void = () => undefined;
  readings.commit = async (message) => {
    await new Promise<void>((go, fail) => {
      waiting.push({ go, fail });
      came();
    });
    return commit.call(readings, message);
  };
  const release = () => {
    readings.commit = commit;
    for (const one of waiting.splice(0)) one.go();
  };
  onTestFinished(release);
  return {
    waiting,
    release,
    async begun(count: number) {
      while (waiting.length < count)
        await new Promise<void>((resolve) => {
          came = resolve;
        });
    },
  };
}
