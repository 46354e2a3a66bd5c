import { copyFile, open, stat } from 'node:fs/promises';
import { AppError } from '../../contract/errors.ts';
import { checkQuota } from '../files/files.service.ts';
import { digest, keep, unfinished } from '../files/store.ts';
import { PRIVATE_FILE } from '../kernel/private-files.ts';
import type { TaskRun } from './task-kind.ts';

/** The file that a task writes bit by bit, over restarts of the server too. */

export interface WrittenTo {
  /** Bytes that count of the file; behind them may stand what was never committed. */
  bytes: number;
  /** The claim under which the file is written. */
  claim: string;
}

const pathOf = ({ ctx, id }: TaskRun, claim: string) => unfinished(ctx, ctx.organization.id, `task-${id}-${claim}`);

/**
 * Goes on in a file of this claim, so that whoever lost his writes into another one, which stays until it is swept: this slice may be lost
 * too. Null when the bytes are not there any more.
 */
export async function resumed<C extends WrittenTo>(run: TaskRun, cursor: C): Promise<C | null> {
  const from = await pathOf(run, cursor.claim);
  const size = await stat(from).then(
    (found) => found.size,
    () => -1,
  );
  if (size < cursor.bytes) return null;
  if (cursor.claim === run.claim) return cursor;
  await copyFile(from, await pathOf(run, run.claim));
  return { ...cursor, claim: run.claim };
}

/** Writes behind what counts. @throws AppError files_over_quota, storage_full */
export async function appendTo(run: TaskRun, { bytes, claim }: WrittenTo, more: Uint8Array): Promise<void> {
  const { ctx } = run;
  await ctx.db.read(ctx.organization.id, (db) => checkQuota(ctx, db, bytes + more.byteLength));
  if (ctx.space?.fullSince) throw new AppError('storage_full');
  await write(await pathOf(run, claim), bytes, more);
}

/** Puts bytes at their place, whatever stands there and behind it, and has them on the disk before anybody counts on them. */
async function write(path: string, at: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, at === 0 ? 'w' : 'r+', PRIVATE_FILE);
  try {
    await file.truncate(at);
    let written = 0;
    while (written < bytes.byteLength) written += (await file.write(bytes, written, bytes.byteLength - written, at + written)).bytesWritten;
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Keeps the finished file by its content. */
export async function keepFile(run: TaskRun, { claim }: WrittenTo): Promise<{ hash: string; size: number }> {
  const { ctx } = run;
  const path = await pathOf(run, claim);
  const { hash, size } = await digest(path);
  await keep(ctx, ctx.organization.id, hash, '', path);
  return { hash, size };
}
