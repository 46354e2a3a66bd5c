import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import type { ReadingsExport } from '../../contract/exports.ts';
import { longRead } from '../kernel/long-read.ts';
import { readingsRepo } from '../readings/readings.repo.ts';
import { appendTo, keepFile, resumed, type WrittenTo } from '../tasks/task-file.ts';
import type { Slice, TaskKind, TaskRun } from '../tasks/task-kind.ts';
import { fileNameOf } from './exports.service.ts';
import { formatOf, nextPart, type Part, type Progress } from './parts.ts';
import { type Plan, planOf } from './plan.ts';

interface Cursor extends WrittenTo {
  /** Null = nothing is written yet. */
  progress: Progress | null;
  total: number | null;
  /** Of what decides how readings are written: where a channel is renamed, marked or shown in another unit meanwhile, the file begins anew. */
  of: string;
}

/** Readings that are rows in memory at once: few enough to be garbage before they are moved to where it is seldom collected. */
const READINGS_OF_PART = 1_000;

/**
 * Readings of channels as a file, some parts in each slice.
 * @param readingsOfSlice whose bytes are in memory at once
 */
export const exportReadingsTask = (readingsOfSlice: number): TaskKind<Cursor> => ({
  version: 1,
  async step(run, given) {
    const plan = await planOf(run.ctx, run.params as ReadingsExport, run.createdAt);
    const of = digestOf(plan);
    const cursor = (given?.of === of ? await resumed(run, given) : null) ?? (await begin(run, plan, of));
    const { bytes, progress, isLast } = await partsOfSlice(run, plan, cursor.progress, readingsOfSlice);
    await appendTo(run, cursor, bytes);
    const next: Cursor = { ...cursor, progress, bytes: cursor.bytes + bytes.byteLength };
    const done = progress.readings;
    const slice: Slice<Cursor> = { cursor: next, done, total: cursor.total === null ? null : Math.max(cursor.total, done) };
    return isLast ? { ...slice, total: done, finished: await finish(run, plan, next) } : slice;
  },
});

async function partsOfSlice({ ctx }: TaskRun, plan: Plan, before: Progress | null, most: number): Promise<Part> {
  const { slices } = formatOf(plan);
  if (slices !== undefined) return nextPart(ctx, plan, before, most * slices);
  const bytes: Buffer[] = [];
  const begun = before?.readings ?? 0;
  for (let progress = before; ; ) {
    const left = most - ((progress?.readings ?? begun) - begun);
    const part = await nextPart(ctx, plan, progress, Math.min(left, READINGS_OF_PART));
    bytes.push(part.bytes);
    progress = part.progress;
    if (part.isLast || progress.readings - begun >= most) return { ...part, bytes: Buffer.concat(bytes) };
  }
}

const digestOf = ({ sources, zone }: Plan): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        zone,
        sources.map(({ channel: { id, name, key, kind, mark_rev }, ...source }) => ({ id, name, key, kind, mark_rev, ...source })),
      ]),
    )
    .digest('base64url');

async function begin({ ctx, claim }: TaskRun, plan: Plan, of: string): Promise<Cursor> {
  const total = await longRead(ctx, async (db) => {
    const repo = readingsRepo({ db, organization_no: ctx.organization.no });
    let count = 0;
    for (const { channel } of plan.sources) count += await repo.count(channel.no, plan.window);
    return count;
  }).catch((error: unknown) => {
    // Where counting takes too long nobody is told how much there is.
    if (error instanceof AppError && error.code === 'read_too_long') return null;
    throw error;
  });
  const { mostRows = Number.POSITIVE_INFINITY } = formatOf(plan);
  if (plan.layout === 'long' && total !== null && total > mostRows) throw new AppError('too_many_rows');
  return { progress: null, total, bytes: 0, claim, of };
}

async function finish(run: TaskRun, plan: Plan, cursor: Cursor): Promise<NonNullable<Slice<Cursor>['finished']>> {
  const workspaces = [...new Set(plan.sources.map(({ channel }) => channel.workspace_id))];
  return { result: { workspaces }, file: { name: fileNameOf(plan, run.createdAt), ...(await keepFile(run, cursor)) } };
}
