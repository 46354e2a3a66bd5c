import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type VersionRow = Row<'standard_versions'> & { reviewer: string | null; approver: string | null };

export function standardsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const finished = (id: string) =>
    db
      .selectFrom('measurements as m')
      .where('m.operation_id', '=', id)
      .where('m.state', '=', 'finished')
      .where('m.archived_at', 'is', null);
  const withPanel = (query: ReturnType<typeof finished>) =>
    query
      .innerJoin('screen_versions as v', (join) =>
        join.onRef('v.screen_id', '=', 'm.screen_id').onRef('v.version', '=', 'm.screen_version'),
      )
      .select(['m.id', 'm.name', 'm.day', 'm.lanes', 'm.screen_id', 'm.screen_version', 'v.activities']);
  return {
    async countStudied(id: string): Promise<number> {
      const { n } = await finished(id)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    /** Finished measurements that make its study, the oldest day first. */
    studied(id: string, limit: number, only?: readonly string[]) {
      const all = finished(id);
      return withPanel(only === undefined ? all : all.where('m.id', 'in', [...only]))
        .orderBy('m.day')
        .orderBy('m.id')
        .limit(limit)
        .execute();
    },
    /** Measurements by their ids, whatever became of them since. */
    async measured(ids: readonly string[]) {
      return ids.length === 0 ? [] : withPanel(db.selectFrom('measurements as m').where('m.id', 'in', [...ids])).execute();
    },
    /** The newest first. */
    versions(id: string): Promise<VersionRow[]> {
      return db
        .selectFrom('standard_versions as v')
        .leftJoin('users as r', 'r.id', 'v.reviewed_by')
        .leftJoin('users as a', 'a.id', 'v.approved_by')
        .selectAll('v')
        .select(['r.name as reviewer', 'a.name as approver'])
        .where('v.operation_id', '=', id)
        .orderBy('v.version', 'desc')
        .execute();
    },
    async addVersion(row: Omit<NewRow<'standard_versions'>, 'organization_id'>): Promise<void> {
      await db.insertInto('standard_versions').values(row).execute();
    },
    /** Nothing of an approved one is ever taken away. */
    async removeReviewed(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('standard_versions')
        .where('operation_id', '=', id)
        .where('approved_at', 'is', null)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async supersede(id: string, at: number): Promise<void> {
      await db
        .updateTable('standard_versions')
        .set({ superseded_at: at })
        .where('operation_id', '=', id)
        .where('approved_at', 'is not', null)
        .where('superseded_at', 'is', null)
        .execute();
    },
    async approve(id: string, version: number, signed: { approved_at: number; approved_by: string | null; statement: string | null }) {
      const { numUpdatedRows } = await db
        .updateTable('standard_versions')
        .set(signed)
        .where('operation_id', '=', id)
        .where('version', '=', version)
        .where('approved_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
