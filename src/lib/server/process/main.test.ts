import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { connectAsync } from 'mqtt';
import { afterAll, describe, expect, it } from 'vitest';
import { firstOrganization } from '../../../../scripts/lib/first-organization.ts';
import { freePort } from '../../../../scripts/lib/server-process.ts';
import { onServer } from '../../../../scripts/test-postgres.ts';
import { systemClock } from '../kernel/ids.ts';
import { openDatabase } from '../storage/open.ts';
import { ENGINES, testLocation } from '../testing/testing.ts';
import { TEST_CERT, TEST_KEY } from './web/test-certificate.ts';
import { builtServer, DIST, rawClient } from './web/testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'taktlog-main-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
let folders = 0;
const dataDir = () => join(folder, `data-${++folders}`);

/** Runs the process without waiting until it is ready. */
function run(env: Record<string, string>): {
  child: ChildProcess;
  output: () => { out: string; err: string };
  exited: Promise<number | null>;
} {
  const child = spawn(process.execPath, ['src/lib/server/process/main.ts'], {
    env: { ...process.env, HOST: '127.0.0.1', MQTT_PORT: '0', DATA_DIR: dataDir(), OUT_DIR: DIST, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    text.out += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text.err += chunk;
  });
  return { child, output: () => text, exited: once(child, 'close').then(([code]) => code as number | null) };
}

describe('a start', { timeout: 60_000 }, () => {
  it('with bad configuration says every bad variable without its value and exits with 2', async () => {
    const { output, exited } = run({ PORT: 'eighty', SITE_URL: 'ftp://secret.example', JWT_SECRET: 'short-secret', TLS_CERT: '/a.pem' });
    expect(await exited).toBe(2);
    const { out, err } = output();
    for (const name of ['PORT', 'SITE_URL', 'JWT_SECRET', 'TLS_CERT, TLS_KEY']) expect(err).toContain(`${name}: `);
    expect(err).not.toMatch(/eighty|secret\.example|short-secret/);
    expect(out).toBe('');
  });

  it('with certificate files that are none says so and exits with 2', async () => {
    const cert = join(folder, 'other.pem');
    writeFileSync(cert, 'not a certificate');
    const missing = run({ TLS_CERT: join(folder, 'missing.pem'), TLS_KEY: cert });
    expect(await missing.exited).toBe(2);
    expect(missing.output().err).toContain('TLS_CERT: ');
    const broken = run({ TLS_CERT: cert, TLS_KEY: cert });
    expect(await broken.exited).toBe(2);
    expect(broken.output().err).toContain('TLS_CERT, TLS_KEY: ');
  });

  it('without the built site says what makes it', async () => {
    const { output, exited } = run({ OUT_DIR: join(folder, 'nothing') });
    expect(await exited).toBe(1);
    expect(output().err).toContain('npm start');
  });

  /** One sentence of one setting, and no stack. */
  const refused = async (env: Record<string, string>, sentence: RegExp, code = 1) => {
    const { output, exited } = run(env);
    expect(await exited).toBe(code);
    expect(output().err).toMatch(sentence);
    expect(output().err.trimEnd().split('\n')).toHaveLength(1);
    expect(output().err + output().out).not.toMatch(/^\s+at /m);
  };

  it('on a folder that can not be used says what is wrong with it', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, 'not a database, though longer than the header of one would be '.repeat(20));
    await refused({ DATA_DIR: join(file, 'data') }, /^DATA_DIR: .* folder .*\(ENOTDIR\)\.$/m);
    const strange = dataDir();
    mkdirSync(strange);
    copyFileSync(file, join(strange, 'taktlog.db'));
    await refused({ DATA_DIR: strange }, /^DATA_DIR: .*taktlog\.db is no SQLite database/);
    const mailless = dataDir();
    mkdirSync(mailless);
    copyFileSync(file, join(mailless, 'mail'));
    await refused({ DATA_DIR: mailless }, /^DATA_DIR: .*mail: a file stands where a folder should.*\(EEXIST\)\.$/m);
    const keyless = dataDir();
    mkdirSync(keyless);
    writeFileSync(join(keyless, 'jwt-secret'), '');
    await refused({ DATA_DIR: keyless }, /jwt-secret \(in DATA_DIR\) holds no secret/, 2);
  });

  it('without a demo of its own refuses to show one to visitors', async () => {
    await refused({ DEMO_PUBLIC: '1' }, /^DEMO_PUBLIC: only npm run demo /);
    await refused({ DEMO_PUBLIC: 'yes' }, /^DEMO_PUBLIC: must be 1 = /, 2);
  });

  it('on a database of a newer version says which one it asks for', async () => {
    for (const engine of ENGINES) {
      const location = await testLocation(engine);
      const db = openDatabase(location, { clock: systemClock });
      await db.migrate();
      await db.close();
      const add = `insert into kysely_migration (name, timestamp) values ('9999_tomorrow', '2026-03-02')`;
      if (engine === 'sqlite') new DatabaseSync(join(location.dataDir, 'taktlog.db')).exec(add);
      else await onServer(location.databaseOwnerUrl!, add);
      const urls = { DATABASE_URL: location.databaseUrl ?? '', DATABASE_OWNER_URL: location.databaseOwnerUrl ?? '' };
      await refused(
        { DATA_DIR: location.dataDir, ...urls },
        /^The database was made by a newer version of Taktlog \(it has 9999_tomorrow\)/,
      );
    }
  });

  it('without a PostgreSQL that lets it in says which setting to look at', async () => {
    const { databaseUrl = '', databaseOwnerUrl = '' } = await testLocation('postgres');
    const away = `postgres://taktlog_app:a-secret-word@127.0.0.1:${await freePort()}/taktlog`;
    await refused(
      { DATABASE_URL: away },
      /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:\d+; start it, or correct host and port\.$/m,
    );
    await refused({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: away }, /^DATABASE_OWNER_URL: no PostgreSQL answers/);
    const nameless = new URL(databaseUrl);
    nameless.pathname = '/no_such_database';
    await refused({ DATABASE_URL: nameless.href }, /^DATABASE_URL: the server has no database no_such_database; create it/);
    const stranger = new URL(databaseUrl);
    stranger.username = 'nobody_knows_me';
    await refused({ DATABASE_URL: stranger.href }, /^DATABASE_URL: the server (doesn’t let nobody_knows_me in|refuses the password)/);
    expect(databaseOwnerUrl).not.toBe('');
  });

  it('on a port that is taken says so', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const { output, exited } = run({ PORT: String(typeof address === 'object' ? address?.port : 0) });
    expect(await exited).toBe(1);
    expect(output().err).toMatch(/^PORT: port \d+ is taken \(EADDRINUSE\); stop what listens there, or choose another port\.\n$/);
    other.close();
  });

  it('with a port of MQTT that is taken says so and exits with 2', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const { output, exited } = run({ PORT: '0', MQTT_PORT: String(typeof address === 'object' ? address?.port : 0) });
    expect(await exited).toBe(2);
    expect(output().err).toMatch(
      /^MQTT_PORT: port \d+ is taken \(EADDRINUSE\); stop what listens there, choose another port, or 0 for none\n$/,
    );
    other.close();
  });

  it('says where it listens and gives the set-up link only while there is no organisation', async () => {
    const env = { DATA_DIR: dataDir() };
    const first = await builtServer(env);
    expect(first.output()).toContain(`Taktlog listens on ${first.url}`);
    expect(first.output()).toContain(`${first.url}/signup/setup#`);
    await firstOrganization(first);
    expect(await first.stop()).toBe(0);
    const second = await builtServer(env);
    expect(second.output()).not.toContain('/signup/setup');
    expect(await second.stop()).toBe(0);
  });
});

it('the server speaks HTTPS and MQTT over TLS with the given certificate, and tells browsers to stay there', {
  timeout: 60_000,
}, async () => {
  const cert = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  writeFileSync(cert, TEST_CERT);
  writeFileSync(key, TEST_KEY);
  const port = await freePort();
  const mqttPort = await freePort();
  const { child, output, exited } = run({ TLS_CERT: cert, TLS_KEY: key, PORT: String(port), MQTT_PORT: String(mqttPort) });
  await expect.poll(() => output().out, { timeout: 15_000 }).toContain(`Taktlog listens on https://127.0.0.1:${port}`);
  expect(output().out).toContain(`https://localhost:${port}/signup/setup#`);
  const answer = await new Promise<{ status: number | undefined; hsts: string | undefined; text: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/apps', ca: TEST_CERT }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      res.on('end', () => resolve({ status: res.statusCode, hsts: res.headers['strict-transport-security'], text }));
    }).on('error', reject);
  });
  expect(answer.status).toBe(200);
  expect(answer.hsts).toContain('max-age=31536000');
  expect(answer.text).toContain(`https://localhost:${port}/apps`);
  expect(output().out).toContain(`Loggers publish to mqtts://127.0.0.1:${mqttPort}`);
  const publisher = connectAsync(`mqtts://127.0.0.1:${mqttPort}`, { username: 'tk_nobody', rejectUnauthorized: false }, false);
  await expect(publisher).rejects.toMatchObject({ code: 4 });
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

describe('a stop', { timeout: 60_000 }, () => {
  it('finishes what runs, ends live streams, refuses what comes, and keeps what it has confirmed', async () => {
    const env = { DATA_DIR: dataDir() };
    const server = await builtServer(env);
    const organization = await firstOrganization(server);
    const logger = await organization.datalogger('Pec 1');
    const stream = await fetch(`${server.url}/v1/orgs/${organization.organizationId}/events`, {
      headers: { Authorization: `Bearer ${organization.token()}` },
    });
    const streamed = stream.text();

    const idle = rawClient(server.port);
    expect((await idle.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')).status).toBe(200);
    // A logger on a slow line is in the middle of its message.
    const body = JSON.stringify({ temperature: 21.5 });
    const slow = rawClient(server.port);
    const head = `POST /v1/ingest/json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${logger.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    const { finish, answer } = await slow.begin(head + body.slice(0, 5));
    const started = Date.now();
    server.child.kill('SIGTERM');
    await streamed;

    for (const [path, code] of [
      ['/apps', '503 Service Unavailable'],
      ['/v1/auth/profile', '"code":"stopping"'],
    ] as const) {
      const refused = await rawClient(server.port).send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      expect(refused.status, path).toBe(503);
      expect(refused.headers, path).toMatchObject({ connection: 'close', 'retry-after': expect.stringMatching(/^\d+$/) });
      expect(refused.body.toString(), path).toContain(code);
    }
    expect((await idle.send('GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n')).status).toBe(503);

    finish(body.slice(5));
    const stored = await answer;
    expect(stored.status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(Date.now() - started).toBeLessThan(10_000);

    const db = openDatabase({ dataDir: env.DATA_DIR, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
    const readings = await db.read(organization.organizationId, (tx) => tx.selectFrom('readings').select('num').execute());
    await db.close();
    expect(readings).toEqual([{ num: 21.5 }]);
  });

  it('of an idle process is immediate', async () => {
    const server = await builtServer({ DATA_DIR: dataDir() });
    const idle = rawClient(server.port);
    await idle.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const started = Date.now();
    expect(await server.stop()).toBe(0);
    expect(Date.now() - started).toBeLessThan(3_000);
  });

  it('comes when npm that started it is gone, since its shell passes no signal on', async () => {
    const port = await freePort();
    const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir(), OUT_DIR: DIST, npm_lifecycle_event: 'start' };
    const shell = spawn('sh', ['-c', `"${process.execPath}" src/lib/server/process/main.ts; true`], { env, stdio: 'ignore' });
    children.push(shell);
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(answers, { timeout: 15_000 }).toBe(true);
    shell.kill('SIGTERM');
    await expect.poll(answers, { timeout: 5_000 }).toBe(false);
  });

  it('cuts off, before its time is over, what does not end', async () => {
    const server = await builtServer({ DATA_DIR: dataDir() });
    const head =
      'POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{';
    await rawClient(server.port).begin(head);
    const started = Date.now();
    expect(await server.stop()).toBe(1);
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

it('the log of a whole session tells no secret', { timeout: 60_000 }, async () => {
  const server = await builtServer({ DATA_DIR: dataDir(), LOG_LEVEL: 'trace' });
  const link = /\/signup\/setup#(\S+)/.exec(server.output())?.[1] ?? '';
  const organization = await firstOrganization(server);
  const logger = await organization.datalogger('Pec 1');
  const send = (path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(server.url + path, {
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
  const { email, password } = organization;
  const wrong = 'a-wrong-password';
  await send('/v1/auth/login', {}, { email, password: wrong });
  const pair = (await (await send('/v1/auth/login', {}, { email, password })).json()) as { token: string; refresh_token: string };
  const next = (await (await send('/v1/auth/refresh_token', {}, { token: pair.refresh_token })).json()) as typeof pair;
  const cookie = `auth._token.local=${encodeURIComponent(`Bearer ${next.token}`)}; auth._refresh_token.local=${next.refresh_token}`;
  const query = 'a-token-in-the-query';
  const invitation = 'a-token-in-the-path-of-an-invitation';
  await send(`/dlog/dataloggers?token=${query}`, { Cookie: cookie });
  await send(`/en/signup/invitation/${invitation}`, {});
  await send(`/signup/reset/${invitation}`, {});
  await send(`/v1/nothing?token=${query}`, { Cookie: cookie });
  for (const body of [{ temperature: 21.5 }, '{"temperature":', { temperature: 'NaN' }])
    await send('/v1/ingest/json', { Authorization: `Bearer ${logger.token}` }, body);
  const basic = Buffer.from(`${logger.token}:`).toString('base64');
  await send('/v1/ingest/json', { Authorization: `Basic ${basic}` }, { temperature: 1 });
  await send('/v1/ingest/json', { Authorization: `Bearer ${logger.token}x` }, { temperature: 1 });
  expect(await server.stop()).toBe(0);

  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const log = lines.join('\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(log).toContain('/dlog/dataloggers');
  const secrets = { link, password, wrong, query, invitation, loggerToken: logger.token, basic, cookie };
  for (const [name, secret] of Object.entries({ ...secrets, ...pair, next: next.token, rotated: next.refresh_token })) {
    expect(secret.length, name).toBeGreaterThan(8);
    expect(log.includes(secret), name).toBe(false);
  }
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
});

it('the secret is changed at the console while the server runs, and nobody is signed out', { timeout: 60_000 }, async () => {
  const env = { DATA_DIR: dataDir() };
  const server = await builtServer(env);
  const organization = await firstOrganization(server);
  const operate = (command: string) =>
    spawnSync(process.execPath, ['scripts/operator.ts', command], { env: { ...process.env, ...env }, encoding: 'utf8' });
  const changed = operate('rotate-secret');
  expect([changed.status, changed.stderr]).toEqual([0, '']);
  expect(changed.stdout).toContain('Nobody is signed out');
  const tooSoon = operate('rotate-secret');
  expect(tooSoon.status).toBe(2);
  expect(tooSoon.stderr).toMatch(/^The secret is being changed already; try again in \d+ s\.\n$/);
  expect(await organization.call('GET', '/v1/auth/profile')).toMatchObject({ email: organization.email });
  expect(await server.stop()).toBe(0);
  const again = await builtServer(env);
  expect(await organization.call('GET', '/v1/auth/profile', undefined, again.url)).toMatchObject({ email: organization.email });
  expect(await again.stop()).toBe(0);
});
