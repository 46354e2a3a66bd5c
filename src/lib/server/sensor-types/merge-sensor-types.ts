import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { mergeSensorType as mergeEndpoint, SensorType, unmergeSensorType as unmergeEndpoint } from '../../contract/sensor-types.ts';
import { type Ctx, type Mutation, mutate } from '../kernel/context.ts';
import { invalid } from '../kernel/list.ts';
import { actorId } from '../kernel/rows.ts';
import { followRules } from '../storage/alarms/follow-rules.ts';
import type { TypedChannel } from './sensor-types.repo.ts';
import { changed, found, repoOf } from './sensor-types.service.ts';

/** Ids of one statement: engines take only so many parameters. */
const PART = 500;

const isNumber = ({ kind }: SensorType): boolean => kind !== 'state' && kind !== 'text';

/** May channels of the one be channels of the other? What they have stored must mean the same: the quantity, and so its unit. */
const goesInto = (type: SensorType, into: SensorType): boolean =>
  type.id !== into.id &&
  into.archived_at === null &&
  type.quantity === into.quantity &&
  type.unit === into.unit &&
  (isNumber(type) ? isNumber(into) : type.kind === into.kind);

/** Writes down and tells what became of the channels: each in the trail, once a logger to those who look. */
function retyped(tx: Mutation, channels: readonly TypedChannel[], from: string, to: string): void {
  const told = new Set<string | null>();
  for (const { id, datalogger_id, workspace_id } of channels) {
    tx.audit(id, { workspaceId: workspace_id, before: { sensor_type_id: from }, after: { sensor_type_id: to } });
    if (told.has(datalogger_id)) continue;
    told.add(datalogger_id);
    tx.publish({ name: 'changed', data: { entity: 'channels', id, workspace_id, datalogger_id } });
  }
}

/**
 * Gives all channels of a type to another one and archives it.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed (`into`: there is none, it is archived, or of another quantity or kind)
 */
export async function mergeSensorType(
  ctx: Ctx,
  id: string,
  { rev, into }: BodyOf<typeof mergeEndpoint>,
): Promise<ResponseOf<typeof mergeEndpoint>> {
  const stamp = { at: ctx.clock.now(), by: actorId(ctx.actor) };
  return mutate(ctx, 'sensor-types.merge', async (tx) => {
    tx.allow(null);
    const [one, other] = [await found(ctx, tx.db, id), await found(ctx, tx.db, into)];
    if (!one) throw new AppError('not_found');
    const { row, type: before } = one;
    if (before.rev !== rev) throw new AppError('stale_rev', { current: before });
    if (!other || !goesInto(before, other.type)) throw invalid('into');
    const repo = repoOf(ctx, tx.db);
    const channels = await repo.retype(id, into, stamp);
    const done = await repo.update(id, rev, { archived_at: row.archived_at ?? stamp.at }, stamp);
    const { type } = (await found(ctx, tx.db, id))!;
    if (!done) throw new AppError('stale_rev', { current: type });
    tx.audit(id, { before, after: type });
    retyped(tx, channels, id, into);
    await followRules(ctx, tx, { channels: channels.map((channel) => channel.id) });
    changed(tx, id);
    return { type, channels: channels.map((channel) => channel.id) };
  });
}

/** Takes a merge back. @throws AppError not_found, forbidden, stale_rev */
export async function unmergeSensorType(
  ctx: Ctx,
  id: string,
  { rev, from, channels }: BodyOf<typeof unmergeEndpoint>,
): Promise<SensorType> {
  const stamp = { at: ctx.clock.now(), by: actorId(ctx.actor) };
  return mutate(ctx, 'sensor-types.unmerge', async (tx) => {
    tx.allow(null);
    const one = await found(ctx, tx.db, id);
    if (!one) throw new AppError('not_found');
    const { type: before } = one;
    if (before.rev !== rev) throw new AppError('stale_rev', { current: before });
    if (before.archived_at === null) {
      tx.unchanged();
      return before;
    }
    const repo = repoOf(ctx, tx.db);
    const back: TypedChannel[] = [];
    for (let at = 0; at < channels.length; at += PART) back.push(...(await repo.retype(from, id, stamp, channels.slice(at, at + PART))));
    const done = await repo.update(id, rev, { archived_at: null }, stamp);
    const { type } = (await found(ctx, tx.db, id))!;
    if (!done) throw new AppError('stale_rev', { current: type });
    tx.audit(id, { before, after: type });
    retyped(tx, back, from, id);
    await followRules(ctx, tx, { channels: back.map((channel) => channel.id) });
    changed(tx, id);
    return type;
  });
}
