import type { Db } from '../kernel/database.ts';
import type { NewRow, Row } from '../kernel/schema.ts';

export function credentialsRepo({ db, organization_id }: { db: Db; organization_id: string }) {
  const all = () => db.selectFrom('credentials').selectAll().where('organization_id', '=', organization_id);
  return {
    /** Newest first. */
    list(dataloggerId: string): Promise<Row<'credentials'>[]> {
      return all().where('datalogger_id', '=', dataloggerId).orderBy('id', 'desc').execute();
    },
    find(dataloggerId: string, id: string): Promise<Row<'credentials'> | undefined> {
      return all().where('datalogger_id', '=', dataloggerId).where('id', '=', id).executeTakeFirst();
    },
    async insert(row: Omit<NewRow<'credentials'>, 'organization_id'>): Promise<void> {
      await db
        .insertInto('credentials')
        .values({ ...row, organization_id })
        .execute();
      await db.insertInto('credential_index').values({ token_hash: row.token_hash, organization_id, credential_id: row.id }).execute();
    },
    async revoke(row: Row<'credentials'>, at: number, by: string | null): Promise<void> {
      await db
        .updateTable('credentials')
        .set({ revoked_at: at, revoked_by: by })
        .where('organization_id', '=', organization_id)
        .where('id', '=', row.id)
        .execute();
      await db
        .deleteFrom('credential_index')
        .where('token_hash', '=', row.token_hash)
        .where('organization_id', '=', organization_id)
        .execute();
    },
  };
}
