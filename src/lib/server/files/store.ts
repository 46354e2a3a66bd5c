import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { AppError } from '../../contract/errors.ts';
import type { Deps } from '../kernel/context.ts';
import type { AppEnv } from '../kernel/http.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../kernel/private-files.ts';

/**
 * Bytes on the disk: `DATA_DIR/files/<space>/<2 hex>/<sha256>`, a space for each organisation, so that tenants never share bytes. What is
 * written is written whole beside its place, synced and renamed, also when the same bytes are there already: fresh bytes are never swept.
 */

/** Id of an organisation, or the space of people's pictures. */
export type Space = string;
export const USERS: Space = 'users';

/** Endings of the smaller sizes of a picture, which lie beside it. */
export type Size = '' | '.thumb' | '.medium';
const SIZES: readonly Size[] = ['', '.thumb', '.medium'];
const STORED = /^[0-9a-f]{64}(?:\.thumb|\.medium)?$/;
const SCRATCH = /^incoming-/;
const SHARD = /^[0-9a-f]{2}$/;

/** Bytes that no row refers to are kept this long: their upload may still be under way. Microseconds. */
const SPARED_US = 86_400e6;
const ASKED_AT_ONCE = 500;

type StoreDeps = Pick<Deps, 'config' | 'clock' | 'ids'>;

const folderOf = ({ config }: Pick<Deps, 'config'>, space: Space) => join(config.dataDir, 'files', space);
const pathOf = (deps: Pick<Deps, 'config'>, space: Space, hash: string, size: Size) =>
  join(folderOf(deps, space), hash.slice(0, 2), hash + size);

/** A path in the space for what isn't stored yet; gone when `work` is done, with everything that begins like it. */
export async function withScratch<T>(deps: StoreDeps, space: Space, work: (path: string) => Promise<T>): Promise<T> {
  const folder = folderOf(deps, space);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const path = join(folder, `incoming-${deps.ids.uuid()}`);
  try {
    return await work(path);
  } finally {
    for (const ending of ['', '.drawn', ...SIZES.map((size) => `.drawn${size}`)]) await rm(path + ending, { force: true });
  }
}

/**
 * A path in the space for what is written bit by bit, over restarts too. Whoever finishes it keeps it by {@link keep}; what nobody wrote to
 * for a day is swept.
 */
export async function unfinished(deps: Pick<Deps, 'config'>, space: Space, name: string): Promise<string> {
  const folder = folderOf(deps, space);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  return join(folder, `incoming-${name}`);
}

/**
 * Writes a body to a new file, no further than the limit.
 * @throws AppError body_too_large; malformed_request when the sender went away; validation_failed when there is nothing
 */
export async function receive(body: ReadableStream<Uint8Array> | null, path: string, maxBytes: number): Promise<void> {
  const file = await open(path, 'wx', PRIVATE_FILE);
  let size = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new AppError('body_too_large');
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  if (size === 0) throw new AppError('validation_failed', { errors: [{ path: 'body', code: 'required' }] });
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new AppError('malformed_request', { cause: error });
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Left early: the rest is of no use.
    await reader.cancel().catch(() => undefined);
  }
}

/** SHA-256 of a file as hex, and its size. */
export async function digest(path: string): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { hash: hash.digest('hex'), size };
}

/** Moves a finished file of the same space to its place. */
export async function keep(deps: StoreDeps, space: Space, hash: string, size: Size, from: string): Promise<void> {
  const to = pathOf(deps, space, hash, size);
  const folder = join(to, '..');
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await synced(from);
  const now = deps.clock.now() / 1e6;
  await utimes(from, now, now);
  await rename(from, to);
  // Where a folder can't be synced, as on Windows, the file system keeps its own order.
  await synced(folder).catch(() => undefined);
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Opens stored bytes for reading; null when they aren't there. The caller closes them. */
export async function openStored(
  deps: Pick<Deps, 'config'>,
  space: Space,
  hash: string,
  size: Size,
): Promise<{ file: FileHandle; bytes: number } | null> {
  try {
    const file = await open(pathOf(deps, space, hash, size), 'r');
    return { file, bytes: (await file.stat()).size };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

/** Every space that has bytes. */
export const spaces = (deps: Pick<Deps, 'config'>): Promise<string[]> => namesIn(join(deps.config.dataDir, 'files'));

/**
 * Deletes what no row refers to, once it is a day old. An upload of the same bytes may come at any moment: it writes them anew, so each file
 * is taken aside first, and put back when it turns out to be fresh.
 * @param referenced the hashes among the given ones that rows refer to
 * @returns how many files were deleted
 */
export async function sweep(
  deps: StoreDeps,
  space: Space,
  referenced: (hashes: string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const before = (deps.clock.now() - SPARED_US) / 1_000;
  const root = folderOf(deps, space);
  const isOld = async (path: string) => ((await stat(path).catch(() => null))?.mtimeMs ?? before) < before;
  let deleted = 0;
  /** Another process may sweep too: what is gone already is nobody's fault. */
  const remove = async (path: string) => {
    if (await unlink(path).then(...GONE)) deleted++;
  };
  for (const name of await namesIn(root)) {
    const folder = join(root, name);
    if (SCRATCH.test(name) && (await isOld(folder))) await remove(folder);
    if (!SHARD.test(name)) continue;
    const old: string[] = [];
    for (const stored of await namesIn(folder)) if (STORED.test(stored) && (await isOld(join(folder, stored)))) old.push(stored);
    for (let at = 0; at < old.length; at += ASKED_AT_ONCE) {
      const some = old.slice(at, at + ASKED_AT_ONCE);
      const kept = await referenced([...new Set(some.map(hashOf))]);
      for (const one of some.filter((stored) => !kept.has(hashOf(stored)))) {
        const aside = join(root, `incoming-${deps.ids.uuid()}`);
        if (!(await rename(join(folder, one), aside).then(...GONE))) continue;
        if (await isOld(aside)) await remove(aside);
        else await rename(aside, join(folder, one));
      }
    }
  }
  return deleted;
}

const hashOf = (stored: string) => stored.slice(0, 64);
/** For `then`: true when it was done, false when there was nothing to do it to. */
const GONE = [
  () => true,
  (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return false;
    throw error;
  },
] as const;

/** The body of a request as it comes. @throws AppError body_too_large when it is announced as larger than the limit */
export function bodyOf(c: Context<AppEnv>, maxBytes: number): ReadableStream<Uint8Array> | null {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new AppError('body_too_large');
  return c.req.raw.body as ReadableStream<Uint8Array> | null;
}
