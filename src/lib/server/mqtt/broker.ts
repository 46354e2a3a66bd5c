import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Aedes, type Client, type PublishPacket } from 'aedes';
import { INGEST_MAX_BYTES } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import { tokenOfPair } from '../credentials/logger-token.ts';
import type { Ingest } from '../ingest/ingest.service.ts';
import type { Deps } from '../kernel/context.ts';
import { networkOf } from '../kernel/throttle.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { Connection } from './connection.ts';
import { Connections } from './connections.ts';
import { isLogger, MqttDoor, type Sender } from './door.ts';
import { Refusals } from './refusals.ts';
import { Sessions, sessionPersistence } from './sessions.ts';
import { meaningOfTopic } from './topics.ts';

/** Limits of a broker; tests set shorter times. */
export const MQTT_LIMITS = {
  /** Connections in all, of one token (the oldest gives way), and of one network before they have shown a good token. */
  connections: 10_000,
  perToken: 100,
  unknownPerNetwork: 100,
  /** How long a client may take for its CONNECT, and for any packet that it has begun, milliseconds. */
  connectMs: 10_000,
  packetMs: 120_000,
  /** How long a client may leave acknowledgements unread, milliseconds. */
  drainMs: 30_000,
  /** How long running messages and their acknowledgements may take at the end, milliseconds. */
  stopMs: 8_000,
};
const SWEEP_MS = 5_000;
/** At the end clients get this long to read what was written to them. */
const CLOSE_MS = 500;
const MAX_CLIENT_ID = 256;
/** Beside the body of a PUBLISH: topic and numbers. */
const PUBLISH_HEAD_BYTES = 2_048;
const OTHER_BYTES = 65_536;
/** Before a good token was shown, and after. */
const UNKNOWN_PACKETS = { count: 1_000, publish: OTHER_BYTES, other: OTHER_BYTES };
const PACKETS = { count: Number.POSITIVE_INFINITY, publish: INGEST_MAX_BYTES + PUBLISH_HEAD_BYTES, other: OTHER_BYTES };
const KEEP_ALIVE_MS = 60_000;
const NO_BYTES = Buffer.alloc(0);

/** Rows whose change may end a connection. */
const ADMITTING: ReadonlySet<string> = new Set(['credentials', 'dataloggers', 'gateways']);

/** Return codes of a CONNECT. */
const ACCEPTED = 0;
const BAD_ID = 2;
const UNAVAILABLE = 3;
const BAD_TOKEN = 4;

/**
 * The broker in the process: loggers publish, nobody subscribes. A message is acknowledged when it is on disk; what can't be stored now
 * ends the connection without an acknowledgement, so that its client sends it again.
 */
export class MqttBroker {
  readonly #door: MqttDoor;
  readonly #limits: typeof MQTT_LIMITS;
  readonly #timers: Timers;
  readonly #aedes: Aedes;
  readonly #sessions = new Sessions();
  readonly #refusals: Refusals;
  readonly #connections = new Connections();
  readonly #ends: (() => void)[] = [];
  #isStopping = false;

  private constructor(deps: Deps, ingest: Ingest, limits: typeof MQTT_LIMITS, timers: Timers) {
    this.#door = new MqttDoor(deps, ingest, 'taktlog_mqtt_outcomes_total');
    this.#limits = limits;
    this.#timers = timers;
    this.#refusals = new Refusals(deps.clock);
    this.#aedes = new Aedes({
      persistence: sessionPersistence(this.#sessions),
      connectTimeout: limits.connectMs,
      drainTimeout: limits.drainMs,
      // Clients of version 3.1 have longer ids than it allows, and lose nothing by it.
      maxClientsIdLength: MAX_CLIENT_ID,
      // A client may publish before it is answered.
      queueLimit: UNKNOWN_PACKETS.count,
      // Counted by the session.
      maxInflightInbound: 0,
      preConnect: (_client, packet, done) => {
        // A logger that falls silent is noticed by its silence.
        delete packet.will;
        done(null, !this.#isStopping);
      },
      authenticate: (client, user, password, done) => {
        void this.#connect(client, tokenOfPair(user ?? '', password?.toString('utf8') ?? '')).then((returnCode) =>
          done(returnCode === ACCEPTED ? null : Object.assign(new Error('refused'), { returnCode }), returnCode === ACCEPTED),
        );
      },
      authorizeSubscribe: (_client, _subscription, done) => done(null, null),
      authorizePublish: (client, packet, done) => this.#publish(client, packet, done),
    });
  }

  static async start(deps: Deps, ingest: Ingest, limits = MQTT_LIMITS, timers: Timers = systemTimers): Promise<MqttBroker> {
    const broker = new MqttBroker(deps, ingest, limits, timers);
    (broker.#aedes as EventEmitter).on('error', (error) => deps.log.error({ err: error }, 'the broker of MQTT failed'));
    await broker.#aedes.listen();
    const sweep = timers.setInterval(() => broker.#sweep(), SWEEP_MS);
    broker.#ends.push(
      () => timers.clearInterval(sweep),
      deps.bus.follow((_, event) => {
        if (event.name !== 'changed' || !ADMITTING.has(event.data.entity)) return;
        const senderId = event.data.datalogger_id ?? event.data.id;
        for (const connection of broker.#connections.all()) if (connection.admitted?.senderId === senderId) void broker.#check(connection);
      }),
    );
    return broker;
  }

  /** Serves one connection, plain or by TLS. */
  serve(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    const { connections, unknownPerNetwork } = this.#limits;
    const isFull = this.#connections.size >= connections || this.#connections.unknownOf(network) >= unknownPerNetwork;
    if (this.#isStopping || isFull) {
      this.#door.count('connection_limit');
      socket.destroy();
      return;
    }
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const connection = new Connection(socket, network, { before: UNKNOWN_PACKETS, after: PACKETS });
    const client = this.#aedes.handle(socket);
    this.#connections.add(client, connection);
    socket.once('close', () => {
      this.#connections.delete(client);
      void connection.lane.close().then(() => connection.admitted && this.#sessions.leave(client.id));
    });
  }

  /** Lines for whoever watches the process, in Prometheus' text format. */
  metrics(): string[] {
    return ['# TYPE taktlog_mqtt_connections gauge', `taktlog_mqtt_connections ${this.#connections.size}`, ...this.#door.metrics()];
  }

  /** Takes nothing more, waits for what is being stored, acknowledges it and ends all connections. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const end of this.#ends) end();
    const connections = this.#connections.all();
    const closed = connections.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
    for (const { admitted, socket } of connections) if (!admitted) socket.destroy();
    await this.#within(
      this.#limits.stopMs,
      connections.map(({ lane }) => lane.close()),
    );
    for (const { socket } of connections) socket.end();
    await this.#within(CLOSE_MS, closed);
    await new Promise<void>((resolve) => this.#aedes.close(resolve));
  }

  async #within(ms: number, all: Promise<unknown>[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await Promise.race([Promise.all(all), promise]);
    clearTimeout(timer);
  }

  /** @returns the code of the answer to a CONNECT */
  async #connect(client: Client, token: string | null): Promise<number> {
    const connection = this.#connections.of(client);
    if (!connection || client.id.length > MAX_CLIENT_ID) return BAD_ID;
    let sender: Sender;
    try {
      sender = await this.#door.senderOf(token);
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === 'device_unknown';
      this.#door.note('CONNECT', error);
      if (!isUnknown) return UNAVAILABLE;
      const wait = this.#refusals.count(connection.network);
      // Those who wait must not fill the room that good tokens of the same address need, which may be a proxy's.
      const isCrowded = this.#connections.unknownOf(connection.network) > this.#limits.unknownPerNetwork / 2;
      if (wait > 0 && !isCrowded) await new Promise<void>((resolve) => this.#timers.setTimeout(resolve, wait));
      return BAD_TOKEN;
    }
    if (connection.socket.destroyed) return UNAVAILABLE;
    // Ids belong to tokens: nobody ends the connection of somebody else by taking the same id.
    const [credentialId, senderId] = isLogger(sender) ? [sender.credentialId, sender.dataloggerId] : [sender.id, sender.id];
    client.id = `${credentialId}/${client.id}`;
    const session = this.#sessions.open(client.id, credentialId);
    const ofToken = this.#connections.admit(connection, { token: token!, credentialId, senderId, session });
    if (ofToken.length > this.#limits.perToken) ofToken[0]!.socket.destroy();
    return ACCEPTED;
  }

  /** Something of its logger changed: may it stay? */
  async #check({ admitted, socket }: Connection): Promise<void> {
    try {
      await this.#door.senderOf(admitted!.token);
    } catch (error) {
      if (error instanceof AppError && error.code === 'device_unknown') socket.destroy();
    }
  }

  #publish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const connection = this.#connections.of(client);
    if (!connection?.admitted) {
      done(new Error('nobody connected has published it'));
      return;
    }
    const { token, session } = connection.admitted;
    connection.lane.add(
      () =>
        session.once(packet, () =>
          this.#door.take({ token, meaning: meaningOfTopic(packet.topic), topic: packet.topic, payload: packet.payload, path: 'mqtt' }),
        ),
      (error) => {
        if (error) {
          done(error);
          return;
        }
        if (connection.socket.writable) session.acknowledged(packet);
        // Nobody is there whom it could be handed on to.
        packet.retain = false;
        packet.payload = NO_BYTES;
        done(null);
      },
    );
  }

  /** Ends those who began a packet and don't go on with it. */
  #sweep(): void {
    const now = performance.now();
    for (const connection of this.#connections.all()) {
      if (!connection.isInsidePacket) connection.insideSince = null;
      else if (connection.insideSince === null) connection.insideSince = now;
      else if (now - connection.insideSince > this.#limits.packetMs) connection.socket.destroy();
    }
  }
}
