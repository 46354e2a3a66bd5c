import type { Context } from 'hono';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { ReadingChanges } from '../../contract/received-data.ts';
import {
  type createTask as createEndpoint,
  isUnderWay,
  type listTasks as listEndpoint,
  type ReadingCounts,
  TASK_KINDS,
  TASKS_KEPT_DAYS,
  TASKS_WAITING,
  type Task,
  type TaskKindName,
} from '../../contract/tasks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { contentAnswer } from '../files/content.ts';
import { mediaTypeOfName } from '../files/media-types.ts';
import { type Ctx, can, type Deps, type Mutation, mutate, workspacesWith } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { AppEnv } from '../kernel/http.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, firstAnswer, workspaceExists } from '../kernel/rows.ts';
import { enqueue, leaveQueue } from './task-queue.ts';
import { type TaskRow, tasksRepo } from './tasks.repo.ts';

const KEPT_US = TASKS_KEPT_DAYS * 86_400e6;
/** Rows of one transaction, so that nobody who writes waits long. */
const SLICE = 500;

const repoOf = (ctx: Ctx, db: Db) => tasksRepo({ db, organization_id: ctx.organization.id });

const toTask = (row: TaskRow): Task => ({
  id: row.id,
  kind: row.kind as TaskKindName,
  workspace_id: row.workspace_id,
  state: row.state,
  undoing: row.undoing === 1,
  undoable: row.undoable === 1 && !isUnderWay(row.state) && row.state !== 'undone',
  done: row.done,
  total: row.total,
  error: row.error,
  changes: row.result === null ? null : ((JSON.parse(row.result) as { changes?: ReadingChanges }).changes ?? null),
  damaged: row.result === null ? 0 : ((JSON.parse(row.result) as { damaged?: number }).damaged ?? 0),
  about: (JSON.parse(row.params) as { about?: Task['about'] }).about ?? null,
  merged: (JSON.parse(row.params) as { merged?: Task['merged'] }).merged ?? null,
  counts: row.result === null ? null : ((JSON.parse(row.result) as { counts?: ReadingCounts }).counts ?? null),
  recording: row.result === null ? null : ((JSON.parse(row.result) as { recording?: Task['recording'] }).recording ?? null),
  file: row.file_name === null || row.file_size === null ? null : { name: row.file_name, size: row.file_size },
  created_by: row.created_by,
  created_at: formatInstant(row.created_at),
  started_at: formatInstant(row.started_at),
  ended_at: formatInstant(row.ended_at),
  expires_at: row.ended_at === null ? null : formatInstant(row.ended_at + KEPT_US),
});

const isSeen = (ctx: Ctx, row: TaskRow) => row.created_by === actorId(ctx.actor) || can(ctx, 'org:manage', row.workspace_id ?? '');

/** @throws AppError not_found */
async function seen(ctx: Ctx, db: Db, id: string): Promise<TaskRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !isSeen(ctx, row)) throw new AppError('not_found');
  return row;
}

/** Whose task it is was looked at already: any place of the organisation will do. */
function allowHere(ctx: Ctx, tx: Mutation): void {
  const places = workspacesWith(ctx, 'org:read');
  tx.allow(places === 'all' ? null : (places[0] ?? null));
}

function changed(tx: Mutation, row: TaskRow): void {
  tx.publish({ name: 'changed', data: { entity: 'tasks', id: row.id, workspace_id: row.workspace_id } });
}

export async function listTasks(ctx: Ctx, { everybody }: QueryOf<typeof listEndpoint>): Promise<{ items: Task[] }> {
  const of = everybody ? { workspaces: workspacesWith(ctx, 'org:manage') } : { maker: actorId(ctx.actor) ?? '' };
  const rows = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).list(of));
  return { items: rows.map(toTask) };
}

/** @throws AppError not_found */
export async function getTask(ctx: Ctx, id: string): Promise<Task> {
  return toTask(await ctx.db.read(ctx.organization.id, (db) => seen(ctx, db, id)));
}

/**
 * Puts a task into the queue. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (no such workspace), too_many_tasks, conflict (the id is taken)
 */
export async function createTask(ctx: Ctx, { id: given, kind, params }: BodyOf<typeof createEndpoint>): Promise<Task> {
  const { actor } = ctx;
  if (actor.kind !== 'user' && actor.kind !== 'key') throw new AppError('forbidden');
  const workspaceId = params.workspace_id ?? null;
  return mutate(ctx, 'tasks.create', async (tx) => {
    allowHere(ctx, tx);
    if (!can(ctx, TASK_KINDS[kind], workspaceId ?? undefined)) throw new AppError('forbidden');
    if (workspaceId !== null && !(await workspaceExists(tx.db, ctx.organization.id, workspaceId))) throw invalid('workspace_id');
    const repo = repoOf(ctx, tx.db);
    const wanted = { kind, params: JSON.stringify(params) };
    const before = given === undefined ? undefined : await repo.find(given);
    if (before) {
      const first = await firstAnswer<Task>(tx.db, ctx.organization.id, 'tasks.create', before.id);
      if (!first || before.created_by !== actor.id || before.kind !== kind || before.params !== wanted.params)
        throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const after = await queueTask(ctx, tx, { id: given ?? ctx.ids.uuid(), workspaceId, ...wanted });
    tx.audit(after.id, { workspaceId, after });
    tx.publish({ name: 'changed', data: { entity: 'tasks', id: after.id, workspace_id: workspaceId } });
    return after;
  });
}

/**
 * Puts a task into the queue, in the transaction of what it follows from.
 * @param params JSON
 * @throws AppError forbidden, too_many_tasks
 */
export async function queueTask(
  ctx: Ctx,
  tx: Mutation,
  { id, kind, workspaceId, params }: { id: string; kind: TaskKindName; workspaceId: string | null; params: string },
): Promise<Task> {
  const { actor } = ctx;
  if (actor.kind !== 'user' && actor.kind !== 'key') throw new AppError('forbidden');
  const now = ctx.clock.now();
  const repo = repoOf(ctx, tx.db);
  if ((await repo.countUnderWay()) >= TASKS_WAITING) throw new AppError('too_many_tasks');
  const row = await repo.insert({
    id,
    kind,
    params,
    workspace_id: workspaceId,
    state: 'queued',
    created_at: now,
    created_by: actor.id,
    actor_kind: actor.kind,
    updated_at: now,
  });
  await enqueue(tx.db, { task_id: id, organization_id: ctx.organization.id, due_at: now });
  return toTask(row);
}

/** Ends a task that waits or runs: its process commits nothing more. One that has ended stays as it is. @throws AppError not_found */
export async function cancelTask(ctx: Ctx, id: string): Promise<Task> {
  const now = ctx.clock.now();
  return mutate(ctx, 'tasks.cancel', async (tx) => {
    const before = await seen(ctx, tx.db, id);
    allowHere(ctx, tx);
    // The queue first: the transaction of a slice takes both in this order too.
    await leaveQueue(tx.db, id);
    const row = await repoOf(ctx, tx.db).update(id, ['queued', 'running'], { state: 'cancelled', ended_at: now, updated_at: now });
    if (!row) {
      tx.unchanged();
      return toTask((await repoOf(ctx, tx.db).find(id)) ?? before);
    }
    const after = toTask(row);
    tx.audit(id, { workspaceId: row.workspace_id, before: toTask(before), after });
    changed(tx, row);
    return after;
  });
}

/** An ended task that the actor may have undone. @throws AppError not_found, forbidden, conflict (it hasn't ended, or can't be undone) */
export async function undoableTask(ctx: Ctx, db: Db, id: string): Promise<TaskRow> {
  const row = await seen(ctx, db, id);
  const scope = (TASK_KINDS as Partial<Record<string, (typeof TASK_KINDS)[TaskKindName]>>)[row.kind];
  if (scope !== undefined && !can(ctx, scope, row.workspace_id ?? undefined)) throw new AppError('forbidden');
  if (!toTask(row).undoable) throw new AppError('conflict');
  return row;
}

/** Has a task take back what it did. @throws AppError not_found, conflict (it hasn't ended, or can't be undone), too_many_tasks */
export async function undoTask(ctx: Ctx, id: string): Promise<Task> {
  const now = ctx.clock.now();
  return mutate(ctx, 'tasks.undo', async (tx) => {
    const before = await undoableTask(ctx, tx.db, id);
    allowHere(ctx, tx);
    const repo = repoOf(ctx, tx.db);
    if ((await repo.countUnderWay()) >= TASKS_WAITING) throw new AppError('too_many_tasks');
    const fresh = {
      state: 'queued',
      undoing: 1,
      done: 0,
      total: null,
      cursor: null,
      error: null,
      ended_at: null,
      updated_at: now,
    } as const;
    const row = await repo.update(id, [before.state], fresh);
    if (!row) throw new AppError('conflict');
    await enqueue(tx.db, { task_id: id, organization_id: ctx.organization.id, due_at: now });
    const after = toTask(row);
    tx.audit(id, { workspaceId: row.workspace_id, before: toTask(before), after });
    changed(tx, row);
    return after;
  });
}

/** The file that a task made. @throws AppError not_found, also for whoever may not read any more what is in it */
export async function getTaskContent(ctx: Ctx, id: string, c: Context<AppEnv>): Promise<Response> {
  const row = await ctx.db.read(ctx.organization.id, (db) => seen(ctx, db, id));
  const { workspaces = 'all' } = JSON.parse(row.result ?? '{}') as { workspaces?: 'all' | string[] };
  const scope = TASK_KINDS[row.kind as TaskKindName];
  const readable = workspacesWith(ctx, scope);
  const reads = readable === 'all' || (workspaces !== 'all' && workspaces.every((one) => readable.includes(one)));
  if (row.file_hash === null || row.file_name === null || !reads) throw new AppError('not_found');
  const file = { hash: row.file_hash, size: '' as const, mediaType: mediaTypeOfName(row.file_name), name: row.file_name };
  return contentAnswer(ctx, c, { space: ctx.organization.id, ...file, download: true });
}

/** Deletes tasks that ended too long ago; the sweep of files then finds that nothing refers to what they made. */
export async function forgetTasks(deps: Deps): Promise<void> {
  const organizations = await deps.db.read({ directory: true }, (db) => db.selectFrom('organizations').select('id').execute());
  for (const { id } of organizations) {
    let deleted = SLICE;
    while (deleted >= SLICE && !deps.stopping?.())
      deleted = await deps.db.write(id, (db) => tasksRepo({ db, organization_id: id }).forget(deps.clock.now() - KEPT_US, SLICE));
  }
}
