import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  MovePreview,
  previewTakeOff as previewEndpoint,
  TypeSpec,
  takeOffLoggers as takeOffEndpoint,
} from '../../contract/logger-types.ts';
import { parsePath } from '../../domain/logger-types/path.ts';
import { canonicalUnit } from '../../domain/quantities/quantities.ts';
import { decoderOf } from '../ingest/decoders.ts';
import { storedSensors } from '../ingest/mapping/versions.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { actorId } from '../kernel/rows.ts';
import { followRules } from '../storage/alarms/follow-rules.ts';
import { loggerTypesRepo } from './logger-types.repo.ts';
import { foundType } from './logger-types.service.ts';
import { newestMessages, previewOf, unitOfChannel } from './move.service.ts';
import { sensorTypes } from './sensors.ts';

/** Taking loggers off their type: what they send is read by what it says itself. */

type ChannelRow = Awaited<ReturnType<ReturnType<typeof loggerTypesRepo>['channels']>>[number];

/** Loggers of the type with what their versions convert. @throws AppError not_found for a logger that isn't of the type, or not for this reader */
async function read(ctx: Ctx, db: Db, id: string, { datalogger_ids }: BodyOf<typeof takeOffEndpoint>) {
  const repo = loggerTypesRepo({ db, organization_id: ctx.organization.id });
  await foundType(ctx, db, id);
  const wanted = new Set(datalogger_ids);
  const loggers = (await repo.loggers([...wanted])).filter(
    ({ workspace_id, logger_type_id }) => logger_type_id === id && can(ctx, 'dlog:read', workspace_id),
  );
  if (loggers.length < wanted.size) throw new AppError('not_found');
  const versions = new Map<number, ReadonlySet<string>>();
  for (const version of new Set(loggers.map(({ logger_type_version }) => logger_type_version!))) {
    const row = await repo.version(id, version);
    versions.set(version, row ? convertedKeys(JSON.parse(row.spec) as TypeSpec, storedSensors(row.sensors)) : new Set());
  }
  const versionOf = new Map(loggers.map((one) => [one.id, one.logger_type_version!]));
  return {
    repo,
    loggers,
    channels: await repo.channels(loggers.map((one) => one.id)),
    types: await sensorTypes(ctx, db),
    /** Would the channel's series hold what the type converted beside what the device sends? */
    mixes: (row: ChannelRow) =>
      (row.first_ts !== null || row.last_ts !== null) && versions.get(versionOf.get(row.datalogger_id ?? '') ?? 0)?.has(row.key) === true,
  };
}

/** Keys that the device sends too, and whose values the type stores as something else than it sends. */
function convertedKeys({ channels }: TypeSpec, sensors: ReturnType<typeof storedSensors>): Set<string> {
  const sent = (path: string) => {
    const last = parsePath(path)?.steps.at(-1);
    return typeof last === 'string' ? last : path;
  };
  return new Set(
    channels
      .filter(({ key, path, sensor_type_id, unit, scale, offset, states }) => {
        const sensor = sensors.get(sensor_type_id ?? '');
        const canonical = sensor ? (canonicalUnit(sensor.quantity)?.code ?? unit) : unit;
        return sent(path) === key && (scale !== 1 || offset !== 0 || states !== null || (unit !== null && unit !== canonical));
      })
      .map(({ key }) => key),
  );
}

/** @throws AppError not_found */
export async function previewTakeOff(ctx: Ctx, id: string, body: BodyOf<typeof previewEndpoint>): Promise<MovePreview> {
  const found = await ctx.db.read(ctx.organization.id, async (db) => {
    const all = await read(ctx, db, id, body);
    return { ...all, messages: await newestMessages(ctx, db, all.loggers) };
  });
  return previewOf(ctx, found, {
    decoder: { of: decoderOf },
    named: [],
    of(row, _, { comes, messages }) {
      const unit = row ? unitOfChannel(row, found.types.get(row.sensor_type_id ?? '')) : null;
      const stays = comes || messages === 0;
      return { isMismatch: row !== undefined && found.mixes(row), stays, unit_before: unit, unit_after: stays ? unit : null };
    },
  });
}

/**
 * Reads loggers without their type from now on. What was received stays as it was read.
 * @throws AppError not_found, forbidden, conflict (a channel's series would hold converted values beside those that the device sends)
 */
export async function takeOffLoggers(
  ctx: Ctx,
  id: string,
  body: BodyOf<typeof takeOffEndpoint>,
): Promise<ResponseOf<typeof takeOffEndpoint>> {
  const stamp = { at: ctx.clock.now(), by: actorId(ctx.actor) };
  return mutate(ctx, 'dataloggers.take_off', async (tx) => {
    const { repo, loggers, channels, mixes } = await read(ctx, tx.db, id, body);
    for (const { workspace_id } of loggers) tx.allow(workspace_id);
    if (channels.some(mixes)) throw new AppError('conflict');
    for (const logger of loggers) {
      if (!(await repo.takeOff(logger, stamp))) throw new AppError('conflict');
      const { logger_type_id, logger_type_version, workspace_id } = logger;
      tx.audit(logger.id, {
        workspaceId: workspace_id,
        before: { logger_type_id, logger_type_version },
        after: { logger_type_id: null, logger_type_version: null },
      });
      tx.publish({ name: 'changed', data: { entity: 'dataloggers', id: logger.id, workspace_id } });
    }
    await followRules(ctx, tx, { dataloggers: loggers.map(({ id: logger }) => logger) });
    return { taken: loggers.map((one) => ({ datalogger_id: one.id, version: one.logger_type_version! })) };
  });
}
