import { sql } from 'kysely';
import type { Db } from '../../kernel/database.ts';
import type { AlarmChange } from '../../kernel/reading-store.ts';
import { tenantDb, tenantTable } from '../../kernel/tenant-db.ts';
import { alarmRowsRepo, type Watch } from './alarm-rows.repo.ts';

/** Which channels rules watch. It follows from what both of them say, in the transaction that changes either. */

/** What changed: channels, or loggers with all of theirs, or a rule. */
export type WatchScope = { channels: readonly string[] } | { dataloggers: readonly string[] } | { rule: string };

/** Parameters that one statement takes on either engine, with room. */
const PART = 400;

interface Means {
  organizationId: string;
  now: number;
}

/**
 * Brings the watches up to date. A channel that comes to a rule is watched from now on; of one that left what runs is withdrawn. Channels with a
 * rule are held from here on, and their rules are read anew.
 */
export async function followWatches(db: Db, scope: WatchScope, means: Means): Promise<AlarmChange[]> {
  const told: AlarmChange[] = [];
  for (const part of partsOf(scope)) told.push(...(await followPart(db, part, means)));
  return told;
}

function partsOf(scope: WatchScope): WatchScope[] {
  const parts = (ids: readonly string[]) =>
    Array.from({ length: Math.ceil(ids.length / PART) }, (_, at) => ids.slice(at * PART, (at + 1) * PART));
  if ('rule' in scope) return [scope];
  if ('channels' in scope) return parts([...new Set(scope.channels)].toSorted()).map((channels) => ({ channels }));
  return parts([...new Set(scope.dataloggers)].toSorted()).map((dataloggers) => ({ dataloggers }));
}

async function followPart(db: Db, scope: WatchScope, { organizationId, now }: Means): Promise<AlarmChange[]> {
  const connection = { db, organization_id: organizationId };
  const own = tenantDb(connection);
  const of =
    'rule' in scope
      ? sql<boolean>`r.id = ${scope.rule}`
      : 'channels' in scope
        ? sql<boolean>`c.id in (${sql.join(scope.channels)})`
        : sql<boolean>`c.datalogger_id in (${sql.join(scope.dataloggers)})`;
  const table = (name: Parameters<typeof tenantTable>[1]) => tenantTable(connection, name);
  const { rows: there } = await sql<Watch>`select w.rule_id, w.channel_id from ${table('alarm_watches as w')}
    join ${table('alarm_rules as r')} on r.id = w.rule_id join ${table('channels as c')} on c.id = w.channel_id
    where r.archived_at is null and ${of}`.execute(db);
  // A channel that is merged into another one keeps its rules until its readings are there.
  const { rows: wanted } = await sql<Watch>`select r.id as rule_id, c.id as channel_id from ${table('alarm_rules as r')}
    join ${table('alarm_rule_versions as v')} on v.rule_id = r.id and v.version = r.version
    join ${table('channels as c')} on (c.id = r.channel_id or r.channel_id is null)
    left join ${table('dataloggers as d')} on d.id = c.datalogger_id
    where r.archived_at is null and ${of} and (c.archived_at is null or c.merged_into is not null) and d.archived_at is null
      and (r.sensor_type_id is null or r.sensor_type_id = c.sensor_type_id)
      and (r.logger_type_id is null or r.logger_type_id = d.logger_type_id)
      and (r.machine_id is null or r.machine_id = coalesce(c.machine_id, d.machine_id))
      and (r.workspace_id is null or r.workspace_id = c.workspace_id)
      and (v.kind = 'sensor_error' or (v.kind = 'no_data' and d.paused_at is null and c.archived_at is null) or (v.kind = 'state' and c.kind = 'state')
        or (v.kind not in ('sensor_error', 'no_data', 'state') and c.kind in ('gauge', 'counter')))`.execute(db);
  const keyOf = ({ rule_id, channel_id }: Watch) => `${channel_id} ${rule_id}`;
  const [known, now_] = [new Set(there.map(keyOf)), new Set(wanted.map(keyOf))];
  const left = there.filter((watch) => !now_.has(keyOf(watch)));
  const come = wanted.filter((watch) => !known.has(keyOf(watch)));
  const touched = [...new Set([...there, ...come].map(({ channel_id }) => channel_id))].toSorted();
  for (let at = 0; at < touched.length; at += PART)
    await own
      .updateTable('channels')
      .set((eb) => ({ alarm_rev: eb(eb.fn.coalesce('alarm_rev', eb.lit(0)), '+', 1) }))
      .where('id', 'in', touched.slice(at, at + PART))
      .execute();
  for (let at = 0; at < come.length; at += PART / 4)
    await own
      .insertInto('alarm_watches')
      .values(come.slice(at, at + PART / 4).map(({ rule_id, channel_id }) => ({ rule_id, channel_id, since: now })))
      .execute();
  const told: AlarmChange[] = [];
  for (const watch of left) {
    await own.deleteFrom('alarm_watches').where('channel_id', '=', watch.channel_id).where('rule_id', '=', watch.rule_id).execute();
    told.push(...(await endAlarms(db, organizationId, watch, { now, cause: 'left' })));
  }
  return told;
}

/** Ends what runs of a rule on a channel that it doesn't watch any more. The channel is held. */
export async function endAlarms(
  db: Db,
  organization_id: string,
  watch: Watch,
  { now, cause }: { now: number; cause: 'rule' | 'left' },
): Promise<AlarmChange[]> {
  const repo = alarmRowsRepo({ db, organization_id });
  const channel = await repo.channelById(watch.channel_id);
  if (!channel) return [];
  const open = (await repo.open(watch.channel_id)).filter((alarm) => alarm.rule_id === watch.rule_id);
  for (const alarm of open) {
    if (alarm.active_at === null) await repo.remove(alarm.id);
    else await repo.withdraw(alarm, now, cause);
  }
  await repo.dropBacklog(watch);
  await repo.setOpen(channel.id, await repo.openness(channel.id));
  const { workspace_id, datalogger_id } = channel;
  return open.map(({ id }) => ({ id, workspace_id, datalogger_id }));
}
