import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contains, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Columns by which lists are sorted. */
export const SORTS = {
  name: { type: 'string', column: 'w.name' },
  code: { type: 'string', column: "coalesce(w.code, '')" },
  created_at: { type: 'number', column: 'w.created_at' },
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  /** The archived ones too. */
  archived: boolean;
}

export type WorkspaceRow = Row<'workspaces'> & { datalogger_count: number; machine_count: number; member_count: number };

export function workspacesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const workspaces = tenantTable(connection, 'workspaces as w');
  /** Each table is counted once for all rows; people of an archived workspace are those who will be back with it. */
  const counted = sql`
    select w.*, coalesce(d.count, 0) as datalogger_count, coalesce(m.count, 0) as machine_count, coalesce(p.count, 0) as member_count
    from ${workspaces}
    left join (select workspace_id, count(*) as count from ${tenantTable(connection, 'dataloggers as l')} where archived_at is null
      group by workspace_id) as d on d.workspace_id = w.id
    left join (select workspace_id, count(*) as count from ${tenantTable(connection, 'machines as k')} where archived_at is null
      group by workspace_id) as m on m.workspace_id = w.id
    left join (select s.workspace_id, count(distinct s.user_id) as count from ${tenantTable(connection, 'memberships as s')}
      inner join ${tenantTable(connection, 'workspaces as o')} on o.id = s.workspace_id
      where (s.archived_at is null or s.archived_at = o.archived_at)
      group by s.workspace_id) as p on p.workspace_id = w.id`;
  /** Roles belong to the person's revision: a form that was opened before they went or came back would undo that without a word. */
  const raiseMembers = (id: string, endedAt: number | null) =>
    db
      .updateTable('people')
      .set((eb) => ({ rev: eb('rev', '+', 1) }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('memberships')
          .select('user_id')
          .where('workspace_id', '=', id)
          .where('archived_at', endedAt === null ? 'is' : '=', endedAt),
      )
      .execute();
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [filter.archived ? sql`true` : sql`w.archived_at is null`, inWorkspaces('w.id', filter.workspaces)];
    if (filter.q) conditions.push(contains(['w.name', 'w.code'], filter.q));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  return {
    list(filter: Filter, page: Page<Sort>) {
      const { after, by } = keyset(SORTS[page.sort].column, 'w.id', page);
      return sql<WorkspaceRow>`${counted} where ${matching(filter)} and ${after} order by ${by} limit ${page.limit}`
        .execute(db)
        .then((result) => result.rows);
    },
    async count(filter: Filter): Promise<number> {
      const row = await db
        .selectFrom('workspaces as w')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(matching(filter))
        .executeTakeFirstOrThrow();
      return row.count;
    },
    find(id: string) {
      return sql<WorkspaceRow>`${counted} where w.id = ${id}`.execute(db).then((result) => result.rows[0]);
    },
    async insert(row: Omit<NewRow<'workspaces'>, 'organization_id'>): Promise<void> {
      await db.insertInto('workspaces').values(row).execute();
    },
    /** False when the row isn't at `rev` any more. */
    update(id: string, rev: number, changes: Partial<NewRow<'workspaces'>>, stamp: { at: number; by: string | null }): Promise<boolean> {
      return updateAtRev(db, { table: 'workspaces', id, rev }, changes, stamp);
    },
    /** Roles in the workspace end with it, all at its own instant, by which they are found again. */
    async archiveMemberships(id: string, at: number): Promise<void> {
      await raiseMembers(id, null);
      await db
        .updateTable('memberships')
        .set({ archived_at: at, updated_at: at })
        .where('workspace_id', '=', id)
        .where('archived_at', 'is', null)
        .execute();
    },
    /** Roles that ended with the workspace are back; those of a person deactivated meanwhile wait until he is. */
    async restoreMemberships(id: string, archivedAt: number, now: number): Promise<void> {
      await raiseMembers(id, archivedAt);
      await db
        .updateTable('memberships')
        .set((eb) => ({
          archived_at: eb.selectFrom('people as p').select('p.archived_at').whereRef('p.id', '=', 'memberships.user_id'),
          updated_at: now,
        }))
        .where('workspace_id', '=', id)
        .where('archived_at', '=', archivedAt)
        .execute();
    },
    async organizationZone(): Promise<string> {
      const row = await db.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow();
      return row.time_zone;
    },
  };
}
