import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { firstOrganization } from '../../../../scripts/lib/first-organization.ts';
import { builtServer } from '../process/web/testing.ts';
import { openDatabase } from '../storage/open.ts';
import { testLocation } from '../testing/testing.ts';
import { systemClock } from './ids.ts';

const folder = mkdtempSync(join(tmpdir(), 'taktlog-private-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** What nearly every system sets: everybody reads what a program makes. */
const usual = process.umask(0o022);
afterEach(() => void process.umask(0o022));
afterAll(() => void process.umask(usual));

/** What a second user of the machine reaches below a folder, by the mode bits alone. */
function reachable(root: string, below = root): string[] {
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if ((statSync(path).mode & 0o077) === 0) return [];
    return [relative(root, path), ...(entry.isDirectory() ? reachable(root, path) : [])];
  });
}

describe.skipIf(process.platform === 'win32')('a second user of the machine', () => {
  it('reaches nothing of what a server writes: database, its log, key, uploads, mails, what was made of its source', {
    timeout: 60_000,
  }, async () => {
    const dataDir = join(folder, 'fresh');
    const server = await builtServer({ DATA_DIR: dataDir });
    const organization = await firstOrganization(server);
    const headers = { Authorization: `Bearer ${organization.token()}`, 'Content-Type': 'application/json' };
    const asked = { method: 'POST', headers, body: JSON.stringify({ email: organization.email, locale: 'cs' }) };
    expect((await fetch(`${server.url}/v1/auth/password_reset`, asked)).status).toBe(200);
    const root = `/v1/orgs/${organization.organizationId}`;
    const machine = { name: 'Pec 1', workspace_id: organization.workspaceId };
    const { id } = await organization.call<{ id: string }>('POST', `${root}/machines`, machine);
    const address = `${server.url}${root}/files?entity=machines&entity_id=${id}&name=a.txt`;
    const upload = await fetch(address, { method: 'POST', headers, body: 'Postup seřízení pece.' });
    expect(upload.status).toBe(201);
    await expect.poll(() => readdirSync(dataDir)).toContain('mail');
    expect(readdirSync(dataDir).sort()).toEqual([
      'compiled',
      'files',
      'jwt-secret',
      'mail',
      'taktlog.db',
      'taktlog.db-shm',
      'taktlog.db-wal',
      'vapid-key',
    ]);
    expect(reachable(dataDir)).toEqual([]);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    expect(await server.stop()).toBe(0);
  });

  it('reaches nothing any more of what an earlier version left readable, without the process minding its mask', async () => {
    const { dataDir } = await testLocation('sqlite');
    const made = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
    await made.migrate();
    for (const name of ['files', 'mail']) mkdirSync(join(dataDir, name), { mode: 0o755 });
    writeFileSync(join(dataDir, 'files', 'a'), 'a', { mode: 0o644 });
    for (const name of ['taktlog.db', 'taktlog.db-wal', 'taktlog.db-shm']) chmodSync(join(dataDir, name), 0o644);
    writeFileSync(join(dataDir, 'jwt-secret'), 'a', { mode: 0o644 });
    expect(reachable(dataDir)).toHaveLength(7);

    const opened = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
    expect(reachable(dataDir)).toEqual([]);
    await opened.close();
    await made.close();
  });
});
