import type { Channel, listChannels as listEndpoint, updateChannel as updateEndpoint } from '../../contract/channels.ts';
import type { ReadingValue } from '../../contract/common.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, stamps } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { checkMachine } from '../machines/check-machine.ts';
import { aheadOf, fromStored, kindOf } from './channel-values.ts';
import { channelsRepo } from './channels.repo.ts';

function toChannel(row: Row<'channels'>): Channel {
  return {
    id: row.id,
    datalogger_id: row.datalogger_id,
    workspace_id: row.workspace_id,
    key: row.key,
    name: row.name,
    unit: row.unit,
    kind: row.kind,
    decimals: row.decimals,
    position: row.position,
    first_ts: formatInstant(row.first_ts),
    machine_id: row.machine_id,
    last:
      row.last_ts === null
        ? null
        : { ts: formatInstant(row.last_ts), value: fromStored(row.kind, { num: row.last_num, text: row.last_text }) },
    ahead_ts: aheadOf(row),
    rev: row.rev,
  };
}

export async function listChannels(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<{ items: Channel[] }> {
  const workspaces = readableWorkspaces(ctx, query.workspace_id);
  const rows = await ctx.db.read(ctx.organization.id, (db) =>
    channelsRepo({ db, organization_id: ctx.organization.id }).list({
      dataloggerId: query.datalogger_id,
      machineId: query.machine_id,
      workspaces,
    }),
  );
  return { items: rows.map(toChannel) };
}

/** A channel that the actor may read. @throws AppError not_found */
export async function readableChannel(ctx: Ctx, id: string): Promise<Row<'channels'>> {
  const row = await ctx.db.read(ctx.organization.id, (db) => channelsRepo({ db, organization_id: ctx.organization.id }).find(id));
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found, forbidden, stale_rev, validation_failed (no such machine) */
export async function updateChannel(ctx: Ctx, id: string, { rev, ...wanted }: BodyOf<typeof updateEndpoint>): Promise<Channel> {
  return mutate(ctx, 'channels.update', async (tx) => {
    const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
    const before = await repo.find(id);
    if (!before || !can(ctx, 'dlog:read', before.workspace_id)) throw new AppError('not_found');
    tx.allow(before.workspace_id);
    if (before.rev !== rev) throw new AppError('stale_rev', { current: toChannel(before) });
    const changes = changesOf(before, wanted);
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return toChannel(before);
    }
    if (changes.machine_id != null) await checkMachine(ctx, tx.db, changes.machine_id, before.workspace_id);
    const after = await repo.update(id, rev, changes, { at: ctx.clock.now(), by: actorId(ctx.actor) });
    if (!after) throw new AppError('stale_rev', { current: toChannel((await repo.find(id)) ?? before) });
    tx.audit(id, { workspaceId: before.workspace_id, before: toChannel(before), after: toChannel(after) });
    tx.publish({
      name: 'changed',
      data: { entity: 'channels', id, workspace_id: before.workspace_id, datalogger_id: before.datalogger_id },
    });
    return toChannel(after);
  });
}

/** What a message needs to know of a channel. */
export type ChannelKey = Pick<Row<'channels'>, 'id' | 'no' | 'key' | 'kind'>;

/**
 * Makes channels for keys that a logger sent for the first time, as far as its limit allows; keys that another message made meanwhile
 * are left as they are. Gives all channels of the logger.
 * @param wanted key → its first value, which decides the kind
 */
export async function createChannels(
  ctx: Ctx,
  logger: { id: string; workspaceId: string; channelLimit: number },
  wanted: ReadonlyMap<string, ReadingValue>,
): Promise<ChannelKey[]> {
  return mutate(ctx, 'channels.create', async (tx) => {
    tx.allow(logger.workspaceId);
    const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
    await repo.lockNumbers();
    const existing = await repo.keysOf(logger.id);
    const known = new Set(existing.map((channel) => channel.key));
    const missing = [...wanted].filter(([key]) => !known.has(key)).slice(0, Math.max(0, logger.channelLimit - existing.length));
    if (missing.length === 0) {
      tx.unchanged();
      return existing;
    }
    let no = await repo.takeNumbers(missing.length);
    let position = existing.length;
    const made: ChannelKey[] = [];
    for (const [key, value] of missing) {
      const row = {
        id: ctx.ids.uuid(),
        no: no++,
        workspace_id: logger.workspaceId,
        datalogger_id: logger.id,
        key,
        name: key,
        unit: null,
        kind: kindOf(value),
        decimals: null,
        position: position++,
        first_ts: null,
        last_ts: null,
        last_num: null,
        last_text: null,
        ...stamps(ctx.clock.now(), actorId(ctx.actor)),
      };
      await repo.insert(row);
      made.push({ id: row.id, no: row.no, key, kind: row.kind });
      tx.audit(row.id, { workspaceId: logger.workspaceId, after: { key, kind: row.kind, datalogger_id: logger.id } });
      tx.publish({
        name: 'changed',
        data: { entity: 'channels', id: row.id, workspace_id: logger.workspaceId, datalogger_id: logger.id },
      });
    }
    return [...existing, ...made];
  });
}
