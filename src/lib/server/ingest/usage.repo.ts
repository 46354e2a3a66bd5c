import type { Db } from '../kernel/database.ts';

export function usageRepo({ db, organization_id }: { db: Db; organization_id: string }) {
  return {
    /** What each logger brought in on a day; without those that brought nothing. */
    ofLoggers(day: number) {
      return db
        .selectFrom('dataloggers')
        .select(['id', 'used_bytes'])
        .where('organization_id', '=', organization_id)
        .where('used_day', '=', day)
        .execute();
    },
  };
}
