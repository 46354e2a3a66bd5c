import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** What lies in `DATA_DIR` belongs to the user of the process alone: whoever reads the database or a mail on its way reads every tenant. */

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Names in `DATA_DIR` that earlier versions made readable to everybody. */
const FILES = ['taktlog.db', 'taktlog.db-wal', 'taktlog.db-shm', 'taktlog.db-journal', 'jwt-secret', 'demo.json'];
const FOLDERS = ['files', 'mail'];

/** For the beginning of every program that writes into `DATA_DIR`: what it and its children make from now on is its user's alone. */
export function makeFilesPrivate(): void {
  // A thread shares the mask of its process and may not set it.
  if (isMainThread) process.umask(0o077);
}

/**
 * The folder of the data, made when it is missing; what lies in it is taken from other users. A folder that was there is left as it is, since
 * it may be somebody else's too.
 */
export function privateDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  for (const name of FILES) close(join(dataDir, name), PRIVATE_FILE);
  for (const name of FOLDERS) close(join(dataDir, name), PRIVATE_FOLDER);
}

/** A folder of the process's user alone, in which he can write. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
  accessSync(path, constants.W_OK | constants.X_OK);
}

/** Makes an empty file of the process's user alone, unless there is one: SQLite gives its log and its index the mode of the database. */
export function privateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/** Ignores that modes can't be set, as on Windows or on a network share: there the file system has its own rights. */
function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EROFS') throw error;
  }
}
