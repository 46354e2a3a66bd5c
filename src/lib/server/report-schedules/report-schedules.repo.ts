import { inWorkspaces } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Runs that are told with their schedule. */
const RUNS = 10;
/** Schedules of one organisation that one look goes through. */
const AT_ONCE = 20;

const TOLD = ['id', 'schedule_id', 'from_ts', 'to_ts', 'made_at', 'failure', 'name', 'hash', 'size', 'mailed'] as const;
export type RunRow = Pick<Row<'report_runs'>, (typeof TOLD)[number]> & { kept: number };

export function reportSchedulesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('report_schedules as s')
      .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
      .leftJoin('dataloggers as d', 'd.id', 's.datalogger_id')
      .selectAll('s')
      .select(['w.time_zone', 'd.name as datalogger_name']);
  return {
    list(workspaces: 'all' | readonly string[], limit: number) {
      return all()
        .where(inWorkspaces('s.workspace_id', workspaces))
        .where('s.archived_at', 'is', null)
        .orderBy('s.name')
        .orderBy('s.id')
        .limit(limit)
        .execute();
    },
    find(id: string) {
      return all().where('s.id', '=', id).executeTakeFirst();
    },
    async count(): Promise<number> {
      const { n } = await db
        .selectFrom('report_schedules')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('archived_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    async runs(ids: readonly string[]): Promise<RunRow[]> {
      const found: RunRow[] = [];
      for (const id of ids)
        found.push(
          ...(await db
            .selectFrom('report_runs')
            .select(TOLD)
            .select((eb) => eb.case().when('data', 'is', null).then(0).else(1).end().as('kept'))
            .where('schedule_id', '=', id)
            .orderBy('from_ts', 'desc')
            .limit(RUNS)
            .execute()),
        );
      return found;
    },
    content(scheduleId: string, runId: string) {
      return db
        .selectFrom('report_runs')
        .select(['name', 'media_type', 'data'])
        .where('id', '=', runId)
        .where('schedule_id', '=', scheduleId)
        .executeTakeFirst();
    },
    /** Those of the people who are in the organisation, by name. */
    people(ids: readonly string[]) {
      if (ids.length === 0) return Promise.resolve([]);
      return db
        .selectFrom('users as u')
        .innerJoin('people as p', 'p.id', 'u.id')
        .select(['u.id', 'u.name'])
        .where('u.id', 'in', [...ids])
        .where('p.archived_at', 'is', null)
        .orderBy('u.name')
        .execute();
    },
    async insert(row: Omit<NewRow<'report_schedules'>, 'organization_id'>): Promise<void> {
      await db.insertInto('report_schedules').values(row).execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update(
      { id, rev }: Pick<Row<'report_schedules'>, 'id' | 'rev'>,
      changes: Partial<Omit<NewRow<'report_schedules'>, 'organization_id'>>,
      stamp: { at: number; by: string | null },
    ): Promise<boolean> {
      return updateAtRev(db, { table: 'report_schedules', id, rev }, changes, stamp);
    },
    /** Those whose time has come and that nobody works on. */
    due(now: number) {
      return db
        .selectFrom('report_schedules')
        .select('id')
        .where('active', '=', 1)
        .where('archived_at', 'is', null)
        .where('next_at', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(AT_ONCE)
        .execute();
    },
    /** Takes one for this process; undefined when another one was faster, or it isn't due any more. */
    claim(id: string, { owner, now, until }: { owner: string; now: number; until: number }) {
      return db
        .updateTable('report_schedules')
        .set((eb) => ({ lease_owner: owner, lease_until: until, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('active', '=', 1)
        .where('archived_at', 'is', null)
        .where('next_at', '<=', now)
        .where('lease_until', '<=', now)
        .returningAll()
        .executeTakeFirst();
    },
    /** Lets go of a claim; false when it was lost, or somebody changed the schedule meanwhile. */
    async settle(
      { id, rev }: Pick<Row<'report_schedules'>, 'id' | 'rev'>,
      owner: string,
      changes: Partial<Omit<NewRow<'report_schedules'>, 'organization_id'>>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('report_schedules')
        .set({ ...changes, lease_owner: null, lease_until: 0 })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where('rev', '=', rev)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async release(id: string, owner: string): Promise<void> {
      await db
        .updateTable('report_schedules')
        .set({ lease_owner: null, lease_until: 0 })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .execute();
    },
    async putRun(row: Omit<NewRow<'report_runs'>, 'organization_id'>): Promise<void> {
      await db
        .insertInto('report_runs')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organization_id', 'schedule_id', 'from_ts', 'to_ts']).doNothing())
        .execute();
    },
    /** Was the newest one made, or is there none yet? */
    async wentWell(scheduleId: string): Promise<boolean> {
      const last = await db
        .selectFrom('report_runs')
        .select('failure')
        .where('schedule_id', '=', scheduleId)
        .orderBy('from_ts', 'desc')
        .limit(1)
        .executeTakeFirst();
      return (last?.failure ?? null) === null;
    },
    async hasRun(scheduleId: string, from: number, to: number): Promise<boolean> {
      const row = await db
        .selectFrom('report_runs')
        .select('id')
        .where('schedule_id', '=', scheduleId)
        .where('from_ts', '=', from)
        .where('to_ts', '=', to)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Files that were made before a moment go, what is told of them stays. */
    async forget(before: number): Promise<void> {
      await db.updateTable('report_runs').set({ data: null }).where('made_at', '<', before).where('data', 'is not', null).execute();
    },
  };
}
export type ScheduleRow = NonNullable<Awaited<ReturnType<ReturnType<typeof reportSchedulesRepo>['find']>>>;
