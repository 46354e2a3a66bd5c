import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export function usageRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** What each logger brought in on a day; without those that brought nothing. */
    ofLoggers(day: number) {
      return db.selectFrom('dataloggers').select(['id', 'used_bytes']).where('used_day', '=', day).execute();
    },
  };
}
