import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { test } from './test.ts';

export type OwnPlant = FirstOrganization & { url: string };

/** An organisation on a server of its own for the journeys of a file, which follow each other; it is there once they run. */
export function ownPlant(name: string): OwnPlant {
  const plant = {} as OwnPlant;
  let server: ServerProcess | undefined;
  let dataDir = '';
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), `taktlog-${name}-`));
    server = await startServerProcess({ DATA_DIR: dataDir });
    Object.assign(plant, await firstOrganization(server), { url: server.url });
  });
  test.afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return plant;
}
