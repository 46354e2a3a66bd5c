// @peculiar/x509 wants it before itself.
import 'reflect-metadata';
import { createPrivateKey, createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { domainToASCII } from 'node:url';
import * as x509 from '@peculiar/x509';
import { ConfigError, parseConfig } from '../src/lib/server/kernel/config.ts';

/**
 * `npm run certs [-- NAME …]`: certificates for tablets of a local network, without any service outside. An authority is made once and kept;
 * the server's certificate is made anew when its end is near, or when a name is missing in it. Exit: 0 done, 1 refused, 2 called wrongly.
 */
const USAGE = 'npm run certs [-- NAME …]   names and addresses of this machine besides those it knows itself, like stopwatch.plant.example';

const DAY_MS = 86_400_000;
/** Apple refuses certificates that are valid for longer than 398 days. */
const SERVER_DAYS = 397;
const AUTHORITY_DAYS = 3_650;
/** What ends sooner is made anew. */
const RENEW_DAYS = 30;
/** A tablet whose clock is slow by less takes it at once. */
const EARLIER_MS = DAY_MS;
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Labels of letters, digits and hyphens, the last not of digits alone: that would be an address. */
const isName = (text: string): boolean =>
  text.length <= 253 && !/(^|\.)\d+$/.test(text) && text.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));

/** Paths of everything in the folder; the keys are readable by their owner only. */
const filesIn = (folder: string) => ({
  authority: join(folder, 'taktlog-authority.crt'),
  authorityKey: join(folder, 'taktlog-authority.key'),
  cert: join(folder, 'server.crt'),
  key: join(folder, 'server.key'),
  /** Names that were given at some time: a renewal keeps them. */
  names: join(folder, 'names.json'),
});

export interface Certificates extends ReturnType<typeof filesIn> {
  /** The tablets have to trust it, for the first time or again. */
  newAuthority: boolean;
  newCert: boolean;
  /** Names and addresses that the server's certificate is for. */
  hosts: string[];
  /** Milliseconds since the epoch, UTC. */
  validTo: number;
}

export class CertsError extends Error {}

interface Pair {
  keys: CryptoKeyPair;
  cert: X509Certificate;
}

/** A host name in its ASCII form, or an address. @throws CertsError */
function hostOf(given: string): string {
  const plain = given.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(plain)) return plain;
  const name = domainToASCII(plain);
  if (isName(name)) return name;
  throw new CertsError(`${given}: not a name of a machine and not an address (no https://, no port)`);
}

/** Where others of its network find this machine. Addresses of IPv6 change too often, and nobody types them; one may be given. */
export function ownHosts(name = hostname(), interfaces = networkInterfaces()): string[] {
  const addresses = Object.values(interfaces).flatMap((list) =>
    (list ?? []).flatMap(({ address, family, internal }) =>
      family === 'IPv4' && !internal && !address.startsWith('169.254.') ? [address] : [],
    ),
  );
  const own = domainToASCII(name.toLowerCase());
  const names = isName(own) ? [...(own.includes('.') ? [] : [`${own}.local`]), own] : [];
  return [...new Set([...addresses, ...names])].filter((host) => host !== 'localhost' && host !== 'localhost.local');
}

const covers = (cert: X509Certificate, host: string): boolean =>
  (isIP(host) ? cert.checkIP(host) : cert.checkHost(host, { subject: 'never' })) !== undefined;
const endsSoon = (cert: X509Certificate, now: number): boolean => cert.validToDate.getTime() - now < RENEW_DAYS * DAY_MS;

export interface CertificateWish {
  /** Names and addresses besides the machine's own. */
  given: readonly string[];
  ofMachine: readonly string[];
  /** Of the machine, as people call it. */
  name: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Makes what is missing in the folder, and what is near its end.
 * @throws CertsError for what is no name, and for an authority whose key is gone
 */
export async function makeCertificates(folder: string, { given, ofMachine, name, now }: CertificateWish): Promise<Certificates> {
  const files = filesIn(folder);
  const known = existsSync(files.names) ? (JSON.parse(readFileSync(files.names, 'utf8')) as string[]) : [];
  const asked = [...new Set([...known, ...given.map(hostOf)])];
  const hosts = [...new Set([...asked, ...ofMachine, 'localhost', '127.0.0.1', '::1'])];
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (asked.length > known.length) write(files.names, JSON.stringify(asked), 0o600);
  const authority = await findAuthority(files, name, now);
  const before = readServer(files, authority.cert);
  const keep = before && !endsSoon(before, now) && hosts.every((host) => covers(before, host));
  const cert = keep ? before : await makeServer(files, authority, hosts, now);
  return { ...files, newAuthority: authority.isNew, newCert: !keep, hosts, validTo: cert.validToDate.getTime() };
}

/** The authority of the folder. Near its end it gets a new certificate for its key. */
async function findAuthority(files: ReturnType<typeof filesIn>, name: string, now: number): Promise<Pair & { isNew: boolean }> {
  const { authority, authorityKey } = files;
  if (existsSync(authority) && !existsSync(authorityKey))
    throw new CertsError(
      `${authorityKey} is missing. Put it back, or move ${authority} away to begin with a new authority, which every tablet has to trust.`,
    );
  let keys: CryptoKeyPair;
  if (existsSync(authorityKey)) {
    keys = await readKeys(authorityKey);
    protect(authorityKey);
    const cert = existsSync(authority) ? new X509Certificate(readFileSync(authority)) : null;
    if (cert && !cert.checkPrivateKey(createPrivateKey(readFileSync(authorityKey))))
      throw new CertsError(`${authority} and ${authorityKey} don't belong together. Move both away to begin with a new authority.`);
    if (cert && !endsSoon(cert, now)) return { keys, cert, isNew: false };
  } else {
    keys = await newKeys();
    // The key first: a certificate without it would be of no use.
    write(authorityKey, await pemOf(keys), 0o600);
  }
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: [`Taktlog ${name}`] }, { O: ['Taktlog local authority'] }],
    ...validity(now, AUTHORITY_DAYS),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  write(authority, made.toString('pem'), 0o644);
  return { keys, cert: new X509Certificate(made.toString('pem')), isNew: true };
}

/** The server's certificate, when it is the authority's and its key is here. */
function readServer({ cert, key }: ReturnType<typeof filesIn>, authority: X509Certificate): X509Certificate | null {
  if (!existsSync(cert) || !existsSync(key)) return null;
  protect(key);
  try {
    const found = new X509Certificate(readFileSync(cert));
    const belongs = found.checkPrivateKey(createPrivateKey(readFileSync(key)));
    return belongs && found.checkIssued(authority) && found.verify(authority.publicKey) ? found : null;
  } catch {
    // Damaged: another is made.
    return null;
  }
}

async function makeServer(
  files: ReturnType<typeof filesIn>,
  authority: Pair,
  hosts: readonly string[],
  now: number,
): Promise<X509Certificate> {
  const keys = await newKeys();
  const issuer = new x509.X509Certificate(authority.cert.raw);
  const made = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: [{ CN: [hosts[0]!.slice(0, 64)] }],
    issuer: issuer.subjectName,
    ...validity(now, SERVER_DAYS, authority.cert.validToDate),
    signingAlgorithm: SIGNING,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(hosts.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value }))),
      await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  write(files.key, await pemOf(keys), 0o600);
  write(files.cert, made.toString('pem'), 0o644);
  return new X509Certificate(made.toString('pem'));
}

const newKeys = () => crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
const pemOf = async ({ privateKey }: CryptoKeyPair): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');

async function readKeys(file: string): Promise<CryptoKeyPair> {
  const key = createPrivateKey(readFileSync(file));
  const [closed, open] = [key.export({ type: 'pkcs8', format: 'der' }), createPublicKey(key).export({ type: 'spki', format: 'der' })].map(
    (bytes) => new Uint8Array(bytes),
  );
  return {
    privateKey: await crypto.subtle.importKey('pkcs8', closed!, EC, true, ['sign']),
    publicKey: await crypto.subtle.importKey('spki', open!, EC, true, ['verify']),
  };
}

/** Positive, 127 bits by chance. */
function serial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** Nothing outlives what it is signed by. */
function validity(now: number, days: number, most?: Date): { notBefore: Date; notAfter: Date } {
  const from = Math.floor((now - EARLIER_MS) / 1_000) * 1_000;
  return { notBefore: new Date(from), notAfter: new Date(Math.min(from + days * DAY_MS, most?.getTime() ?? Number.POSITIVE_INFINITY)) };
}

/** Whole or not at all. */
function write(file: string, text: string, mode: number): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, text.endsWith('\n') ? text : `${text}\n`, { mode });
  renameSync(fresh, file);
}

/** A key that was copied here may have lost its mode; Windows keeps rights its own way. */
function protect(key: string): void {
  if (process.platform !== 'win32') chmodSync(key, 0o600);
}

/** One variable as the shell of this system takes it. */
const setting = (name: string, value: string): string =>
  process.platform === 'win32' ? `$env:${name} = '${value}'` : `${name}=${/[^\w@%+=:,./-]/.test(value) ? `'${value}'` : value}`;

/** What is said to the person who called it. */
function words({ authority, cert, key, newAuthority, newCert, hosts, validTo }: Certificates, siteUrl: string): string[] {
  const day = new Date(validTo).toISOString().slice(0, 10);
  return [
    newCert
      ? `A certificate for the server was made. It is valid until ${day} for`
      : `The server's certificate stays. It is valid until ${day} for`,
    `  ${hosts.join(', ')}`,
    '',
    newAuthority
      ? 'Every tablet has to trust this file, once (docs/tablet.md says how):'
      : 'Tablets that trust this file need nothing new:',
    `  ${authority}`,
    'Keep the .key files to yourself: whoever has the one beside it can pass for any site on those tablets.',
    '',
    `Start the server with these variables${newCert ? '; one that runs takes the new certificate when it is started again' : ''}:`,
    ...[setting('TLS_CERT', cert), setting('TLS_KEY', key), setting('SITE_URL', siteUrl)].map((line) => `  ${line}`),
  ];
}

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  if (given.some((name) => name.startsWith('-'))) {
    console.error(USAGE);
    process.exit(2);
  }
  const { DATA_DIR, PORT, SITE_URL } = process.env;
  const { dataDir, port } = parseConfig({ DATA_DIR, PORT });
  const made = await makeCertificates(join(resolve(dataDir), 'certs'), { given, ofMachine: ownHosts(), name: hostname(), now: Date.now() });
  const host = made.hosts[0]!;
  const siteUrl = SITE_URL?.startsWith('https://') ? SITE_URL : `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  console.log(words(made, siteUrl).join('\n'));
}

if (import.meta.main)
  main().catch((error: unknown) => {
    if (error instanceof ConfigError) console.error(error.problems.join('\n'));
    else console.error(error instanceof Error ? error.message : String(error));
    process.exit(error instanceof ConfigError || error instanceof CertsError ? 2 : 1);
  });
