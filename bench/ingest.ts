import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { freePort, startServerProcess } from '../scripts/lib/server-process.ts';
import { load, loadMqtt, post, publish } from './load.ts';
import { openRaw, rawBatches } from './raw.ts';
import type { Figure } from './report.ts';

export const LOGGERS = 20;
export const CHANNELS = 10;
export const TIMESTAMPS = 100;
export const BATCHES = 200;
export const SINGLES = 21_000;
/** Single readings come from one logger, and from many: each touches pages of its own. */
const SINGLE_LOGGERS = [1, 20];
export const CONNECTIONS = 64;
/** Senders of batches at the same time. */
export const BATCH_CONNECTIONS = 16;
/** Readings start here, milliseconds: an hour-aligned moment in the past. */
const START = Date.UTC(2026, 0, 1);

/** Doors that are measured by batches; each has channels of its own. */
const BATCH_FORMATS = ['JSON', 'line protocol'] as const;
type BatchFormat = (typeof BATCH_FORMATS)[number];

const value = (n: number): number => Math.round((20 + 5 * Math.sin(n / 40)) * 100) / 100;

/**
 * What alarms cost: the same batches and single readings to loggers whose channels each have a rule, against those without, in turns in one
 * process. The rule is one that no reading breaks, as nearly all readings are.
 */
export async function alarmFigures(entry?: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'taktlog-bench-alarms-'));
  const server = await startServerProcess({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', MQTT_PORT: '0' }, entry);
  try {
    const organization = await firstOrganization(server);
    const sides: { watched: boolean; loggers: { id: string; token: string }[] }[] = [];
    for (const watched of [false, true]) {
      const loggers: { id: string; token: string }[] = [];
      for (let n = 0; n < LOGGERS; n += 1) loggers.push(await organization.datalogger(`${watched ? 'Watched' : 'Plain'} ${n}`));
      sides.push({ watched, loggers });
    }
    const rateOf = {
      batch: async ({ loggers }: (typeof sides)[number], round: number): Promise<number> => {
        const { bodies } = batches(loggers, round, 'JSON');
        let next = 0;
        return (BATCHES * TIMESTAMPS * CHANNELS) / (await load(server.url, BATCH_CONNECTIONS, () => bodies[next++])).seconds;
      },
      single: async ({ loggers }: (typeof sides)[number], round: number): Promise<number> => {
        const { bodies } = singles(loggers, round, 'http');
        let next = 0;
        return SINGLES / (await load(server.url, CONNECTIONS, () => bodies[next++])).seconds;
      },
    };
    const KINDS = ['batch', 'single'] as const;
    // The first round makes the channels.
    for (const kind of KINDS) for (const side of sides) await rateOf[kind](side, 0);
    const root = `/v1/orgs/${organization.organizationId}`;
    const limits = { kind: 'above', low: null, high: 1_000, states: [], hysteresis: 1, on_delay_s: 60, off_delay_s: 0 };
    for (const { id } of sides.find(({ watched }) => watched)!.loggers) {
      const { items } = await organization.call<{ items: { id: string; name: string }[] }>('GET', `${root}/channels?datalogger_id=${id}`);
      for (const channel of items)
        await organization.call('POST', `${root}/alarm-rules`, {
          ...{ channel_id: channel.id, name: channel.name, severity: 'warning', recipients: [] },
          ...limits,
        });
    }
    const runs: { batch: { ours: number; raw: number }[]; single: { ours: number; raw: number }[] } = { batch: [], single: [] };
    for (let round = 1; round <= 7; round += 1)
      for (const kind of KINDS) {
        // Who goes first changes: what is written later finds larger tables.
        const order = round % 2 === 0 ? sides : sides.toReversed();
        const rates = new Map<boolean, number>();
        for (const side of order) rates.set(side.watched, await rateOf[kind](side, round));
        runs[kind].push({ ours: rates.get(true)!, raw: rates.get(false)! });
      }
    return [
      figure('Ingest over HTTP, JSON, batches of 1,000, with an alarm rule for each channel against none, durable', runs.batch, 0.9),
      figure(
        `Ingest over HTTP, single readings, ${CONNECTIONS} connections, with an alarm rule for each channel against none, durable`,
        runs.single,
        0.9,
      ),
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Ingest over HTTP against raw inserts of the same rows, in the same order and batches, on the same disk. Both sides run five times in
 * turns; the median counts.
 */
export async function ingestFigures(entry?: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'taktlog-bench-'));
  const mqttPort = await freePort();
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', MQTT_PORT: String(mqttPort) };
  const server = await startServerProcess(env, entry);
  try {
    const organization = await firstOrganization(server);
    const loggers: { id: string; token: string }[] = [];
    for (let n = 0; n < LOGGERS; n += 1) loggers.push(await organization.datalogger(`Bench ${n}`));
    const raw = openRaw(folder);

    const batchRatios = new Map<BatchFormat, { ours: number; raw: number }[]>(BATCH_FORMATS.map((format) => [format, []]));
    const singleRatios = new Map<number, { ours: number; raw: number }[]>(SINGLE_LOGGERS.map((count) => [count, []]));
    const mqttRatios = new Map<number, { ours: number; raw: number }[]>(SINGLE_LOGGERS.map((count) => [count, []]));
    for (let round = 0; round < 5; round += 1) {
      let next = 0;
      for (const [format, ratios] of batchRatios) {
        const { bodies, rows } = batches(loggers, round, format);
        const rawSeconds = rawBatches(raw, rows);
        next = 0;
        const { seconds } = await load(server.url, BATCH_CONNECTIONS, () => bodies[next++]);
        const readings = BATCHES * TIMESTAMPS * CHANNELS;
        ratios.push({ ours: readings / seconds, raw: readings / rawSeconds });
      }

      for (const [count, ratios] of singleRatios) {
        const single = singles(loggers.slice(0, count), round, 'http');
        const rawSingle = rawBatches(
          raw,
          single.rows.slice(0, SINGLES / 3).map((row) => [row]),
        );
        next = 0;
        const ours = await load(server.url, CONNECTIONS, () => single.bodies[next++]);
        ratios.push({ ours: SINGLES / ours.seconds, raw: SINGLES / 3 / rawSingle });
        const { bodies } = singles(loggers.slice(0, count), round, 'mqtt');
        const mqtt = await loadMqtt(`mqtt://127.0.0.1:${mqttPort}`, senders(loggers.slice(0, count), bodies));
        mqttRatios.get(count)!.push({ ours: SINGLES / mqtt.seconds, raw: SINGLES / ours.seconds });
      }
    }
    raw.db.close();
    return [
      ...[...batchRatios].map(([format, ratios]) =>
        figure(`Ingest over HTTP, ${format}, batches of 1,000 (100 timestamps × 10 channels, 200 channels), durable`, ratios, 0.6),
      ),
      ...[...singleRatios].map(([count, ratios]) =>
        figure(`Ingest over HTTP, single readings, ${CONNECTIONS} connections, ${count} logger${count > 1 ? 's' : ''}, durable`, ratios, 2),
      ),
      ...[...mqttRatios].map(([count, ratios]) =>
        figure(
          `Ingest over MQTT with QoS 1 against HTTP, single readings, ${CONNECTIONS} connections, ${count} logger${count > 1 ? 's' : ''}, durable`,
          ratios,
          0.8,
        ),
      ),
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function figure(name: string, runs: { ours: number; raw: number }[], budget: number): Figure {
  const sorted = runs.toSorted((a, b) => a.ours / a.raw - b.ours / b.raw);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return { name, unit: 'readings/s', ours: median.ours, raw: median.raw, ratio: median.ours / median.raw, budget };
}

export function batches(
  loggers: { token: string }[],
  round: number,
  format: BatchFormat,
): { bodies: Buffer[]; rows: [number, number, number][][] } {
  const bodies: Buffer[] = [];
  const rows: [number, number, number][][] = [];
  const first = 1 + BATCH_FORMATS.indexOf(format) * LOGGERS * CHANNELS;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const logger = batch % LOGGERS;
    const turn = round * Math.ceil(BATCHES / LOGGERS) + Math.floor(batch / LOGGERS);
    const message: { ts: number; values: Record<string, number> }[] = [];
    const raw: [number, number, number][] = [];
    for (let step = 0; step < TIMESTAMPS; step += 1) {
      const n = turn * TIMESTAMPS + step;
      const ts = START + n * 10_000;
      const values: Record<string, number> = {};
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        values[`ch${channel}`] = value(n + channel);
        raw.push([first + logger * CHANNELS + channel, ts * 1_000, value(n + channel)]);
      }
      message.push({ ts, values });
    }
    bodies.push(posted(format, loggers[logger]!.token, message));
    rows.push(raw);
  }
  return { bodies, rows };
}

function posted(format: BatchFormat, token: string, message: { ts: number; values: Record<string, number> }[]): Buffer {
  if (format === 'JSON') return post('/v1/ingest/json', token, JSON.stringify(message));
  const lines = message.map(
    ({ ts, values }) =>
      `room ${Object.entries(values)
        .map(([key, number]) => `${key}=${number}`)
        .join(',')} ${ts}`,
  );
  return post('/write?precision=ms', token, lines.join('\n'));
}

/** Connections of MQTT share the messages of their logger; messages go round the loggers. */
function senders(loggers: { token: string }[], bodies: readonly Buffer[]): { token: string; next(): Buffer | undefined }[] {
  const places = loggers.map((_, n) => n);
  return Array.from({ length: CONNECTIONS }, (_, connection) => {
    const logger = connection % loggers.length;
    return {
      token: loggers[logger]!.token,
      next() {
        const place = places[logger]!;
        places[logger] = place + loggers.length;
        return bodies[place];
      },
    };
  });
}

/** Singles go to a channel of their own, one second apart on each logger; each run has moments of its own. */
export function singles(
  loggers: { token: string }[],
  round: number,
  door: 'http' | 'mqtt',
): { bodies: Buffer[]; rows: [number, number, number][] } {
  const bodies: Buffer[] = [];
  const rows: [number, number, number][] = [];
  const start = START + (round * 4 + (loggers.length > 1 ? 2 : 0) + (door === 'mqtt' ? 1 : 0)) * SINGLES * 1_000;
  for (let n = 0; n < SINGLES; n += 1) {
    const logger = n % loggers.length;
    const ts = start + Math.floor(n / loggers.length) * 1_000;
    const body = JSON.stringify({ ts, values: { temperature: value(n) } });
    bodies.push(door === 'mqtt' ? publish('taktlog/json', body) : post('/v1/ingest/json', loggers[logger]!.token, body));
    rows.push([1_000 + logger, ts * 1_000, value(n)]);
  }
  return { bodies, rows };
}
