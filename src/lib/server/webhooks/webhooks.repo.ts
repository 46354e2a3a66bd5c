import type { Insertable } from 'kysely';
import type { NewRow, Row, Schema } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type WebhookRow = Omit<Row<'webhooks'>, 'organization_id'>;
export type DeliveryRow = Omit<Row<'webhook_deliveries'>, 'organization_id'>;
const LISTED = 50;

export function webhooksRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const deliveries = () => db.selectFrom('webhook_deliveries').selectAll();
  return {
    list(): Promise<WebhookRow[]> {
      return db.selectFrom('webhooks').selectAll().where('archived_at', 'is', null).orderBy('name').orderBy('id').execute();
    },
    find(id: string): Promise<WebhookRow | undefined> {
      return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
    },
    async insert(row: Omit<NewRow<'webhooks'>, 'organization_id'>): Promise<void> {
      await db.insertInto('webhooks').values(row).execute();
    },
    /** The newest messages of one, newest first. */
    deliveries(webhookId: string, limit = LISTED): Promise<DeliveryRow[]> {
      return deliveries().where('webhook_id', '=', webhookId).orderBy('made_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
    },
    delivery(id: string): Promise<DeliveryRow | undefined> {
      return deliveries().where('id', '=', id).executeTakeFirst();
    },
    async put(row: Omit<Insertable<Schema['webhook_deliveries']>, 'organization_id'>): Promise<void> {
      await db.insertInto('webhook_deliveries').values(row).execute();
    },
    /** Messages whose time has come, the longest waiting first. */
    due(now: number, limit: number): Promise<Pick<DeliveryRow, 'id' | 'next_at'>[]> {
      return db
        .selectFrom('webhook_deliveries')
        .select(['id', 'next_at'])
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit)
        .execute();
    },
    /** Takes a message for this process until its lease ends; undefined when another one was faster. */
    claim(id: string, next_at: number | null, until: number): Promise<DeliveryRow | undefined> {
      return db
        .updateTable('webhook_deliveries')
        .set((eb) => ({ next_at: until, tries: eb('tries', '+', 1) }))
        .where('id', '=', id)
        .where('next_at', '=', next_at)
        .returningAll()
        .executeTakeFirst();
    },
    /** What became of a try, unless another process has the message by now. */
    async settle(
      { id, tries }: Pick<DeliveryRow, 'id' | 'tries'>,
      columns: Pick<DeliveryRow, 'status' | 'failure' | 'tried_at' | 'next_at' | 'settled_at'> & { body?: null },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('webhook_deliveries')
        .set(columns)
        .where('id', '=', id)
        .where('tries', '=', tries)
        .where('next_at', 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async settleNotices(messageId: string, state: 'sent' | 'failed', now: number): Promise<void> {
      await db.updateTable('alarm_notices').set({ state, settled_at: now }).where('message_id', '=', messageId).execute();
    },
    /** Messages that wait for one that is off: they go no more. */
    async drop(webhookId: string, now: number): Promise<void> {
      const rows = await db
        .updateTable('webhook_deliveries')
        .set({ next_at: null, body: null, settled_at: now })
        .where('webhook_id', '=', webhookId)
        .where('next_at', 'is not', null)
        .returning('id')
        .execute();
      for (const { id } of rows) await this.settleNotices(id, 'failed', now);
    },
    async setFailing(id: string, failing_since: number | null): Promise<void> {
      await db.updateTable('webhooks').set({ failing_since }).where('id', '=', id).execute();
    },
    async forget(before: number): Promise<void> {
      await db.deleteFrom('webhook_deliveries').where('made_at', '<', before).where('next_at', 'is', null).execute();
    },
    owners() {
      return db
        .selectFrom('memberships as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['u.id', 'u.email', 'u.locale'])
        .distinct()
        .where('m.role', 'in', ['owner', 'admin'])
        .where('m.workspace_id', 'is', null)
        .where('m.archived_at', 'is', null)
        .where('u.archived_at', 'is', null)
        .orderBy('u.id')
        .execute();
    },
  };
}
