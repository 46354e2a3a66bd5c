import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type TaxonomyRow = Row<'taxonomies'>;
type Changes = Partial<Pick<TaxonomyRow, 'names' | 'categories' | 'to_check' | 'archived_at'>>;

export function taxonomiesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** Every stored one, archived ones too, oldest first. */
    list(): Promise<TaxonomyRow[]> {
      return db.selectFrom('taxonomies').selectAll().orderBy('created_at').orderBy('id').execute();
    },
    find(id: string): Promise<TaxonomyRow | undefined> {
      return db.selectFrom('taxonomies').selectAll().where('id', '=', id).executeTakeFirst();
    },
    /** False when there is a row of that id already. */
    async insert(row: Omit<NewRow<'taxonomies'>, 'organization_id'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('taxonomies')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    /** False when the row isn't at `rev` any more. */
    update(id: string, rev: number, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      return updateAtRev(db, { table: 'taxonomies', id, rev }, changes, stamp);
    },
    /** Categories by which activities in use are sorted in this taxonomy: their codes. */
    async usedCodes(id: string): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('activities')
        .select('categories')
        .where('categories', 'like', `%"${id}":%`)
        .where('archived_at', 'is', null)
        .execute();
      return new Set(rows.flatMap((row) => (JSON.parse(row.categories) as Record<string, string>)[id] ?? []));
    },
  };
}
