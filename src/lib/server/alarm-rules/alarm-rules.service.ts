import type {
  AlarmRule,
  createAlarmRule as createEndpoint,
  listAlarmRules as listEndpoint,
  updateAlarmRule as updateEndpoint,
} from '../../contract/alarm-rules.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { endAlarmsOfRule } from '../alarms/end-alarms.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import type { AlarmChange } from '../kernel/reading-store.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import { followAlarms } from '../storage/alarms/follow-alarms.ts';
import { alarmRulesRepo, type RuleRow } from './alarm-rules.repo.ts';
import { limitColumns } from './limits.ts';

/** Each is gone through with every reading of its channel. */
const MOST_OF_CHANNEL = 20;
const LIMITS = ['kind', 'low', 'high', 'states', 'hysteresis', 'on_delay_s', 'off_delay_s'] as const;

const repoOf = (ctx: Ctx, db: Db) => alarmRulesRepo({ db, organization_id: ctx.organization.id });

const toRule = (row: RuleRow): AlarmRule => ({
  id: row.id,
  channel_id: row.channel_id,
  workspace_id: row.workspace_id,
  name: row.name,
  severity: row.severity,
  kind: row.kind,
  low: row.low,
  high: row.high,
  states: JSON.parse(row.states) as number[],
  hysteresis: row.hysteresis,
  on_delay_s: row.on_delay_s,
  off_delay_s: row.off_delay_s,
  recipients: JSON.parse(row.recipients) as string[],
  version: row.version,
  valid_from: formatInstant(row.valid_from),
  rev: row.rev,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});

export async function listAlarmRules(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<{ items: AlarmRule[] }> {
  const rows = await ctx.db.read(ctx.organization.id, (db) =>
    repoOf(ctx, db).list({
      workspaces: readableWorkspaces(ctx, query.workspace_id),
      dataloggerId: query.datalogger_id,
      channelId: query.channel_id,
      archived: query.archived === '1',
    }),
  );
  return { items: rows.map(toRule) };
}

/** @throws AppError not_found */
export async function getAlarmRule(ctx: Ctx, id: string): Promise<AlarmRule> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(id));
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return toRule(row);
}

function changed(tx: Mutation, { id, workspace_id, datalogger_id }: RuleRow, alarms: readonly AlarmChange[]): void {
  tx.publish({ name: 'changed', data: { entity: 'alarm-rules', id, workspace_id, datalogger_id } });
  for (const alarm of alarms) tx.publish({ name: 'changed', data: { entity: 'alarms', ...alarm } });
}

/** Folds the channel's readings from a moment on by the rules as they are now. The channel is held. */
const followed = (ctx: Ctx, db: Db, channelNo: number, from: number) =>
  followAlarms(
    db,
    { organizationId: ctx.organization.id, organizationNo: ctx.organization.no },
    [{ channelNo, from, to: Number.MAX_SAFE_INTEGER, appended: null }],
    { now: ctx.clock.now(), uuid: ctx.ids.uuid, cause: 'rule' },
  );

/** @throws AppError validation_failed */
async function checkRecipients(ctx: Ctx, db: Db, recipients: readonly string[]): Promise<string> {
  const wanted = [...new Set(recipients)];
  if ((await repoOf(ctx, db).members(wanted)).length < wanted.length) throw invalid('recipients');
  return JSON.stringify(wanted);
}

/**
 * Watches a channel from now on. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (limits that no value can keep, no such channel or person), conflict (the id is taken, or the
 *   channel has {@link MOST_OF_CHANNEL} rules)
 */
export async function createAlarmRule(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<AlarmRule> {
  const now = ctx.clock.now();
  return mutate(ctx, 'alarm-rules.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const channel = await repo.channel(body.channel_id);
    if (!channel || !can(ctx, 'dlog:read', channel.workspace_id)) throw invalid('channel_id');
    tx.allow(channel.workspace_id);
    const columns = limitColumns(body, channel.kind);
    const recipients = await checkRecipients(ctx, tx.db, body.recipients);
    if (body.id !== undefined && (await repo.find(body.id))) {
      const first = await firstAnswer<AlarmRule>(tx.db, ctx.organization.id, 'alarm-rules.create', body.id);
      const { name, severity, channel_id } = body;
      const wanted = { name, severity, channel_id, ...columns, recipients };
      const before = first && { ...first, states: JSON.stringify(first.states), recipients: JSON.stringify(first.recipients) };
      if (!first || !before || Object.keys(changesOf(before, wanted)).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    if (channel.archived_at !== null) throw invalid('channel_id');
    await repo.hold(channel.id);
    if ((await repo.countOf(channel.id)) >= MOST_OF_CHANNEL) throw new AppError('conflict');
    const id = body.id ?? ctx.ids.uuid();
    const by = actorId(ctx.actor);
    await repo.insert({
      ...stamps(now, by),
      id,
      channel_id: channel.id,
      name: body.name,
      severity: body.severity,
      recipients,
      version: 1,
    });
    await repo.insertVersion({ rule_id: id, version: 1, valid_from: now, created_by: by, ...columns });
    const alarms = await followed(ctx, tx.db, channel.no, now);
    const row = (await repo.find(id))!;
    const after = toRule(row);
    tx.audit(id, { workspaceId: row.workspace_id, after });
    changed(tx, row, alarms);
    return after;
  });
}

/**
 * Changes a rule, archives it or puts it in force again. Other limits make its next version, which counts for readings from now on. Alarms of a
 * rule that is archived while they run are withdrawn; once it is in force again, what came meanwhile is gone through.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed, conflict (the channel has {@link MOST_OF_CHANNEL} rules)
 */
export async function updateAlarmRule(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<AlarmRule> {
  const { rev, archived, recipients, ...wanted } = body;
  const now = ctx.clock.now();
  return mutate(ctx, 'alarm-rules.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await repo.find(id);
    if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
    tx.allow(row.workspace_id);
    const before = toRule(row);
    if (row.rev !== rev) throw new AppError('stale_rev', { current: before });
    const channel = (await repo.channel(row.channel_id))!;
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const columns = limitColumns({ ...before, ...given }, channel.kind);
    const isNewVersion = LIMITS.some((limit) => columns[limit] !== row[limit]);
    const changes = changesOf<RuleRow, Partial<RuleRow>>(row, {
      name: wanted.name ?? row.name,
      severity: wanted.severity ?? row.severity,
      recipients: recipients === undefined ? row.recipients : await checkRecipients(ctx, tx.db, recipients),
      version: isNewVersion ? row.version + 1 : row.version,
      archived_at: archived === undefined ? row.archived_at : archived ? (row.archived_at ?? now) : null,
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return before;
    }
    const isBack = row.archived_at !== null && changes.archived_at === null;
    await repo.hold(channel.id);
    if (isBack && (await repo.countOf(channel.id)) >= MOST_OF_CHANNEL) throw new AppError('conflict');
    const by = actorId(ctx.actor);
    if (!(await repo.update(id, rev, changes, { at: now, by }))) throw new AppError('stale_rev', { current: before });
    // Two changes at one moment: the later one counts from the next.
    const validFrom = Math.max(now, row.valid_from + 1);
    if (isNewVersion)
      await repo.insertVersion({ rule_id: id, version: row.version + 1, valid_from: validFrom, created_by: by, ...columns });
    const alarms: AlarmChange[] = [];
    if (changes.archived_at) alarms.push(...(await endAlarmsOfRule(ctx, tx.db, { rule_id: id, ...channel }, now)));
    else if (isBack)
      alarms.push(...(await followed(ctx, tx.db, channel.no, (await repo.firstEnded(id, row.archived_at!)) ?? row.archived_at!)));
    else if (isNewVersion) alarms.push(...(await followed(ctx, tx.db, channel.no, validFrom)));
    const after = (await repo.find(id))!;
    tx.audit(id, { workspaceId: row.workspace_id, before, after: toRule(after) });
    changed(tx, after, alarms);
    return toRule(after);
  });
}
