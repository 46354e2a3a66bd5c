import type { RawBuilder, SqlBool } from 'kysely';
import type { MeasurementCounts, MeasurementFilter } from '../../contract/measurements.ts';
import type { Method } from '../../contract/screens.ts';
import { countUpTo, finds, inWorkspaces, keyset, MOST_COUNTED, type Page } from '../kernel/list.ts';
import { nameKey, searchable } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Columns by which lists are sorted: an index has each in this very form. */
export const SORTS = {
  day: { type: 'string', column: 'm.day' },
  name: { type: 'string', column: 'm.name_key' },
  created_at: { type: 'number', column: 'm.created_at' },
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  state?: MeasurementFilter | undefined;
  method?: Method | undefined;
  screen_id?: string | undefined;
  machine_id?: string | undefined;
  operation_id?: string | undefined;
  /** Who captured or observed it. `named`: workspaces in which the reader sees names also where the organisation does with pseudonyms. */
  person?: { id: string; named: 'all' | readonly string[] } | undefined;
  /** `YYYY-MM-DD`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The archived ones too. */
  archived: boolean;
  /** Those without a tap too. */
  untapped: boolean;
}

/** Columns that lists show: each costs a value for each row, and texts of searches may be long. */
const LISTED = [
  'id',
  'workspace_id',
  'name',
  'screen_id',
  'screen_version',
  'method',
  'machine_id',
  'operation_id',
  'lanes',
  'state',
  'started_ms',
  'ended_ms',
  'day',
  'shift',
  'observer_id',
  'consent_at',
  'note',
  'tap_count',
  'entry_count',
  'conflict_count',
  'rev',
  'created_at',
  'updated_at',
  'archived_at',
] as const;
/** All columns but the search keys. */
const STORED = [...LISTED, 'organization_id', 'created_by', 'updated_by', 'finished_at', 'finished_seq', 'categories'] as const;

/** What a measurement is shown by from other tables; `pseudonymous` is the organisation's setting. */
interface JoinedColumns {
  machine_name: string | null;
  operation_name: string | null;
  observer_name: string | null;
  pseudonymous: number;
}
export type MeasurementRow = Pick<Row<'measurements'>, (typeof STORED)[number]> & JoinedColumns;
export type ShownRow = Pick<Row<'measurements'>, (typeof LISTED)[number]> & JoinedColumns;
/** `place` is the value that the row's place in the list is decided by. */
export type ListedRow = ShownRow & { place: string | number };

/** What lists sort and search a measurement by. */
const keysOf = ({ name, note }: { name: string; note?: string | null | undefined }): Pick<Row<'measurements'>, 'name_key' | 'search'> => ({
  name_key: nameKey(name),
  search: searchable([name, note ?? null]),
});
type Changes = Partial<Pick<Row<'measurements'>, 'name' | 'machine_id' | 'operation_id' | 'lanes' | 'note' | 'archived_at' | 'categories'>>;
type Computed = Pick<
  Row<'measurements'>,
  | 'state'
  | 'started_ms'
  | 'ended_ms'
  | 'finished_at'
  | 'finished_seq'
  | 'day'
  | 'shift'
  | 'tap_count'
  | 'entry_count'
  | 'conflict_count'
  | 'rev'
>;

/** Written out, so that the indexes of running ones and of those to review alone are read. */
const STATES: Record<MeasurementFilter, RawBuilder<SqlBool>> = {
  running: sql<SqlBool>`m.state = 'running'`,
  review: sql<SqlBool>`m.conflict_count > 0`,
  finished: sql<SqlBool>`m.state = 'finished'`,
};

const of = (columns: readonly string[]) => columns.map((column) => `m.${column}`).join(', ');
const ALL = sql.raw(of(STORED));
const SOME = sql.raw(of(LISTED));
const NAMES = sql.raw('k.name as machine_name, op.name as operation_name, u.name as observer_name');

/** What lists show of measurements that were chosen as `m`, and the tables that its names come from. */
export function shownColumns(connection: TenantConnection) {
  // One sub-query for the whole page: the setting is the same for every row.
  const pseudonyms = sql`(select o.pseudonymous_workers from ${tenantTable(connection, 'organizations as o')})`;
  const pseudonymous = sql`${pseudonyms} as pseudonymous`;
  return {
    columns: sql`${SOME}, ${NAMES}, ${pseudonymous}`,
    joined: sql`left join ${tenantTable(connection, 'machines as k')} on k.id = m.machine_id
    left join ${tenantTable(connection, 'operations as op')} on op.id = m.operation_id
    left join users as u on u.id = m.observer_id`,
    pseudonyms,
    pseudonymous,
  };
}

export function measurementsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const measurements = tenantTable(connection, 'measurements as m');
  const { columns, joined, pseudonyms, pseudonymous } = shownColumns(connection);
  const ofPerson = ({ id, named }: NonNullable<Filter['person']>) => sql<SqlBool>`(m.observer_id = ${id} or m.id in (
      select p.measurement_id from ${tenantTable(connection, 'measurement_participants as p')} where p.actor_id = ${id}))
    and (${inWorkspaces('m.workspace_id', named)} or ${pseudonyms} = 0)`;
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [inWorkspaces('m.workspace_id', filter.workspaces)];
    if (!filter.archived) conditions.push(sql`m.archived_at is null`);
    if (!filter.untapped) conditions.push(sql`m.tap_count > 0`);
    if (filter.state !== undefined) conditions.push(STATES[filter.state]);
    for (const column of ['method', 'screen_id', 'machine_id', 'operation_id'] as const)
      if (filter[column] !== undefined) conditions.push(sql`${sql.ref(`m.${column}`)} = ${filter[column]}`);
    if (filter.from !== undefined) conditions.push(sql`m.day >= ${filter.from}`);
    if (filter.to !== undefined) conditions.push(sql`m.day <= ${filter.to}`);
    if (filter.person) conditions.push(ofPerson(filter.person));
    conditions.push(...finds('m.search', filter.q));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  return {
    /** One page. Its rows are chosen before names are joined, so that only names of this page are looked up. */
    async list(filter: Filter, page: Page<Sort>): Promise<ListedRow[]> {
      const { column } = SORTS[page.sort];
      const { after, by } = keyset(column, 'm.id', page);
      const { rows } = await sql<ListedRow>`select ${columns}, ${sql.raw(column)} as place
        from (select * from ${measurements} where ${matching(filter)} and ${after} order by ${by} limit ${page.limit}) as m ${joined}
        order by ${by}`.execute(db);
      return rows;
    },
    count: (filter: Filter) => countUpTo(db, (limit) => sql`(select 1 from ${measurements} where ${matching(filter)} limit ${limit})`),
    /** How many there are in all and of each state, no further counted than anybody wants to know; one query. */
    async tally(filter: Omit<Filter, 'state'>): Promise<MeasurementCounts> {
      const of = (narrowed: Filter) =>
        sql`(select count(*) from (select 1 from ${measurements} where ${matching(narrowed)} limit ${MOST_COUNTED + 1}) as counted)`;
      const among = (state: MeasurementFilter) => of({ ...filter, state });
      const { rows } = await sql<Omit<MeasurementCounts, 'most'>>`select ${of(filter)} as total, ${among('running')} as running,
        ${among('review')} as review, ${among('finished')} as finished`.execute(db);
      return { ...(rows[0] ?? { total: 0, running: 0, review: 0, finished: 0 }), most: MOST_COUNTED };
    },
    async find(id: string): Promise<MeasurementRow | undefined> {
      const { rows } = await sql<MeasurementRow>`select ${ALL}, ${NAMES}, ${pseudonymous} from ${measurements} ${joined}
        where m.id = ${id}`.execute(db);
      return rows[0];
    },
    /** Holds the row until the transaction ends: taps of one measurement are stored one batch after the other. */
    async lock(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('measurements')
        .set((eb) => ({ tap_count: eb.ref('tap_count') }))
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async insert(row: Omit<NewRow<'measurements'>, 'organization_id' | 'name_key' | 'search'>): Promise<void> {
      await db
        .insertInto('measurements')
        .values({ ...row, ...keysOf(row) })
        .execute();
    },
    /** False when the row isn't at `rev` any more. */
    update(before: MeasurementRow, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      const { id, rev } = before;
      const keys = keysOf({ ...before, ...changes });
      return updateAtRev(db, { table: 'measurements', id, rev }, { ...changes, ...keys }, stamp);
    },
    /** Stores the columns that follow from taps. */
    async setComputed(id: string, computed: Computed, at: number): Promise<void> {
      await db
        .updateTable('measurements')
        .set({ ...computed, updated_at: at })
        .where('id', '=', id)
        .execute();
    },
    /** Marks that the actor belongs to those who capture it. */
    async join(measurement_id: string, actor_id: string, joined_at: number): Promise<void> {
      await db
        .insertInto('measurement_participants')
        .values({ measurement_id, actor_id, joined_at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async hasJoined(measurementId: string, actorId: string): Promise<boolean> {
      const row = await db
        .selectFrom('measurement_participants')
        .select('actor_id')
        .where('measurement_id', '=', measurementId)
        .where('actor_id', '=', actorId)
        .executeTakeFirst();
      return row !== undefined;
    },
    version(screenId: string, version: number) {
      return db
        .selectFrom('screen_versions as v')
        .innerJoin('screens as s', (join) => join.onRef('s.id', '=', 'v.screen_id'))
        .select(['v.name', 'v.method', 'v.definition', 'v.activities', 's.workspace_id', 's.machine_id'])
        .where('v.screen_id', '=', screenId)
        .where('v.version', '=', version)
        .executeTakeFirst();
    },
    /** How activities are sorted today, as JSON of their rows. */
    async presentCategories(ids: readonly string[]): Promise<Map<string, Record<string, string>>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('activities')
        .select(['id', 'categories'])
        .where('id', 'in', [...ids])
        .execute();
      return new Map(rows.map(({ id, categories }) => [id, JSON.parse(categories) as Record<string, string>]));
    },
    /** Names for the head of a file. */
    async namesFor(workspaceId: string, personId: string | null) {
      const [organization, workspace, person] = await Promise.all([
        db.selectFrom('organizations').select('name').executeTakeFirst(),
        db.selectFrom('workspaces').select('name').where('id', '=', workspaceId).executeTakeFirst(),
        personId === null ? undefined : db.selectFrom('users').select('name').where('id', '=', personId).executeTakeFirst(),
      ]);
      return { organization: organization?.name ?? '', workspace: workspace?.name ?? '', person: person?.name ?? null };
    },
    /** Zone and shifts of a workspace: what its days are cut by. */
    calendar(workspaceId: string) {
      return db
        .selectFrom('workspaces as w')
        .leftJoin('shift_calendars as s', (join) => join.onRef('s.workspace_id', '=', 'w.id'))
        .select(['w.time_zone', 's.shifts', 's.exceptions'])
        .where('w.id', '=', workspaceId)
        .executeTakeFirst();
    },
  };
}
