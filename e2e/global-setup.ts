import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
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
  };
  mkdirSync('reports', { recursive: true });
  writeFileSync(STATE_FILE, JSON.stringify(state));
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
