import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { endVisits } from '../../auth/demo-door.ts';
import { loadKeys } from '../../auth/root-secrets.ts';
import { createSetupLink } from '../../auth/setup.ts';
import { createBus } from '../../events/bus.ts';
import { relayed } from '../../events/relay.ts';
import { Ingest } from '../../ingest/ingest.service.ts';
import type { Config } from '../../kernel/config.ts';
import type { Bus, Clock, Deps, Ids, MqttState } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { createFreeSpace } from '../../kernel/free-space.ts';
import { rawHeaders, securityHeaders, setHeaders } from '../../kernel/headers.ts';
import { systemClock, systemIds } from '../../kernel/ids.ts';
import { privateFolder } from '../../kernel/private-files.ts';
import { createMailer } from '../../mail/mailer.ts';
import { sealWaiting } from '../../mail/outbox.ts';
import { MqttBroker } from '../../mqtt/broker.ts';
import { MqttSubscriber } from '../../mqtt/subscriber.ts';
import { vapidKeys } from '../../push/vapid.ts';
import { openDatabase } from '../../storage/open.ts';
import { createApp } from '../app.ts';
import { JOBS, startJobs } from '../jobs.ts';
import { type MqttPort, openMqttPort } from '../mqtt-port.ts';
import { createGate } from '../shutdown.ts';
import { readTls } from '../tls.ts';
import { loadPageScripts } from './page-scripts.ts';
import { createRequestHandler } from './request-handler.ts';
import type { RenderPage } from './send-page.ts';
import { loadFiles } from './static-files.ts';

/** How long running answers may take once the process is asked to stop; the end of a first start also writes what Node made of the source. */
const DRAIN_MS = 7_000;
/** A slow sender is cut off; uploads of loggers on bad lines get their time. */
const LIMITS = {
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32_768,
  // Refused by the request handler, with the headers of every answer.
  requireHostHeader: false,
};

export interface Options {
  config: Config;
  /** Folder of the built site. */
  dist: string;
  log: Logger;
  clock?: Clock;
  ids?: Ids;
}
export interface RunningServer {
  /** Where it listens, with the real port. */
  url: string;
  deps: Deps;
  /** Where it takes MQTT; null when it doesn't, or when the usual port is another's. */
  mqttUrl: string | null;
  /** The one-time link of an empty database, for the console of whoever started the process; null when there is an organisation. */
  setupLink: string | null;
  /** Ends the server as {@link Gate} says. @returns false when answers had to be cut off */
  stop(): Promise<boolean>;
}

/**
 * Opens the database, brings it up to date and serves the API and the site.
 * @throws ConfigError for unusable certificates and a port of MQTT that can't be had; Error when the site isn't built, the database can't be opened, or the port is taken
 */
export async function startServer({ config, dist, log, clock = systemClock, ids = systemIds }: Options): Promise<RunningServer> {
  const tls = config.tls && readTls(config.tls);
  const entry = join(dist, 'server', 'entry.mjs');
  if (!existsSync(entry)) throw new Error(`The site is not built: ${entry} is missing. npm start builds it.`);
  const gate = createGate();
  if (!config.smtp) privateFolder(join(config.dataDir, 'mail'));
  privateFolder(join(config.dataDir, 'files'));
  const db = openDatabase(config, { clock, log });
  try {
    await db.migrate();
    const keys = await loadKeys(config, db, clock);
    const base = { config, db, clock, ids, log, keys, bus: busOf(db, clock, ids, log) };
    await sealWaiting(base);
    await vapidKeys(base);
    if (!config.demoPublic) await endVisits(base);
    let mqtt: MqttPort | null = null;
    let subscriber: MqttSubscriber | undefined;
    const mqttState = (): MqttState => ({
      mqtt: config.mqttPort === 0 ? 'off' : mqtt?.url ? 'listening' : 'not_listening',
      mqtt_url: config.mqttBroker ? (subscriber?.isSubscribed ? 'connected' : 'not_connected') : 'off',
    });
    const deps: Deps = {
      ...base,
      mail: createMailer(base),
      space: createFreeSpace(),
      stopping: () => gate.stopping,
      mqtt: mqttState,
    };
    const ingest = new Ingest(deps);
    const broker = config.mqttPort === 0 ? null : await MqttBroker.start(deps, ingest);
    const app = createApp(deps, ingest);
    const [files, pages, scripts] = await Promise.all([loadFiles(dist, config), loadPages(entry), loadPageScripts(dist)]);
    const listener = createRequestHandler({
      deps,
      app,
      ingest,
      files,
      pages,
      scripts,
      gate,
      metrics: () => [broker, subscriber].flatMap((door) => door?.metrics() ?? []),
    });
    const server = tls ? createHttps({ ...LIMITS, ...tls }, listener) : createHttp(LIMITS, listener);
    answerForNode(server, config);
    const setupLink = await createSetupLink(deps);
    mqtt = broker && (await openMqttPort(config, tls, (socket) => broker.serve(socket), log));
    server.listen(config.port, config.host);
    await once(server, 'listening');
    const jobs = startJobs(JOBS, deps);
    if (config.mqttBroker) subscriber = await MqttSubscriber.start(deps, ingest, config.mqttBroker);
    return {
      url: urlOf(server, config),
      mqttUrl: mqtt?.url ?? null,
      deps,
      setupLink,
      async stop() {
        gate.close();
        mqtt?.close();
        const acknowledged = Promise.all([broker?.stop(), subscriber?.stop()]);
        deps.bus.close();
        await Promise.all([deps.mail.stop(), jobs.stop()]);
        const drained = await gate.drained(DRAIN_MS);
        server.close();
        server.closeAllConnections();
        await Promise.all([deps.mail.idle(), base.bus.stop?.(), acknowledged]);
        await db.close();
        return drained;
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Alone the process tells its own watchers; with others at the same database they tell each other. */
function busOf(db: Database, clock: Clock, ids: Ids, log: Logger): Bus & { stop?(): Promise<void> } {
  const bus = createBus({ clock });
  return db.processMessages ? relayed(bus, { processMessages: db.processMessages, clock, name: ids.token(9), log }) : bus;
}

async function loadPages(entry: string): Promise<RenderPage> {
  // React takes its slow development build unless it is told otherwise before it is first imported.
  process.env.NODE_ENV ??= 'production';
  const { render } = (await import(pathToFileURL(entry).href)) as { render: RenderPage };
  return render;
}

/** What Node would answer by itself, without our headers: broken lines, headers too large or too slow, expectations. */
function answerForNode(server: Server, config: Config): void {
  const headers = securityHeaders(config);
  const lines: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const line = lines[error.code ?? ''] ?? '400 Bad Request';
    socket.end(`HTTP/1.1 ${line}\r\n${rawHeaders(headers)}Content-Length: 0\r\nConnection: close\r\n\r\n`);
  });
  server.on('checkExpectation', (_req, res) => {
    setHeaders(res, headers);
    res.writeHead(417).end();
  });
}

function urlOf(server: Server, config: Config): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `${config.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
