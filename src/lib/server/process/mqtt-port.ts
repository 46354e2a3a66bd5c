import { once } from 'node:events';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { createServer as createTls } from 'node:tls';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../kernel/config.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';

const HANDSHAKE_MS = 10_000;
const AGAIN_MS = 15_000;

export interface MqttPort {
  /** Where it listens; null as long as the usual port is taken. */
  readonly url: string | null;
  /** Takes no more connections. */
  close(): void;
}

/**
 * Listens for MQTT. A port that was asked for and can't be had ends the start; the usual one, which nobody asked for, may belong to another
 * broker of the machine or to a second Taktlog: then the server goes on without and tries again.
 * @throws ConfigError
 */
export async function openMqttPort(
  config: Pick<Config, 'host' | 'mqttPort' | 'mqttPortChosen'>,
  tls: { cert: Buffer; key: Buffer } | undefined,
  serve: (socket: Socket) => void,
  log: Logger,
  timers: Timers = systemTimers,
): Promise<MqttPort> {
  const { host, mqttPort: port, mqttPortChosen } = config;
  const server = tls ? createTls({ ...tls, handshakeTimeout: HANDSHAKE_MS }, serve) : createTcp({ noDelay: true }, serve);
  let again: unknown = null;
  let isClosed = false;
  // A connection that fails before it is one is nobody's business.
  server.on('tlsClientError', () => undefined);
  const listen = async (): Promise<void> => {
    server.listen(port, host);
    await once(server, 'listening');
    server.on('error', (error) => log.error({ err: error }, 'the MQTT port failed'));
  };
  const retry = (): void => {
    again = timers.setTimeout(() => {
      if (isClosed) return;
      void listen().then(
        () => log.info('MQTT is taken now'),
        () => retry(),
      );
    }, AGAIN_MS);
  };
  await listen().catch((error: NodeJS.ErrnoException) => {
    const problem = problemOf(error, port);
    if (mqttPortChosen || error.code !== 'EADDRINUSE') throw new ConfigError([problem]);
    log.warn(`${problem}. Until it is free, loggers can't send over MQTT.`);
    retry();
  });
  return {
    get url() {
      return server.listening ? urlOf(server, host, tls !== undefined) : null;
    },
    close() {
      isClosed = true;
      timers.clearTimeout(again);
      if (server.listening) server.close();
    },
  };
}

function problemOf({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === 'EADDRINUSE')
    return `MQTT_PORT: port ${port} is taken (EADDRINUSE); stop what listens there, choose another port, or 0 for none`;
  if (code === 'EACCES') return `MQTT_PORT: port ${port} may not be opened by this user (EACCES); choose one above 1023, or 0 for none`;
  return `MQTT_PORT: port ${port} can't be opened (${code ?? message})`;
}

function urlOf(server: Server, host: string, secure: boolean): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `${secure ? 'mqtts' : 'mqtt'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
