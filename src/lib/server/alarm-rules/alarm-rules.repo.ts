import { inWorkspaces } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Nobody makes so many; read whole. */
const MOST_LISTED = 1_000;

export type RuleChannel = Pick<Row<'channels'>, 'id' | 'no' | 'workspace_id' | 'datalogger_id' | 'kind' | 'archived_at'>;
export type VersionColumns = Omit<Row<'alarm_rule_versions'>, 'organization_id' | 'rule_id' | 'version' | 'valid_from' | 'created_by'>;

export function alarmRulesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('alarm_rules as r')
      .innerJoin('channels as c', 'c.id', 'r.channel_id')
      .innerJoin('alarm_rule_versions as v', (join) => join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.version'))
      .selectAll('r')
      .select(['c.workspace_id', 'c.datalogger_id', 'c.no as channel_no'])
      .select(['v.valid_from', 'v.kind', 'v.low', 'v.high', 'v.states', 'v.hysteresis', 'v.on_delay_s', 'v.off_delay_s']);
  return {
    list(filter: {
      workspaces: 'all' | readonly string[];
      dataloggerId?: string | undefined;
      channelId?: string | undefined;
      archived: boolean;
    }) {
      let query = all().where(inWorkspaces('c.workspace_id', filter.workspaces));
      if (filter.dataloggerId !== undefined) query = query.where('c.datalogger_id', '=', filter.dataloggerId);
      if (filter.channelId !== undefined) query = query.where('c.id', '=', filter.channelId);
      if (!filter.archived) query = query.where('r.archived_at', 'is', null);
      return query.orderBy('r.name').orderBy('r.id').limit(MOST_LISTED).execute();
    },
    find(id: string) {
      return all().where('r.id', '=', id).executeTakeFirst();
    },
    channel(id: string): Promise<RuleChannel | undefined> {
      return db
        .selectFrom('channels')
        .select(['id', 'no', 'workspace_id', 'datalogger_id', 'kind', 'archived_at'])
        .where('id', '=', id)
        .executeTakeFirst();
    },
    /** Rules of the channel that are in force. */
    async countOf(channelId: string): Promise<number> {
      const { n } = await db
        .selectFrom('alarm_rules')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('channel_id', '=', channelId)
        .where('archived_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    /** Holds the channel until the transaction ends; from its end on the channel's readings are looked at by its rules as they are then. */
    async hold(channelId: string): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({ alarm_rev: eb(eb.fn.coalesce('alarm_rev', eb.lit(0)), '+', 1) }))
        .where('id', '=', channelId)
        .execute();
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
      changes: Partial<Pick<Row<'alarm_rules'>, 'name' | 'severity' | 'recipients' | 'version' | 'archived_at'>>,
      stamp: { at: number; by: string | null },
    ): Promise<boolean> {
      return updateAtRev(db, { table: 'alarm_rules', id, rev }, changes, stamp);
    },
  };
}
export type RuleRow = NonNullable<Awaited<ReturnType<ReturnType<typeof alarmRulesRepo>['find']>>>;
