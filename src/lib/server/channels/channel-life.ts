import type { Channel, createChannel as createEndpoint } from '../../contract/channels.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import { checkSensorType } from '../sensor-types/sensor-types.service.ts';
import { followRules } from '../storage/alarms/follow-rules.ts';
import { channelsRepo } from './channels.repo.ts';
import { changedChannels, checkRoom, hasReadings, refusedField, toChannel, typesOf } from './channels.service.ts';

/** How a person makes a channel, and how one goes that nothing was ever measured by. */

/**
 * Creates a channel before its first reading. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError not_found (no such logger), forbidden, conflict (the id is taken), validation_failed (`taken` for a key that the logger has,
 *   `channel_limit`, a sensor type of another kind)
 */
export async function createChannel(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Channel> {
  const { id = ctx.ids.uuid(), datalogger_id, key, kind } = body;
  const wanted = { datalogger_id, key, kind, name: body.name ?? key, sensor_type_id: body.sensor_type_id ?? null };
  const own = { unit: body.unit || null, decimals: body.decimals ?? null };
  return mutate(ctx, 'channels.create', async (tx) => {
    const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
    const logger = await repo.logger(datalogger_id);
    if (!logger || !can(ctx, 'dlog:read', logger.workspace_id)) throw new AppError('not_found');
    tx.allow(logger.workspace_id);
    // One after the other, also beside messages that bring new keys.
    await repo.lockNumbers();
    if (body.id !== undefined && (await repo.find(id))) {
      const answered = await firstAnswer<Channel>(tx.db, ctx.organization.id, 'channels.create', id);
      // An answer from before units were converted names one only.
      const first: Channel | null = answered && Object.assign({ display_unit: answered.unit, conversion: null }, answered);
      const asked = { ...wanted, own_unit: own.unit, own_decimals: own.decimals };
      if (!first || Object.keys(changesOf(first, asked)).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const there = await repo.keysOf(datalogger_id);
    if (there.some((channel) => channel.key === key)) throw refusedField('key', 'taken');
    await checkRoom(ctx, tx.db, logger, 'key');
    if (wanted.sensor_type_id !== null) await checkSensorType(ctx, tx.db, wanted.sensor_type_id, kind);
    await repo.insert({
      ...stamps(ctx.clock.now(), actorId(ctx.actor)),
      ...wanted,
      ...own,
      id,
      no: await repo.takeNumbers(1),
      workspace_id: logger.workspace_id,
      position: there.length,
      first_ts: null,
      last_ts: null,
      last_num: null,
      last_text: null,
    });
    const row = (await repo.find(id))!;
    const channel = toChannel(row, await typesOf(ctx, tx.db, [row]));
    tx.audit(id, { workspaceId: row.workspace_id, after: channel });
    await changedChannels(ctx, tx, [row]);
    await followRules(ctx, tx, { channels: [id] });
    return channel;
  });
}

/** Deletes a channel that never had a reading. @throws AppError not_found, forbidden, conflict (it has readings, is part of a merge, or of a recording) */
export async function removeChannel(ctx: Ctx, id: string): Promise<Channel> {
  return mutate(ctx, 'channels.remove', async (tx) => {
    const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
    const row = await repo.find(id);
    if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
    tx.allow(row.workspace_id);
    if (hasReadings(row) || row.merged_into !== null || (await repo.hasMerged(id)) || (await repo.isRecorded(id)))
      throw new AppError('conflict');
    const before = toChannel(row, await typesOf(ctx, tx.db, [row]));
    await repo.remove(id);
    tx.audit(id, { workspaceId: row.workspace_id, before });
    await changedChannels(ctx, tx, [row]);
    return before;
  });
}
