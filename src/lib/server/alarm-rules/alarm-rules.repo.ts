import { type SqlBool, sql } from 'kysely';
import { inWorkspaces } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Nobody makes so many; read whole. */
const MOST_LISTED = 1_000;

export type VersionColumns = Omit<Row<'alarm_rule_versions'>, 'organization_id' | 'rule_id' | 'version' | 'valid_from' | 'created_by'>;
export type SubjectColumns = Pick<Row<'alarm_rules'>, 'channel_id' | 'sensor_type_id' | 'logger_type_id' | 'machine_id' | 'workspace_id'>;

export function alarmRulesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('alarm_rules as r')
      .leftJoin('channels as c', 'c.id', 'r.channel_id')
      .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.version'))
      .selectAll('r')
      .select((eb) => [eb.fn.coalesce('c.workspace_id', 'r.workspace_id').as('place'), 'c.datalogger_id'])
      .select((eb) =>
        eb
          .selectFrom('alarm_watches as w')
          .select((some) => some.fn.countAll<number>().as('n'))
          .whereRef('w.rule_id', '=', 'r.id')
          .as('channels'),
      )
      .select(['v.valid_from', 'v.kind', 'v.low', 'v.high', 'v.states', 'v.hysteresis', 'v.on_delay_s', 'v.off_delay_s'])
      .select(['v.window_s', 'v.latch', 'v.cool_down_s', 'v.schedule']);
  return {
    /** Of those workspaces, and those that watch the whole organisation. */
    list(filter: {
      workspaces: 'all' | readonly string[];
      dataloggerId?: string | undefined;
      channelId?: string | undefined;
      archived: boolean;
    }) {
      const place = sql<SqlBool>`(${inWorkspaces('c.workspace_id', filter.workspaces)} or ${inWorkspaces('r.workspace_id', filter.workspaces)}
        or (r.channel_id is null and r.workspace_id is null))`;
      let query = all().where(place);
      const { dataloggerId, channelId } = filter;
      if (dataloggerId !== undefined || channelId !== undefined)
        query = query.where('r.id', 'in', (some) => {
          let watches = some.selectFrom('alarm_watches as o').innerJoin('channels as k', 'k.id', 'o.channel_id').select('o.rule_id');
          if (dataloggerId !== undefined) watches = watches.where('k.datalogger_id', '=', dataloggerId);
          return channelId === undefined ? watches : watches.where('k.id', '=', channelId);
        });
      if (!filter.archived) query = query.where('r.archived_at', 'is', null);
      return query.orderBy('r.name').orderBy('r.id').limit(MOST_LISTED).execute();
    },
    find(id: string) {
      return all().where('r.id', '=', id).executeTakeFirst();
    },
    channel(id: string) {
      return db
        .selectFrom('channels')
        .select(['id', 'no', 'workspace_id', 'datalogger_id', 'kind', 'archived_at'])
        .where('id', '=', id)
        .executeTakeFirst();
    },
    sensorType(id: string) {
      return db.selectFrom('sensor_types').select(['kind', 'archived_at']).where('id', '=', id).executeTakeFirst();
    },
    async hasLoggerType(id: string): Promise<boolean> {
      return (
        (await db.selectFrom('logger_types').select('id').where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst()) !==
        undefined
      );
    },
    machine(id: string) {
      return db.selectFrom('machines').select(['workspace_id']).where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst();
    },
    async hasWorkspace(id: string): Promise<boolean> {
      return (
        (await db.selectFrom('workspaces').select('id').where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst()) !==
        undefined
      );
    },
    /** Channels that it watches, in the order in which they are held; those with a reading of then or later. */
    watched(ruleId: string, from = Number.MIN_SAFE_INTEGER) {
      return db
        .selectFrom('alarm_watches as w')
        .innerJoin('channels as c', 'c.id', 'w.channel_id')
        .select(['c.id', 'c.no'])
        .where('w.rule_id', '=', ruleId)
        .$if(from > Number.MIN_SAFE_INTEGER, (query) =>
          query.where((eb) => eb.or([eb('c.last_ts', '>=', from), eb('c.left_out_ts', '>=', from), eb('c.excluded_ts', '>=', from)])),
        )
        .orderBy('c.id')
        .execute();
    },
    /** Does one of its channels have more rules in force than so many? */
    async isOver(ruleId: string, most: number): Promise<boolean> {
      const row = await db
        .selectFrom('alarm_watches as w')
        .innerJoin('alarm_rules as r', 'r.id', 'w.rule_id')
        .select('w.channel_id')
        .where('r.archived_at', 'is', null)
        .where('w.channel_id', 'in', (some) => some.selectFrom('alarm_watches as o').select('o.channel_id').where('o.rule_id', '=', ruleId))
        .groupBy('w.channel_id')
        .having((eb) => eb.fn.countAll<number>(), '>', most)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** The first breach of those that were withdrawn when the rule was archived. */
    async firstEnded(id: string, archivedAt: number): Promise<number | null> {
      const row = await db
        .selectFrom('alarms')
        .select((eb) => eb.fn.min<number | null>('since').as('since'))
        .where('rule_id', '=', id)
        .where('withdrawn_cause', '=', 'rule')
        .where('withdrawn_at', '=', archivedAt)
        .executeTakeFirst();
      return row?.since ?? null;
    },
    /** Those of the people who belong to the organisation. */
    async members(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('people').select('id').where('id', 'in', ids).where('archived_at', 'is', null).execute();
      return rows.map(({ id }) => id);
    },
    async insert(row: Omit<NewRow<'alarm_rules'>, 'organization_id'>): Promise<void> {
      await db.insertInto('alarm_rules').values(row).execute();
    },
    async insertVersion(row: Omit<NewRow<'alarm_rule_versions'>, 'organization_id'>): Promise<void> {
      await db.insertInto('alarm_rule_versions').values(row).execute();
    },
    /** False when the row isn't at `rev` any more. */
    update(
      id: string,
      rev: number,
      changes: Partial<Pick<Row<'alarm_rules'>, 'name' | 'severity' | 'recipients' | 'escalation' | 'version' | 'archived_at'>>,
      stamp: { at: number; by: string | null },
    ): Promise<boolean> {
      return updateAtRev(db, { table: 'alarm_rules', id, rev }, changes, stamp);
    },
  };
}
export type RuleRow = NonNullable<Awaited<ReturnType<ReturnType<typeof alarmRulesRepo>['find']>>>;
