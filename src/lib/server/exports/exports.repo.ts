import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export function exportsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** The zone that the workspaces have in common, else the organisation's. */
    async zone(workspaceIds: readonly string[]): Promise<string> {
      const rows = await db
        .selectFrom('workspaces')
        .select('time_zone')
        .distinct()
        .where('id', 'in', [...new Set(workspaceIds)])
        .execute();
      if (rows.length === 1) return rows[0]!.time_zone;
      return (await db.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow()).time_zone;
    },
  };
}
