import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Rows of one statement: engines take only so many parameters. */
const PART = 500;

export function credentialsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () => db.selectFrom('credentials').selectAll();
  return {
    /** Newest first. */
    list(dataloggerId: string): Promise<Row<'credentials'>[]> {
      return all().where('datalogger_id', '=', dataloggerId).orderBy('id', 'desc').execute();
    },
    find(dataloggerId: string, id: string): Promise<Row<'credentials'> | undefined> {
      return all().where('datalogger_id', '=', dataloggerId).where('id', '=', id).executeTakeFirst();
    },
    async insert(row: Omit<NewRow<'credentials'>, 'organization_id'>): Promise<void> {
      await db.insertInto('credentials').values(row).execute();
      await db.insertInto('credential_index').values({ token_hash: row.token_hash, credential_id: row.id }).execute();
    },
    async insertAll(rows: readonly Omit<NewRow<'credentials'>, 'organization_id'>[]): Promise<void> {
      for (let at = 0; at < rows.length; at += PART) {
        const part = rows.slice(at, at + PART);
        await db.insertInto('credentials').values(part).execute();
        await db
          .insertInto('credential_index')
          .values(part.map(({ token_hash, id }) => ({ token_hash, credential_id: id })))
          .execute();
      }
    },
    async revoke(row: Row<'credentials'>, at: number, by: string | null): Promise<void> {
      await db.updateTable('credentials').set({ revoked_at: at, revoked_by: by }).where('id', '=', row.id).execute();
      await db.deleteFrom('credential_index').where('token_hash', '=', row.token_hash).execute();
    },
  };
}
