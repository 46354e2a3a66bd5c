import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ActivityFace, ActivityKind } from '../../contract/activities.ts';
import { finds, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { nameKey, searchable } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

export type ActivityRow = Row<'activities'>;
type Keys = 'name_key' | 'search';
type Changes = Partial<
  Omit<ActivityRow, 'organization_id' | 'id' | 'workspace_id' | 'rev' | Keys | `${'created' | 'updated'}_${'at' | 'by'}`>
>;

/** Columns by which lists are sorted: an index has each. */
export const SORTS = {
  name: { type: 'string', column: 'name_key' },
  created_at: { type: 'number', column: 'created_at' },
} as const;
export type Sort = keyof typeof SORTS;

/** What lists sort and search an activity by. */
export const keysOf = ({ name, short }: Pick<ActivityRow, 'name' | 'short'>): Pick<ActivityRow, Keys> => ({
  name_key: nameKey(name),
  search: searchable([name, short]),
});

export interface Filter {
  q?: string | undefined;
  workspaces: 'all' | readonly string[];
  /** The archived ones too. */
  archived: boolean;
}

/** Columns of a face, in its order: {@link faceOf} reads them. */
export const FACE_COLUMNS = ['id', 'name', 'short', 'icon', 'color', 'kind', 'loss', 'element', 'ends_cycle', 'categories'] as const;
export type FaceColumns = Pick<ActivityRow, (typeof FACE_COLUMNS)[number]>;

/** What taps and entries show; its keys come in one order, so that faces are the same when their JSON is. */
export const faceOf = (row: FaceColumns): ActivityFace => ({
  id: row.id,
  name: row.name,
  short: row.short,
  icon: row.icon as ActivityFace['icon'],
  color: row.color,
  kind: row.kind,
  loss: row.loss === 1,
  element: row.element === 1,
  ends_cycle: row.ends_cycle === 1,
  categories: JSON.parse(row.categories) as ActivityFace['categories'],
});

/** The columns that a face is stored in. */
export const columnsOf = ({ loss, element, ends_cycle, categories, ...face }: ActivityFace): FaceColumns => ({
  ...face,
  loss: Number(loss),
  element: Number(element),
  ends_cycle: Number(ends_cycle),
  categories: JSON.stringify(Object.fromEntries(Object.entries(categories).sort(([a], [b]) => (a < b ? -1 : 1)))),
});

/** By what an activity is found again in another workspace, and is the only one in its own. */
export const sameAs = (kind: ActivityKind, name: string): string => `${kind} ${name.normalize('NFC').toLowerCase()}`;

export function activitiesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const activities = () => db.selectFrom('activities').selectAll();
  const matching = (filter: Filter): RawBuilder<SqlBool> => {
    const conditions = [filter.archived ? sql`true` : sql`archived_at is null`, inWorkspaces('workspace_id', filter.workspaces)];
    conditions.push(...finds('search', filter.q));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };

  return {
    async list(filter: Filter, page: Page<Sort>): Promise<ActivityRow[]> {
      const { after, by } = keyset(SORTS[page.sort].column, 'id', page);
      const { rows } = await sql<ActivityRow>`select * from ${tenantTable(connection, 'activities as a')}
        where ${matching(filter)} and ${after} order by ${by} limit ${page.limit}`.execute(db);
      return rows;
    },
    async count(filter: Filter): Promise<number> {
      const { count } = await db
        .selectFrom('activities')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(matching(filter))
        .executeTakeFirstOrThrow();
      return count;
    },
    find(id: string): Promise<ActivityRow | undefined> {
      return activities().where('id', '=', id).executeTakeFirst();
    },
    /** Of one workspace, archived ones too. */
    ofWorkspace(workspaceId: string): Promise<ActivityRow[]> {
      return activities().where('workspace_id', '=', workspaceId).orderBy('id').execute();
    },
    async insert(rows: readonly (Omit<NewRow<'activities'>, 'organization_id' | Keys> & Parameters<typeof keysOf>[0])[]): Promise<void> {
      await db
        .insertInto('activities')
        .values(rows.map((row) => ({ ...row, ...keysOf(row) })))
        .execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update(before: ActivityRow, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      const { id, rev } = before;
      const keys = keysOf({ ...before, ...changes });
      return updateAtRev(db, { table: 'activities', id, rev }, { ...changes, ...keys }, stamp);
    },
    /** Makes who names activities of the workspace wait for the end of this transaction: names are compared, no key guards them. */
    async lock(workspaceId: string): Promise<void> {
      await db
        .updateTable('workspaces')
        .set((eb) => ({ rev: eb.ref('rev') }))
        .where('id', '=', workspaceId)
        .execute();
    },
  };
}
