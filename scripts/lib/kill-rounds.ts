import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'mqtt';
import { type FirstOrganization, firstOrganization } from './first-organization.ts';
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts';

const SENDERS = 6;
const CHANNELS = ['a', 'b', 'c'];

interface Sent {
  logger: number;
  key: string;
  /** Milliseconds. */
  ts: number;
  value: number;
}

/**
 * Loads the server with single readings and batches, from several loggers over HTTP and MQTT by turns, beside writes that fail and a process
 * that seals readings and groups bodies; kills both each round at a random moment after that process has done some of both; starts it again and
 * compares.
 * @returns `rested`: chunks, blocks and groups that were made beside the load
 * @throws Error when that process makes none
 */
export async function killRounds(
  { rounds, env: given }: { rounds: number; env: Record<string, string> },
  say: (text: string) => void,
): Promise<{ acknowledged: number; lost: string[]; rested: Record<Rest, number> }> {
  const rested: Record<Rest, number> = { sealed: 0, grouped: 0 };
  const mqttPort = await freePort();
  const env = { ...given, MQTT_PORT: String(mqttPort) };
  let server = await startServerProcess(env);
  const organization = await firstOrganization(server);
  const loggers: { id: string; token: string }[] = [];
  for (let n = 0; n < SENDERS; n += 1) loggers.push(await organization.datalogger(`Logger ${n}`));
  const acknowledged: Sent[] = [];
  const first = Date.now() - 30 * 86_400_000;
  let ts = first;
  const late = new Set<number>();
  /** A moment that nobody had before: most after all others, some among those that rest in chunks by now, between two whole seconds. */
  const next = () => {
    for (const isLate = ts - first > 100_000 && Math.random() < 0.02; isLate; ) {
      const moment = first + Math.floor(Math.random() * (ts - first));
      if (moment % 1_000 === first % 1_000 || late.has(moment)) continue;
      late.add(moment);
      return moment;
    }
    ts += 1_000;
    return ts;
  };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const before = acknowledged.length;
      let running = true;
      const { url } = server;
      const sealing = spawn(process.execPath, ['scripts/seal-loop.ts'], {
        env: { ...process.env, ...given },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const sealed = once(sealing, 'exit');
      const begun = restBegun(sealing, rested);
      const work = [
        ...loggers.map(async (logger, index) => {
          const { send, end } = index % 2 === 0 ? overHttp(url, logger.token) : overMqtt(mqttPort, logger.token);
          while (running) {
            const size = Math.random() < 0.9 ? 1 : 200;
            const rows = Array.from({ length: size }, () => ({
              ts: next(),
              values: Object.fromEntries(CHANNELS.map((key) => [key, Math.round(Math.random() * 10_000) / 100])),
            }));
            const ok = await send(rows);
            if (!ok) continue;
            for (const row of rows)
              for (const key of CHANNELS) acknowledged.push({ logger: index, key, ts: row.ts, value: row.values[key]! });
          }
          end();
        }),
        (async () => {
          // A write whose transaction fails must not take a stranger's reading with it.
          while (running) await failingWrite(url, organization, loggers[0]!.id);
        })(),
      ];
      await begun.catch((error: unknown) => {
        running = false;
        sealing.kill('SIGKILL');
        throw error;
      });
      await pause(300 + Math.random() * 900);
      await server.kill();
      sealing.kill('SIGKILL');
      running = false;
      await Promise.all([...work, sealed]);
      server = await startServerProcess(env);
      say(`round ${round}: ${acknowledged.length - before} readings acknowledged before the kill`);
    }
    return { acknowledged: acknowledged.length, lost: await missing(server, organization, loggers, acknowledged), rested };
  } finally {
    await server.stop();
  }
}

/** What `seal-loop.ts` tells of. */
type Rest = 'sealed' | 'grouped';
/** How long it may take until it has done some of both. */
const REST_MS = 60_000;

/** Counts what is sealed and grouped; resolves once there is some of both. @throws Error when it takes too long or ends */
function restBegun(sealing: ChildProcess, rested: Record<Rest, number>): Promise<void> {
  return new Promise((resolve, reject) => {
    const seen = new Set<Rest>();
    const late = setTimeout(() => reject(new Error('nothing was sealed and grouped beside the load')), REST_MS);
    sealing.on('message', (what: Rest) => {
      rested[what] += 1;
      seen.add(what);
      if (seen.size < 2) return;
      clearTimeout(late);
      resolve();
    });
    sealing.once('exit', (code, signal) => {
      clearTimeout(late);
      reject(new Error(`seal-loop.ts ended (${signal ?? code})`));
    });
  });
}

/** A way to the server, until it is killed. */
interface Way {
  /** @returns whether it was acknowledged */
  send(rows: unknown): Promise<boolean>;
  end(): void;
}

const overHttp = (url: string, token: string): Way => ({
  async send(rows) {
    try {
      const answer = await fetch(`${url}/v1/ingest/json`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(rows),
      });
      return answer.ok;
    } catch {
      return false;
    }
  },
  end: () => undefined,
});

function overMqtt(port: number, token: string): Way {
  const client = connect(`mqtt://127.0.0.1:${port}`, { username: token, reconnectPeriod: 0 });
  client.on('error', () => undefined);
  const closed = new Promise<false>((resolve) => client.once('close', () => resolve(false)));
  return {
    async send(rows) {
      if (!client.connected) await pause(5);
      if (!client.connected) return false;
      return Promise.race([client.publishAsync('taktlog/json', JSON.stringify(rows), { qos: 1 }).then(() => true), closed]);
    },
    end: () => void client.end(true),
  };
}

async function failingWrite(url: string, organization: FirstOrganization, id: string): Promise<void> {
  try {
    // The id of another logger: the transaction begins, finds the conflict and is rolled back.
    await fetch(`${url}/v1/orgs/${organization.organizationId}/dataloggers`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${organization.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id, name: 'Another', workspace_id: organization.workspaceId }),
    });
  } catch {
    await pause(5);
  }
}

async function missing(
  server: ServerProcess,
  organization: FirstOrganization,
  loggers: { id: string }[],
  sent: readonly Sent[],
): Promise<string[]> {
  const stored = new Map<string, number>();
  for (const [index, logger] of loggers.entries()) {
    const { items } = await organization.call<{ items: { id: string; key: string }[] }>(
      'GET',
      `/v1/orgs/${organization.organizationId}/channels?datalogger_id=${logger.id}`,
      undefined,
      server.url,
    );
    for (const channel of items) {
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: { items: { ts: string; value: number }[]; next_cursor: string | null } = await organization.call(
          'GET',
          `/v1/orgs/${organization.organizationId}/channels/${channel.id}/readings?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
          undefined,
          server.url,
        );
        for (const { ts, value } of page.items) stored.set(`${index}/${channel.key}/${Date.parse(ts)}`, value);
        cursor = page.next_cursor;
      }
    }
  }
  return sent.filter((one) => stored.get(`${one.logger}/${one.key}/${one.ts}`) !== one.value).map((one) => JSON.stringify(one));
}
