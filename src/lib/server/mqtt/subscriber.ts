import { hostname } from 'node:os';
import type { IClientOptions, IConnackPacket, IPublishPacket, MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import { INGEST_MAX_BYTES } from '../../constants.ts';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { tokenHint } from '../credentials/logger-token.ts';
import type { Ingest } from '../ingest/ingest.service.ts';
import type { Deps } from '../kernel/context.ts';
import type { MqttAddress } from '../kernel/mqtt-address.ts';
import { MqttDoor } from './door.ts';
import { HandedOver } from './handed-over.ts';
import { Lane } from './lane.ts';
import { foreignTopic, meaningOfTopic } from './topics.ts';

/** Times of a subscriber, milliseconds; tests set shorter ones. */
export const SUBSCRIBER_TIMES = {
  /** Between an end and the next attempt: the first, and the longest after many. */
  again: 1_000,
  mostAgain: 60_000,
  connect: 10_000,
  /** How long running messages and their acknowledgements may take at the end. */
  stop: 8_000,
};
const KEEP_ALIVE_S = 30;
/** All processes of an installation share what comes; alone one may take it whole, which brokers keep better over their own end. */
const SHARED = '$share/taktlog/taktlog/#';
const WHOLE = 'taktlog/#';
/** How long the broker keeps what waits for a process that is away. */
const SESSION_S = 7 * 86_400;
/** Messages of which the broker wasn't told yet. */
const MOST_UNACKNOWLEDGED = 64;
/** What is longer the broker doesn't hand over; what is a little too long is counted here. */
const MOST_PACKET_BYTES = 2 * INGEST_MAX_BYTES;
const VERSION = 5;
const FIRST_REFUSAL = 128;

/**
 * What will not be taken however often it comes, by the reason that the broker is told: the others behind the same broker must not wait for it.
 * Anything else is left unanswered, and comes again.
 */
const REFUSALS: Partial<Record<ErrorCode, number>> = {
  device_unknown: 135,
  forbidden: 144,
  over_quota: 151,
  body_too_large: 153,
  too_many_readings: 153,
};

/**
 * Takes what loggers publish at a broker elsewhere, as one of the subscribers that share it. A message is acknowledged when it is on disk.
 * What can't be stored now ends the connection unanswered; the broker keeps it and hands it over again.
 */
export class MqttSubscriber {
  readonly #door: MqttDoor;
  readonly #deps: Deps;
  readonly #times: typeof SUBSCRIBER_TIMES;
  readonly #client: MqttClient;
  readonly #where: string;
  readonly #shared: boolean;
  /** Outlives connections, as the broker's session does. */
  #handedOver = new HandedOver();
  #lane = new Lane();
  /** Lets the client read on; it waits while as much as may be is under way. */
  #readOn: () => void = () => undefined;
  #isSubscribed = false;
  #isStopping = false;
  /** Ends in a row, from which the time to the next attempt follows. */
  #ends = 0;
  /** The last message couldn't be stored. */
  #isStuck = false;
  /** Said once, however often it is tried again. */
  #said = '';

  private constructor(deps: Deps, ingest: Ingest, client: MqttClient, address: MqttAddress, times: typeof SUBSCRIBER_TIMES) {
    this.#deps = deps;
    this.#door = new MqttDoor(deps, ingest, 'taktlog_mqtt_url_outcomes_total');
    this.#client = client;
    this.#where = `${address.host}:${address.port}`;
    this.#shared = address.shared;
    this.#times = times;
    client.handleMessage = (packet, readOn) => this.#receive(packet, () => readOn(LATER));
    client.on('connect', (answer) => void this.#subscribe(answer));
    client.on('close', () => this.#closed());
    client.on('error', (error) => this.#say(reasonOf(error)));
    client.on('disconnect', ({ reasonCode }) => this.#say(`it ended the connection (reason ${reasonCode ?? 0})`));
  }

  /** Begins to connect, and goes on with it until the end: a broker that is away doesn't keep the process from starting. */
  static async start(
    deps: Deps,
    ingest: Ingest,
    address: MqttAddress,
    times: typeof SUBSCRIBER_TIMES = SUBSCRIBER_TIMES,
  ): Promise<MqttSubscriber> {
    // Few installations have such a broker.
    const { connect } = await import('mqtt');
    const { host, port, secure, user, password, clientId = usualClientId(deps.config.port) } = address;
    const options: IClientOptions = {
      protocol: secure ? 'mqtts' : 'mqtt',
      protocolVersion: VERSION,
      host,
      port,
      clientId,
      clean: false,
      resubscribe: false,
      keepalive: KEEP_ALIVE_S,
      connectTimeout: times.connect,
      reconnectPeriod: times.again,
      reconnectOnConnackError: true,
      properties: { sessionExpiryInterval: SESSION_S, receiveMaximum: MOST_UNACKNOWLEDGED, maximumPacketSize: MOST_PACKET_BYTES },
      ...(user === undefined ? {} : { username: user }),
      ...(password === undefined ? {} : { password }),
    };
    return new MqttSubscriber(deps, ingest, connect(options), address, times);
  }

  /** Are messages handed over to us now? */
  get isSubscribed(): boolean {
    return this.#isSubscribed;
  }

  /** Lines for whoever watches the process, in Prometheus' text format. */
  metrics(): string[] {
    return [
      '# TYPE taktlog_mqtt_url_subscribed gauge',
      `taktlog_mqtt_url_subscribed ${this.#isSubscribed ? 1 : 0}`,
      ...this.#door.metrics(),
    ];
  }

  /** Takes nothing more, waits for what is being stored, acknowledges it and says good-bye; the broker keeps the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#times.stop);
    const idle = this.#lane.close();
    this.#readOn();
    await Promise.race([idle, late]);
    await Promise.race([this.#client.endAsync().catch(() => undefined), late]);
    clearTimeout(timer);
    this.#client.stream.destroy();
  }

  async #subscribe({ sessionPresent }: IConnackPacket): Promise<void> {
    // Numbers of a session that the broker forgot mean nothing any more.
    if (!sessionPresent) this.#handedOver = new HandedOver();
    const [topic, other] = this.#shared ? [SHARED, WHOLE] : [WHOLE, SHARED];
    try {
      const [granted] = await this.#client.subscribeAsync(topic, { qos: 1 });
      if (granted && granted.qos >= FIRST_REFUSAL) throw new Error(`it doesn't let us subscribe to ${topic} (reason ${granted.qos})`);
      // The broker may remember the other one of an earlier setting; for a moment it has both, so that nothing comes to nobody.
      if (sessionPresent) await this.#client.unsubscribeAsync(other);
      this.#isSubscribed = true;
      this.#said = '';
      if (!this.#isStuck) this.#ends = 0;
      this.#deps.log.info(`Loggers’ messages are taken from the broker at ${this.#where}`);
    } catch (error) {
      this.#say(reasonOf(error));
      this.#client.stream.destroy();
    }
  }

  #closed(): void {
    if (this.#isSubscribed && !this.#isStopping) this.#say('the connection ended');
    this.#isSubscribed = false;
    void this.#lane.close();
    this.#lane = new Lane();
    this.#readOn = () => undefined;
    this.#ends += 1;
    this.#client.options.reconnectPeriod = Math.min(this.#times.mostAgain, this.#times.again * 2 ** Math.min(16, this.#ends));
  }

  #receive(packet: IPublishPacket, readOn: () => void): void {
    if (this.#isStopping) {
      readOn();
      return;
    }
    this.#readOn = readOn;
    const { stream } = this.#client;
    this.#lane.add(
      () => {
        this.#readOn = () => undefined;
        readOn();
        return this.#handedOver.once(packet, () => this.#take(packet));
      },
      (error) => {
        const reasonCode = error instanceof AppError ? REFUSALS[error.code] : error ? undefined : 0;
        this.#isStuck = reasonCode === undefined;
        if (reasonCode === undefined) stream.destroy();
        else this.#answer(packet, reasonCode, stream);
      },
    );
  }

  /** Acknowledges a message on the connection on which it came. */
  #answer(packet: IPublishPacket, reasonCode: number, stream: MqttClient['stream']): void {
    const { qos, messageId } = packet;
    if (qos === 0 || messageId === undefined || !stream.writable) return;
    stream.write(generate({ cmd: 'puback', messageId, reasonCode }, { protocolVersion: VERSION }));
    this.#ends = 0;
  }

  async #take({ topic: given, payload }: IPublishPacket): Promise<void> {
    const named = foreignTopic(given);
    await this.#door.take({
      token: named?.token ?? '',
      meaning: named && meaningOfTopic(named.topic),
      topic: named?.topic ?? '',
      payload,
      path: named ? `${this.#where}/taktlog/${tokenHint(named.token)}***` : this.#where,
    });
  }

  #say(reason: string): void {
    if (this.#said === reason || this.#isStopping) return;
    this.#said = reason;
    this.#deps.log.warn(`MQTT_URL: nothing is taken from the broker at ${this.#where}: ${reason}. It is tried again.`);
  }
}

/** An error given to the client leaves the acknowledgement to us: by itself it would take one message at a time. */
const LATER = new Error('acknowledged when it is stored');

/** What people may read of an error of the client, in which there is never a password. */
const reasonOf = (error: unknown): string => (error instanceof Error && error.message !== '' ? error.message : 'no connection');

/** The same at each start of a process, and another one for each process. */
const usualClientId = (port: number): string => `taktlog-${hostname().replace(/[^\w.-]/g, '-')}-${port}`;
