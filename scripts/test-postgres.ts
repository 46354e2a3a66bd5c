import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { systemClock } from '../src/lib/server/kernel/ids.ts';
import { openPostgres } from '../src/lib/server/storage/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which the tests may create databases. */
    postgresUrl: string;
    /** A migrated database to copy. */
    postgresTemplate: string;
    /** User name and password of the role that the application connects as. */
    postgresRole: TestRole;
  }
}

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const ABANDON_MS = 500;
const HELP = `The tests need a PostgreSQL (15 or newer). One of:
  - a local installation, which is found and used for a throw-away cluster:
      Debian/Ubuntu  apt-get install postgresql     macOS  brew install postgresql@17     Windows  winget install PostgreSQL.PostgreSQL.17
  - a running server on which databases may be created:
      TEST_DATABASE_URL=postgres://user:password@host:5432/postgres npm test`;

/**
 * A PostgreSQL for tests: `TEST_DATABASE_URL`, else a throw-away cluster of the local binaries. Unless `durable` such a cluster doesn't wait
 * for the disk: databases come and go by the hundred, and each of them would wait until everything before it is written.
 * @throws when there is neither
 */
export async function startTestPostgres({ durable = false } = {}): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const bin = findBinaries();
  if (bin === undefined) throw new Error(HELP);
  return startCluster(bin, durable);
}

/** The folder that holds `initdb` and `postgres`. */
function findBinaries(): string | undefined {
  const exe = process.platform === 'win32' ? '.exe' : '';
  const has = (folder: string) => existsSync(join(folder, `initdb${exe}`)) && existsSync(join(folder, `postgres${exe}`));
  const newestFirst = (parent: string) =>
    existsSync(parent) ? readdirSync(parent).sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a)) : [];
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const folders = [
    ...newestFirst('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((parent) =>
      newestFirst(parent)
        .filter((name) => name.startsWith('postgresql'))
        .map((name) => `${parent}/${name}/bin`),
    ),
    ...newestFirst('C:\\Program Files\\PostgreSQL').map((version) => `C:\\Program Files\\PostgreSQL\\${version}\\bin`),
  ];
  // A link on the PATH is followed, because initdb looks for its files beside itself.
  const onPath = path.find(has);
  return onPath === undefined ? folders.find(has) : join(realpathSync(join(onPath, `postgres${exe}`)), '..');
}

/** Not on the PATH of every root shell. */
const RUNUSER = ['/usr/sbin/runuser', '/sbin/runuser'].find(existsSync) ?? 'runuser';

async function startCluster(bin: string, durable: boolean) {
  const asRoot = process.getuid?.() === 0;
  const home = mkdtempSync(join(tmpdir(), 'taktlog-pg-'));
  const data = join(home, 'data');
  // PostgreSQL refuses to run as root.
  const command = (name: string, args: string[]): [string, string[]] =>
    asRoot ? [RUNUSER, ['-u', 'postgres', '--', join(bin, name), ...args]] : [join(bin, name), args];
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  let server: ChildProcess | undefined;
  try {
    if (asRoot) execFileSync('chown', ['postgres', home]);
    else chmodSync(home, 0o700);
    execFileSync(...command('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']), {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: tmpdir(),
    });
    const port = await freePort();
    const sockets = process.platform === 'win32' ? [] : ['-k', home];
    const disk = durable ? 'on' : 'off';
    const settings = [`fsync=${disk}`, `full_page_writes=${disk}`, 'max_connections=200'].flatMap((one) => ['-c', one]);
    const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...sockets, ...settings];
    let output = '';
    server = spawn(...command('postgres', args), { stdio: ['ignore', 'ignore', 'pipe'], cwd: tmpdir() });
    server.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await untilReady(url, server, () => output);
    const running = server;
    // A run that ends without its tear-down must not leave a server behind.
    const abandon = () => {
      signal('SIGQUIT', running, data);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ABANDON_MS);
      remove();
    };
    const terminated = () => process.exit(143);
    process.once('exit', abandon);
    process.once('SIGTERM', terminated);
    return {
      url,
      stop: async () => {
        process.off('exit', abandon);
        process.off('SIGTERM', terminated);
        await stopServer(running, data);
        remove();
      },
    };
  } catch (error) {
    if (server) await stopServer(server, data);
    remove();
    throw error;
  }
}

/** To the postmaster itself, which may be a child of `runuser`: SIGINT is a fast shutdown, SIGQUIT an immediate one. */
function signal(name: 'SIGINT' | 'SIGQUIT', server: ChildProcess, data: string): void {
  const pidFile = join(data, 'postmaster.pid');
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : server.pid;
  if (pid) process.kill(pid, name);
}

async function stopServer(server: ChildProcess, data: string): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  signal('SIGINT', server, data);
  await Promise.race([ended, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  if (server.exitCode === null) server.kill('SIGKILL');
}

async function untilReady(url: string, server: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}:\n${output()}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`postgres did not start:\n${output()}`, { cause: error });
      await wait(50);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** One statement on the server, outside of any transaction. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // Its database may be dropped by force while it is being closed.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface TestRole {
  name: string;
  password: string;
}

/** The same server, another database; as the application's role instead of the server's owner when one is given. */
export function databaseUrl(serverUrl: string, name: string, role?: TestRole): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  if (role) {
    url.username = role.name;
    url.password = role.password;
  }
  return url.href;
}

/** A role as the application's on a server of tests; migrating makes it. */
export function testRole(): TestRole {
  return { name: `taktlog_test_${randomBytes(6).toString('hex')}`, password: randomBytes(12).toString('hex') };
}

/** Brings an empty database of a server up to date and lets the role in. */
export async function migrateTestDatabase(serverUrl: string, name: string, role: TestRole): Promise<void> {
  const db = openPostgres({ url: databaseUrl(serverUrl, name, role), ownerUrl: databaseUrl(serverUrl, name), clock: systemClock });
  try {
    await db.migrate();
  } finally {
    await db.close();
  }
}

/** Vitest's global set-up: a server for all test files, and a migrated template that each of them copies. */
export default async function setup(project: TestProject) {
  const { url, stop } = await startTestPostgres();
  const template = `taktlog_template_${randomBytes(6).toString('hex')}`;
  const role = testRole();
  try {
    await onServer(url, `create database ${template}`);
    await migrateTestDatabase(url, template, role);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  project.provide('postgresRole', role);
  return async () => {
    try {
      await onServer(url, `drop database if exists ${template} with (force)`);
      await onServer(url, `drop role if exists ${role.name}`);
    } finally {
      await stop();
    }
  };
}
