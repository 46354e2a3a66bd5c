import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import type { ExportFormat } from '../src/lib/contract/exports.ts';
import type { Task } from '../src/lib/contract/tasks.ts';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { report } from './report.ts';

/**
 * `npm run bench:export`: ten million readings (READINGS=… for fewer) of four channels written into a file by a task, and how much more
 * memory the process of the server holds at most meanwhile than before. FORMATS=csv,json for others. On Linux; takes some minutes.
 */

const READINGS = Number(process.env.READINGS || 10_000_000);
const FORMATS = (process.env.FORMATS || 'csv').split(',') as ExportFormat[];
const KEYS = ['air', 'core', 'humidity', 'power'];
const SLICE = 500;
const BUDGET_MB = 200;
const SECOND_US = 1_000_000;
const START = Date.UTC(2026, 0, 1) * 1_000;

const folder = mkdtempSync(join(tmpdir(), 'taktlog-export-'));
const env = { DATA_DIR: folder, LOG_LEVEL: 'error' };
const resident = ({ child }: ServerProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024;

/** Of a service, with which the second process is asked. */
let key = '';
let organizationId = '';

try {
  const server = await startServerProcess(env);
  try {
    const plant = await firstOrganization(server);
    const logger = await plant.datalogger('Oven');
    const values = Object.fromEntries(KEYS.map((key) => [key, 1]));
    await fetch(`${server.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ts: START / 1_000 - 1_000, values }),
    });
    ({ organizationId } = plant);
    const asked = { name: 'Bench', scopes: ['dlog:read', 'org:read'], expires_in_days: 1 };
    key = (await plant.call<{ token: string }>('POST', `/v1/orgs/${organizationId}/api-keys`, asked)).token;
  } finally {
    await server.stop();
  }
  await fill();
  await measured();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function call<T>(method: string, url: string, body?: unknown): Promise<T> {
  const headers = { Authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** History through the reading store. */
async function fill(): Promise<void> {
  const db = openDatabase(parseConfig(env), { clock: systemClock });
  try {
    const [organization] = await db.read({ directory: true }, (reader) => reader.selectFrom('organizations').select('no').execute());
    const organizationNo = organization!.no;
    const { channels, logger } = await db.read(organizationId, async (reader) => ({
      channels: await reader.selectFrom('channels').select('no').where('organization_id', '=', organizationId).execute(),
      logger: await reader
        .selectFrom('dataloggers')
        .select(['id', 'no', 'workspace_id'])
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow(),
    }));
    const each = READINGS / channels.length;
    for (let from = 0; from < each; from += SLICE) {
      const readings = [];
      for (let i = from; i < Math.min(each, from + SLICE); i += 1)
        for (const { no } of channels)
          readings.push({ channelNo: no, ts: START + i * SECOND_US, num: Math.round(2_000 + 500 * Math.sin(i / 40)) / 100, text: null });
      await db.readings.commit({
        id: systemIds.uuid(),
        organizationId,
        organizationNo,
        workspaceId: logger.workspace_id,
        dataloggerId: logger.id,
        dataloggerNo: logger.no,
        credentialId: null,
        door: 'json',
        decoder: 'json@1',
        contentType: null,
        contentEncoding: null,
        receivedAt: systemClock.now(),
        size: 2,
        body: new Uint8Array([91, 93]),
        bodyEncoding: null,
        status: 'stored',
        errors: [],
        readings,
      });
    }
  } finally {
    await db.close();
  }
}

async function measured(): Promise<void> {
  const server = await startServerProcess(env);
  try {
    const root = `${server.url}/v1/orgs/${organizationId}`;
    const { items } = await call<{ items: { id: string }[] }>('GET', `${root}/channels`);
    const channels = items.map(({ id }) => id);
    // What every process has after its first requests.
    await call('GET', `${root}/dataloggers`);
    await wait(5_000);
    const figures = [];
    for (const format of FORMATS) {
      const before = resident(server);
      const begun = performance.now();
      const { id } = await call<Task>('POST', `${root}/readings/export`, { channels, format, locale: 'cs' });
      let most = before;
      let task: Task;
      do {
        await wait(200);
        most = Math.max(most, resident(server));
        task = await call<Task>('GET', `${root}/tasks/${id}`);
      } while (task.state === 'queued' || task.state === 'running');
      if (task.state !== 'done') throw new Error(`the export ended as ${task.state}: ${task.error}`);
      const seconds = Math.round((performance.now() - begun) / 1_000);
      figures.push({
        name: `Memory of an export of ${task.done.toLocaleString('en')} readings as ${format}`,
        unit: 'MB',
        ours: most - before,
        raw: BUDGET_MB,
        ratio: BUDGET_MB / Math.max(1, most - before),
        budget: 1,
        note: `${seconds} s, ${Math.round((task.file?.size ?? 0) / 1e6)} MB, ${Math.round(before)} MB before`,
      });
    }
    if (!report(figures)) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}
