import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import type { Task } from '../src/lib/contract/tasks.ts';

/**
 * `npm run bench:reparse [-- READINGS]`: how long single readings of one logger wait while the messages of another one are read again, and while
 * what they gave is taken back; beside how long they wait when nothing else goes on. A million readings unless told.
 */

const READINGS = Number(process.argv[2] ?? 1_000_000);
const CHANNELS = 10;
const TIMESTAMPS = 100;
const START = Date.UTC(2026, 0, 1);
const REST_MS = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'taktlog-bench-'));
const server = await startServerProcess({
  DATA_DIR: folder,
  ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
});
try {
  const organization = await firstOrganization(server);
  const [kept, live] = [await organization.datalogger('Kept'), await organization.datalogger('Live')];
  const post = async (token: string, body: unknown) => {
    const answer = await fetch(`${server.url}/v1/ingest/json`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  };
  for (let n = 0; n * CHANNELS * TIMESTAMPS < READINGS; n += 1)
    await post(
      kept.token,
      Array.from({ length: TIMESTAMPS }, (_, i) => ({
        ts: START + (n * TIMESTAMPS + i) * 1_000,
        values: Object.fromEntries(Array.from({ length: CHANNELS }, (_, c) => [`c${c}`, Math.round(1_000 * Math.sin(n + i + c)) / 10])),
      })),
    );

  /** Milliseconds that single readings waited, one after the other, until `over` says so. */
  const waits = async (over: () => boolean): Promise<number[]> => {
    const all: number[] = [];
    while (!over()) {
      const start = performance.now();
      await post(live.token, { t: all.length % 50 });
      all.push(performance.now() - start);
    }
    return all;
  };
  const tell = (what: string, all: number[]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.toFixed(1);
    console.log(`${what}: ${all.length} singles, half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms, longest ${at(1)} ms`);
  };
  const rest = performance.now() + REST_MS;
  tell('nothing else', await waits(() => performance.now() > rest));
  for (const [what, more] of [
    ['read again', {}],
    ['taken back', { withdraw: '1' }],
  ] as const) {
    const start = performance.now();
    const path = `/v1/orgs/${organization.organizationId}`;
    const { id } = await organization.call<Task>('POST', `${path}/received-data/reparse`, { datalogger_id: kept.id, ...more });
    let state = 'queued';
    const watch = (async () => {
      while (['queued', 'running'].includes(state)) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        ({ state } = await organization.call<Task>('GET', `${path}/tasks/${id}`));
      }
    })();
    const all = await waits(() => !['queued', 'running'].includes(state));
    await watch;
    tell(`${READINGS} readings are ${what} (${state}, ${((performance.now() - start) / 1_000).toFixed(0)} s)`, all);
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
