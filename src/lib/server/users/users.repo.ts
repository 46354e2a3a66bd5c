import type { Db } from '../kernel/database.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';

/** People are global: they belong to organisations by memberships. Archived ones are nobody. */
export function usersRepo({ db }: { db: Db }) {
  const active = () => db.selectFrom('users').selectAll().where('archived_at', 'is', null);
  return {
    /** @param email lower-cased */
    byEmail(email: string): Promise<Row<'users'> | undefined> {
      return active().where('email', '=', email).executeTakeFirst();
    },
    /** Written out, since every page asks. */
    async byId(id: string): Promise<Row<'users'> | undefined> {
      const { rows } = await sql<Row<'users'>>`select * from users where archived_at is null and id = ${id}`.execute(db);
      return rows[0];
    },
    async emailTaken(email: string): Promise<boolean> {
      return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
    },
    async insert(row: Omit<NewRow<'users'>, keyof ReturnType<typeof searchKeys>>): Promise<void> {
      await db
        .insertInto('users')
        .values({ ...row, ...searchKeys(row.name) })
        .execute();
    },
    /**
     * Holds the row until the end of the transaction, before anything else of the person: whoever takes several rows of one person takes
     * this one first. False when nobody is there any more.
     */
    async hold(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set((eb) => ({ rev: eb.ref('rev') }))
        .where('id', '=', id)
        .where('archived_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /**
     * Is the password still the one that was checked? A write that follows from it asks this first: it holds the row, and on PostgreSQL
     * waits for whoever changes the password just now.
     */
    async holdPassword(id: string, checkedHash: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set((eb) => ({ password_hash: eb.ref('password_hash') }))
        .where('id', '=', id)
        .where('password_hash', '=', checkedHash)
        .where('archived_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async setPasswordHash(id: string, hash: string, now: number): Promise<void> {
      await db.updateTable('users').set({ password_hash: hash, updated_at: now }).where('id', '=', id).execute();
    },
    /** Undefined when the row isn't at `rev` any more; any may be asked for, and one more than the highest is no integer of the database. */
    update(id: string, rev: number, changes: Partial<NewRow<'users'>>): Promise<Row<'users'> | undefined> {
      return db
        .updateTable('users')
        .set((eb) => ({ ...changes, ...(changes.name === undefined ? {} : searchKeys(changes.name)), rev: eb('rev', '+', 1) }))
        .where('id', '=', id)
        .where('rev', '=', rev)
        .returningAll()
        .executeTakeFirst();
    },
    async setAvatar(id: string, hash: string | null, now: number): Promise<void> {
      await db.updateTable('users').set({ avatar_hash: hash, updated_at: now, updated_by: id }).where('id', '=', id).execute();
    },
    /** Addresses from which the person signed in, newest first. */
    async addresses(id: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('sessions')
        .select('ip')
        .where('user_id', '=', id)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap(({ ip }) => (ip === null ? [] : [ip]));
    },
  };
}
