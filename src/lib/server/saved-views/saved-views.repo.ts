import type { ViewedList } from '../../contract/saved-views.ts';
import { inWorkspaces } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

type Changes = Partial<Pick<Row<'saved_views'>, 'name' | 'workspace_id' | 'query' | 'columns' | 'archived_at'>>;

export function savedViewsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** Views of some lists that an actor made, and those that are shared in workspaces; in the order of their creation. */
    list(lists: readonly { list: ViewedList; workspaces: 'all' | readonly string[] }[], actor: string): Promise<Row<'saved_views'>[]> {
      return db
        .selectFrom('saved_views')
        .selectAll()
        .where('archived_at', 'is', null)
        .where((eb) =>
          eb.or(
            lists.map(({ list, workspaces }) =>
              eb.and([
                eb('list', '=', list),
                eb.or([
                  eb('created_by', '=', actor),
                  eb.and([eb('workspace_id', 'is not', null), inWorkspaces('workspace_id', workspaces)]),
                ]),
              ]),
            ),
          ),
        )
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },
    find(id: string): Promise<Row<'saved_views'> | undefined> {
      return db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();
    },
    async countOf(actor: string): Promise<number> {
      const { count } = await db
        .selectFrom('saved_views')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('created_by', '=', actor)
        .where('archived_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },
    async insert(row: Omit<NewRow<'saved_views'>, 'organization_id'>): Promise<void> {
      await db.insertInto('saved_views').values(row).execute();
    },
    /** False when the row isn't at its `rev` any more. */
    update({ id, rev }: Row<'saved_views'>, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      return updateAtRev(db, { table: 'saved_views', id, rev }, changes, stamp);
    },
  };
}
