import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { countUpTo, finds, keyset, type Page } from '../kernel/list.ts';
import { nameKey, searchable } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Columns by which lists are sorted: an index has each. */
export const SORTS = {
  name: { type: 'string', column: 's.name_key' },
  created_at: { type: 'number', column: 's.created_at' },
} as const;
export type Sort = keyof typeof SORTS;

export interface Filter {
  q?: string | undefined;
  archived: boolean;
}

export type SetRow = Row<'allowance_sets'>;
export type ListedRow = SetRow & { place: string | number };
const keysOf = ({ name }: Pick<SetRow, 'name'>) => ({ name_key: nameKey(name), search: searchable([name]) });

export function allowanceSetsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const sets = tenantTable(connection, 'allowance_sets as s');
  const matching = ({ q, archived }: Filter): RawBuilder<SqlBool> =>
    sql<SqlBool>`${sql.join([archived ? sql`true` : sql`s.archived_at is null`, ...finds('s.search', q)], sql` and `)}`;
  return {
    async list(filter: Filter, page: Page<Sort>): Promise<ListedRow[]> {
      const { column } = SORTS[page.sort];
      const { after, by } = keyset(column, 's.id', page);
      const { rows } = await sql<ListedRow>`select s.*, ${sql.raw(column)} as place from ${sets}
        where ${matching(filter)} and ${after} order by ${by} limit ${page.limit}`.execute(db);
      return rows;
    },
    count: (filter: Filter) => countUpTo(db, (limit) => sql`(select 1 from ${sets} where ${matching(filter)} limit ${limit})`),
    find(id: string): Promise<SetRow | undefined> {
      return db.selectFrom('allowance_sets').selectAll().where('id', '=', id).executeTakeFirst();
    },
    /** Of several sets, the newest version first. */
    async versionsOf(ids: readonly string[]) {
      if (ids.length === 0) return [];
      return db
        .selectFrom('allowance_set_versions as v')
        .leftJoin('users as u', 'u.id', 'v.made_by')
        .select(['v.set_id', 'v.version', 'v.basis', 'v.shares', 'v.points', 'v.made_at', 'u.name as maker'])
        .where('v.set_id', 'in', [...ids])
        .orderBy('v.version', 'desc')
        .execute();
    },
    async insert(row: Omit<NewRow<'allowance_sets'>, 'organization_id' | 'name_key' | 'search'>): Promise<void> {
      await db
        .insertInto('allowance_sets')
        .values({ ...row, ...keysOf(row) })
        .execute();
    },
    async addVersion(row: Omit<NewRow<'allowance_set_versions'>, 'organization_id'>): Promise<void> {
      await db.insertInto('allowance_set_versions').values(row).execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update(before: SetRow, changes: Partial<SetRow>, stamp: { at: number; by: string | null }): Promise<boolean> {
      const { id, rev } = before;
      return updateAtRev(db, { table: 'allowance_sets', id, rev }, { ...changes, ...keysOf({ ...before, ...changes }) }, stamp);
    },
  };
}
