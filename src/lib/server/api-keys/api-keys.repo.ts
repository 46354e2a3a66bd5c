import { inWorkspaces } from '../kernel/list.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Keys that one answer lists; an organisation has a handful. */
const LISTED = 500;

export function apiKeysRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () => db.selectFrom('api_keys').selectAll();
  return {
    /** Newest first. */
    list(workspaces: 'all' | readonly string[]): Promise<Row<'api_keys'>[]> {
      return all().where(inWorkspaces('workspace_id', workspaces)).orderBy('id', 'desc').limit(LISTED).execute();
    },
    find(id: string): Promise<Row<'api_keys'> | undefined> {
      return all().where('id', '=', id).executeTakeFirst();
    },
    /** Those that a person made and that still open something, newest first. */
    openOf(makerId: string, now: number): Promise<Row<'api_keys'>[]> {
      return all()
        .where('created_by', '=', makerId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('id', 'desc')
        .execute();
    },
    async insert(row: Omit<NewRow<'api_keys'>, 'organization_id'>): Promise<void> {
      await db.insertInto('api_keys').values(row).execute();
      await db.insertInto('api_key_index').values({ token_hash: row.token_hash, api_key_id: row.id }).execute();
    },
    async revoke(row: Row<'api_keys'>, at: number, by: string | null): Promise<void> {
      await db.updateTable('api_keys').set({ revoked_at: at, revoked_by: by }).where('id', '=', row.id).execute();
      await db.deleteFrom('api_key_index').where('token_hash', '=', row.token_hash).execute();
    },
  };
}
