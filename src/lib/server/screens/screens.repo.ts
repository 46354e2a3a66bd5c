import type { RawBuilder, SqlBool } from 'kysely';
import type { Method } from '../../contract/screens.ts';
import { FACE_COLUMNS } from '../activities/activities.repo.ts';
import type { Dialect } from '../kernel/dialect.ts';
import { finds, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { nameKey, searchable } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

type Changes = Partial<Pick<Row<'screens'>, 'name' | 'machine_id' | 'draft' | 'version' | 'published_at' | 'archived_at'>>;

/** Columns by which lists are sorted: an index has each. */
export const SORTS = {
  name: { type: 'string', column: 'name_key' },
  created_at: { type: 'number', column: 'created_at' },
} as const;
export type Sort = keyof typeof SORTS;
/** Panels have one order, by name. */
export const PANELS_BY = keyset(`s.${SORTS.name.column}`, 's.id', { cursor: null, descending: false }).by;

/** What lists sort and search a screen by. */
export const keysOf = ({ name }: Pick<Row<'screens'>, 'name'>): Pick<Row<'screens'>, 'name_key' | 'search'> => ({
  name_key: nameKey(name),
  search: searchable([name]),
});

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  method?: Method | undefined;
  /** The archived ones too. */
  archived: boolean;
}

/** A screen with the name of its machine and what its newest version holds, null without one. */
export type ScreenRow = Row<'screens'> & {
  machine_name: string | null;
  published_definition: string | null;
  published_method: Row<'screens'>['method'] | null;
  published_activities: string | null;
  /** Faces of the activities that may have changed since, as rows of FACE_COLUMNS in JSON. */
  touched: string | null;
};

/** Clocks of processes that share a database differ by less, microseconds. */
const CLOCKS_US = 60_000_000;

/** A published screen as capture lists it, and as it opens it. */
export type PanelRow = Pick<Row<'screens'>, 'id' | 'workspace_id' | 'name' | 'method' | 'machine_id'> & { version: number };
export type OpenedPanel = PanelRow &
  Pick<Row<'screen_versions'>, 'definition' | 'activities' | 'published_at'> & {
    machine_name: string | null;
    time_zone: string;
    locale: string;
    consent_text: string | null;
    /** Of a measurement with it that goes on. */
    running_id: string | null;
    running_name: string | null;
    running_lanes: string | null;
    running_started: number | null;
  };

export function screensRepo({ dialect, ...connection }: TenantConnection & { dialect: Dialect }) {
  const db = tenantDb(connection);
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [filter.archived ? sql`true` : sql`s.archived_at is null`, inWorkspaces('s.workspace_id', filter.workspaces)];
    conditions.push(...finds('s.search', filter.q));
    if (filter.method) conditions.push(sql`s.method = ${filter.method}`);
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };
  const face = dialect.jsonRows(FACE_COLUMNS.map((column) => sql.ref(`a.${column}`)));
  /** Screens that a select finds, with what stands beside them; in no order of their own. */
  const shown = (found: RawBuilder<unknown>) => sql<ScreenRow>`select s.*, k.name as machine_name,
      v.definition as published_definition, v.method as published_method, v.activities as published_activities,
      case when s.version is null then null else (select ${face} from ${tenantTable(connection, 'activities as a')}
        where a.workspace_id = s.workspace_id and a.updated_at >= s.published_at - ${sql.lit(CLOCKS_US)}) end as touched
    from (select * from ${tenantTable(connection, 'screens as s')} where ${found}) as s
      left join ${tenantTable(connection, 'machines as k')} on k.id = s.machine_id
      left join ${tenantTable(connection, 'screen_versions as v')} on v.screen_id = s.id and v.version = s.version`;
  /** Those that may be captured with. */
  const panels = () =>
    db
      .selectFrom('screens as s')
      .innerJoin('workspaces as w', (join) => join.onRef('w.id', '=', 's.workspace_id'))
      .innerJoin('screen_versions as v', (join) => join.onRef('v.screen_id', '=', 's.id').onRef('v.version', '=', 's.version'))
      .select(['s.id', 's.workspace_id', 's.name', 'v.method', 's.machine_id', 's.version'])
      .where('s.version', 'is not', null)
      .where('s.archived_at', 'is', null)
      .where('w.archived_at', 'is', null)
      .$narrowType<{ version: number }>();

  return {
    /** One page: it is cut before anything is joined, so that only its own is looked up. */
    async list(filter: Filter, page: Page<Sort>): Promise<ScreenRow[]> {
      const { after, by } = keyset(`s.${SORTS[page.sort].column}`, 's.id', page);
      const found = shown(sql`${matching(filter)} and ${after} order by ${by} limit ${page.limit}`);
      return (await sql<ScreenRow>`${found} order by ${by}`.execute(db)).rows;
    },
    async count(filter: Filter): Promise<number> {
      const { count } = await db
        .selectFrom('screens as s')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(matching(filter))
        .executeTakeFirstOrThrow();
      return count;
    },
    async find(id: string): Promise<ScreenRow | undefined> {
      return (await shown(sql`s.id = ${id}`).execute(db)).rows[0];
    },
    async insert(row: Omit<NewRow<'screens'>, 'organization_id' | 'name_key' | 'search'>): Promise<void> {
      await db
        .insertInto('screens')
        .values({ ...row, ...keysOf(row) })
        .execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update(before: Pick<ScreenRow, 'id' | 'rev' | 'name'>, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      const { id, rev } = before;
      const keys = keysOf({ ...before, ...changes });
      return updateAtRev(db, { table: 'screens', id, rev }, { ...changes, ...keys }, stamp);
    },
    async insertVersion(row: Omit<NewRow<'screen_versions'>, 'organization_id'>): Promise<void> {
      await db.insertInto('screen_versions').values(row).execute();
    },
    /** A version with the workspace of its screen. */
    findVersion(id: string, version: number): Promise<(Row<'screen_versions'> & { workspace_id: string }) | undefined> {
      return db
        .selectFrom('screen_versions as v')
        .innerJoin('screens as s', (join) => join.onRef('s.id', '=', 'v.screen_id'))
        .selectAll('v')
        .select('s.workspace_id')
        .where('v.screen_id', '=', id)
        .where('v.version', '=', version)
        .executeTakeFirst();
    },
    listPanels(workspaces: 'all' | readonly string[]): Promise<PanelRow[]> {
      return panels().where(inWorkspaces('s.workspace_id', workspaces)).orderBy(PANELS_BY).execute();
    },
    /** One row for each measurement of the version that goes on, newest first, or one without any; none when nothing is published. */
    findPanel(id: string, running: number): Promise<OpenedPanel[]> {
      return panels()
        .innerJoin('organizations as o', 'o.id', 's.organization_id')
        .leftJoin('machines as m', (join) => join.onRef('m.id', '=', 's.machine_id'))
        .leftJoin('measurements as r', (join) =>
          join

            .onRef('r.screen_id', '=', 's.id')
            .onRef('r.screen_version', '=', 's.version')
            .on('r.state', '=', 'running')
            .on('r.archived_at', 'is', null),
        )
        .select(['v.definition', 'v.activities', 'v.published_at', 'm.name as machine_name', 'w.time_zone', 'o.locale', 'o.consent_text'])
        .select(['r.id as running_id', 'r.name as running_name', 'r.lanes as running_lanes', 'r.started_ms as running_started'])
        .where('s.id', '=', id)
        .orderBy('r.day', 'desc')
        .orderBy('r.id', 'desc')
        .limit(running)
        .execute();
    },
  };
}
