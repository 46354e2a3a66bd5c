import type { Channel, ChannelKind, listChannels as listEndpoint, updateChannel as updateEndpoint } from '../../contract/channels.ts';
import type { ReadingValue } from '../../contract/common.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, stamps } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { checkMachine } from '../machines/check-machine.ts';
import { type SensorTypeRow, sensorTypesRepo } from '../sensor-types/sensor-types.repo.ts';
import { checkSensorType } from '../sensor-types/sensor-types.service.ts';
import { storedWords } from '../sensor-types/stored-words.ts';
import { aheadOf, fromStored, kindOf } from './channel-values.ts';
import { channelsRepo } from './channels.repo.ts';

type Types = ReadonlyMap<string, SensorTypeRow>;

/** Types that the channels are of. */
async function typesOf(ctx: Ctx, db: Db, rows: readonly (Pick<Row<'channels'>, 'sensor_type_id'> | undefined)[]): Promise<Types> {
  const ids = new Set(rows.flatMap((row) => row?.sensor_type_id ?? []));
  if (ids.size === 0) return new Map();
  const types = await sensorTypesRepo({ db, organization_id: ctx.organization.id }).list(true);
  return new Map(types.filter(({ id }) => ids.has(id)).map((type) => [type.id, type]));
}

function toChannel(row: Row<'channels'>, types: Types): Channel {
  const type = types.get(row.sensor_type_id ?? '') ?? null;
  return {
    id: row.id,
    datalogger_id: row.datalogger_id,
    workspace_id: row.workspace_id,
    key: row.key,
    name: row.name,
    ...shownAs(row, type),
    kind: row.kind,
    own_unit: row.unit,
    own_decimals: row.decimals,
    position: row.position,
    first_ts: formatInstant(row.first_ts),
    machine_id: row.machine_id,
    sensor_type_id: row.sensor_type_id,
    state_words: storedWords(row.state_words ?? type?.state_words ?? null),
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
  return ctx.db.read(ctx.organization.id, async (db) => {
    const rows = await channelsRepo({ db, organization_id: ctx.organization.id }).list({
      dataloggerId: query.datalogger_id,
      machineId: query.machine_id,
      sensorTypeId: query.sensor_type_id,
      workspaces,
    });
    const types = await typesOf(ctx, db, rows);
    return { items: rows.map((row) => toChannel(row, types)) };
  });
}

/** A channel that the actor may read. @throws AppError not_found */
export async function readableChannel(ctx: Ctx, id: string): Promise<Row<'channels'>> {
  const row = await ctx.db.read(ctx.organization.id, (db) => channelsRepo({ db, organization_id: ctx.organization.id }).find(id));
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found, forbidden, stale_rev, validation_failed (no such machine, words of states of what is none) */
export async function updateChannel(ctx: Ctx, id: string, { rev, ...wanted }: BodyOf<typeof updateEndpoint>): Promise<Channel> {
  const { state_words, ...rest } = wanted;
  return mutate(ctx, 'channels.update', async (tx) => {
    const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
    const before = await repo.find(id);
    if (!before || !can(ctx, 'dlog:read', before.workspace_id)) throw new AppError('not_found');
    tx.allow(before.workspace_id);
    const types = await typesOf(ctx, tx.db, [before, { sensor_type_id: rest.sensor_type_id ?? null }]);
    const told = (row: Row<'channels'>) => toChannel(row, types);
    if (before.rev !== rev) throw new AppError('stale_rev', { current: told(before) });
    const changes = changesOf(before, {
      ...rest,
      ...(state_words === undefined ? {} : { state_words: state_words && JSON.stringify(state_words) }),
    });
    if (changes.state_words != null && before.kind !== 'state') throw invalid('state_words');
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return told(before);
    }
    if (changes.sensor_type_id != null) await checkSensorType(ctx, tx.db, changes.sensor_type_id, before.kind);
    if (changes.machine_id != null) await checkMachine(ctx, tx.db, changes.machine_id, before.workspace_id);
    const after = await repo.update(id, rev, changes, { at: ctx.clock.now(), by: actorId(ctx.actor) });
    if (!after) throw new AppError('stale_rev', { current: told((await repo.find(id)) ?? before) });
    tx.audit(id, { workspaceId: before.workspace_id, before: told(before), after: told(after) });
    tx.publish({
      name: 'changed',
      data: { entity: 'channels', id, workspace_id: before.workspace_id, datalogger_id: before.datalogger_id },
    });
    return told(after);
  });
}

/** What a message needs to know of a channel. */
export type ChannelKey = Pick<Row<'channels'>, 'id' | 'no' | 'key' | 'kind'>;

/** Of a channel that a message brings: its first value, which decides the kind, and the unit that it gives; a logger type may say more. */
export interface NewChannel {
  value: ReadingValue;
  unit: string | null;
  name?: string;
  kind?: ChannelKind;
  sensorTypeId?: string | null;
}

/**
 * Makes channels for keys that a logger sent for the first time, as far as its limit allows; keys that another message made meanwhile
 * are left as they are. Gives all channels of the logger.
 * @param wanted by key
 */
export async function createChannels(
  ctx: Ctx,
  logger: { id: string; workspaceId: string; channelLimit: number },
  wanted: ReadonlyMap<string, NewChannel>,
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
    for (const [key, { value, unit, name = key, kind = kindOf(value), sensorTypeId = null }] of missing) {
      const row = {
        id: ctx.ids.uuid(),
        no: no++,
        workspace_id: logger.workspaceId,
        datalogger_id: logger.id,
        key,
        name,
        unit,
        kind,
        sensor_type_id: sensorTypeId,
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
