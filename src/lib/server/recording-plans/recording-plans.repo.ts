import { sql } from 'kysely';
import { inWorkspaces } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Recordings that are told with their plan. */
const TOLD = 5;
/** Plans of one organisation that one look goes through, and alarms of one plan. */
const AT_ONCE = 20;

type ToldRecording = Pick<Row<'recordings'>, 'id' | 'name' | 'from_ts' | 'to_ts' | 'approved_at' | 'archived_at' | 'verdict'> & {
  plan_id: string;
};
type Changes = Partial<Omit<NewRow<'recording_plans'>, 'organization_id'>>;

export function recordingPlansRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('recording_plans as p')
      .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
      .leftJoin('alarm_rules as r', 'r.id', 'p.rule_id')
      .selectAll('p')
      .select(['w.time_zone', 'r.name as rule_name']);
  return {
    list(workspaces: 'all' | readonly string[], limit: number) {
      return all()
        .where(inWorkspaces('p.workspace_id', workspaces))
        .where('p.archived_at', 'is', null)
        .orderBy('p.name')
        .orderBy('p.id')
        .limit(limit)
        .execute();
    },
    find(id: string) {
      return all().where('p.id', '=', id).executeTakeFirst();
    },
    async count(): Promise<number> {
      const { n } = await db
        .selectFrom('recording_plans')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('archived_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    /** The newest of each, in one query. */
    async recordings(ids: readonly string[]): Promise<ToldRecording[]> {
      if (ids.length === 0) return [];
      const { rows } = await sql<ToldRecording>`select plan_id, id, name, from_ts, to_ts, approved_at, archived_at, verdict from (
          select r.plan_id, g.id, g.name, g.from_ts, g.to_ts, g.approved_at, g.archived_at, g.verdict,
            row_number() over (partition by r.plan_id order by g.from_ts desc, g.id) as place
          from (select distinct n.plan_id, n.recording_id from ${tenantTable(connection, 'recording_plan_runs as n')}
            where n.plan_id in (${sql.join(ids)})) as r
          join ${tenantTable(connection, 'recordings as g')} on g.id = r.recording_id) as placed
        where place <= ${TOLD} order by plan_id, place`.execute(db);
      return rows;
    },
    /** Of those that can still be recorded: the readings of a merged one are another's. */
    channelNames(ids: readonly string[]) {
      if (ids.length === 0) return Promise.resolve([]);
      return db
        .selectFrom('channels')
        .select(['id', 'name'])
        .where('id', 'in', [...ids])
        .where('merged_into', 'is', null)
        .execute();
    },
    rule(id: string) {
      return db
        .selectFrom('alarm_rules as r')
        .leftJoin('channels as c', 'c.id', 'r.channel_id')
        .select(['r.id', 'r.workspace_id', 'r.channel_id', 'r.archived_at', 'c.workspace_id as channel_workspace'])
        .where('r.id', '=', id)
        .executeTakeFirst();
    },
    async insert(row: Omit<NewRow<'recording_plans'>, 'organization_id'>): Promise<void> {
      await db.insertInto('recording_plans').values(row).execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update({ id, rev }: Pick<Row<'recording_plans'>, 'id' | 'rev'>, changes: Changes, stamp: { at: number; by: string | null }) {
      return updateAtRev(db, { table: 'recording_plans', id, rev }, changes, stamp);
    },
    /** Those whose time has come. */
    due(now: number) {
      return all()
        .where('p.active', '=', 1)
        .where('p.archived_at', 'is', null)
        .where('w.archived_at', 'is', null)
        .where('p.next_at', '<=', now)
        .orderBy('p.next_at')
        .orderBy('p.id')
        .limit(AT_ONCE)
        .execute();
    },
    /** False when somebody else was there before, or changed the plan meanwhile. */
    async settle(before: Pick<Row<'recording_plans'>, 'id' | 'rev' | 'next_at'>, changes: Changes): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('recording_plans')
        .set(changes)
        .where('id', '=', before.id)
        .where('rev', '=', before.rev)
        .where('next_at', '=', before.next_at)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** What became of the newest beginning. True when it failed and the one before hadn't. */
    async setFailure(id: string, failure: Pick<Row<'recording_plans'>, 'failure' | 'failed_at'>): Promise<boolean> {
      const change = db.updateTable('recording_plans').set(failure).where('id', '=', id);
      if (failure.failure !== null) {
        const { numUpdatedRows } = await change.where('failure', 'is', null).executeTakeFirst();
        if (numUpdatedRows === 1n) return true;
      }
      await change.execute();
      return false;
    },
    async putRun(row: Omit<Row<'recording_plan_runs'>, 'organization_id'>): Promise<void> {
      await db
        .insertInto('recording_plan_runs')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organization_id', 'plan_id', 'what']).doNothing())
        .execute();
    },
    ofAlarms() {
      return all()
        .where('p.active', '=', 1)
        .where('p.archived_at', 'is', null)
        .where('w.archived_at', 'is', null)
        .where('p.trigger_kind', '=', 'alarm')
        .where('p.since_ts', 'is not', null)
        .orderBy('p.id')
        .execute();
    },
    /** Alarms that became active since the plan counts and that it has begun nothing for. */
    newAlarms({ id, rule_id, workspace_id, since_ts }: Pick<Row<'recording_plans'>, 'id' | 'rule_id' | 'workspace_id' | 'since_ts'>) {
      return db
        .selectFrom('alarms as a')
        .innerJoin('channels as c', 'c.id', 'a.channel_id')
        .select(['a.id', 'a.since', 'a.active_at', 'a.over_at', 'a.latch', 'a.acknowledged_at', 'a.withdrawn_at'])
        .where('a.rule_id', '=', rule_id!)
        .where('c.workspace_id', '=', workspace_id)
        .where('a.active_at', '>=', since_ts!)
        .where('a.withdrawn_at', 'is', null)
        .where('a.id', 'not in', (eb) => eb.selectFrom('recording_plan_runs as n').select('n.what').where('n.plan_id', '=', id))
        .orderBy('a.since')
        .orderBy('a.id')
        .limit(AT_ONCE)
        .execute();
    },
    /** What was begun with alarms and isn't over, with how its recording and its alarm are. */
    open(planId?: string) {
      let query = db
        .selectFrom('recording_plan_runs as n')
        .innerJoin('recording_plans as p', 'p.id', 'n.plan_id')
        .innerJoin('recordings as g', 'g.id', 'n.recording_id')
        .leftJoin('alarms as a', 'a.id', 'n.what')
        .select(['n.plan_id', 'n.what', 'n.recording_id', 'p.workspace_id', 'p.after_min'])
        .select(['g.rev', 'g.from_ts', 'g.to_ts', 'g.approved_at', 'g.archived_at'])
        .select(['a.id as alarm_id', 'a.over_at', 'a.latch', 'a.acknowledged_at', 'a.withdrawn_at'])
        .where('n.over', '=', 0)
        .$narrowType<{ recording_id: string }>();
      if (planId !== undefined) query = query.where('n.plan_id', '=', planId);
      return query.orderBy('n.at', 'desc').execute();
    },
    async end(planId: string, whats: readonly string[]): Promise<void> {
      await db
        .updateTable('recording_plan_runs')
        .set({ over: 1 })
        .where('plan_id', '=', planId)
        .where('what', 'in', [...whats])
        .execute();
    },
  };
}
export type PlanRow = NonNullable<Awaited<ReturnType<ReturnType<typeof recordingPlansRepo>['find']>>>;
export type OpenRun = Awaited<ReturnType<ReturnType<typeof recordingPlansRepo>['open']>>[number];
