import { readdirSync, readFileSync } from 'node:fs';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import type { Screen } from '../src/lib/contract/screens.ts';
import { entryOf } from './entry.ts';

/** What pages and their openings are measured with, here and in another checkout. */

const LOGGERS = 50;
const FAVORITES = 6;
const MACHINES = 30;
const MEASUREMENTS = 12;

/** A server of one checkout with its data. */
export interface Plant {
  pid: number;
  url: string;
  organization: FirstOrganization;
  /** Addresses by what they are called: pages begin with a slash. */
  asked: Record<string, string>;
  kill(): Promise<void>;
}

/** A server with an organisation of its own: loggers with some readings, machines, measurements. */
export async function startPlant(dataDir: string, cwd: string): Promise<Plant> {
  const server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, entryOf(cwd), cwd);
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
    kill: () => server.kill(),
    url: server.url,
    organization,
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

/** What a process took of the processor, all its threads, to the nanosecond. */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
