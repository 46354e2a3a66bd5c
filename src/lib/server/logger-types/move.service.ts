import type { ReadingValue } from '../../contract/common.ts';
import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { MovePreview, moveLoggers as moveEndpoint, previewMove as previewEndpoint, TypeSpec } from '../../contract/logger-types.ts';
import { canonicalUnit } from '../../domain/quantities/quantities.ts';
import { channelKindOf } from '../ingest/mapping/convert.ts';
import { type TypeDecoder, typeDecoder } from '../ingest/mapping/type-decoder.ts';
import { storedSensors } from '../ingest/mapping/versions.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { actorId } from '../kernel/rows.ts';
import type { SensorTypeRow } from '../sensor-types/sensor-types.repo.ts';
import { followRules } from '../storage/alarms/follow-rules.ts';
import { readBoth, TRIED_BYTES } from './bench.service.ts';
import { loggerTypesRepo } from './logger-types.repo.ts';
import { foundType } from './logger-types.service.ts';
import { sensorTypes } from './sensors.ts';

/** Messages of one logger that a preview reads, and of all together. */
const MESSAGES_EACH = 20;
const MESSAGES_ALL = 500;

type Logger = Awaited<ReturnType<ReturnType<typeof loggerTypesRepo>['loggers']>>[number];
type ChannelRow = Awaited<ReturnType<ReturnType<typeof loggerTypesRepo>['channels']>>[number];

/** The unit that values of a channel are stored in. */
export const unitOfChannel = (row: Pick<ChannelRow, 'unit'>, type: SensorTypeRow | undefined): string | null =>
  row.unit ?? (type ? (canonicalUnit(type.quantity)?.symbol ?? type.display_unit) || null : null);

/** Loggers, the version, and what decides whether they go together. @throws AppError not_found, validation_failed */
async function read(ctx: Ctx, db: Db, id: string, { version, datalogger_ids }: BodyOf<typeof moveEndpoint>) {
  const repo = loggerTypesRepo({ db, organization_id: ctx.organization.id });
  const type = await foundType(ctx, db, id);
  const row = await repo.version(id, version);
  if (!row || type.archived_at !== null) throw invalid('version');
  const wanted = new Set(datalogger_ids);
  const loggers = (await repo.loggers([...wanted])).filter(({ workspace_id }) => can(ctx, 'dlog:read', workspace_id));
  if (loggers.length < wanted.size) throw new AppError('not_found');
  return {
    repo,
    spec: JSON.parse(row.spec) as TypeSpec,
    sensors: storedSensors(row.sensors),
    loggers,
    channels: await repo.channels(loggers.map((one) => one.id)),
    types: await sensorTypes(ctx, db),
  };
}
type Read = Awaited<ReturnType<typeof read>>;

/** What the version says of a key: what its channel would be made as; null = nothing, or a key of many. */
function wantedOf({ spec, sensors, types }: Read, key: string) {
  const channel = spec.channels.find((one) => one.key === key);
  if (!channel) return null;
  const sensor = sensors.get(channel.sensor_type_id ?? '');
  const type = types.get(channel.sensor_type_id ?? '');
  return {
    sensorTypeId: type ? channel.sensor_type_id : null,
    kind: sensor ? channelKindOf(sensor.kind) : null,
    unit: sensor ? canonicalUnit(sensor.quantity)?.symbol || type?.display_unit || null : channel.unit,
  };
}

const isNumber = (kind: string) => kind === 'gauge' || kind === 'counter';

/** Would one series hold two units, or two kinds? A channel without readings takes whatever comes. */
function mismatches(found: Read, row: ChannelRow): boolean {
  const wanted = wantedOf(found, row.key);
  if (!wanted || (row.first_ts === null && row.last_ts === null)) return false;
  if (wanted.kind !== null && wanted.kind !== row.kind && !(isNumber(wanted.kind) && isNumber(row.kind))) return true;
  const before = unitOfChannel(row, found.types.get(row.sensor_type_id ?? ''));
  // Nobody said what the numbers were: whoever moves the logger says it now.
  return before !== null && before !== wanted.unit;
}

/**
 * What the newest stored messages of loggers would give under a version, channel by channel.
 * @throws AppError not_found, validation_failed (no such version)
 */
export async function previewMove(ctx: Ctx, id: string, body: BodyOf<typeof previewEndpoint>): Promise<MovePreview> {
  const found = await ctx.db.read(ctx.organization.id, async (db) => {
    const all = await read(ctx, db, id, body);
    return { ...all, messages: await newestMessages(ctx, db, all.loggers) };
  });
  const decoder = typeDecoder(found.spec, found.sensors);
  return previewOf(ctx, found, {
    decoder,
    named: found.spec.channels,
    of(row, key, { comes, messages }) {
      const wanted = wantedOf(found, key);
      const stays = comes || (wanted !== null && messages === 0);
      const unit_before = row ? unitOfChannel(row, found.types.get(row.sensor_type_id ?? '')) : null;
      return {
        isMismatch: row !== undefined && mismatches(found, row),
        stays,
        unit_before,
        unit_after: wanted?.unit ?? (stays ? unit_before : null),
      };
    },
  });
}

/** Loggers with their channels and newest messages. */
interface Previewed {
  loggers: readonly Pick<Logger, 'id' | 'name'>[];
  channels: readonly ChannelRow[];
  messages: ReadonlyMap<string, Awaited<ReturnType<ReturnType<typeof loggerTypesRepo>['messages']>>>;
}

/** What the newest messages of loggers give as they were read, and as another decoder reads them, channel by channel. */
export async function previewOf(
  ctx: Ctx,
  { loggers, channels, messages: ofLoggers }: Previewed,
  {
    decoder,
    named,
    of,
  }: {
    decoder: Pick<TypeDecoder, 'of'>;
    /** What the other way of reading names, whether or not it comes. */
    named: readonly Pick<TypeSpec['channels'][number], 'key' | 'label'>[];
    /** What becomes of a key. */
    of(
      row: ChannelRow | undefined,
      key: string,
      found: { comes: boolean; messages: number },
    ): { isMismatch: boolean; stays: boolean; unit_before: string | null; unit_after: string | null };
  },
): Promise<MovePreview> {
  const previews: MovePreview['loggers'] = [];
  for (const logger of loggers) {
    const messages = ofLoggers.get(logger.id) ?? [];
    const keys = new Map<string, { before: ReadingValue | null; after: ReadingValue | null; comes: boolean }>();
    const valuesOf = (key: string) => {
      const one = keys.get(key) ?? { before: null, after: null, comes: false };
      keys.set(key, one);
      return one;
    };
    let errors = 0;
    for await (const { before, after } of readBoth(ctx, [...messages].reverse(), decoder)) {
      errors += after.errors.length + (after.failure ? 1 : 0);
      for (const [i, slot] of before.slot.entries()) Object.assign(valuesOf(before.keys[slot]!), { before: before.value[i]! });
      for (const [i, slot] of after.slot.entries()) Object.assign(valuesOf(after.keys[slot]!), { after: after.value[i]!, comes: true });
    }
    const rows = new Map(channels.filter((row) => row.datalogger_id === logger.id).map((row) => [row.key, row]));
    for (const key of rows.keys()) valuesOf(key);
    for (const { key } of named) if (!key.includes('*')) valuesOf(key);
    previews.push({
      datalogger_id: logger.id,
      name: logger.name,
      messages: messages.length,
      errors,
      channels: [...keys].map(([key, { before, after, comes }]) => {
        const row = rows.get(key);
        const { isMismatch, stays, unit_before, unit_after } = of(row, key, { comes, messages: messages.length });
        const differs = before !== null && before !== after;
        const change = isMismatch ? 'mismatch' : !row ? 'new' : !stays ? 'gone' : differs ? 'changed' : 'unchanged';
        const label = named.find((one) => one.key === key)?.label ?? row?.name ?? key;
        return { key, label, change, unit_before, unit_after, before, after } as const;
      }),
    });
  }
  return { loggers: previews };
}

/** Newest messages of loggers, as many of each as a preview of all of them reads. */
export async function newestMessages(ctx: Ctx, db: Db, loggers: readonly Pick<Logger, 'id' | 'no'>[]): Promise<Previewed['messages']> {
  const repo = loggerTypesRepo({ db, organization_id: ctx.organization.id });
  const most = Math.max(1, Math.min(MESSAGES_EACH, Math.floor(MESSAGES_ALL / Math.max(1, loggers.length))));
  const messages = new Map<string, Awaited<ReturnType<typeof repo.messages>>>();
  for (const logger of loggers) messages.set(logger.id, await repo.messages(logger, { most, bytes: TRIED_BYTES }));
  return messages;
}

/**
 * Reads loggers by a version from now on. What was received stays as it was read.
 * @throws AppError not_found, forbidden, validation_failed (no such version), conflict (a channel has readings in another unit or of another kind)
 */
export async function moveLoggers(ctx: Ctx, id: string, body: BodyOf<typeof moveEndpoint>): Promise<ResponseOf<typeof moveEndpoint>> {
  const stamp = { at: ctx.clock.now(), by: actorId(ctx.actor) };
  return mutate(ctx, 'dataloggers.move', async (tx) => {
    const found = await read(ctx, tx.db, id, body);
    for (const { workspace_id } of found.loggers) tx.allow(workspace_id);
    if (found.channels.some((row) => mismatches(found, row))) throw new AppError('conflict');
    const moving = found.loggers.filter((one) => one.logger_type_id !== id || one.logger_type_version !== body.version);
    for (const logger of moving) await moveOne(tx, found, logger);
    await followRules(ctx, tx, { dataloggers: moving.map((logger) => logger.id) });
    if (moving.length === 0) tx.unchanged();
    return { moved: moving.length, unchanged: found.loggers.length - moving.length };
  });

  async function moveOne(tx: Parameters<Parameters<typeof mutate<unknown>>[2]>[0], found: Read, logger: Logger): Promise<void> {
    if (!(await found.repo.moveLogger(logger, { id, version: body.version }, stamp))) throw new AppError('conflict');
    for (const row of found.channels) {
      const sensorTypeId = row.datalogger_id === logger.id ? (wantedOf(found, row.key)?.sensorTypeId ?? null) : null;
      if (sensorTypeId !== null && row.sensor_type_id === null) await found.repo.nameChannel(row.id, { sensor_type_id: sensorTypeId });
    }
    const before = { logger_type_id: logger.logger_type_id, logger_type_version: logger.logger_type_version };
    const after = { logger_type_id: id, logger_type_version: body.version };
    tx.audit(logger.id, { workspaceId: logger.workspace_id, before, after });
    tx.publish({ name: 'changed', data: { entity: 'dataloggers', id: logger.id, workspace_id: logger.workspace_id } });
  }
}
