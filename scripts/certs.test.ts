import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readTls } from '../src/lib/server/process/tls.ts';
import { CertsError, makeCertificates, ownHosts } from './certs.ts';

const DAY_MS = 86_400_000;
const NOW = Date.now();
const WISH = { given: [] as string[], ofMachine: ['192.0.2.7', 'hall-pc.local', 'hall-pc'], name: 'hall-pc', now: NOW };
let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'taktlog-certs-')), 'certs');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const make = (over: Partial<typeof WISH> = {}) => makeCertificates(folder, { ...WISH, ...over });
const read = (file: string) => readFileSync(file, 'utf8');
const cert = (file: string) => new X509Certificate(readFileSync(file));

/** The status of one request to a server that has the certificate. @throws what the client thinks of it */
async function ask(files: { cert: string; key: string }, servername: string, ca?: string): Promise<number | undefined> {
  const server = createServer(readTls(files), (_, answer) => answer.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ host: '127.0.0.1', port, servername, ca, agent: false }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
  } finally {
    server.close();
  }
}

it('a certificate is accepted by whoever trusts the authority, and by nobody else', async () => {
  const made = await make({ given: ['Stopwatch.plant.example'] });
  const ca = read(made.authority);
  for (const name of ['localhost', 'hall-pc.local', 'stopwatch.plant.example']) expect(await ask(made, name, ca), name).toBe(200);
  // Without a name the address counts: 127.0.0.1.
  expect(await ask(made, '', ca)).toBe(200);
  await expect(ask(made, 'localhost')).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  await expect(ask(made, 'other.example', ca)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

it('a certificate is what tablets want: short enough, for servers only, no authority itself', async () => {
  const made = await make();
  const [authority, server] = [cert(made.authority), cert(made.cert)];
  expect((server.validToDate.getTime() - server.validFromDate.getTime()) / DAY_MS).toBe(397);
  expect(server.validToDate.getTime()).toBe(made.validTo);
  expect(server.validFromDate.getTime()).toBeLessThan(NOW);
  expect(server.ca).toBe(false);
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(server.checkIP('192.0.2.7')).toBe('192.0.2.7');
  expect(server.checkIssued(authority) && server.verify(authority.publicKey)).toBe(true);
  expect(authority.ca && authority.verify(authority.publicKey)).toBe(true);
  expect(authority.subject).toContain('hall-pc');
});

it('certificate and authority are kept until the certificate nears its end, and then only the authority stays', async () => {
  const first = await make();
  const [authority, server] = [read(first.authority), read(first.cert)];
  expect(first).toMatchObject({ newAuthority: true, newCert: true });
  expect(await make({ now: NOW + 360 * DAY_MS })).toMatchObject({ newAuthority: false, newCert: false });
  expect(read(first.cert)).toBe(server);
  const now = NOW + 370 * DAY_MS;
  expect(await make({ now })).toMatchObject({ newAuthority: false, newCert: true });
  expect(read(first.authority)).toBe(authority);
  expect(cert(first.cert).validToDate.getTime()).toBeGreaterThan(now + 390 * DAY_MS);
});

it('an authority near its end gets a new certificate, and no certificate outlives its authority', async () => {
  const first = await make();
  const before = cert(first.authority);
  const end = before.validToDate.getTime();
  const late = await make({ now: end - 100 * DAY_MS });
  expect(late).toMatchObject({ newAuthority: false, newCert: true, validTo: end });
  expect(await make({ now: end - 10 * DAY_MS })).toMatchObject({ newAuthority: true, newCert: true });
  const after = cert(first.authority);
  expect(after.validToDate.getTime()).toBeGreaterThan(end);
  expect(after.publicKey.equals(before.publicKey)).toBe(true);
});

it('a certificate is made anew for a name that is missing, and keeps the names given before', async () => {
  const first = await make({ given: ['první.example'] });
  expect(await make()).toMatchObject({ newCert: false, hosts: first.hosts });
  const more = await make({ given: ['fd00::7', '192.0.2.9'] });
  expect(more).toMatchObject({ newAuthority: false, newCert: true });
  expect(first.hosts[0]).toMatch(/^xn--.*\.example$/);
  expect(more.hosts.slice(0, 3)).toEqual([first.hosts[0], 'fd00::7', '192.0.2.9']);
  expect(cert(more.cert).checkIP('fd00::7')).toBe('fd00::7');
  expect(cert(more.cert).checkHost(first.hosts[0]!)).toBe(first.hosts[0]);
});

it('a certificate that is damaged, or whose key is another, is made anew', async () => {
  const first = await make();
  writeFileSync(first.cert, 'damaged');
  expect(await make()).toMatchObject({ newAuthority: false, newCert: true });
  writeFileSync(first.key, read(first.authorityKey));
  expect(await make()).toMatchObject({ newAuthority: false, newCert: true });
  expect(await ask(first, 'localhost', read(first.authority))).toBe(200);
});

it('the command says what to do when the key of the authority is gone, and refuses what is no name', async () => {
  for (const given of ['https://plant.example', 'plant.example:4321', 'a_b', '-x', '10.0.0.999', ''])
    await expect(make({ given: [given] }), given).rejects.toThrow(CertsError);
  const made = await make();
  rmSync(made.authorityKey);
  await expect(make()).rejects.toThrow(/is missing\. Put it back/);
});

if (process.platform !== 'win32')
  it('lets only its owner read the keys', async () => {
    const made = await make();
    const modes = () => [made.key, made.authorityKey].map((file) => statSync(file).mode & 0o777);
    expect(modes()).toEqual([0o600, 0o600]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of [made.key, made.authorityKey]) chmodSync(file, 0o644);
    await make();
    expect(modes()).toEqual([0o600, 0o600]);
  });

it('the command knows by which names and addresses the network finds this machine', () => {
  const address = (text: string, family: 'IPv4' | 'IPv6', internal = false) => ({ address: text, family, internal }) as never;
  const interfaces = {
    lo: [address('127.0.0.1', 'IPv4', true)],
    eth0: [address('192.0.2.7', 'IPv4'), address('fe80::1', 'IPv6'), address('169.254.3.4', 'IPv4')],
  };
  expect(ownHosts('Hall-PC', interfaces)).toEqual(['192.0.2.7', 'hall-pc.local', 'hall-pc']);
  expect(ownHosts('mac.local', {})).toEqual(['mac.local']);
  expect(ownHosts('not a name', {})).toEqual([]);
});

it('the command prints which file to trust and how to start', () => {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, '..') };
  const run = (...names: string[]) => spawnSync(process.execPath, ['scripts/certs.ts', ...names], { env, encoding: 'utf8' });
  const { status, stdout } = run('stopwatch.plant.example');
  expect(status).toBe(0);
  for (const part of [
    'taktlog-authority.crt',
    'TLS_CERT',
    'TLS_KEY',
    'https://stopwatch.plant.example:4321',
    'has to trust this file, once',
  ])
    expect(stdout).toContain(part);
  expect(run().stdout).toContain('need nothing new');
  expect(run('--help')).toMatchObject({ status: 2, stdout: '' });
  expect(run('a b').status).toBe(2);
});
