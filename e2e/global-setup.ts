import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import type { Screen } from '../src/lib/contract/screens.ts';
import { oneAlarm } from './one-alarm.ts';
import { STATE_FILE, type State } from './state.ts';

/** One production server on an empty SQLite file, with an organisation made through the set-up link and one logger that has sent. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-e2e-'));
  const server = await startServerProcess({ DATA_DIR: dataDir });
  const organization = await firstOrganization(server);
  const logger = await organization.datalogger('Cold room 1', {
    code: 'LOG-0001',
    place: 'Store',
    kind: 'climate',
    expected_interval_s: 60,
  });
  const now = Date.now();
  const rows = Array.from({ length: 400 }, (_, n) => ({
    ts: now - (400 - n) * 60_000,
    values: {
      air: Math.round(400 + 80 * Math.sin(n / 12)) / 100,
      humidity: 80 + (n % 7),
      door: n % 40 < 3,
      mode: n % 90 < 60 ? 'run' : 'idle',
    },
  }));
  const sent = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  });
  const { id: receivedId } = (await sent.json()) as { id: string };
  const machines = `/v1/orgs/${organization.organizationId}/machines`;
  const { id: machineId } = await organization.call<{ id: string }>('POST', machines, {
    name: 'Press 250 t',
    code: 'PR-01',
    workspace_id: organization.workspaceId,
    site: 'Brno',
    hall: 'Hall 1',
  });
  const types = await organization.call<{ items: { id: string }[] }>('GET', `/v1/orgs/${organization.organizationId}/sensor-types`);
  const time = await oneMeasurement(organization, now);
  const standard = await oneStandard(organization, time.measurementId);
  const { id: chartId } = await organization.call<{ id: string }>('POST', `/v1/orgs/${organization.organizationId}/saved-views`, {
    list: 'charts',
    name: 'Night cooling',
    workspace_id: organization.workspaceId,
    query: new URLSearchParams({ ch: await channelsOf(organization, logger.id), range: '8h' }).toString(),
  });
  const recordingId = await oneRecording(organization, logger.id, now);
  const alarmId = await oneAlarm(organization, dataDir, logger.id, now);
  const state: State = {
    url: server.url,
    email: organization.email,
    password: organization.password,
    organizationId: organization.organizationId,
    workspaceId: organization.workspaceId,
    dataloggerId: logger.id,
    deviceToken: logger.token,
    receivedId,
    machineId,
    sensorTypeId: types.items[0]!.id,
    loggerTypeId: await organization.loggerType(),
    ...time,
    ...standard,
    recordingId,
    alarmId,
    chartId,
  };
  mkdirSync('reports', { recursive: true });
  writeFileSync(STATE_FILE, JSON.stringify(state));
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Channels of a logger as the address of a chart names them. */
async function channelsOf({ organizationId, call }: FirstOrganization, dataloggerId: string): Promise<string> {
  const { items } = await call<{ items: { id: string }[] }>('GET', `/v1/orgs/${organizationId}/channels?datalogger_id=${dataloggerId}`);
  return items.map(({ id }) => id).join('.');
}

/** An hour of a logger's channels, which is over. */
async function oneRecording({ organizationId, call }: FirstOrganization, dataloggerId: string, now: number): Promise<string> {
  const root = `/v1/orgs/${organizationId}`;
  const { items } = await call<{ items: { id: string; key: string }[] }>('GET', `${root}/channels?datalogger_id=${dataloggerId}`);
  const limits = { low: 2, high: 8, allowed_above_s: 0, allowed_below_s: 0, coverage: 0.9, kinetic_high: null };
  const { id } = await call<{ id: string }>('POST', `${root}/recordings`, {
    name: 'Cooling of batch 7',
    purpose: 'transport',
    channels: items.flatMap(({ id: channel_id, key }) =>
      key === 'air' || key === 'door' ? [{ channel_id, limits: key === 'air' ? limits : null }] : [],
    ),
    from: new Date(now - 5_400_000).toISOString(),
    to: new Date(now - 1_800_000).toISOString(),
  });
  return id;
}

/** An operation with an approved standard of the measurement, and a draft by other allowances. */
async function oneStandard({ organizationId, workspaceId, call }: FirstOrganization, measurementId: string) {
  const root = `/v1/orgs/${organizationId}`;
  const shares = { personal: 0.05, fatigue: 0.04, contingency: 0.02, interference: 0 };
  const set = await call<{ id: string; rev: number }>('POST', `${root}/allowance-sets`, { name: 'Manual work', basis: 'job', shares });
  const { id: operationId } = await call<{ id: string }>('POST', `${root}/operations`, {
    workspace_id: workspaceId,
    code: 'OP-0214',
    name: 'Packing of toast, box of 12',
    product: 'Toast 400 g',
    unit: 'pcs',
    setup_s: 924,
    batch: 240,
    allowance_set_id: set.id,
  });
  const at = (what: string) => `${root}/operations/${operationId}${what}`;
  const { rev } = await call<{ rev: number }>('GET', `${root}/measurements/${measurementId}`);
  await call('PATCH', `${root}/measurements/${measurementId}`, { rev, operation_id: operationId });
  const { draft } = await call<{ draft: { hash: string } }>('GET', at('/standard'));
  for (const step of ['review', 'approve']) {
    const row = await call<{ rev: number }>('GET', at(''));
    await call('POST', at(`/standard/${step}`), { rev: row.rev, hash: draft.hash });
  }
  await call('PATCH', `${root}/allowance-sets/${set.id}`, { rev: set.rev, shares: { ...shares, fatigue: 0.06 } });
  return { operationId, allowanceSetId: set.id };
}

/** A published screen, and a measurement of an hour that has ended. */
async function oneMeasurement({ organizationId, workspaceId, call }: FirstOrganization, now: number) {
  const root = `/v1/orgs/${organizationId}`;
  const screen = await call<Screen>('POST', `${root}/screens`, {
    workspace_id: workspaceId,
    name: 'Packing line 2',
    template: { key: 'operator_snapshot', locale: 'en' },
  });
  await call('POST', `${root}/screens/${screen.id}/publish`, { rev: screen.rev });
  const { id: measurementId } = await call<{ id: string }>('POST', `${root}/measurements`, {
    screen_id: screen.id,
    screen_version: 1,
    name: 'Morning shift',
  });
  const states = screen.draft.buttons.flatMap(({ kind, activity_id }) => (kind === 'activity' && activity_id ? activity_id : []));
  const lane = screen.draft.lanes[0]?.id;
  const taps = Array.from({ length: 13 }, (_, n) => {
    const at = now - (13 - n) * 300_000;
    const kind = n === 12 ? 'stop' : 'switch';
    const what = kind === 'stop' ? {} : { lane, activity: states[n % states.length] };
    return { id: uuidv7(at), kind, at, made_at: at, wall: at, mono: n * 300_000, device: 'e2e', session: 'e2e-1', n: n + 1, ...what };
  });
  await call('POST', `${root}/measurements/${measurementId}/taps`, { taps });
  return { screenId: screen.id, measurementId };
}
