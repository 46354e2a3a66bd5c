import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type createReportSchedule as createEndpoint,
  type listReportSchedules as listEndpoint,
  MOST_SCHEDULES,
  type ReportRun,
  type ReportSchedule,
  type updateReportSchedule as updateEndpoint,
} from '../../contract/report-schedules.ts';
import { nextPeriod, type PeriodRule } from '../../domain/shifts/report-periods.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, firstAnswer, stamps } from '../kernel/rows.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { shiftCalendarsRepo } from '../shift-calendars/shift-calendars.repo.ts';
import { type RunRow, reportSchedulesRepo, type ScheduleRow } from './report-schedules.repo.ts';

const repoOf = ({ organization }: Pick<Ctx, 'organization'>, db: Db) => reportSchedulesRepo({ db, organization_id: organization.id });

const toRun = (row: RunRow): ReportRun => ({
  id: row.id,
  from: formatInstant(row.from_ts),
  to: formatInstant(row.to_ts),
  made_at: formatInstant(row.made_at),
  failure: row.failure,
  name: row.name,
  hash: row.hash,
  size: row.size,
  available: row.kept === 1,
  mailed: row.mailed,
});

async function toSchedules(ctx: Ctx, db: Db, rows: readonly ScheduleRow[]): Promise<ReportSchedule[]> {
  const repo = repoOf(ctx, db);
  const recipients = new Map(rows.map(({ id, recipients: json }) => [id, JSON.parse(json) as string[]]));
  const people = new Map((await repo.people([...new Set([...recipients.values()].flat())])).map(({ id, name }) => [id, name]));
  const runs = await repo.runs(rows.map(({ id }) => id));
  return rows.map((row): ReportSchedule => {
    const channels = row.channels === null ? null : (JSON.parse(row.channels) as string[]);
    // Who left the organisation is no longer named.
    const wanted = recipients.get(row.id)!.filter((id) => people.has(id));
    return {
      id: row.id,
      workspace_id: row.workspace_id,
      time_zone: row.time_zone,
      name: row.name,
      datalogger_id: row.datalogger_id,
      datalogger_name: row.datalogger_name,
      channels,
      channel_count: channels === null ? null : channels.length,
      period: row.period,
      hour: row.hour,
      format: row.format,
      locale: row.locale,
      recipients: wanted,
      recipient_names: wanted.map((id) => people.get(id)!),
      active: row.active === 1,
      next_at: row.next_from === null ? null : formatInstant(row.next_at),
      next_from: formatInstant(row.next_from),
      next_to: formatInstant(row.next_to),
      runs: runs.filter(({ schedule_id }) => schedule_id === row.id).map(toRun),
      rev: row.rev,
      created_at: formatInstant(row.created_at),
      updated_at: formatInstant(row.updated_at),
      archived_at: formatInstant(row.archived_at),
    };
  });
}

export async function listSchedules(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => ({
    items: await toSchedules(ctx, db, await repoOf(ctx, db).list(readableWorkspaces(ctx, query.workspace_id), MOST_SCHEDULES)),
    mail_leaves: ctx.mail.leaves,
  }));
}

/** @throws AppError not_found */
async function scheduleWith(ctx: Ctx, db: Db, id: string): Promise<ScheduleRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getSchedule(ctx: Ctx, id: string): Promise<ReportSchedule> {
  return ctx.db.read(ctx.organization.id, async (db) => (await toSchedules(ctx, db, [await scheduleWith(ctx, db, id)]))[0]!);
}

/** @throws AppError not_found (also where it was kept long enough) */
export async function runContent(ctx: Ctx, id: string, runId: string): Promise<{ bytes: Uint8Array; mediaType: string; name: string }> {
  const found = await ctx.db.read(ctx.organization.id, async (db) => {
    await scheduleWith(ctx, db, id);
    return repoOf(ctx, db).content(id, runId);
  });
  if (!found || found.data === null || found.name === null || found.media_type === null) throw new AppError('not_found');
  return { bytes: new Uint8Array(found.data), mediaType: found.media_type, name: found.name };
}

type Of = Pick<ReportSchedule, 'datalogger_id' | 'channels'>;

/** The one workspace that the report tells of. @throws AppError validation_failed */
async function placeOf(ctx: Ctx, db: Db, { datalogger_id, channels }: Of): Promise<string> {
  if ((datalogger_id === null) === (channels === null)) throw invalid('channels');
  const own = tenantDb({ db, organization_id: ctx.organization.id });
  const found =
    datalogger_id !== null
      ? await own.selectFrom('dataloggers').select(['id', 'workspace_id']).where('id', '=', datalogger_id).execute()
      : await channelsRepo({ db, organization_id: ctx.organization.id }).byIds(channels!);
  const places = new Set(found.map(({ workspace_id }) => workspace_id));
  const [place] = places;
  if (
    place === undefined ||
    places.size > 1 ||
    found.length < (channels === null ? 1 : new Set(channels).size) ||
    !can(ctx, 'dlog:read', place)
  )
    throw invalid(datalogger_id === null ? 'channels' : 'datalogger_id');
  return place;
}

/** When a schedule is due next. Without a shift in sight it is looked at again after a while. @param after microseconds */
export async function nextOf(
  db: Db,
  organization_id: string,
  { workspace_id, period, hour }: Pick<ScheduleRow, 'workspace_id' | 'period' | 'hour'>,
  after: number,
): Promise<Pick<ScheduleRow, 'next_at' | 'next_from' | 'next_to'>> {
  const row = await shiftCalendarsRepo({ db, organization_id }).find(workspace_id);
  const { time_zone: zone } = await tenantDb({ db, organization_id })
    .selectFrom('workspaces')
    .select('time_zone')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow();
  const calendar: PeriodRule['calendar'] = { shifts: JSON.parse(row?.shifts ?? '[]'), exceptions: JSON.parse(row?.exceptions ?? '[]') };
  const next = nextPeriod({ period, hour, zone, calendar }, after);
  return next === null
    ? { next_at: after + LOOK_AGAIN_US, next_from: null, next_to: null }
    : { next_at: next.due, next_from: next.from, next_to: next.to };
}
const LOOK_AGAIN_US = 3_600e6;
const OFF = { next_at: null, next_from: null, next_to: null };

async function told(ctx: Ctx, tx: Mutation, id: string, before?: ReportSchedule): Promise<ReportSchedule> {
  const row = (await repoOf(ctx, tx.db).find(id))!;
  const [after] = await toSchedules(ctx, tx.db, [row]);
  const toTrail = ({ runs: _, ...schedule }: ReportSchedule) => schedule;
  tx.audit(id, { workspaceId: row.workspace_id, ...(before ? { before: toTrail(before) } : {}), after: toTrail(after!) });
  tx.publish({ name: 'changed', data: { entity: 'report-schedules', id, workspace_id: row.workspace_id } });
  return after!;
}

/** @throws AppError validation_failed where somebody isn't of the organisation */
async function checkRecipients(ctx: Ctx, db: Db, recipients: readonly string[]): Promise<string> {
  const wanted = [...new Set(recipients)];
  if ((await repoOf(ctx, db).people(wanted)).length < wanted.length) throw invalid('recipients');
  return JSON.stringify(wanted);
}

/** @throws AppError forbidden, validation_failed, conflict (too many, or the id is taken) */
export async function createSchedule(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<ReportSchedule> {
  const now = ctx.clock.now();
  return mutate(ctx, 'report-schedules.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const workspace_id = await placeOf(ctx, tx.db, body);
    tx.allow(workspace_id);
    const known = body.id === undefined ? undefined : await repo.find(body.id);
    if (known) {
      const first = await firstAnswer<{ name: string }>(tx.db, ctx.organization.id, 'report-schedules.create', known.id);
      if (first?.name !== body.name || !can(ctx, 'dlog:read', known.workspace_id)) throw new AppError('conflict');
      tx.unchanged();
      return (await toSchedules(ctx, tx.db, [known]))[0]!;
    }
    if ((await repo.count()) >= MOST_SCHEDULES) throw new AppError('conflict');
    const { id = ctx.ids.uuid(), name, datalogger_id, channels, period, hour, format, locale } = body;
    await repo.insert({
      ...stamps(now, actorId(ctx.actor)),
      ...{ id, workspace_id, name, datalogger_id, period, hour, format, locale },
      channels: channels === null ? null : JSON.stringify([...new Set(channels)]),
      recipients: await checkRecipients(ctx, tx.db, body.recipients),
      active: body.active ? 1 : 0,
      ...(body.active ? await nextOf(tx.db, ctx.organization.id, { workspace_id, period, hour }, now) : OFF),
    });
    return told(ctx, tx, id);
  });
}

/** @throws AppError not_found, forbidden, stale_rev, validation_failed */
export async function updateSchedule(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<ReportSchedule> {
  const now = ctx.clock.now();
  return mutate(ctx, 'report-schedules.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await scheduleWith(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    const before = (await toSchedules(ctx, tx.db, [row]))[0]!;
    if (row.rev !== body.rev) throw new AppError('stale_rev', { current: before });
    const { rev: _, archived, ...wanted } = body;
    if (archived === undefined && Object.values(wanted).every((value) => value === undefined)) {
      tx.unchanged();
      return before;
    }
    const merged = {
      ...before,
      ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
    } as ReportSchedule;
    const workspace_id = await placeOf(ctx, tx.db, merged);
    tx.allow(workspace_id);
    const archived_at = archived === undefined ? row.archived_at : archived ? (row.archived_at ?? now) : null;
    const isOn = merged.active && archived_at === null;
    const wasOn = row.active === 1 && row.archived_at === null;
    const isSame = wasOn && merged.period === row.period && merged.hour === row.hour && workspace_id === row.workspace_id;
    const changes = {
      ...{ workspace_id, archived_at },
      name: merged.name,
      datalogger_id: merged.datalogger_id,
      channels: merged.channels === null ? null : JSON.stringify([...new Set(merged.channels)]),
      period: merged.period,
      hour: merged.hour,
      format: merged.format,
      locale: merged.locale,
      recipients: wanted.recipients === undefined ? row.recipients : await checkRecipients(ctx, tx.db, wanted.recipients),
      active: merged.active ? (1 as const) : (0 as const),
      attempts: 0,
      ...(isOn ? (isSame ? {} : await nextOf(tx.db, ctx.organization.id, { ...merged, workspace_id }, now)) : OFF),
    };
    if (!(await repo.update(row, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: (await toSchedules(ctx, tx.db, [(await repo.find(id))!]))[0] });
    return told(ctx, tx, id, before);
  });
}
