import type { RawBuilder, SqlBool } from 'kysely';
import type { Dialect } from '../kernel/dialect.ts';
import { contains, finds, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Columns by which people are sorted. */
export const SORTS = { name: { column: 'u.name_key', type: 'string' }, created_at: { column: 'p.created_at', type: 'number' } } as const;
export type Sort = keyof typeof SORTS;

/** One role; without a workspace it is in force in the whole organisation. */
export type Role = Pick<Row<'memberships'>, 'workspace_id' | 'role'>;

export interface PeopleFilter {
  q?: string | undefined;
  /** E-mails are searched too. */
  email: boolean;
  /** Workspaces that the reader sees, and so the roles in them. */
  visible: 'all' | readonly string[];
  /** With a role in this workspace; one of the organisation counts in each. */
  workspace?: string | undefined;
  role?: string | undefined;
  state: 'active' | 'deactivated' | 'all';
}

export type PersonRow = Pick<Row<'people'>, 'id' | 'rev' | 'created_at' | 'archived_at'> &
  Pick<Row<'users'>, 'name' | 'name_key' | 'email' | 'avatar_hash'> & {
    last_active_at: number | null;
    /** JSON: `[workspace_id, role][]`. */
    roles: string;
  };

/** PostgreSQL takes `is` before null only. */
const same = (column: string, value: string | number | null): RawBuilder<SqlBool> =>
  value === null ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${value}`;

/** People of the organisation. Roles in archived workspaces rest: they are neither shown nor changed. */
export function peopleRepo({ dialect, ...connection }: TenantConnection & { dialect: Dialect }) {
  const db = tenantDb(connection);
  /** Memberships `m` of the person `p` that the reader sees. Those of a deactivated person stopped at the same instant as he. */
  const seen = (visible: PeopleFilter['visible'], what: RawBuilder<unknown>, more: RawBuilder<SqlBool> = sql<SqlBool>`true`) => sql`
    select ${what} from ${tenantTable(connection, 'memberships as m')}
    left join ${tenantTable(connection, 'workspaces as w')} on w.id = m.workspace_id
    where m.user_id = p.id
      and (m.archived_at = p.archived_at or (m.archived_at is null and p.archived_at is null))
      and (m.workspace_id is null or (w.archived_at is null and ${inWorkspaces('m.workspace_id', visible)}))
      and ${more}`;

  const matching = (filter: PeopleFilter): RawBuilder<SqlBool> => {
    const conditions = [sql<SqlBool>`true`];
    if (filter.state !== 'all') conditions.push(filter.state === 'active' ? sql`p.archived_at is null` : sql`p.archived_at is not null`);
    if (filter.q) {
      const named = sql<SqlBool>`(${sql.join(finds('u.search', filter.q), sql` and `)})`;
      conditions.push(filter.email ? sql`(${named} or ${contains(['u.email'], filter.q)})` : named);
    }
    const roles: RawBuilder<SqlBool>[] = [];
    if (filter.workspace !== undefined) roles.push(sql`(m.workspace_id is null or m.workspace_id = ${filter.workspace})`);
    if (filter.role !== undefined) roles.push(sql`m.role = ${filter.role}`);
    if (filter.visible !== 'all' || roles.length > 0)
      conditions.push(sql`exists (${seen(filter.visible, sql`1`, roles.length > 0 ? sql`${sql.join(roles, sql` and `)}` : undefined)})`);
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  const people = (where: RawBuilder<SqlBool>, visible: PeopleFilter['visible']) => sql<PersonRow>`
    select p.id, p.rev, p.created_at, p.archived_at, u.name, u.name_key, u.email, u.avatar_hash,
      (select max(coalesce(s.rotated_at, s.created_at)) from sessions as s where s.user_id = p.id) as last_active_at,
      (${seen(visible, dialect.jsonRows([sql.ref('m.workspace_id'), sql.ref('m.role')]))}) as roles
    from ${tenantTable(connection, 'people as p')} join users as u on u.id = p.id
    where ${where}`;

  const memberships = () => db.selectFrom('memberships');

  return {
    list(filter: PeopleFilter, page: Page<Sort>) {
      const { after, by } = keyset(SORTS[page.sort].column, 'p.id', page);
      return sql<PersonRow>`${people(matching(filter), filter.visible)} and ${after} order by ${by} limit ${page.limit}`
        .execute(db)
        .then((result) => result.rows);
    },
    async count(filter: PeopleFilter): Promise<number> {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${tenantTable(connection, 'people as p')} join users as u on u.id = p.id where ${matching(filter)}`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },
    find(id: string, visible: PeopleFilter['visible']): Promise<PersonRow | undefined> {
      const where = sql<SqlBool>`${matching({ visible, email: false, state: 'all' })} and p.id = ${id}`;
      return people(where, visible)
        .execute(db)
        .then((result) => result.rows[0]);
    },
    /** Makes whoever changes people of the organisation wait for the end of this transaction: the last owner is counted, not guarded by a key. */
    async lock(): Promise<void> {
      await db
        .updateTable('organizations')
        .set((eb) => ({ rev: eb.ref('rev') }))
        .execute();
    },
    /** Is there an owner who can sign in beside this person? */
    async hasOtherOwner(userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select('m.id')
        .where('m.user_id', '!=', userId)
        .where('m.role', '=', 'owner')
        .where('m.workspace_id', 'is', null)
        .where('m.archived_at', 'is', null)
        .where('u.archived_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** All roles of a person that are in force, or that were until he was deactivated at `archivedAt`. */
    roles(userId: string, archivedAt: number | null): Promise<Role[]> {
      return memberships().select(['workspace_id', 'role']).where('user_id', '=', userId).where(same('archived_at', archivedAt)).execute();
    },
    async openWorkspaces(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom('workspaces').select('id').where('id', 'in', ids).where('archived_at', 'is', null).execute();
      return new Set(rows.map((row) => row.id));
    },
    async grant(rows: readonly Omit<NewRow<'memberships'>, 'organization_id'>[]): Promise<void> {
      if (rows.length === 0) return;
      await db.insertInto('memberships').values(rows).execute();
    },
    async take(userId: string, { workspace_id, role }: Role): Promise<void> {
      await db
        .deleteFrom('memberships')
        .where('user_id', '=', userId)
        .where('role', '=', role)
        .where(same('workspace_id', workspace_id))
        .execute();
    },
    /**
     * Stops all roles in force at an instant, or lets those that stopped then be in force again; those in workspaces archived meanwhile
     * wait for their workspace, which finds them by its own instant.
     */
    async setStopped(userId: string, from: number | null, to: number | null, by: string | null, at: number): Promise<void> {
      await db
        .updateTable('memberships')
        .set(({ selectFrom }) => ({
          archived_at: to ?? selectFrom('workspaces as w').select('w.archived_at').whereRef('w.id', '=', 'memberships.workspace_id'),
          updated_at: at,
          updated_by: by,
        }))
        .where('user_id', '=', userId)
        .where(same('archived_at', from))
        .execute();
    },
    /** False when the row isn't at `rev` any more. */
    update(id: string, rev: number, archivedAt: number | null, stamp: { at: number; by: string | null }): Promise<boolean> {
      return updateAtRev(db, { table: 'people', id, rev }, { archived_at: archivedAt }, stamp);
    },
  };
}
