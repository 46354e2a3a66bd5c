import type { MergePreview } from '../../contract/channels.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { mergeChannel as mergeEndpoint, Task } from '../../contract/tasks.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { changedChannels, toChannel, typesOf } from '../channels/channels.service.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { actorId } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { marksRepo } from '../marks/marks.repo.ts';
import { readingsRepo } from '../readings/readings.repo.ts';
import { followRules } from '../storage/alarms/follow-rules.ts';
import { queueTask } from '../tasks/tasks.service.ts';
import { mergeChannelsRepo } from './merge-channels.repo.ts';
import type { MergeParams } from './merge-channels-task.ts';

/** Giving the readings of one channel to another one, which takes what messages say under its key from then on. */

const repoOf = (ctx: Ctx, db: Db) => mergeChannelsRepo({ db, organization_id: ctx.organization.id });

const isNumber = ({ kind }: Row<'channels'>) => kind === 'gauge' || kind === 'counter';

/** Both channels, as they are and as they are shown. @throws AppError not_found, validation_failed (`into`) */
async function both(ctx: Ctx, db: Db, id: string, intoId: string) {
  const repo = repoOf(ctx, db);
  const [from, into] = [await repo.channel(id), await repo.channel(intoId)];
  if (!from || !can(ctx, 'dlog:read', from.workspace_id)) throw new AppError('not_found');
  if (!into || !can(ctx, 'dlog:read', into.workspace_id)) throw invalid('into');
  const types = await typesOf(ctx, db, [from, into]);
  return { from, into, types, obstacle: await obstacleOf(ctx, db, from, into, types) };
}

/** One series holds one unit and one kind of values; what retention has folded into sums can't be told apart again. */
async function obstacleOf(
  ctx: Ctx,
  db: Db,
  from: Row<'channels'>,
  into: Row<'channels'>,
  types: Awaited<ReturnType<typeof typesOf>>,
): Promise<MergePreview['obstacle']> {
  if (from.id === into.id) return 'same';
  const unitOf = (row: Row<'channels'>) => toChannel(row, types).unit;
  if (isNumber(from) ? !isNumber(into) : from.kind !== into.kind) return 'kind';
  if (unitOf(from) !== null && unitOf(from) !== unitOf(into)) return 'unit';
  if (into.archived_at !== null) return 'archived';
  const repo = channelsRepo({ db, organization_id: ctx.organization.id });
  if (from.merged_into !== null || into.merged_into !== null || (await repo.hasMerged(from.id))) return 'merged';
  if (await repo.isRecorded(from.id, { signed: true })) return 'signed';
  if (from.pruned_to !== null) return 'pruned';
  // They would lose what people say of them: marks and calibrations are of a channel.
  if ((await marksRepo({ db, organization_id: ctx.organization.id }).countOf(from.id)) > 0) return 'marked';
  return (await repo.isCalibrated(from.id)) ? 'marked' : null;
}

/** @throws AppError not_found, validation_failed, read_too_long */
export async function previewMerge(ctx: Ctx, id: string, intoId: string): Promise<MergePreview> {
  const { from, into, obstacle } = await ctx.db.read(ctx.organization.id, (db) => both(ctx, db, id, intoId));
  const counts = await longRead(ctx, (db) => readingsRepo({ db, organization_no: ctx.organization.no }).shared(from.no, into.no));
  return { obstacle, ...counts, from: formatInstant(from.first_ts), to: formatInstant(from.last_ts) };
}

/**
 * Lets the key of a channel lead to another one, and queues the task that gives it the readings.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed (`into`), conflict (they don't go together), too_many_tasks
 */
export async function createMerge(ctx: Ctx, id: string, { rev, into: intoId }: BodyOf<typeof mergeEndpoint>): Promise<Task> {
  const stamp = { at: ctx.clock.now(), by: actorId(ctx.actor) };
  return mutate(ctx, 'channels.merge', async (tx) => {
    const { from, into, types, obstacle } = await both(ctx, tx.db, id, intoId);
    tx.allow(from.workspace_id);
    tx.allow(into.workspace_id);
    if (from.rev !== rev) throw new AppError('stale_rev', { current: toChannel(from, types) });
    if (obstacle !== null) throw new AppError('conflict');
    const repo = repoOf(ctx, tx.db);
    await repo.turn(id, into.id, stamp.at, stamp);
    await followRules(ctx, tx, { channels: [id] });
    const after = (await repo.channel(id))!;
    const named = async ({ name, datalogger_id }: Row<'channels'>) => ({ name, datalogger_name: await repo.loggerName(datalogger_id) });
    // Who sees the task may not see another workspace.
    const merged = from.workspace_id === into.workspace_id ? { from: await named(from), into: await named(into) } : null;
    const params: MergeParams = { channel_id: id, into: into.id, archived_at: from.archived_at, merged };
    const task = await queueTask(ctx, tx, {
      id: ctx.ids.uuid(),
      kind: 'channels.merge',
      workspaceId: into.workspace_id,
      params: JSON.stringify({ ...params, workspace_id: into.workspace_id }),
    });
    tx.audit(id, { workspaceId: from.workspace_id, before: toChannel(from, types), after: toChannel(after, types) });
    tx.publish({ name: 'changed', data: { entity: 'tasks', id: task.id, workspace_id: into.workspace_id } });
    await changedChannels(ctx, tx, [after, into]);
    return task;
  });
}
