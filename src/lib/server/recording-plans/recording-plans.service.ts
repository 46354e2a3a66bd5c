import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type createRecordingPlan as createEndpoint,
  type listRecordingPlans as listEndpoint,
  MOST_PLANS,
  type RecordingPlan,
  type updateRecordingPlan as updateEndpoint,
} from '../../contract/recording-plans.ts';
import { nextPlanned, type PlanTimes } from '../../domain/shifts/plan-times.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import { actorId, firstAnswer, stamps } from '../kernel/rows.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { channelsFor, stateOf } from '../recordings/recordings.service.ts';
import { shiftCalendarsRepo } from '../shift-calendars/shift-calendars.repo.ts';
import { type PlanRow, recordingPlansRepo } from './recording-plans.repo.ts';

const repoOf = ({ organization }: Pick<Ctx, 'organization'>, db: Db) => recordingPlansRepo({ db, organization_id: organization.id });

export type PlannedChannels = BodyOf<typeof createEndpoint>['channels'];
export const plannedChannels = ({ channels }: Pick<PlanRow, 'channels'>): PlannedChannels => JSON.parse(channels) as PlannedChannels;

async function toPlans(ctx: Ctx, db: Db, rows: readonly PlanRow[]): Promise<RecordingPlan[]> {
  const repo = repoOf(ctx, db);
  const wanted = new Map(rows.map((row) => [row.id, plannedChannels(row)]));
  const ids = new Set([...wanted.values()].flat().map(({ channel_id }) => channel_id));
  const names = new Map((await repo.channelNames([...ids])).map(({ id, name }) => [id, name]));
  const recordings = await repo.recordings(rows.map(({ id }) => id));
  const now = ctx.clock.now();
  return rows.map(
    (row): RecordingPlan => ({
      id: row.id,
      workspace_id: row.workspace_id,
      time_zone: row.time_zone,
      name: row.name,
      purpose: row.purpose,
      note: row.note,
      trigger: row.trigger_kind,
      days: JSON.parse(row.days) as number[],
      starts: JSON.parse(row.starts) as string[],
      length_min: row.length_min,
      rule_id: row.rule_id,
      rule_name: row.rule_name,
      before_min: row.before_min,
      after_min: row.after_min,
      locale: row.locale,
      active: row.active === 1,
      channels: wanted.get(row.id)!.map((one) => ({ ...one, name: names.get(one.channel_id) ?? null })),
      next_from: formatInstant(row.next_from),
      next_to: formatInstant(row.next_to),
      skipped: row.skipped,
      failure: row.failure === null || row.failed_at === null ? null : { at: formatInstant(row.failed_at), code: row.failure },
      recordings: recordings
        .filter(({ plan_id }) => plan_id === row.id)
        .map((one) => ({ id: one.id, name: one.name, from: formatInstant(one.from_ts), state: stateOf(one, now), verdict: one.verdict })),
      rev: row.rev,
      created_at: formatInstant(row.created_at),
      updated_at: formatInstant(row.updated_at),
      archived_at: formatInstant(row.archived_at),
    }),
  );
}

export async function listPlans(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => ({
    items: await toPlans(ctx, db, await repoOf(ctx, db).list(readableWorkspaces(ctx, query.workspace_id), MOST_PLANS)),
  }));
}

/** @throws AppError not_found */
async function planWith(ctx: Ctx, db: Db, id: string): Promise<PlanRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getPlan(ctx: Ctx, id: string): Promise<RecordingPlan> {
  return ctx.db.read(ctx.organization.id, async (db) => (await toPlans(ctx, db, [await planWith(ctx, db, id)]))[0]!);
}

type Wanted = Pick<RecordingPlan, 'trigger' | 'days' | 'starts' | 'length_min' | 'rule_id'>;

/** @throws AppError validation_failed where the trigger lacks what it wants, or the rule isn't one of the workspace */
async function checkTrigger(ctx: Ctx, db: Db, { trigger, days, starts, length_min, rule_id }: Wanted, workspace: string): Promise<void> {
  if (new Set(days).size < days.length) throw invalid('days');
  if (new Set(starts).size < starts.length) throw invalid('starts');
  if ((trigger === 'day' || trigger === 'week') && starts.length !== 1) throw invalid('starts');
  if (trigger === 'week' && days.length !== 1) throw invalid('days');
  if (trigger === 'times') {
    if (days.length === 0) throw invalid('days');
    if (starts.length === 0) throw invalid('starts');
    if (length_min === null) throw invalid('length_min');
  }
  if (rule_id === null) {
    if (trigger === 'alarm') throw invalid('rule_id');
    return;
  }
  const rule = await repoOf(ctx, db).rule(rule_id);
  const place = rule && (rule.channel_id === null ? rule.workspace_id : rule.channel_workspace);
  // One of the whole organisation watches here too.
  if (!rule || (place !== null && place !== workspace)) throw invalid('rule_id');
}

/** Nothing in sight: it is looked again after a while, microseconds. */
const LOOK_AGAIN_US = 3_600e6;
const OFF = { next_at: null, next_from: null, next_to: null, next_shift: null };
export type NextTime = Pick<PlanRow, 'next_at' | 'next_from' | 'next_to' | 'next_shift'>;

/** How the clock of a workspace and its shifts are. */
export async function placeOf(db: Db, organization_id: string, workspace_id: string): Promise<Pick<PlanTimes, 'zone' | 'calendar'>> {
  const row = await shiftCalendarsRepo({ db, organization_id }).find(workspace_id);
  const { time_zone: zone } = await tenantDb({ db, organization_id })
    .selectFrom('workspaces')
    .select('time_zone')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow();
  return { zone, calendar: { shifts: JSON.parse(row?.shifts ?? '[]'), exceptions: JSON.parse(row?.exceptions ?? '[]') } };
}

/** When a plan begins its next recording after a moment. @param after microseconds */
export function nextOf(
  { trigger, days, starts, length_min }: Pick<Wanted, 'trigger' | 'days' | 'starts' | 'length_min'>,
  place: Pick<PlanTimes, 'zone' | 'calendar'>,
  after: number,
): NextTime {
  if (trigger === 'alarm') return OFF;
  const next = nextPlanned({ trigger, days, starts, length_min, ...place }, after);
  return next === null
    ? { ...OFF, next_at: after + LOOK_AGAIN_US }
    : { next_at: next.from, next_from: next.from, next_to: next.to, next_shift: next.shift };
}

async function told(ctx: Ctx, tx: Mutation, id: string, before?: RecordingPlan): Promise<RecordingPlan> {
  const row = (await repoOf(ctx, tx.db).find(id))!;
  const [after] = await toPlans(ctx, tx.db, [row]);
  const toTrail = ({ recordings: _, ...plan }: RecordingPlan) => plan;
  tx.audit(id, { workspaceId: row.workspace_id, ...(before ? { before: toTrail(before) } : {}), after: toTrail(after!) });
  tx.publish({ name: 'changed', data: { entity: 'recording-plans', id, workspace_id: row.workspace_id } });
  return after!;
}

/** @throws AppError forbidden, validation_failed, conflict (too many, or the id is taken) */
export async function createPlan(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<RecordingPlan> {
  const now = ctx.clock.now();
  return mutate(ctx, 'recording-plans.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const { workspace_id } = await channelsFor(ctx, tx.db, body.channels);
    tx.allow(workspace_id);
    const known = body.id === undefined ? undefined : await repo.find(body.id);
    if (known) {
      const first = await firstAnswer<{ name: string }>(tx.db, ctx.organization.id, 'recording-plans.create', known.id);
      if (first?.name !== body.name || !can(ctx, 'dlog:read', known.workspace_id)) throw new AppError('conflict');
      tx.unchanged();
      return (await toPlans(ctx, tx.db, [known]))[0]!;
    }
    if ((await repo.count()) >= MOST_PLANS) throw new AppError('conflict');
    await checkTrigger(ctx, tx.db, body, workspace_id);
    const { id = ctx.ids.uuid(), name, purpose, length_min, rule_id, before_min, after_min, locale } = body;
    await repo.insert({
      ...stamps(now, actorId(ctx.actor)),
      ...{ id, workspace_id, name, purpose, length_min, rule_id, before_min, after_min, locale },
      note: body.note || null,
      channels: JSON.stringify(body.channels),
      trigger_kind: body.trigger,
      days: JSON.stringify(body.days),
      starts: JSON.stringify(body.starts),
      active: body.active ? 1 : 0,
      since_ts: body.active ? now : null,
      ...(body.active ? nextOf(body, await placeOf(tx.db, ctx.organization.id, workspace_id), now) : OFF),
    });
    return told(ctx, tx, id);
  });
}

/** @throws AppError not_found, forbidden, stale_rev, validation_failed */
export async function updatePlan(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<RecordingPlan> {
  const now = ctx.clock.now();
  return mutate(ctx, 'recording-plans.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await planWith(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    const before = (await toPlans(ctx, tx.db, [row]))[0]!;
    if (row.rev !== body.rev) throw new AppError('stale_rev', { current: before });
    const { rev: _, archived, channels, ...wanted } = body;
    if (archived === undefined && channels === undefined && Object.values(wanted).every((value) => value === undefined)) {
      tx.unchanged();
      return before;
    }
    const merged = {
      ...before,
      ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
    } as RecordingPlan;
    if (channels !== undefined) await channelsFor(ctx, tx.db, channels, row.workspace_id);
    const isOther =
      wanted.trigger !== undefined || wanted.rule_id !== undefined || wanted.starts !== undefined || wanted.days !== undefined;
    if (isOther || wanted.length_min !== undefined) await checkTrigger(ctx, tx.db, merged, row.workspace_id);
    const archived_at = archived === undefined ? row.archived_at : archived ? (row.archived_at ?? now) : null;
    const isOn = merged.active && archived_at === null;
    const wasOn = row.active === 1 && row.archived_at === null;
    const timesOf = ({ trigger, days, starts, length_min }: RecordingPlan) => JSON.stringify([trigger, days, starts, length_min]);
    const isSame = wasOn && timesOf(merged) === timesOf(before);
    const changes = {
      archived_at,
      name: merged.name,
      purpose: merged.purpose,
      note: merged.note || null,
      ...(channels === undefined ? {} : { channels: JSON.stringify(channels) }),
      trigger_kind: merged.trigger,
      days: JSON.stringify(merged.days),
      starts: JSON.stringify(merged.starts),
      length_min: merged.length_min,
      rule_id: merged.rule_id,
      before_min: merged.before_min,
      after_min: merged.after_min,
      locale: merged.locale,
      active: merged.active ? (1 as const) : (0 as const),
      since_ts: isOn ? (wasOn && merged.rule_id === row.rule_id ? row.since_ts : now) : null,
      // What it did not do was told; a change is a new start.
      ...{ skipped: 0, failure: null, failed_at: null },
      ...(isOn ? (isSame ? {} : nextOf(merged, await placeOf(tx.db, ctx.organization.id, row.workspace_id), now)) : OFF),
    };
    if (!(await repo.update(row, changes, { at: now, by: actorId(ctx.actor) })))
      throw new AppError('stale_rev', { current: (await toPlans(ctx, tx.db, [(await repo.find(id))!]))[0] });
    return told(ctx, tx, id, before);
  });
}
