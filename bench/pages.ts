import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import type { Screen } from '../src/lib/contract/screens.ts';
import { ACCESS_COOKIE } from '../src/lib/server/kernel/authenticate.ts';
import { entryOf } from './entry.ts';

/**
 * `npm run bench:pages [-- <folder> [turns]]`: processor time of signed-in pages and lists of the API, those of another checkout, built, in turns with these when its folder
 * is given. Linux only: the time is that of the whole process as /proc tells it.
 */

const WARM_UP = 150;
const ROUND = 40;
const LOGGERS = 50;
const FAVORITES = 6;
const MACHINES = 30;
const MEASUREMENTS = 12;
/** What Chromium sends. */
const ENCODINGS = 'gzip, deflate, br, zstd';

interface Side {
  pid: number;
  url: string;
  organization: FirstOrganization;
  agent: Agent;
  /** Addresses by what they are called. */
  asked: Record<string, string>;
}
interface Taken {
  ms: number;
  bytes: number;
  packed: number;
}

const [other, turns = '9', only = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'taktlog-pages-'));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
  const ours = await started('ours', process.cwd());
  const before = other === undefined ? null : await started('before', other);
  const sides = before ? [before, ours] : [ours];
  const names: string[] = [];
  for (const name of Object.keys(ours.asked).filter((one) => one.includes(only))) {
    if ((await Promise.all(sides.map((one) => ask(one, name)))).every(({ status }) => status === 200)) names.push(name);
    else console.log(`${name} isn't known to both`);
  }
  for (const name of names) for (const one of sides) await round(one, name, WARM_UP);
  const taken = new Map(names.map((name) => [name, sides.map((): Taken[] => [])]));
  for (let turn = 0; turn < Number(turns); turn += 1) {
    for (const name of names)
      for (const [at, one] of turn % 2 ? [...sides.entries()].reverse() : [...sides.entries()])
        taken.get(name)![at]!.push(await round(one, name, ROUND));
  }
  console.log('| | Before, ms | Now, ms | Ratio | HTML | Packed |\n|---|---:|---:|---:|---:|---:|');
  const ratios: number[] = [];
  for (const [name, [first, second]] of taken) {
    const now = second ?? first!;
    const was = second ? first! : null;
    const ms = median(now.map((one) => one.ms));
    const ratio = was && median(was.map((one, turn) => one.ms / now[turn]!.ms));
    if (ratio !== null && name.startsWith('/')) ratios.push(ratio);
    const change = (of: 'bytes' | 'packed') =>
      was ? `${was[0]![of]} → ${now[0]![of]} (${Math.round((now[0]![of] / was[0]![of] - 1) * 100)} %)` : String(now[0]![of]);
    console.log(
      `| ${name} | ${was ? median(was.map((one) => one.ms)).toFixed(2) : '–'} | ${ms.toFixed(2)} | ${ratio === null ? '–' : `×${ratio.toFixed(2)}`} | ${change('bytes')} | ${change('packed')} |`,
    );
  }
  if (before) console.log(`\nPages, the middle: ×${median(ratios).toFixed(2)}; the least: ×${Math.min(...ratios).toFixed(2)}`);
} finally {
  for (const close of closing.reverse()) await close();
}

/** A server with an organisation of its own: loggers with some readings, machines, measurements. */
async function started(name: string, cwd: string): Promise<Side> {
  const server = await startServerProcess({ DATA_DIR: join(folder, name), LOG_LEVEL: 'error' }, entryOf(cwd), cwd);
  closing.push(() => server.kill());
  const organization = await firstOrganization(server);
  const root = `/v1/orgs/${organization.organizationId}`;
  const { call } = organization;
  let logger = '';
  for (let n = 0; n < LOGGERS; n += 1) {
    const { id, token } = await organization.datalogger(`Logger ${n}`);
    logger ||= id;
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    for (let part = 0; part < 3; part += 1) {
      const rows = Array.from({ length: 96 }, (_, i) => ({
        ts: Date.now() - (part * 96 + i) * 300_000,
        values: { temperature: 20 + Math.sin(i / 20 + n), pressure: 6 + (i % 7) / 10, power: i % 60 },
      }));
      const answer = await fetch(`${server.url}/v1/ingest/json`, { method: 'POST', headers, body: JSON.stringify(rows) });
      if (!answer.ok) throw new Error(`readings were answered ${answer.status}: ${await answer.text()}`);
    }
    if (n < FAVORITES) await call('PUT', `${root}/favorites`, { entity: 'dataloggers', entity_id: id, marked: true });
  }
  let machine = '';
  for (let n = 0; n < MACHINES; n += 1) {
    const { id } = await call<{ id: string }>('POST', `${root}/machines`, { name: `Machine ${n}`, workspace_id: organization.workspaceId });
    machine ||= id;
  }
  const measurement = await measured(organization);
  return {
    pid: server.child.pid ?? 0,
    url: server.url,
    organization,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    asked: {
      '/user/dashboard': '/user/dashboard',
      '/dlog/dataloggers': '/dlog/dataloggers',
      '/dlog/dataloggers/{id}': `/dlog/dataloggers/${logger}`,
      '/dlog/charts': '/dlog/charts',
      '/dlog/received-data': '/dlog/received-data',
      '/dlog/sensor-types': '/dlog/sensor-types',
      '/tm/measurements': '/tm/measurements',
      '/tm/measurements/{id}': `/tm/measurements/${measurement}`,
      '/tm/screens': '/tm/screens',
      '/org/machines': '/org/machines',
      '/org/machines/{id}': `/org/machines/${machine}`,
      '/org': '/org',
      '/org/workspace/workspace': '/org/workspace/workspace',
      '/user/profile': '/user/profile',
      'API: 50 loggers': `${root}/dataloggers?limit=50`,
      'API: 30 machines': `${root}/machines?limit=50`,
      'API: 50 messages': `${root}/received-data?limit=50`,
    },
  };
}

/** Measurements of an hour, of one screen; the first of them. */
async function measured({ organizationId, workspaceId, call }: FirstOrganization): Promise<string> {
  const root = `/v1/orgs/${organizationId}`;
  const template = { key: 'operator_snapshot', locale: 'en' };
  const screen = await call<Screen>('POST', `${root}/screens`, { workspace_id: workspaceId, name: 'Packing', template });
  await call('POST', `${root}/screens/${screen.id}/publish`, { rev: screen.rev });
  const states = screen.draft.buttons.flatMap(({ kind, activity_id }) => (kind === 'activity' && activity_id ? activity_id : []));
  const lane = screen.draft.lanes[0]?.id;
  let first = '';
  for (let number = 0; number < MEASUREMENTS; number += 1) {
    const { id } = await call<{ id: string }>('POST', `${root}/measurements`, {
      screen_id: screen.id,
      screen_version: 1,
      name: `Shift ${number}`,
    });
    first ||= id;
    const taps = Array.from({ length: 13 }, (_, n) => {
      const at = Date.now() - (13 - n) * 300_000;
      const kind = n === 12 ? 'stop' : 'switch';
      const what = kind === 'stop' ? {} : { lane, activity: states[n % states.length] };
      return {
        id: uuidv7(at),
        kind,
        at,
        made_at: at,
        wall: at,
        mono: n * 300_000,
        device: 'bench',
        session: `bench-${number}`,
        n: n + 1,
        ...what,
      };
    });
    await call('POST', `${root}/measurements/${id}/taps`, { taps });
  }
  return first;
}

interface Answer {
  status: number | undefined;
  encoding: string | undefined;
  body: Buffer;
}

async function ask({ url, organization, agent, asked }: Side, name: string): Promise<Answer> {
  const path = asked[name]!;
  const token = organization.token();
  const who = path.startsWith('/v1/')
    ? { Authorization: `Bearer ${token}` }
    : { Cookie: `${ACCESS_COOKIE}=${encodeURIComponent(`Bearer ${token}`)}` };
  const request = get(url + path, { agent, headers: { ...who, 'Accept-Encoding': ENCODINGS } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) };
}

/** What one page, or one list, takes the processor of the server. */
async function round(side: Side, name: string, times: number): Promise<Taken> {
  const before = processorMs(side.pid);
  let last: Answer | undefined;
  for (let n = 0; n < times; n += 1) {
    last = await ask(side, name);
    if (last.status !== 200) throw new Error(`${name} was answered ${last.status}`);
  }
  const ms = (processorMs(side.pid) - before) / times;
  return { ms, bytes: unpack(last!).length, packed: last!.body.length };
}

function unpack({ body, encoding }: Answer): Buffer {
  if (encoding === 'zstd') return zstdDecompressSync(body);
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

/** Of all its threads, to the nanosecond. */
function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
