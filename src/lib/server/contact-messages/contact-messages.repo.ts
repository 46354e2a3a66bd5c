import type { Db } from '../kernel/database.ts';
import type { Row } from '../kernel/schema.ts';

export type ContactMessageRow = Row<'contact_messages'>;

/** Messages are global: they are for the operator, and belong to no organisation. */
export function contactMessagesRepo({ db }: { db: Db }) {
  return {
    async insert(row: ContactMessageRow): Promise<void> {
      await db.insertInto('contact_messages').values(row).execute();
    },
    /** The newest first. */
    list(limit: number): Promise<ContactMessageRow[]> {
      return db.selectFrom('contact_messages').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    },
    /** @returns how many there were */
    async deleteFrom(email: string): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('contact_messages').where('email', '=', email).executeTakeFirst();
      return Number(numDeletedRows);
    },
    async deleteBefore(moment: number): Promise<void> {
      await db.deleteFrom('contact_messages').where('created_at', '<', moment).execute();
    },
  };
}
