import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { report } from './report.ts';

/** `npm run bench:reports`: a month of one-minute data of four channels as PDF, beside a report of one hour, which is nearly all frame. */

const KEYS = ['air', 'core', 'humidity', 'power'];
const MINUTES = 30 * 1_440;
const START = Date.UTC(2026, 8, 1) * 1_000;
const MINUTE_US = 60e6;
const HOUR_US = 60 * MINUTE_US;
/** Minutes of one message. */
const SLICE = 500;
const RUNS = 5;
/** What is promised, seconds. */
const BUDGET_S = 3;

const folder = mkdtempSync(join(tmpdir(), 'taktlog-reports-'));
const env = { DATA_DIR: folder, LOG_LEVEL: 'error', READ_SECONDS_PER_MINUTE: '600' };
let key = '';
let organizationId = '';

const iso = (us: number): string => new Date(us / 1_000).toISOString();

try {
  const first = await startServerProcess(env);
  try {
    const plant = await firstOrganization(first);
    const logger = await plant.datalogger('Oven');
    const values = Object.fromEntries(KEYS.map((name) => [name, 1]));
    await fetch(`${first.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ts: START / 1_000 - 60_000, values }),
    });
    ({ organizationId } = plant);
    const asked = { name: 'Bench', scopes: ['dlog:read', 'org:read'], expires_in_days: 1 };
    key = (await plant.call<{ token: string }>('POST', `/v1/orgs/${organizationId}/api-keys`, asked)).token;
  } finally {
    await first.stop();
  }
  await fill();
  const server = await startServerProcess(env);
  try {
    const headers = { Authorization: `Bearer ${key}` };
    const root = `${server.url}/v1/orgs/${organizationId}`;
    const { items } = (await (await fetch(`${root}/channels`, { headers })).json()) as { items: { id: string }[] };
    const channels = items.map(({ id }) => id).join();
    const seconds = async (to: number): Promise<number> => {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const begun = performance.now();
        const answer = await fetch(`${root}/reports/period?channels=${channels}&from=${iso(START)}&to=${iso(to)}&format=pdf&locale=cs`, {
          headers,
        });
        const { byteLength } = await answer.arrayBuffer();
        if (!answer.ok || byteLength < 1_000) throw new Error(`a report was answered ${answer.status}`);
        times.push((performance.now() - begun) / 1_000);
      }
      return times.sort((a, b) => a - b)[RUNS >> 1]!;
    };
    const frame = await seconds(START + HOUR_US);
    const month = await seconds(START + MINUTES * MINUTE_US);
    const good = report([
      { name: 'PDF of a month of one-minute data, 4 channels', unit: 's', ours: month, raw: BUDGET_S, ratio: BUDGET_S / month, budget: 1 },
      { name: 'the same against a report of an hour', unit: 's', ours: month, raw: frame, ratio: frame / month, budget: null },
    ]);
    if (!good) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** History through the reading store. */
async function fill(): Promise<void> {
  const db = openDatabase(parseConfig(env), { clock: systemClock });
  try {
    const [organization] = await db.read({ directory: true }, (reader) => reader.selectFrom('organizations').select('no').execute());
    const { channels, logger } = await db.read(organizationId, async (reader) => ({
      channels: await reader.selectFrom('channels').select('no').where('organization_id', '=', organizationId).execute(),
      logger: await reader
        .selectFrom('dataloggers')
        .select(['id', 'no', 'workspace_id'])
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow(),
    }));
    for (let from = 0; from < MINUTES; from += SLICE)
      await db.readings.commit({
        ...{ id: systemIds.uuid(), organizationId, organizationNo: organization!.no },
        ...{ workspaceId: logger.workspace_id, dataloggerId: logger.id, dataloggerNo: logger.no, credentialId: null },
        ...{ door: 'json', decoder: 'json@1', contentType: null, contentEncoding: null, receivedAt: systemClock.now(), size: 2 },
        ...{ body: new Uint8Array([91, 93]), bodyEncoding: null, status: 'stored' as const, errors: [] },
        readings: channels.flatMap(({ no }, at) =>
          Array.from({ length: Math.min(SLICE, MINUTES - from) }, (_, i) => ({
            channelNo: no,
            ts: START + (from + i) * MINUTE_US,
            num: Math.round(2_000 + 500 * Math.sin((from + i) / 40 + at)) / 100,
            text: null,
          })),
        ),
      });
  } finally {
    await db.close();
  }
}
