import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { onTestFinished } from 'vitest';

const VERSION = { protocolVersion: 5 };

interface Waiting {
  topic: string;
  payload: Buffer;
  /** Number under which it was handed over; null = it waits. */
  messageId: number | null;
  /** On which connection it was handed over last. */
  socket: Socket | null;
}

/** A broker elsewhere that keeps what isn't acknowledged and hands it over again. It has one subscriber at a time and forgets nothing. */
export class TestBroker {
  /** Every acknowledgement, in the order in which they came. */
  readonly answers: { messageId: number; reasonCode: number }[] = [];
  /** Return codes of the next CONNECTs; then they are taken. */
  readonly refusals: number[] = [];
  /** What the subscriber said last. */
  connected: Extract<Packet, { cmd: 'connect' }> | null = null;
  subscribed: string[] = [];
  /** How often the last subscription was left, so that what is published then comes to nobody. */
  abandoned = 0;
  /** How often somebody connected. */
  connections = 0;
  goodbyes = 0;
  readonly #waiting: Waiting[] = [];
  #server: Server | null = null;
  #socket: Socket | null = null;
  #port = 0;
  #lastId = 0;

  static async start(): Promise<TestBroker> {
    const broker = new TestBroker();
    await broker.listen();
    onTestFinished(() => broker.leave());
    return broker;
  }

  get port(): number {
    return this.#port;
  }

  /** Messages that weren't acknowledged yet. */
  get left(): number {
    return this.#waiting.length;
  }

  async listen(): Promise<void> {
    this.#server = createServer((socket) => this.#serve(socket));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** As a broker does that ends and keeps its sessions on disk. */
  async leave(): Promise<void> {
    const server = this.#server;
    if (!server?.listening) return;
    server.close();
    this.cut();
    await once(server, 'close');
  }

  /** Ends the connection under everybody's hands. */
  cut(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  publish(topic: string, payload: string | Buffer): void {
    this.#waiting.push({ topic, payload: Buffer.from(payload), messageId: null, socket: null });
    this.#handOver();
  }

  #handOver(): void {
    const socket = this.#socket;
    if (!socket || this.subscribed.length === 0) return;
    const most = this.connected?.properties?.receiveMaximum ?? 65_535;
    let under = this.#waiting.filter((one) => one.socket === socket).length;
    for (const one of this.#waiting) {
      if (one.socket === socket) continue;
      if (under++ >= most) return;
      const dup = one.messageId !== null;
      one.messageId ??= ++this.#lastId;
      one.socket = socket;
      const { topic, payload, messageId } = one;
      send(socket, { cmd: 'publish', topic, payload, messageId, qos: 1, dup, retain: false } as IPublishPacket);
    }
  }

  #serve(socket: Socket): void {
    const packets = parser(VERSION);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => packets.parse(bytes));
    packets.on('packet', (packet) => this.#answer(socket, packet));
  }

  #answer(socket: Socket, packet: Packet): void {
    if (packet.cmd === 'connect') {
      this.connections += 1;
      this.connected = packet;
      const reasonCode = this.refusals.shift() ?? 0;
      send(socket, { cmd: 'connack', sessionPresent: reasonCode === 0 && this.subscribed.length > 0, reasonCode });
      if (reasonCode !== 0) socket.end();
      else this.#socket = socket;
      this.#handOver();
    } else if (packet.cmd === 'subscribe') {
      this.subscribed = [...new Set([...this.subscribed, ...packet.subscriptions.map(({ topic }) => topic)])];
      send(socket, { cmd: 'suback', messageId: packet.messageId!, granted: packet.subscriptions.map(({ qos }) => qos) });
      this.#handOver();
    } else if (packet.cmd === 'unsubscribe') {
      this.subscribed = this.subscribed.filter((topic) => !packet.unsubscriptions.includes(topic));
      if (this.subscribed.length === 0) this.abandoned += 1;
      send(socket, { cmd: 'unsuback', messageId: packet.messageId!, granted: packet.unsubscriptions.map(() => 0) });
    } else if (packet.cmd === 'puback') {
      this.answers.push({ messageId: packet.messageId!, reasonCode: Number(packet.reasonCode ?? 0) });
      const place = this.#waiting.findIndex(({ messageId }) => messageId === packet.messageId);
      if (place >= 0) this.#waiting.splice(place, 1);
      this.#handOver();
    } else if (packet.cmd === 'pingreq') send(socket, { cmd: 'pingresp' });
    else if (packet.cmd === 'disconnect') this.goodbyes += 1;
  }
}

const send = (socket: Socket, packet: Packet) => void socket.write(generate(packet, VERSION));
