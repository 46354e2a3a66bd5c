import type { RawBuilder, SqlBool } from 'kysely';
import type { AlarmSeverity } from '../../contract/alarm-rules.ts';
import type { AlarmFilter as State } from '../../contract/alarms.ts';
import { countUpTo, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';
import { PLACES } from '../storage/alarms/alarm-rows.repo.ts';

export const SORTS = { place: { type: 'number' } } as const;

export interface AlarmFilter {
  workspaces: 'all' | readonly string[];
  rule_id?: string | undefined;
  channel_id?: string | undefined;
  channels?: readonly string[] | undefined;
  datalogger_id?: string | undefined;
  machine_id?: string | undefined;
  state?: State | undefined;
  severity?: AlarmSeverity | undefined;
  /** Microseconds: those that lasted into the window. */
  from?: number | undefined;
  to?: number | undefined;
}

/** States by the columns that they follow from; `place` is the first one of the index. */
const IN_STATE: Record<State, RawBuilder<SqlBool>> = {
  active: sql`a.place < ${sql.lit(PLACES.active)}`,
  pending: sql`a.place >= ${sql.lit(PLACES.active)} and a.place < ${sql.lit(PLACES.pending)}`,
  over: sql`a.over_at is not null and a.withdrawn_at is null and a.place >= ${sql.lit(PLACES.pending)}`,
  withdrawn: sql`a.withdrawn_at is not null`,
  unacknowledged: sql`a.place >= ${sql.lit(PLACES.pending)} and a.place < ${sql.lit(PLACES.waiting)}`,
  waiting: sql`a.place < ${sql.lit(PLACES.waiting)}`,
};

export function alarmsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('alarms as a')
      .innerJoin('channels as c', 'c.id', 'a.channel_id')
      .leftJoin('dataloggers as d', 'd.id', 'c.datalogger_id')
      .innerJoin('alarm_rules as r', 'r.id', 'a.rule_id')
      .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'a.rule_id').onRef('v.version', '=', 'a.version'))
      .leftJoin('users as u', 'u.id', 'a.acknowledged_by')
      .selectAll('a')
      .select([
        'r.name as rule_name',
        'r.severity',
        'v.kind',
        'v.low',
        'v.high',
        'v.hysteresis',
        'v.window_s',
        'v.on_delay_s',
        'r.sensor_type_id as rule_type_id',
      ])
      .select(['c.name as channel_name', 'c.unit', 'c.decimals', 'c.sensor_type_id', 'c.workspace_id', 'c.last_num', 'c.last_ts'])
      .select(['c.datalogger_id', 'd.name as datalogger_name', 'u.name as acknowledged_name']);
  const conditions = ({ workspaces, ...filter }: AlarmFilter): RawBuilder<SqlBool> => {
    const list = [inWorkspaces('c.workspace_id', workspaces)];
    if (filter.rule_id !== undefined) list.push(sql`a.rule_id = ${filter.rule_id}`);
    if (filter.channel_id !== undefined) list.push(sql`a.channel_id = ${filter.channel_id}`);
    if (filter.channels !== undefined) list.push(sql`a.channel_id in (${sql.join(filter.channels)})`);
    if (filter.datalogger_id !== undefined) list.push(sql`c.datalogger_id = ${filter.datalogger_id}`);
    if (filter.machine_id !== undefined) list.push(sql`coalesce(c.machine_id, d.machine_id) = ${filter.machine_id}`);
    if (filter.state !== undefined) list.push(IN_STATE[filter.state]);
    if (filter.severity !== undefined) list.push(sql`r.severity = ${filter.severity}`);
    if (filter.from !== undefined) list.push(sql`(a.over_at is null or a.over_at >= ${filter.from})`);
    if (filter.to !== undefined) list.push(sql`a.since < ${filter.to}`);
    return sql<SqlBool>`${sql.join(list, sql` and `)}`;
  };
  return {
    list(filter: AlarmFilter, page: Pick<Page, 'cursor' | 'limit'>) {
      const { after, by } = keyset('a.place', 'a.id', { cursor: page.cursor, descending: false });
      return all()
        .where(sql<SqlBool>`${conditions(filter)} and ${after}`)
        .orderBy(by)
        .limit(page.limit)
        .execute();
    },
    count(filter: AlarmFilter): Promise<{ total: number; total_capped?: true }> {
      return countUpTo(
        db,
        (limit) => sql`(select 1 from ${tenantTable(connection, 'alarms as a')}
          join ${tenantTable(connection, 'channels as c')} on c.id = a.channel_id
          join ${tenantTable(connection, 'alarm_rules as r')} on r.id = a.rule_id
          left join ${tenantTable(connection, 'dataloggers as d')} on d.id = c.datalogger_id
          where ${conditions(filter)} limit ${sql.lit(limit)})`,
      );
    },
    find(id: string) {
      return all().where('a.id', '=', id).executeTakeFirst();
    },
    /** Limits of values that rules in force have for channels of a logger. */
    limits(dataloggerId: string, workspaces: 'all' | readonly string[]) {
      return db
        .selectFrom('alarm_watches as w')
        .innerJoin('alarm_rules as r', 'r.id', 'w.rule_id')
        .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.version'))
        .innerJoin('channels as c', 'c.id', 'w.channel_id')
        .select(['w.channel_id', 'c.unit', 'v.kind', 'v.low', 'v.high', 'v.hysteresis', 'r.sensor_type_id as rule_type_id'])
        .where('c.datalogger_id', '=', dataloggerId)
        .where('r.archived_at', 'is', null)
        .where('v.kind', 'in', ['above', 'below', 'outside', 'inside'])
        .where(inWorkspaces('c.workspace_id', workspaces))
        .orderBy('w.channel_id')
        .orderBy('r.id')
        .execute();
    },
    /** How many alarms lasted into a time of channels, microseconds; those that were withdrawn are none. */
    async lasted(channels: readonly string[], from: number, to: number): Promise<number> {
      const row = await db
        .selectFrom('alarms')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('channel_id', 'in', channels)
        .where('withdrawn_at', 'is', null)
        .where('since', '<', to)
        .where((eb) => eb.or([eb('over_at', 'is', null), eb('over_at', '>=', from)]))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
    /** Messages that told of it, with the names of whom they went to. */
    notices(alarmId: string) {
      return db
        .selectFrom('alarm_notices as n')
        .leftJoin('users as u', 'u.id', 'n.recipient')
        .leftJoin('webhooks as h', 'h.id', 'n.recipient')
        .select(['n.id', 'n.way', 'n.step', 'n.state', 'n.made_at', 'n.due_at', 'n.settled_at'])
        .select((eb) => eb.fn.coalesce('u.name', 'h.name').as('recipient'))
        .where('n.alarm_id', '=', alarmId)
        .orderBy('n.made_at')
        .orderBy('n.id')
        .execute();
    },
    /** How many are in each of the states that somebody has to do with. */
    async counts(filter: Pick<AlarmFilter, 'workspaces' | 'datalogger_id' | 'machine_id'>) {
      const rows = await db
        .selectFrom('alarms as a')
        .innerJoin('channels as c', 'c.id', 'a.channel_id')
        .leftJoin('dataloggers as d', 'd.id', 'c.datalogger_id')
        .select((eb) => [
          sql<number>`case when a.place < ${sql.lit(PLACES.active)} then 0 when a.place < ${sql.lit(PLACES.pending)} then 1 else 2 end`.as(
            'rank',
          ),
          eb.fn.countAll<number>().as('n'),
        ])
        .where(conditions({ ...filter, state: 'waiting' }))
        .groupBy('rank')
        .execute();
      const of = (rank: number) => Number(rows.find((row) => Number(row.rank) === rank)?.n ?? 0);
      return { active: of(0), pending: of(1), waiting: of(2) };
    },
    /** Holds the channel until the transaction ends: its alarms follow from its readings. */
    async hold(channelId: string): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({ no: eb.ref('no') }))
        .where('id', '=', channelId)
        .execute();
    },
    async acknowledge(
      id: string,
      columns: { acknowledged_at: number; acknowledged_by: string | null; note: string | null; place: number },
    ) {
      await db.updateTable('alarms').set(columns).where('id', '=', id).execute();
    },
  };
}
export type AlarmRow = NonNullable<Awaited<ReturnType<ReturnType<typeof alarmsRepo>['find']>>>;
