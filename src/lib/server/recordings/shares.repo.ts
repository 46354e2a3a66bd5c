import type { Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Nobody makes so many for one recording. */
const MOST_LISTED = 100;

export function sharesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db.selectFrom('recording_shares as s').leftJoin('users as u', 'u.id', 's.created_by').selectAll('s').select('u.name as maker');
  return {
    list(recordingId: string) {
      return all().where('s.recording_id', '=', recordingId).orderBy('s.created_at', 'desc').orderBy('s.id').limit(MOST_LISTED).execute();
    },
    find(id: string) {
      return all().where('s.id', '=', id).executeTakeFirst();
    },
    async insert(row: Omit<Row<'recording_shares'>, 'organization_id'>): Promise<void> {
      await db.insertInto('recording_share_index').values({ token_hash: row.token_hash, share_id: row.id }).execute();
      await db.insertInto('recording_shares').values(row).execute();
    },
    async revoke(id: string, at: number, by: string | null): Promise<void> {
      await db.updateTable('recording_shares').set({ revoked_at: at, revoked_by: by }).where('id', '=', id).execute();
    },
    async count(id: string, at: number): Promise<void> {
      await db
        .updateTable('recording_shares')
        .set((eb) => ({ opened: eb('opened', '+', 1), last_opened_at: at }))
        .where('id', '=', id)
        .execute();
    },
  };
}
export type ShareRow = NonNullable<Awaited<ReturnType<ReturnType<typeof sharesRepo>['find']>>>;
