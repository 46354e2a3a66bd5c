import type {
  AlarmRule,
  createAlarmRule as createEndpoint,
  listAlarmRules as listEndpoint,
  updateAlarmRule as updateEndpoint,
} from '../../contract/alarm-rules.ts';
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import type { AlarmChange } from '../kernel/reading-store.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import { alarmRowsRepo } from '../storage/alarms/alarm-rows.repo.ts';
import { followAlarms } from '../storage/alarms/follow-alarms.ts';
import { familyOf } from '../storage/alarms/rules.ts';
import { endAlarms, followWatches } from '../storage/alarms/watches.ts';
import { alarmRulesRepo, type RuleRow } from './alarm-rules.repo.ts';
import { limitColumns } from './limits.ts';
import { subjectOf } from './subject.ts';

/** Each is gone through with every reading of its channel. */
const MOST_OF_CHANNEL = 20;
/** Channels whose readings are gone through at once; those of more wait for the job. */
const AT_ONCE = 20;
const LIMITS = [
  ...(['kind', 'low', 'high', 'states', 'hysteresis', 'on_delay_s', 'off_delay_s'] as const),
  ...(['window_s', 'latch', 'cool_down_s', 'schedule'] as const),
];

const repoOf = (ctx: Ctx, db: Db) => alarmRulesRepo({ db, organization_id: ctx.organization.id });

const toRule = (row: RuleRow): AlarmRule => ({
  id: row.id,
  channel_id: row.channel_id,
  sensor_type_id: row.sensor_type_id,
  logger_type_id: row.logger_type_id,
  machine_id: row.machine_id,
  workspace_id: row.place,
  name: row.name,
  severity: row.severity,
  kind: row.kind,
  low: row.low,
  high: row.high,
  states: JSON.parse(row.states) as number[],
  hysteresis: row.hysteresis,
  on_delay_s: row.on_delay_s,
  off_delay_s: row.off_delay_s,
  window_s: row.window_s,
  latch: row.latch === 1,
  cool_down_s: row.cool_down_s,
  schedule: row.schedule === null ? null : (JSON.parse(row.schedule) as AlarmRule['schedule']),
  channels: Number(row.channels),
  recipients: JSON.parse(row.recipients) as string[],
  escalation: JSON.parse(row.escalation) as AlarmRule['escalation'],
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

/** A rule of the whole organisation is read by whoever reads loggers anywhere in it. */
const mayRead = (ctx: Ctx, { place }: RuleRow): boolean => can(ctx, 'dlog:read', place ?? undefined);

/** @throws AppError not_found */
export async function getAlarmRule(ctx: Ctx, id: string): Promise<AlarmRule> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(id));
  if (!row || !mayRead(ctx, row)) throw new AppError('not_found');
  return toRule(row);
}

function changed(tx: Mutation, { id, place, datalogger_id }: RuleRow, alarms: readonly AlarmChange[]): void {
  tx.publish({ name: 'changed', data: { entity: 'alarm-rules', id, workspace_id: place, datalogger_id } });
  for (const alarm of alarms) tx.publish({ name: 'changed', data: { entity: 'alarms', ...alarm } });
}

/** Folds the channels' readings from a moment on by the rule as it is now. The channels are held. */
async function followed(ctx: Ctx, db: Db, ruleId: string, from: number): Promise<AlarmChange[]> {
  const channels = await repoOf(ctx, db).watched(ruleId, from);
  const { id: organizationId, no: organizationNo } = ctx.organization;
  const to = Number.MAX_SAFE_INTEGER;
  if (channels.length <= AT_ONCE)
    return followAlarms(
      db,
      { organizationId, organizationNo },
      channels.map(({ no }) => ({ channelNo: no, from, to, appended: null })),
      { now: ctx.clock.now(), uuid: ctx.ids.uuid, cause: 'rule' },
    );
  const rows = alarmRowsRepo({ db, organization_id: organizationId });
  for (const { id } of channels) {
    await rows.putBacklog({ rule_id: ruleId, channel_id: id, from_ts: from, to_ts: to, state: null, cause: 'rule' });
    await rows.setOpen(id, 2);
  }
  return [];
}

/** @throws AppError validation_failed */
async function checkRecipients(ctx: Ctx, db: Db, recipients: readonly string[]): Promise<string> {
  const wanted = [...new Set(recipients)];
  if ((await repoOf(ctx, db).members(wanted)).length < wanted.length) throw invalid('recipients');
  return JSON.stringify(wanted);
}

/** @throws AppError validation_failed: a step that isn't later than the one before, no such person */
async function checkEscalation(ctx: Ctx, db: Db, steps: AlarmRule['escalation']): Promise<string> {
  const checked = [];
  for (const [at, { after_min, recipients }] of steps.entries()) {
    if (at > 0 && after_min <= steps[at - 1]!.after_min) throw invalid(`escalation.${at}.after_min`);
    checked.push({ after_min, recipients: JSON.parse(await checkRecipients(ctx, db, recipients)) as string[] });
  }
  return JSON.stringify(checked);
}

/**
 * Watches from now on. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (limits that no value can keep, nothing to watch, no such person), conflict (the id is taken, or a
 *   channel has {@link MOST_OF_CHANNEL} rules)
 */
export async function createAlarmRule(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<AlarmRule> {
  const now = ctx.clock.now();
  return mutate(ctx, 'alarm-rules.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const subject = await subjectOf(ctx, tx.db, body);
    tx.allow(subject.place);
    const columns = limitColumns(body, subject.kind);
    const recipients = await checkRecipients(ctx, tx.db, body.recipients);
    const escalation = await checkEscalation(ctx, tx.db, body.escalation ?? []);
    if (body.id !== undefined && (await repo.find(body.id))) {
      const first = await firstAnswer<AlarmRule>(tx.db, ctx.organization.id, 'alarm-rules.create', body.id);
      if (!first || !isSameRule(first, { ...body, ...subject.columns, ...columns, recipients, escalation })) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    if (subject.isArchived) throw invalid('channel_id');
    const id = body.id ?? ctx.ids.uuid();
    const by = actorId(ctx.actor);
    const { name, severity } = body;
    await repo.insert({ ...stamps(now, by), ...subject.columns, id, name, severity, recipients, escalation, version: 1 });
    await repo.insertVersion({ rule_id: id, version: 1, valid_from: now, created_by: by, ...columns });
    await followWatches(tx.db, { rule: id }, { organizationId: ctx.organization.id, now });
    if (await repo.isOver(id, MOST_OF_CHANNEL)) throw new AppError('conflict');
    const alarms = await followed(ctx, tx.db, id, now);
    const row = (await repo.find(id))!;
    const after = toRule(row);
    tx.audit(id, { workspaceId: row.place, after });
    changed(tx, row, alarms);
    return after;
  });
}

function isSameRule(first: AlarmRule, wanted: Partial<Record<string, unknown>>): boolean {
  const before: Record<string, unknown> = {
    ...first,
    states: JSON.stringify(first.states),
    recipients: JSON.stringify(first.recipients),
    escalation: JSON.stringify(first.escalation ?? []),
    // What an answer of before had no word of was not so.
    latch: Number(first.latch ?? false),
    schedule: first.schedule ? JSON.stringify(first.schedule) : null,
    window_s: first.window_s ?? 0,
    cool_down_s: first.cool_down_s ?? 0,
  };
  const compared = [
    ...LIMITS,
    'name',
    'severity',
    'recipients',
    'escalation',
    'channel_id',
    'sensor_type_id',
    'logger_type_id',
    'machine_id',
  ];
  return compared.every((name) => (before[name] ?? null) === (wanted[name] ?? null));
}

/**
 * Changes a rule, archives it or puts it in force again. Other limits make its next version, which counts for readings from now on. Alarms of a
 * rule that is archived while they run are withdrawn; once it is in force again, what came meanwhile is gone through.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed, conflict (a channel has {@link MOST_OF_CHANNEL} rules)
 */
export async function updateAlarmRule(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<AlarmRule> {
  const { rev, archived, recipients, escalation, ...wanted } = body;
  const now = ctx.clock.now();
  return mutate(ctx, 'alarm-rules.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await repo.find(id);
    if (!row || !mayRead(ctx, row)) throw new AppError('not_found');
    tx.allow(row.place);
    const before = toRule(row);
    if (row.rev !== rev) throw new AppError('stale_rev', { current: before });
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const columns = limitColumns({ ...before, ...given }, await kindOf(ctx, tx.db, row));
    // What an alarm's value is stays the same through all versions.
    if (familyOf(columns.kind) !== familyOf(row.kind)) throw invalid('kind');
    const isNewVersion = LIMITS.some((limit) => columns[limit] !== row[limit]);
    const changes = changesOf<RuleRow, Partial<RuleRow>>(row, {
      name: wanted.name ?? row.name,
      severity: wanted.severity ?? row.severity,
      recipients: recipients === undefined ? row.recipients : await checkRecipients(ctx, tx.db, recipients),
      escalation: escalation === undefined ? row.escalation : await checkEscalation(ctx, tx.db, escalation),
      version: isNewVersion ? row.version + 1 : row.version,
      archived_at: archived === undefined ? row.archived_at : archived ? (row.archived_at ?? now) : null,
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return before;
    }
    const organizationId = ctx.organization.id;
    const isBack = row.archived_at !== null && changes.archived_at === null;
    // Holds the channels of one that ends.
    const alarms = await followWatches(tx.db, { rule: id }, { organizationId, now });
    const by = actorId(ctx.actor);
    if (!(await repo.update(id, rev, changes, { at: now, by }))) throw new AppError('stale_rev', { current: before });
    // Two changes at one moment: the later one counts from the next.
    const validFrom = Math.max(now, row.valid_from + 1);
    if (isNewVersion)
      await repo.insertVersion({ rule_id: id, version: row.version + 1, valid_from: validFrom, created_by: by, ...columns });
    if (changes.archived_at)
      for (const { id: channel_id } of await repo.watched(id))
        alarms.push(...(await endAlarms(tx.db, organizationId, { rule_id: id, channel_id }, { now, cause: 'rule' })));
    else if (isBack) {
      alarms.push(...(await followWatches(tx.db, { rule: id }, { organizationId, now })));
      if (await repo.isOver(id, MOST_OF_CHANNEL)) throw new AppError('conflict');
      alarms.push(...(await followed(ctx, tx.db, id, (await repo.firstEnded(id, row.archived_at!)) ?? row.archived_at!)));
    } else if (isNewVersion && row.archived_at === null) alarms.push(...(await followed(ctx, tx.db, id, validFrom)));
    const after = (await repo.find(id))!;
    tx.audit(id, { workspaceId: row.place, before, after: toRule(after) });
    changed(tx, after, alarms);
    return toRule(after);
  });
}

/** Of the values that it watches; null = whatever kinds. */
async function kindOf(ctx: Ctx, db: Db, { channel_id, sensor_type_id }: RuleRow) {
  const repo = repoOf(ctx, db);
  if (channel_id !== null) return (await repo.channel(channel_id))!.kind;
  return sensor_type_id === null ? null : (await repo.sensorType(sensor_type_id))!.kind;
}
