import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { freePort, startServerProcess } from '../scripts/lib/server-process.ts';
import { load, post } from './load.ts';

/**
 * `npm run bench:peers`: the same readings, sent by the same sender, to Taktlog and to the time-series engines that are installed beside it
 * (Debian's `influxdb` 1.x and `victoria-metrics`); who isn't there is named. They take turns, the median of three counts.
 */

const LOGGERS = 20;
const CHANNELS = 10;
const TIMESTAMPS = 100;
const BATCHES = 200;
const SINGLES = 12_000;
const ROUNDS = 3;
const BATCH_CONNECTIONS = 16;
const CONNECTIONS = 64;
const START = Date.UTC(2026, 0, 1);
const STEP_MS = 10_000;

/** An engine that runs and takes line protocol. */
interface Running {
  url: string;
  /** What a batch and a single message of a logger are posted to, and with which token. */
  door(logger: number): { path: string; token: string; tags: string };
  /** All readings of one channel of one logger, as text. */
  read(logger: number, channel: string): Promise<string>;
  /** Ends it, and says how many bytes its data take. */
  stop(): Promise<number>;
}

interface Engine {
  name: string;
  /** What a 2xx means. */
  durable: string;
  start(folder: string): Promise<Running>;
}

const taktlog: Engine = {
  name: 'Taktlog',
  durable: 'on the disk',
  async start(folder) {
    const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'error' });
    const organization = await firstOrganization(server);
    const loggers: { id: string; token: string }[] = [];
    for (let n = 0; n < LOGGERS; n += 1) loggers.push(await organization.datalogger(`Bench ${n}`));
    return {
      url: server.url,
      door: (logger) => ({ path: '/write?precision=ms', token: loggers[logger]!.token, tags: '' }),
      async read(logger, channel) {
        const path = `/v1/orgs/${organization.organizationId}/channels`;
        const { items } = await organization.call<{ items: { id: string; key: string }[] }>(
          'GET',
          `${path}?datalogger_id=${loggers[logger]!.id}`,
        );
        const { id } = items.find(({ key }) => key.endsWith(channel))!;
        const pages: unknown[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: { items: unknown[]; next_cursor: string | null } = await organization.call(
            'GET',
            `${path}/${id}/readings?limit=500${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
          );
          pages.push(...page.items);
          cursor = page.next_cursor;
        }
        return JSON.stringify(pages);
      },
      async stop() {
        await server.stop();
        return sizeOf(folder);
      },
    };
  },
};

const influx: Engine = {
  name: 'InfluxDB 1.x',
  durable: 'on the disk',
  async start(folder) {
    const [port, backup] = [await freePort(), await freePort()];
    const config = join(folder, 'influxdb.conf');
    writeFileSync(
      config,
      `reporting-disabled = true
bind-address = "127.0.0.1:${backup}"
[meta]
dir = "${join(folder, 'meta')}"
[data]
dir = "${join(folder, 'data')}"
wal-dir = "${join(folder, 'wal')}"
wal-fsync-delay = "0s"
cache-snapshot-write-cold-duration = "1s"
query-log-enabled = false
[http]
bind-address = "127.0.0.1:${port}"
log-enabled = false
[monitor]
store-enabled = false
`,
    );
    const url = `http://127.0.0.1:${port}`;
    const child = started('influxd', ['-config', config]);
    await answering(`${url}/ping`);
    await fetch(`${url}/query?q=${encodeURIComponent('create database bench')}`, { method: 'POST' });
    return {
      url,
      door: (logger) => ({ path: '/write?db=bench&precision=ms', token: 'none', tags: `,logger=l${logger}` }),
      read: (logger, channel) =>
        text(`${url}/query?db=bench&epoch=u&q=${encodeURIComponent(`select ${channel} from room where logger = 'l${logger}'`)}`),
      async stop() {
        // What is still in its write-ahead log is written to its files after a second without writes.
        await pause(5_000);
        await ended(child);
        return sizeOf(folder);
      },
    };
  },
};

const victoria: Engine = {
  name: 'VictoriaMetrics',
  durable: 'in memory, on the disk within seconds',
  async start(folder) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = started('victoria-metrics', [
      `-storageDataPath=${folder}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=100y',
      '-loggerLevel=ERROR',
    ]);
    await answering(`${url}/health`);
    return {
      url,
      door: (logger) => ({ path: '/write?precision=ms', token: 'none', tags: `,logger=l${logger}` }),
      read: (logger, channel) => text(`${url}/api/v1/export?match[]=${encodeURIComponent(`room_${channel}{logger="l${logger}"}`)}&start=0`),
      async stop() {
        await ended(child);
        return sizeOf(folder);
      },
    };
  },
};

const PEERS: readonly (Engine & { command: string })[] = [
  { ...influx, command: 'influxd' },
  { ...victoria, command: 'victoria-metrics' },
];

const value = (n: number): number => Math.round((20 + 5 * Math.sin(n / 40)) * 100) / 100;

function started(command: string, args: string[]): ChildProcess {
  return spawn(command, args, { stdio: 'ignore' });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** @throws Error when nothing answers within half a minute */
async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(100)) {
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error(`nothing answers at ${url}`);
}

async function text(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

const line = (tags: string, fields: string, n: number): string => `room${tags} ${fields} ${START + n * STEP_MS}`;

function batches(engine: Running, round: number): Buffer[] {
  return Array.from({ length: BATCHES }, (_, batch) => {
    const logger = batch % LOGGERS;
    const first = (round * (BATCHES / LOGGERS) + Math.floor(batch / LOGGERS)) * TIMESTAMPS;
    const { path, token, tags } = engine.door(logger);
    const lines = Array.from({ length: TIMESTAMPS }, (__, step) => {
      const fields = Array.from({ length: CHANNELS }, (___, channel) => `ch${channel}=${value(first + step + channel)}`);
      return line(tags, fields.join(','), first + step);
    });
    return post(path, token, lines.join('\n'));
  });
}

const singles = (engine: Running, round: number): Buffer[] =>
  Array.from({ length: SINGLES }, (_, n) => {
    const { path, token, tags } = engine.door(n % LOGGERS);
    return post(path, token, line(tags, `single=${value(n)}`, round * SINGLES + Math.floor(n / LOGGERS)));
  });

async function rate(engine: Running, bodies: readonly Buffer[], connections: number, readings: number): Promise<number> {
  let next = 0;
  const { seconds } = await load(engine.url, connections, () => bodies[next++]);
  return readings / seconds;
}

async function readRate(engine: Running): Promise<number> {
  const start = performance.now();
  const answers = await Promise.all([0, 1, 2, 3].map((logger) => engine.read(logger, 'ch0')));
  if (answers.some((answer) => !answer.includes('20.12'))) throw new Error('an engine did not give back what it got');
  return (answers.length * ROUNDS * (BATCHES / LOGGERS) * TIMESTAMPS) / ((performance.now() - start) / 1_000);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const whole = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

const missing = PEERS.filter(({ command }) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error !== undefined);
for (const { name, command } of missing) console.log(`${name} isn't installed here (no ${command}): left out.`);
const engines = [taktlog, ...PEERS.filter((peer) => !missing.includes(peer))];

const folder = mkdtempSync(join(tmpdir(), 'taktlog-peers-'));
const running: Running[] = [];
try {
  for (const [at, engine] of engines.entries()) {
    mkdirSync(join(folder, String(at)));
    running.push(await engine.start(join(folder, String(at))));
  }
  const rates = engines.map(() => ({ batches: [] as number[], singles: [] as number[], reads: [] as number[], bytes: 0 }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, engine] of running.entries())
      rates[at]!.batches.push(await rate(engine, batches(engine, round), BATCH_CONNECTIONS, BATCHES * TIMESTAMPS * CHANNELS));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, engine] of running.entries()) rates[at]!.reads.push(await readRate(engine));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, engine] of running.entries()) rates[at]!.singles.push(await rate(engine, singles(engine, round), CONNECTIONS, SINGLES));
  for (const [at, engine] of running.splice(0).entries()) rates[at]!.bytes = await engine.stop();

  console.log(
    '| Engine | Batches of 1,000, readings/s | Singles, 64 connections, readings/s | Raw readings of a channel, readings/s | Bytes a reading, all in | A 2xx means |',
  );
  console.log('|---|---:|---:|---:|---:|---|');
  const all = ROUNDS * (BATCHES * TIMESTAMPS * CHANNELS + SINGLES);
  for (const [at, engine] of engines.entries()) {
    const { batches: batch, singles: single, reads, bytes } = rates[at]!;
    const figures = [median(batch), median(single), median(reads), bytes / all].map((figure) => whole.format(figure));
    console.log(`| ${[engine.name, ...figures, engine.durable].join(' | ')} |`);
  }
} finally {
  for (const engine of running) await engine.stop();
  rmSync(folder, { recursive: true, force: true });
}
