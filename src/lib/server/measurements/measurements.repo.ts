import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MeasurementState } from '../../contract/measurements.ts';
import type { Method } from '../../contract/screens.ts';
import type { Db } from '../db/database.ts';
import type { NewRow, Row } from '../db/schema.ts';
import { type Cursor, contains, inWorkspaces } from '../list.ts';
import { updateAtRev } from '../rows.ts';

/** Columns by which lists are sorted: an index has each in this very form. */
export const SORTS = {
  day: { type: 'string', column: 'm.day' },
  name: { type: 'string', column: 'm.name' },
  created_at: { type: 'number', column: 'm.created_at' },
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  state?: MeasurementState | undefined;
  method?: Method | undefined;
  screen_id?: string | undefined;
  machine_id?: string | undefined;
  /** `YYYY-MM-DD`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The archived ones too. */
  archived: boolean;
}

/** A measurement with what it is shown by; `pseudonymous` is the organisation's setting. */
export type MeasurementRow = Row<'measurements'> & {
  machine_name: string | null;
  observer_name: string | null;
  pseudonymous: number;
};
type Changes = Partial<Pick<Row<'measurements'>, 'name' | 'machine_id' | 'lanes' | 'note' | 'archived_at'>>;
type Computed = Pick<
  Row<'measurements'>,
  'state' | 'started_ms' | 'ended_ms' | 'day' | 'shift' | 'tap_count' | 'entry_count' | 'conflict_count'
>;

const SHOWN = sql.raw(`m.*, k.name as machine_name, u.name as observer_name, o.pseudonymous_workers as pseudonymous`);
const JOINED = sql.raw(`join organizations as o on o.id = m.organization_id
  left join machines as k on k.organization_id = m.organization_id and k.id = m.machine_id
  left join users as u on u.id = m.observer_id`);

export function measurementsRepo({ db, organization_id }: { db: Db; organization_id: string }) {
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [sql`m.organization_id = ${organization_id}`, inWorkspaces('m.workspace_id', filter.workspaces)];
    if (!filter.archived) conditions.push(sql`m.archived_at is null`);
    for (const column of ['state', 'method', 'screen_id', 'machine_id'] as const)
      if (filter[column] !== undefined) conditions.push(sql`${sql.ref(`m.${column}`)} = ${filter[column]}`);
    if (filter.from !== undefined) conditions.push(sql`m.day >= ${filter.from}`);
    if (filter.to !== undefined) conditions.push(sql`m.day <= ${filter.to}`);
    if (filter.q?.trim()) conditions.push(contains(['m.name', 'm.note'], filter.q.trim()));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  return {
    /** One page: it is cut before names are joined, so that only its own are looked up. */
    async list(filter: Filter, page: { sort: Sort; descending: boolean; cursor: Cursor | null; limit: number }): Promise<MeasurementRow[]> {
      const column = sql.raw(SORTS[page.sort].column);
      const direction = sql.raw(page.descending ? 'desc' : 'asc');
      const beyond = page.cursor
        ? sql` and (${column}, m.id) ${sql.raw(page.descending ? '<' : '>')} (${page.cursor[0]}, ${page.cursor[1]})`
        : sql``;
      const order = sql`order by ${column} ${direction}, m.id ${direction}`;
      const { rows } = await sql<MeasurementRow>`select ${SHOWN}
        from (select * from measurements as m where ${matching(filter)}${beyond} ${order} limit ${page.limit}) as m ${JOINED}
        ${order}`.execute(db);
      return rows;
    },
    async count(filter: Filter): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from measurements as m where ${matching(filter)}`.execute(db);
      return rows[0]?.count ?? 0;
    },
    async find(id: string): Promise<MeasurementRow | undefined> {
      const { rows } = await sql<MeasurementRow>`select ${SHOWN} from measurements as m ${JOINED}
        where m.organization_id = ${organization_id} and m.id = ${id}`.execute(db);
      return rows[0];
    },
    /** Holds the row until the transaction ends: taps of one measurement are stored one batch after the other. */
    async lock(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('measurements')
        .set((eb) => ({ tap_count: eb.ref('tap_count') }))
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async insert(row: Omit<NewRow<'measurements'>, 'organization_id'>): Promise<void> {
      await db
        .insertInto('measurements')
        .values({ ...row, organization_id })
        .execute();
    },
    /** False when the row isn't at `rev` any more. */
    update(id: string, rev: number, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      return updateAtRev(db, { table: 'measurements', organization_id, id, rev }, changes, stamp);
    },
    /** What follows from taps; it is nobody's change, so the revision stays. */
    async setComputed(id: string, computed: Computed, at: number): Promise<void> {
      await db
        .updateTable('measurements')
        .set({ ...computed, updated_at: at })
        .where('organization_id', '=', organization_id)
        .where('id', '=', id)
        .execute();
    },
    version(screenId: string, version: number) {
      return db
        .selectFrom('screen_versions as v')
        .innerJoin('screens as s', (join) => join.onRef('s.organization_id', '=', 'v.organization_id').onRef('s.id', '=', 'v.screen_id'))
        .select(['v.name', 'v.method', 'v.definition', 'v.activities', 's.workspace_id', 's.machine_id'])
        .where('v.organization_id', '=', organization_id)
        .where('v.screen_id', '=', screenId)
        .where('v.version', '=', version)
        .executeTakeFirst();
    },
    /** Zone and shifts of a workspace: what its days are cut by. */
    calendar(workspaceId: string) {
      return db
        .selectFrom('workspaces as w')
        .leftJoin('shift_calendars as s', (join) =>
          join.onRef('s.organization_id', '=', 'w.organization_id').onRef('s.workspace_id', '=', 'w.id'),
        )
        .select(['w.time_zone', 's.shifts', 's.exceptions'])
        .where('w.organization_id', '=', organization_id)
        .where('w.id', '=', workspaceId)
        .executeTakeFirst();
    },
  };
}
