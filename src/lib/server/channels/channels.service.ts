import type { Channel, ChannelKind, listChannels as listEndpoint, updateChannel as updateEndpoint } from '../../contract/channels.ts';
import type { ReadingValue } from '../../contract/common.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, stamps } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { checkMachine } from '../machines/check-machine.ts';
import { type SensorTypeRow, sensorTypesRepo } from '../sensor-types/sensor-types.repo.ts';
import { checkSensorType } from '../sensor-types/sensor-types.service.ts';
import { storedWords } from '../sensor-types/stored-words.ts';
import { followRules } from '../storage/alarms/follow-rules.ts';
import { aheadOf, failingOf, fromStored, kindOf } from './channel-values.ts';
import { type ChannelKey, type ChannelLogger, channelsRepo } from './channels.repo.ts';

/** By id. */
export type Types = ReadonlyMap<string, SensorTypeRow>;

/** Types that the channels are of. */
export async function typesOf(ctx: Ctx, db: Db, rows: readonly (Pick<Row<'channels'>, 'sensor_type_id'> | undefined)[]): Promise<Types> {
  const ids = new Set(rows.flatMap((row) => row?.sensor_type_id ?? []));
  if (ids.size === 0) return new Map();
  const types = await sensorTypesRepo({ db, organization_id: ctx.organization.id }).list(true);
  return new Map(types.filter(({ id }) => ids.has(id)).map((type) => [type.id, type]));
}

export function toChannel(row: Row<'channels'>, types: Types): Channel {
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
    failing_ts: failingOf(row),
    archived_at: formatInstant(row.archived_at),
    merged_into: row.merged_into,
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
      archived: query.archived === '1',
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

/** Which kinds a channel with readings may become: its numbers stay what they are. */
const sameValues = (kind: ChannelKind): ChannelKind | 'number' => (kind === 'gauge' || kind === 'counter' ? 'number' : kind);
export const hasReadings = ({ first_ts, last_ts, ahead_ts }: Row<'channels'>): boolean =>
  first_ts !== null || last_ts !== null || ahead_ts !== null;

/** Tells who looks and who sends that these channels of a logger aren't what they were. */
export async function changedChannels(ctx: Ctx, tx: Mutation, rows: readonly Row<'channels'>[]): Promise<void> {
  const loggers = new Set<string>();
  for (const { id, workspace_id, datalogger_id } of rows) {
    tx.publish({ name: 'changed', data: { entity: 'channels', id, workspace_id, datalogger_id } });
    if (datalogger_id !== null) loggers.add(datalogger_id);
  }
  await channelsRepo({ db: tx.db, organization_id: ctx.organization.id }).touchLoggers([...loggers]);
}

/** Does the key count among the channels in use of its logger? */
export const isInUse = ({ archived_at, merged_into }: ChannelKey): boolean => archived_at === null && merged_into === null;

/** Refuses one more channel in use than the logger may have. @throws AppError validation_failed (`channel_limit`) */
export async function checkRoom(ctx: Ctx, db: Db, logger: ChannelLogger, path: string): Promise<void> {
  const used = await channelsRepo({ db, organization_id: ctx.organization.id }).placesOf(logger.id);
  if (used.length >= logger.channel_limit) throw refusedField(path, 'channel_limit');
}

export const refusedField = (path: string, code: 'channel_limit' | 'taken') =>
  new AppError('validation_failed', { errors: [{ path, code }] });

/** The columns that put a channel behind those of another logger. @throws AppError validation_failed, forbidden */
async function moved(ctx: Ctx, tx: Mutation, before: Row<'channels'>, dataloggerId: string) {
  const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
  const logger = await repo.logger(dataloggerId);
  if (!logger || logger.archived_at !== null || !can(ctx, 'dlog:read', logger.workspace_id)) throw invalid('datalogger_id');
  tx.allow(logger.workspace_id);
  const there = await repo.keysOf(dataloggerId);
  if (there.some(({ key }) => key === before.key)) throw refusedField('datalogger_id', 'taken');
  if (before.archived_at === null) await checkRoom(ctx, tx.db, logger, 'datalogger_id');
  return { datalogger_id: dataloggerId, workspace_id: logger.workspace_id, position: there.length };
}

/** Gives the channel its place among those in use of its logger; the others close up. */
async function reorder(ctx: Ctx, tx: Mutation, { id, datalogger_id }: Row<'channels'>, place: number): Promise<number> {
  const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
  const rows = datalogger_id === null ? [] : await repo.placesOf(datalogger_id);
  const others = rows.filter((row) => row.id !== id);
  const position = Math.min(place, others.length);
  for (const [index, row] of others.entries()) {
    const wanted = index < position ? index : index + 1;
    if (row.position !== wanted) await repo.place(row.id, wanted);
  }
  return position;
}

/**
 * Changes, archives or moves a channel.
 * @throws AppError not_found, forbidden, stale_rev, conflict (it was merged into another one), validation_failed (no such machine or logger, words of states of what is none, a kind that its
 *   readings aren't of, another one than a gauge while it is calibrated, `taken` for a key that the other logger has, `channel_limit`)
 */
export async function updateChannel(ctx: Ctx, id: string, { rev, ...wanted }: BodyOf<typeof updateEndpoint>): Promise<Channel> {
  const { state_words, archived, datalogger_id, position, ...rest } = wanted;
  const now = ctx.clock.now();
  return mutate(ctx, 'channels.update', async (tx) => {
    const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
    const before = await repo.find(id);
    if (!before || !can(ctx, 'dlog:read', before.workspace_id)) throw new AppError('not_found');
    tx.allow(before.workspace_id);
    const types = await typesOf(ctx, tx.db, [before, { sensor_type_id: rest.sensor_type_id ?? null }]);
    const told = (row: Row<'channels'>) => toChannel(row, types);
    if (before.rev !== rev) throw new AppError('stale_rev', { current: told(before) });
    // It has no readings of its own: what it is called and measures is the other's.
    if (before.merged_into !== null) throw new AppError('conflict');
    const changes = changesOf(before, {
      ...rest,
      position,
      datalogger_id,
      archived_at: archived === undefined ? undefined : archived ? (before.archived_at ?? now) : null,
      ...(state_words === undefined ? {} : { state_words: state_words && JSON.stringify(state_words) }),
    });
    const kind = changes.kind ?? before.kind;
    if (sameValues(kind) !== sameValues(before.kind) && hasReadings(before)) throw invalid('kind');
    // What is measured only can be calibrated.
    if (kind !== 'gauge' && before.kind === 'gauge' && (await repo.isCalibrated(id))) throw invalid('kind');
    if (changes.state_words != null && kind !== 'state') throw invalid('state_words');
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return told(before);
    }
    if (changes.sensor_type_id != null) await checkSensorType(ctx, tx.db, changes.sensor_type_id, kind);
    if (changes.datalogger_id != null) Object.assign(changes, await moved(ctx, tx, before, changes.datalogger_id));
    const place = changes as Partial<Row<'channels'>>;
    const { workspace_id = before.workspace_id } = place;
    // A machine of its own stays where it is.
    const machine = changes.machine_id === undefined && workspace_id !== before.workspace_id ? before.machine_id : changes.machine_id;
    if (machine != null) await checkMachine(ctx, tx.db, machine, workspace_id);
    if (changes.archived_at === null && changes.datalogger_id == null && before.datalogger_id !== null) {
      const logger = await repo.logger(before.datalogger_id);
      if (logger) await checkRoom(ctx, tx.db, logger, 'archived');
    }
    if (position !== undefined && changes.datalogger_id == null) place.position = await reorder(ctx, tx, before, position);
    const after = await repo.update(id, rev, changes, { at: now, by: actorId(ctx.actor) });
    if (!after) throw new AppError('stale_rev', { current: told((await repo.find(id)) ?? before) });
    tx.audit(id, { workspaceId: workspace_id, before: told(before), after: told(after) });
    await changedChannels(ctx, tx, changes.datalogger_id === undefined ? [after] : [before, after]);
    await followRules(ctx, tx, { channels: [id] });
    return told(after);
  });
}

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
    const used = existing.filter(isInUse).length;
    const missing = [...wanted].filter(([key]) => !known.has(key)).slice(0, Math.max(0, logger.channelLimit - used));
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
      made.push({ id: row.id, no: row.no, key, kind: row.kind, archived_at: null, merged_into: null });
      tx.audit(row.id, { workspaceId: logger.workspaceId, after: { key, kind: row.kind, datalogger_id: logger.id } });
      tx.publish({
        name: 'changed',
        data: { entity: 'channels', id: row.id, workspace_id: logger.workspaceId, datalogger_id: logger.id },
      });
    }
    await followRules(ctx, tx, { channels: made.map(({ id }) => id) });
    return [...existing, ...made];
  });
}
