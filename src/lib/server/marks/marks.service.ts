import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  createMark as createEndpoint,
  listMarks as listEndpoint,
  Mark,
  MarkKind,
  tryMark as tryEndpoint,
  updateMark as updateEndpoint,
} from '../../contract/marks.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { formatInstant, parseQueryInstant } from '../../domain/time/instant.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { changedChannels, type Types, typesOf } from '../channels/channels.service.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, momentAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer } from '../kernel/rows.ts';
import { followMarks } from './follow-marks.ts';
import { type MarkedChannel, type MarkRow, marksRepo } from './marks.repo.ts';

/** Marks that correct readings of one channel. */
const MOST_OF_CHANNEL = 500;

const repoOf = (ctx: Ctx, db: Db) => marksRepo({ db, organization_id: ctx.organization.id });

/** A mark as it is shown. */
export const toMark = (row: MarkRow, types: Types): Mark => ({
  id: row.id,
  channel_id: row.channel_id,
  channel_name: row.channel_name,
  workspace_id: row.workspace_id,
  datalogger_id: row.datalogger_id,
  kind: row.kind,
  from: formatInstant(row.from_ts),
  to: formatInstant(row.to_ts),
  value: row.value_from,
  value_to: row.value_to,
  ...shownAs(row, types.get(row.sensor_type_id ?? '') ?? null),
  reason: row.reason,
  created_at: formatInstant(row.created_at),
  created_by: row.created_name,
  revoked_at: formatInstant(row.revoked_at),
  revoked_by: row.revoked_name,
  settled_to: settledTo(row),
  waits: row.waits_from !== null && row.waits_to !== null && row.from_ts < row.waits_to && row.waits_from < row.to_ts,
  rev: row.rev,
});

const settledTo = ({ kind, from_ts, pruned_to }: Pick<MarkRow, 'kind' | 'from_ts' | 'pruned_to'>): string | null =>
  kind !== 'note' && pruned_to !== null && from_ts < pruned_to ? formatInstant(pruned_to) : null;

export const told = async (ctx: Ctx, db: Db, row: MarkRow): Promise<Mark> => toMark(row, await typesOf(ctx, db, [row]));

/** @throws AppError validation_failed */
export async function listMarks(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<{ items: Mark[] }> {
  const filter = {
    workspaces: readableWorkspaces(ctx, query.workspace_id),
    dataloggerId: query.datalogger_id,
    channelIds: query.channels?.split(','),
    from: momentAsked(query, 'from'),
    to: momentAsked(query, 'to'),
    revoked: query.revoked === '1',
  };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const rows = await repoOf(ctx, db).list(filter);
    const types = await typesOf(ctx, db, rows);
    return { items: rows.map((row) => toMark(row, types)) };
  });
}

/** A mark that the actor may read. @throws AppError not_found */
async function readable(ctx: Ctx, db: Db, id: string): Promise<MarkRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getMark(ctx: Ctx, id: string): Promise<Mark> {
  return ctx.db.read(ctx.organization.id, async (db) => told(ctx, db, await readable(ctx, db, id)));
}

export interface MarkColumns {
  kind: MarkKind;
  from_ts: number;
  to_ts: number;
  value_from: number | null;
  value_to: number | null;
}

/** @throws AppError validation_failed (an empty time, values that the kind doesn't have, or lacks, a channel that has no such values) */
export function markColumns(
  { kind, from, to, value, value_to }: BodyOf<typeof tryEndpoint>,
  channel: Pick<MarkedChannel, 'kind' | 'pruned_to'>,
): MarkColumns {
  const [from_ts, to_ts] = [parseQueryInstant(from), parseQueryInstant(to)];
  if (Number.isNaN(from_ts) || from_ts < 0 || from_ts > Number.MAX_SAFE_INTEGER) throw invalid('from');
  if (Number.isNaN(to_ts) || to_ts <= from_ts || to_ts > Number.MAX_SAFE_INTEGER) throw invalid('to');
  const adds = kind === 'offset' || kind === 'drift';
  if (adds && channel.kind !== 'gauge' && channel.kind !== 'counter') throw invalid('kind');
  if (adds !== (value !== null)) throw invalid('value');
  if ((kind === 'drift') !== (value_to !== null)) throw invalid('value_to');
  // Nothing is left there that it could change.
  if (kind !== 'note' && channel.pruned_to !== null && to_ts <= channel.pruned_to) throw invalid('to');
  return { kind, from_ts, to_ts, value_from: value, value_to };
}

/** @throws AppError conflict (another mark corrects some of the same readings: it is `current`), or the channel has {@link MOST_OF_CHANNEL} */
async function checkOthers(ctx: Ctx, db: Db, channelId: string, { from_ts, to_ts }: Pick<MarkColumns, 'from_ts' | 'to_ts'>): Promise<void> {
  const repo = repoOf(ctx, db);
  const other = await repo.correcting(channelId, from_ts, to_ts);
  if (other) throw new AppError('conflict', { current: await told(ctx, db, other) });
  if ((await repo.countOf(channelId)) >= MOST_OF_CHANNEL) throw new AppError('conflict');
}

/** What counts of the channel's readings of a time isn't what it was. */
async function followed(ctx: Ctx, tx: Mutation, channel: MarkedChannel, { from_ts, to_ts }: MarkColumns): Promise<void> {
  const alarms = await followMarks(
    tx.db,
    { organizationId: ctx.organization.id, organizationNo: ctx.organization.no },
    channel,
    { from: from_ts, to: to_ts },
    { now: ctx.clock.now(), uuid: ctx.ids.uuid },
  );
  for (const alarm of alarms) tx.publish({ name: 'changed', data: { entity: 'alarms', ...alarm } });
  const after = await channelsRepo({ db: tx.db, organization_id: ctx.organization.id }).find(channel.id);
  await changedChannels(ctx, tx, [after!]);
}

const publish = (tx: Mutation, { id, workspace_id, datalogger_id }: MarkRow) =>
  tx.publish({ name: 'changed', data: { entity: 'marks', id, workspace_id, datalogger_id } });

/**
 * Marks a channel's readings of a time. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (see {@link markColumns}, no such channel), conflict (the id is taken, or as {@link checkOthers})
 */
export async function createMark(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Mark> {
  const now = ctx.clock.now();
  return mutate(ctx, 'marks.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const channel = await repo.channel(body.channel_id);
    if (!channel || !can(ctx, 'dlog:read', channel.workspace_id)) throw invalid('channel_id');
    tx.allow(channel.workspace_id);
    const columns = markColumns(body, channel);
    const there = body.id === undefined ? undefined : await repo.find(body.id);
    if (there) {
      const first = await firstAnswer<Mark>(tx.db, ctx.organization.id, 'marks.create', there.id);
      const wanted = { ...columns, channel_id: channel.id, reason: body.reason };
      if (!first || Object.keys(changesOf(there, wanted)).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    if (channel.merged_into !== null) throw invalid('channel_id');
    const corrects = columns.kind !== 'note';
    if (corrects) {
      await repo.hold(channel.id);
      await checkOthers(ctx, tx.db, channel.id, columns);
    }
    const id = body.id ?? ctx.ids.uuid();
    const by = actorId(ctx.actor);
    const stamp = { created_at: now, created_by: by, updated_at: now, updated_by: by, rev: 1 };
    await repo.insert({ ...stamp, ...columns, id, channel_id: channel.id, reason: body.reason });
    if (corrects) await followed(ctx, tx, channel, columns);
    const row = (await repo.find(id))!;
    const after = await told(ctx, tx.db, row);
    tx.audit(id, { workspaceId: row.workspace_id, after });
    publish(tx, row);
    return after;
  });
}

/**
 * Takes a mark back, or lets it hold again.
 * @throws AppError not_found, forbidden, stale_rev, conflict as {@link checkOthers}
 */
export async function updateMark(ctx: Ctx, id: string, { rev, revoked }: BodyOf<typeof updateEndpoint>): Promise<Mark> {
  const now = ctx.clock.now();
  return mutate(ctx, 'marks.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await readable(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    const before = await told(ctx, tx.db, row);
    if (row.rev !== rev) throw new AppError('stale_rev', { current: before });
    if ((row.revoked_at !== null) === revoked) {
      tx.unchanged();
      return before;
    }
    const corrects = row.kind !== 'note';
    const channel = (await repo.channel(row.channel_id))!;
    if (corrects) {
      await repo.hold(channel.id);
      if (!revoked && channel.merged_into !== null) throw new AppError('conflict');
      if (!revoked) await checkOthers(ctx, tx.db, channel.id, row);
    }
    const by = actorId(ctx.actor);
    const changes = revoked ? { revoked_at: now, revoked_by: by } : { revoked_at: null, revoked_by: null };
    if (!(await repo.update(id, rev, changes, { at: now, by }))) throw new AppError('stale_rev', { current: before });
    if (corrects) await followed(ctx, tx, channel, row);
    const changed = (await repo.find(id))!;
    const after = await told(ctx, tx.db, changed);
    tx.audit(id, { workspaceId: row.workspace_id, before, after });
    publish(tx, changed);
    return after;
  });
}
