import type {
  Calibration,
  createCalibration as createEndpoint,
  listCalibrations as listEndpoint,
  tryCalibration as tryEndpoint,
  updateCalibration as updateEndpoint,
} from '../../contract/calibrations.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { type Curve, dueState, sortedPoints } from '../../domain/readings/calibration.ts';
import { formatInstant, parseQueryInstant } from '../../domain/time/instant.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { changedChannels, type Types, typesOf } from '../channels/channels.service.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer } from '../kernel/rows.ts';
import { followMarks } from '../marks/follow-marks.ts';
import { type MarkedChannel, marksRepo } from '../marks/marks.repo.ts';
import { readCurve } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { type CalibrationRow, calibrationsRepo, dayIn } from './calibrations.repo.ts';

/** Calibrations of one channel that hold. */
const MOST_OF_CHANNEL = 200;

const repoOf = (ctx: Ctx, db: Db) => calibrationsRepo({ db, organization_id: ctx.organization.id }, ctx.clock.now());
type Files = Awaited<ReturnType<ReturnType<typeof repoOf>['filesOf']>>;

const toCalibration = (row: CalibrationRow, types: Types, files: Files, now: number): Calibration => {
  const next = row.next_ts === null || row.revoked_at !== null ? null : Number(row.next_ts);
  const inForce = row.revoked_at === null && row.from_ts <= now && (next === null || next > now);
  return {
    id: row.id,
    channel_id: row.channel_id,
    channel_name: row.channel_name,
    workspace_id: row.workspace_id,
    datalogger_id: row.datalogger_id,
    from: formatInstant(row.from_ts),
    to: formatInstant(next),
    curve: readCurve(row.curve) as Calibration['curve'],
    laboratory: row.laboratory,
    certificate: row.certificate,
    calibrated_on: row.calibrated_on,
    due_on: row.due_on,
    uncertainty: row.uncertainty,
    note: row.note,
    ...shownAs(row, types.get(row.sensor_type_id ?? '') ?? null),
    due: inForce ? dueState(row.due_on, dayIn(now, row.time_zone)) : null,
    files: files.filter(({ calibration_id }) => calibration_id === row.id).map(({ calibration_id: _, ...file }) => file),
    created_at: formatInstant(row.created_at),
    created_by: row.created_name,
    revoked_at: formatInstant(row.revoked_at),
    revoked_by: row.revoked_name,
    settled_to: row.pruned_to !== null && row.from_ts < row.pruned_to ? formatInstant(row.pruned_to) : null,
    waits:
      row.waits_from !== null && row.waits_to !== null && row.from_ts < row.waits_to && row.waits_from < (next ?? Number.MAX_SAFE_INTEGER),
    rev: row.rev,
  };
};

export async function toldAll(ctx: Ctx, db: Db, rows: readonly CalibrationRow[]): Promise<Calibration[]> {
  const types = await typesOf(ctx, db, rows);
  const files = await repoOf(ctx, db).filesOf(rows.map(({ id }) => id));
  return rows.map((row) => toCalibration(row, types, files, ctx.clock.now()));
}

export const told = async (ctx: Ctx, db: Db, row: CalibrationRow): Promise<Calibration> => (await toldAll(ctx, db, [row]))[0]!;

export async function listCalibrations(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<{ items: Calibration[] }> {
  const filter = {
    workspaces: readableWorkspaces(ctx),
    dataloggerId: query.datalogger_id,
    channelId: query.channel_id,
    channelIds: query.channels?.split(','),
    revoked: query.revoked === '1',
  };
  return ctx.db.read(ctx.organization.id, async (db) => ({ items: await toldAll(ctx, db, await repoOf(ctx, db).list(filter)) }));
}

/** A calibration that the actor may read. @throws AppError not_found */
async function readable(ctx: Ctx, db: Db, id: string): Promise<CalibrationRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getCalibration(ctx: Ctx, id: string): Promise<Calibration> {
  return ctx.db.read(ctx.organization.id, async (db) => told(ctx, db, await readable(ctx, db, id)));
}

/** @throws AppError validation_failed (a channel that measures no numbers, a moment that none is, two points that measured the same) */
export function calibrationColumns(
  { from, curve }: Pick<BodyOf<typeof tryEndpoint>, 'from' | 'curve'>,
  channel: Pick<MarkedChannel, 'kind'>,
): { from_ts: number; curve: Curve } {
  if (channel.kind !== 'gauge') throw invalid('channel_id');
  const from_ts = parseQueryInstant(from);
  if (Number.isNaN(from_ts) || from_ts < 0 || from_ts > Number.MAX_SAFE_INTEGER) throw invalid('from');
  if (curve.kind !== 'points') return { from_ts, curve };
  const points = sortedPoints(curve.points);
  if (points === null) throw invalid('curve.points');
  return { from_ts, curve: { kind: 'points', points } };
}

/** A day that calendars have. @throws AppError validation_failed */
function dayOf(path: string, day: string | null | undefined): string | null {
  if (day === null || day === undefined) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) throw invalid(path);
  return day;
}

/** What people say of the calibration. @throws AppError validation_failed (a day that no calendar has, due before it was calibrated) */
function saidColumns(body: BodyOf<typeof createEndpoint>) {
  const calibrated_on = dayOf('calibrated_on', body.calibrated_on);
  const due_on = dayOf('due_on', body.due_on);
  if (calibrated_on !== null && due_on !== null && due_on < calibrated_on) throw invalid('due_on');
  return {
    laboratory: body.laboratory,
    certificate: body.certificate || null,
    calibrated_on,
    due_on,
    uncertainty: body.uncertainty || null,
    note: body.note || null,
  };
}

/** @throws AppError conflict (another one begins at the same moment: it is `current`), or the channel has {@link MOST_OF_CHANNEL} */
async function checkOthers(ctx: Ctx, db: Db, channelId: string, from: number): Promise<void> {
  const repo = repoOf(ctx, db);
  const other = await repo.beginningAt(channelId, from);
  if (other) throw new AppError('conflict', { current: await told(ctx, db, other) });
  if ((await repo.countOf(channelId)) >= MOST_OF_CHANNEL) throw new AppError('conflict');
}

/** What counts of the channel's readings isn't what it was, from here until the next calibration. */
async function followed(ctx: Ctx, tx: Mutation, channel: MarkedChannel, from: number): Promise<void> {
  const next = await repoOf(ctx, tx.db).nextAfter(channel.id, from);
  // Later readings come by the calibration as it is then.
  const newest = await readingReader({ db: tx.db, organization_no: ctx.organization.no }).newest(channel.no, {});
  const end = newest === undefined ? from : Math.max(from, newest.ts + 1);
  const alarms = await followMarks(
    tx.db,
    { organizationId: ctx.organization.id, organizationNo: ctx.organization.no },
    channel,
    { from, to: next === null ? end : Math.min(next, end) },
    { now: ctx.clock.now(), uuid: ctx.ids.uuid, cause: 'calibration' },
  );
  for (const alarm of alarms) tx.publish({ name: 'changed', data: { entity: 'alarms', ...alarm } });
  const after = await channelsRepo({ db: tx.db, organization_id: ctx.organization.id }).find(channel.id);
  await changedChannels(ctx, tx, [after!]);
}

const publish = (tx: Mutation, { id, workspace_id, datalogger_id }: CalibrationRow) =>
  tx.publish({ name: 'changed', data: { entity: 'calibrations', id, workspace_id, datalogger_id } });

/**
 * Calibrates a channel from a moment on. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (see {@link calibrationColumns}, no such channel), conflict (the id is taken, or as {@link checkOthers})
 */
export async function createCalibration(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<Calibration> {
  const now = ctx.clock.now();
  return mutate(ctx, 'calibrations.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const marks = marksRepo({ db: tx.db, organization_id: ctx.organization.id });
    const channel = await marks.channel(body.channel_id);
    if (!channel || !can(ctx, 'dlog:read', channel.workspace_id)) throw invalid('channel_id');
    tx.allow(channel.workspace_id);
    const { from_ts, curve } = calibrationColumns(body, channel);
    const columns = { channel_id: channel.id, from_ts, curve: JSON.stringify(curve), ...saidColumns(body) };
    const there = body.id === undefined ? undefined : await repo.find(body.id);
    if (there) {
      const first = await firstAnswer<Calibration>(tx.db, ctx.organization.id, 'calibrations.create', there.id);
      if (!first || Object.keys(changesOf(there, columns)).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    if (channel.merged_into !== null) throw invalid('channel_id');
    await marks.hold(channel.id);
    await checkOthers(ctx, tx.db, channel.id, from_ts);
    const id = body.id ?? ctx.ids.uuid();
    const by = actorId(ctx.actor);
    await repo.insert({ ...columns, id, created_at: now, created_by: by, updated_at: now, updated_by: by, rev: 1 });
    await followed(ctx, tx, channel, from_ts);
    const row = (await repo.find(id))!;
    const after = await told(ctx, tx.db, row);
    tx.audit(id, { workspaceId: row.workspace_id, after });
    publish(tx, row);
    return after;
  });
}

/**
 * Takes a calibration back, or lets it hold again.
 * @throws AppError not_found, forbidden, stale_rev, conflict as {@link checkOthers}, or its channel was merged
 */
export async function updateCalibration(ctx: Ctx, id: string, { rev, revoked }: BodyOf<typeof updateEndpoint>): Promise<Calibration> {
  const now = ctx.clock.now();
  return mutate(ctx, 'calibrations.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const marks = marksRepo({ db: tx.db, organization_id: ctx.organization.id });
    const row = await readable(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    const before = await told(ctx, tx.db, row);
    if (row.rev !== rev) throw new AppError('stale_rev', { current: before });
    if ((row.revoked_at !== null) === revoked) {
      tx.unchanged();
      return before;
    }
    const channel = (await marks.channel(row.channel_id))!;
    await marks.hold(channel.id);
    if (!revoked && (channel.merged_into !== null || channel.kind !== 'gauge')) throw new AppError('conflict');
    if (!revoked) await checkOthers(ctx, tx.db, channel.id, row.from_ts);
    const by = actorId(ctx.actor);
    const changes = revoked ? { revoked_at: now, revoked_by: by } : { revoked_at: null, revoked_by: null };
    if (!(await repo.update(id, rev, changes, { at: now, by }))) throw new AppError('stale_rev', { current: before });
    await followed(ctx, tx, channel, row.from_ts);
    const changed = (await repo.find(id))!;
    const after = await told(ctx, tx.db, changed);
    tx.audit(id, { workspaceId: row.workspace_id, before, after });
    publish(tx, changed);
    return after;
  });
}
