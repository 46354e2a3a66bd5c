import { type TenantConnection, tenantDb } from '../../kernel/tenant-db.ts';

export function typeVersionsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** A published version of a logger type. */
    find(loggerTypeId: string, version: number) {
      return db
        .selectFrom('logger_type_versions')
        .select(['spec', 'sensors'])
        .where('logger_type_id', '=', loggerTypeId)
        .where('version', '=', version)
        .executeTakeFirst();
    },
  };
}
