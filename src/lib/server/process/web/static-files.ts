import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type FileEncoding, negotiateFile } from './negotiate.ts';
import { fillPlaceholders, type PageConfig } from './placeholders.ts';

/** One file of the build, ready to be sent: its forms and headers are made once, when the server starts. */
export interface StaticFile {
  readonly forms: { readonly [E in FileEncoding | 'identity']?: { readonly body: Buffer; readonly etag: string } };
  readonly headers: ReadonlyMap<string, string>;
}
/** Keyed by decoded path; a look-up by exact match is the only way to a file. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|xml|wasm)|image\/svg)/;
const MIN_COMPRESSED = 512;
const IMMUTABLE = /^\/(?:_astro|builds\/meta)\//;
/** Pages are packed at every start, since the configured origin stands in them: a tenth larger than with 11, in a quarter of the time. */
const QUALITY = 5;
/** Files that are packed at the same time, as many as libuv has threads: what each takes meanwhile is memory that the process keeps. */
const AT_ONCE = 4;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Reads `<dist>/client` into memory, with what the configuration says of them and each page's policy from `<dist>/_headers.json`.
 * Files that the build has compressed (`.br`, `.gz` beside them) are taken as they are.
 */
export async function loadFiles(dist: string, config: PageConfig): Promise<StaticFiles> {
  const root = join(dist, 'client');
  const policies = await readPolicies(dist);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'));
  const all = new Set(names);
  const files = new Map<string, StaticFile>();
  const waiting = names.filter((name) => !(/\.(?:br|gz)$/.test(name) && all.has(name.replace(/\.\w+$/, '')))).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const name of waiting) files.set(pathOf(name), await loadFile(root, name, config, policies));
    }),
  );
  return files;
}

/** Pages are named by their route: `/apps.html` answers `/apps`, also when the route itself has a dot in it. */
function pathOf(name: string): string {
  if (!name.endsWith('.html')) return name;
  const path = name.slice(0, -'.html'.length);
  return path === '/index' ? '/' : path;
}

async function loadFile(root: string, name: string, config: PageConfig, policies: ReadonlyMap<string, string>): Promise<StaticFile> {
  const raw = await readFile(join(root, name));
  const type = TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
  const compressible = COMPRESSIBLE.test(type);
  const text = compressible && !type.startsWith('application/wasm') ? raw.toString('utf8') : undefined;
  const filled = text === undefined ? undefined : fillPlaceholders(text, type, config);
  const body = filled === undefined || filled === text ? raw : Buffer.from(filled);
  const path = pathOf(name);
  const headers = new Map([
    ['Content-Type', type],
    ['Cache-Control', IMMUTABLE.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'],
  ]);
  const policy = policies.get(path) ?? WORKER_POLICIES.get(path);
  if (policy !== undefined) headers.set('Content-Security-Policy', policy);
  if (compressible) headers.set('Vary', path === '/' ? 'Accept-Encoding, Cookie, Accept-Language' : 'Accept-Encoding');
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const form = (encoded: Buffer, suffix: string) => ({ body: encoded, etag: `"${etag}${suffix}"` });
  if (!compressible || body.length < MIN_COMPRESSED) return { forms: { identity: form(body, '') }, headers };
  const [br, gz] = await Promise.all([
    precompressed(join(root, `${name}.br`), body === raw) ??
      brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: windowOf(body.length) } }),
    precompressed(join(root, `${name}.gz`), body === raw) ?? zip(body, { level: 9 }),
  ]);
  return { forms: { identity: form(body, ''), br: form(br, '-br'), gzip: form(gz, '-gz') }, headers };
}

/** A service worker lives under the policy that its script came with; this one fetches what the site serves, and nothing else. */
const WORKER_POLICIES: ReadonlyMap<string, string> = new Map([['/capture-worker.js', "default-src 'none'; connect-src 'self'"]]);

/** The smallest brotli window that holds the whole file: memory for a larger one is taken from the system and not given back. */
function windowOf(length: number): number {
  return Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + 16))));
}

function precompressed(path: string, untouched: boolean): Promise<Buffer> | undefined {
  return untouched && existsSync(path) ? readFile(path) : undefined;
}

/** Content-Security-Policy by path, as Astro's adapter wrote it (`staticHeaders`). */
async function readPolicies(dist: string): Promise<Map<string, string>> {
  const list = JSON.parse(await readFile(join(dist, '_headers.json'), 'utf8')) as {
    pathname: string;
    headers: { key: string; value: string }[];
  }[];
  return new Map(
    list.map(({ pathname, headers }) => [
      pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname,
      headers.find(({ key }) => key === 'Content-Security-Policy')?.value ?? '',
    ]),
  );
}

/** Sends a file: the best form, 304 for a form the browser has, no body for HEAD. */
export function sendFile(req: IncomingMessage, res: ServerResponse, file: StaticFile): void {
  const encoding = negotiateFile(req.headers['accept-encoding']);
  const encoded = encoding === null ? undefined : file.forms[encoding];
  const form = encoded ?? file.forms.identity;
  if (!form) throw new Error('a file without its plain form');
  for (const [name, value] of file.headers) res.setHeader(name, value);
  res.setHeader('ETag', form.etag);
  if (knows(req.headers['if-none-match'], form.etag)) {
    res.writeHead(304).end();
    return;
  }
  if (encoded) res.setHeader('Content-Encoding', encoding as FileEncoding);
  res.setHeader('Content-Length', form.body.length);
  res.writeHead(200).end(req.method === 'HEAD' ? undefined : form.body);
}

/** Weak comparison of `If-None-Match` (RFC 9110 §13.1.2). */
function knows(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === etag || header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
