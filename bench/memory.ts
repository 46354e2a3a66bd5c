import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { load, post } from './load.ts';
import { report } from './report.ts';

/**
 * `npm run bench:memory`: resident memory of the server process on Linux, as it is on a small machine (MEMORY=ample for a large one), with
 * 1,000 loggers and 10 million readings: after the start, after readings from all loggers and API reads, and after pages rendered for a
 * signed-in person. Takes some minutes.
 */

const LOGGERS = 1_000;
const KEYS = ['air', 'core', 'humidity', 'door'];
const READINGS = 10_000_000;
const SLICE = 500;
const PAGES = 300;
const BUDGET_MB = 250;
const START = Date.UTC(2026, 0, 1) * 1_000;
const MINUTE_US = 60_000_000;

const folder = mkdtempSync(join(tmpdir(), 'taktlog-memory-'));
const env = { DATA_DIR: folder, LOG_LEVEL: 'error', MEMORY: process.env.MEMORY || 'thrifty' };
const resident = ({ child }: ServerProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024;

try {
  const { loggers, email, password, organizationId } = await plant();
  await fill();
  const server = await startServerProcess(env);
  try {
    const figures = [{ name: 'after the start', mb: resident(server) }];
    const bodies = loggers.flatMap(({ token }, n) =>
      Array.from({ length: 20 }, (_, i) =>
        post('/v1/ingest/json', token, JSON.stringify({ ts: Date.now() - i * 1_000 - n, values: { air: i, core: n } })),
      ),
    );
    let next = 0;
    await load(server.url, 64, () => bodies[next++]);
    const { headers, ids } = await signedIn(server, email, password, organizationId);
    for (let n = 0; n < 200; n += 1) {
      await read(`${server.url}/v1/orgs/${organizationId}/dataloggers?limit=200`, headers);
      const to = START / 1_000 + 2_500 * 60_000;
      await read(
        `${server.url}/v1/orgs/${organizationId}/channels/${ids[n % ids.length]}/series?from=${START / 1_000}&to=${to}&width=1500`,
        headers,
      );
    }
    figures.push({ name: 'after 20,000 messages from 1,000 loggers, 200 lists of 200, 200 charts', mb: resident(server) });
    for (let n = 0; n < PAGES; n += 1)
      await read(`${server.url}${n % 3 ? '/dlog/dataloggers' : `/dlog/dataloggers/${loggers[n]!.id}`}`, { Cookie: headers.Cookie });
    figures.push({ name: `after ${PAGES} pages rendered for a signed-in person`, mb: resident(server) });
    const ok = report(
      figures.map(({ name, mb }) => ({
        name: `Resident memory ${name}`,
        unit: 'MB',
        ours: mb,
        raw: BUDGET_MB,
        ratio: BUDGET_MB / mb,
        budget: 1,
      })),
    );
    if (!ok) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function read(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

/** The loggers with their channels, made as a user makes them. */
async function plant() {
  const server = await startServerProcess(env);
  try {
    const organization = await firstOrganization(server);
    const loggers: { id: string; token: string }[] = [];
    for (let n = 0; n < LOGGERS; n += 1) loggers.push(await organization.datalogger(`Logger ${String(n).padStart(4, '0')}`));
    const values = Object.fromEntries(KEYS.map((key) => [key, 1]));
    const bodies = loggers.map(({ token }) => post('/v1/ingest/json', token, JSON.stringify({ ts: START / 1_000 - 1_000, values })));
    let next = 0;
    await load(server.url, 32, () => bodies[next++]);
    const { email, password, organizationId } = organization;
    return { loggers, email, password, organizationId };
  } finally {
    await server.stop();
  }
}

/** Their history, through the reading store. */
async function fill(): Promise<void> {
  const db = openDatabase(parseConfig(env), { clock: systemClock });
  try {
    const [organization] = await db.read({ directory: true }, (reader) => reader.selectFrom('organizations').select('id').execute());
    const rows = await db.read(organization?.id ?? null, (reader) =>
      reader
        .selectFrom('channels as c')
        .innerJoin('dataloggers as d', (join) =>
          join.onRef('d.organization_id', '=', 'c.organization_id').onRef('d.id', '=', 'c.datalogger_id'),
        )
        .innerJoin('organizations as o', 'o.id', 'c.organization_id')
        .select(['c.no', 'c.organization_id', 'o.no as org_no', 'd.id', 'd.no as datalogger_no', 'd.workspace_id'])
        .execute(),
    );
    const each = READINGS / rows.length;
    for (const [id, channels] of Map.groupBy(rows, (row) => row.id)) {
      const { organization_id, org_no, datalogger_no, workspace_id } = channels[0]!;
      for (let from = 0; from < each; from += SLICE) {
        const readings = [];
        for (let i = from; i < Math.min(each, from + SLICE); i += 1)
          for (const { no } of channels)
            readings.push({ channelNo: no, ts: START + i * MINUTE_US, num: Math.round(2_000 + 500 * Math.sin(i / 40)) / 100, text: null });
        await db.readings.commit({
          id: systemIds.uuid(),
          organizationId: organization_id,
          organizationNo: org_no,
          workspaceId: workspace_id,
          dataloggerId: id,
          dataloggerNo: datalogger_no,
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
    }
  } finally {
    await db.close();
  }
}

async function signedIn({ url }: ServerProcess, email: string, password: string, organizationId: string) {
  const answer = await fetch(`${url}/v1/auth/form`, {
    method: 'POST',
    body: new URLSearchParams({ email, password, locale: 'cs' }),
    headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
    redirect: 'manual',
  });
  const Cookie = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
  const Authorization = decodeURIComponent(/auth\._token\.local=([^;]+)/.exec(Cookie)?.[1] ?? '');
  const headers = { Cookie, Authorization };
  const list = await read(`${url}/v1/orgs/${organizationId}/channels`, headers);
  const { items } = JSON.parse(list) as { items: { id: string }[] };
  return { headers, ids: items.map(({ id }) => id) };
}
