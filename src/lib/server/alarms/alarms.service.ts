import type { listAlarmNotices as noticesEndpoint } from '../../contract/alarm-notices.ts';
import type {
  Alarm,
  AlarmState,
  acknowledgeAlarm as acknowledgeEndpoint,
  countAlarms as countEndpoint,
  listAlarmLimits as limitsEndpoint,
  listAlarms as listEndpoint,
} from '../../contract/alarms.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limitsInUnit } from '../../domain/alarms/in-unit.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Types, typesOf } from '../channels/channels.service.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { listed, momentAsked, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { actorId } from '../kernel/rows.ts';
import { placeOf } from '../storage/alarms/alarm-rows.repo.ts';
import { type AlarmRow, alarmsRepo, SORTS } from './alarms.repo.ts';

const repoOf = (ctx: Ctx, db: Db) => alarmsRepo({ db, organization_id: ctx.organization.id });

function stateOf({ withdrawn_at, over_at, active_at, latch, acknowledged_at }: AlarmRow): AlarmState {
  if (withdrawn_at !== null) return 'withdrawn';
  if (over_at !== null && latch === 1 && acknowledged_at === null) return 'active';
  if (over_at !== null) return 'over';
  return active_at === null ? 'pending' : 'active';
}

type LimitRow = Pick<AlarmRow, 'kind' | 'low' | 'high' | 'hysteresis' | 'unit' | 'rule_type_id'>;

/** In the unit of the channel's values; as they are in the rule where nobody knows what those mean. */
function limitsOf({ kind, low, high, hysteresis, unit, rule_type_id }: LimitRow, types: Types): Pick<Alarm, 'low' | 'high' | 'hysteresis'> {
  const type = rule_type_id === null ? undefined : types.get(rule_type_id);
  const limits = { kind, low, high, hysteresis };
  const own = (type && limitsInUnit(limits, unit, type.quantity, type.display_unit)) ?? limits;
  return { low: own.low, high: own.high, hysteresis: own.hysteresis };
}

const toAlarm = (row: AlarmRow, types: Types): Alarm => ({
  id: row.id,
  rule_id: row.rule_id,
  rule_name: row.rule_name,
  version: row.version,
  severity: row.severity,
  kind: row.kind,
  ...limitsOf(row, types),
  window_s: row.window_s,
  on_delay_s: row.on_delay_s,
  latch: row.latch === 1,
  channel_id: row.channel_id,
  channel_name: row.channel_name,
  ...shownAs(row, types.get(row.sensor_type_id ?? '') ?? null),
  datalogger_id: row.datalogger_id,
  datalogger_name: row.datalogger_name,
  workspace_id: row.workspace_id,
  state: stateOf(row),
  since: formatInstant(row.since),
  active_at: formatInstant(row.active_at),
  over_at: formatInstant(row.over_at),
  peak: row.peak,
  peak_at: formatInstant(row.peak_at),
  last_num: row.last_num,
  last_ts: formatInstant(row.last_ts),
  found_at: formatInstant(row.found_at),
  late: row.late === 1,
  withdrawn_at: formatInstant(row.withdrawn_at),
  withdrawn_cause: row.withdrawn_cause,
  acknowledged_at: formatInstant(row.acknowledged_at),
  acknowledged_by: row.acknowledged_name,
  note: row.note,
});

/** @throws AppError validation_failed for a damaged cursor */
export async function listAlarms(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, 'place');
  const { rule_id, channel_id, datalogger_id, machine_id, state, severity } = query;
  const filter = {
    ...{ rule_id, channel_id, datalogger_id, machine_id, state, severity },
    channels: query.channels?.split(','),
    workspaces: readableWorkspaces(ctx, query.workspace_id),
    from: momentAsked(query, 'from'),
    to: momentAsked(query, 'to'),
  };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    return listed(query, page, await repo.list(filter, page), {
      place: (row) => row.place,
      async items(rows) {
        const types = await typesOf(ctx, db, rows);
        return rows.map((row) => toAlarm(row, types));
      },
      count: () => repo.count(filter),
    });
  });
}

export async function countAlarms(ctx: Ctx, query: QueryOf<typeof countEndpoint>): Promise<ResponseOf<typeof countEndpoint>> {
  const { workspace_id, datalogger_id, machine_id } = query;
  return ctx.db.read(ctx.organization.id, (db) =>
    repoOf(ctx, db).counts({ workspaces: readableWorkspaces(ctx, workspace_id), datalogger_id, machine_id }),
  );
}

/** An alarm that the actor may read. @throws AppError not_found */
async function readable(ctx: Ctx, db: Db, id: string): Promise<{ row: AlarmRow; alarm: Alarm }> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  return { row, alarm: toAlarm(row, await typesOf(ctx, db, [row])) };
}

/** @throws AppError not_found */
export async function getAlarm(ctx: Ctx, id: string): Promise<Alarm> {
  const { alarm } = await ctx.db.read(ctx.organization.id, (db) => readable(ctx, db, id));
  return alarm;
}

/** Limits of values, each once, of channels of a logger that the actor may read. */
export async function listAlarmLimits(
  ctx: Ctx,
  { datalogger_id }: QueryOf<typeof limitsEndpoint>,
): Promise<ResponseOf<typeof limitsEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const rows = await repoOf(ctx, db).limits(datalogger_id, readableWorkspaces(ctx, undefined));
    const types = await typesOf(
      ctx,
      db,
      rows.map(({ rule_type_id }) => ({ sensor_type_id: rule_type_id })),
    );
    return {
      items: [...Map.groupBy(rows, ({ channel_id }) => channel_id)].map(([channel_id, those]) => ({
        channel_id,
        limits: [
          ...new Set(
            those.flatMap((row) => {
              const { low, high } = limitsOf(row, types);
              return [low, high].filter((limit) => limit !== null);
            }),
          ),
        ],
      })),
    };
  });
}

/** What was told of it, oldest first. @throws AppError not_found */
export async function listAlarmNotices(ctx: Ctx, id: string): Promise<ResponseOf<typeof noticesEndpoint>> {
  const rows = await ctx.db.read(ctx.organization.id, async (db) => {
    await readable(ctx, db, id);
    return repoOf(ctx, db).notices(id);
  });
  return {
    items: rows.map(({ made_at, due_at, settled_at, ...row }) => ({
      ...row,
      made_at: formatInstant(made_at),
      due_at: formatInstant(due_at),
      settled_at: formatInstant(settled_at),
    })),
  };
}

/**
 * Says that somebody knows of the alarm. Whoever comes second finds the first one's name.
 * @throws AppError not_found, forbidden, conflict (it is pending or withdrawn)
 */
export async function acknowledgeAlarm(ctx: Ctx, id: string, { note }: BodyOf<typeof acknowledgeEndpoint>): Promise<Alarm> {
  return mutate(ctx, 'alarms.acknowledge', async (tx) => {
    const found = await readable(ctx, tx.db, id);
    tx.allow(found.row.workspace_id);
    const repo = repoOf(ctx, tx.db);
    await repo.hold(found.row.channel_id);
    const { row, alarm: before } = await readable(ctx, tx.db, id);
    if (row.acknowledged_at !== null) {
      tx.unchanged();
      return before;
    }
    if (before.state === 'pending' || before.state === 'withdrawn') throw new AppError('conflict');
    const acknowledged_at = ctx.clock.now();
    await repo.acknowledge(id, {
      acknowledged_at,
      acknowledged_by: actorId(ctx.actor),
      note: note || null,
      place: placeOf({ ...row, acknowledged_at }),
    });
    const { alarm: after } = await readable(ctx, tx.db, id);
    tx.audit(id, { workspaceId: row.workspace_id, before, after });
    const { workspace_id, datalogger_id } = row;
    tx.publish({ name: 'changed', data: { entity: 'alarms', id, workspace_id, datalogger_id } });
    return after;
  });
}
