import { sql } from 'kysely';
import type { IdentityKind } from '../../contract/device-identities.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

const DAY_US = 86_400_000_000;

/** A device as the messages of a gateway name it. */
export interface IdentityPlace {
  gatewayId: string;
  kind: IdentityKind;
  identity: string;
}

export function quarantineRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    at({ gatewayId, kind, identity }: IdentityPlace): Promise<Row<'device_identities'> | undefined> {
      return db
        .selectFrom('device_identities')
        .selectAll()
        .where('gateway_id', '=', gatewayId)
        .where('kind', '=', kind)
        .where('identity', '=', identity)
        .executeTakeFirst();
    },
    find(id: string): Promise<Row<'device_identities'> | undefined> {
      return db.selectFrom('device_identities').selectAll().where('id', '=', id).executeTakeFirst();
    },
    async insert(row: Omit<NewRow<'device_identities'>, 'organization_id'>): Promise<void> {
      await db.insertInto('device_identities').values(row).execute();
    },
    /** What waits at a gateway: devices, messages, stored bytes. */
    async waitingAt(gatewayId: string): Promise<{ devices: number; messages: number; bytes: number }> {
      const row = await db
        .selectFrom('device_identities')
        .select(({ fn }) => [
          fn.countAll<number>().as('devices'),
          fn.sum<number>('waiting').as('messages'),
          fn.sum<number>('waiting_bytes').as('bytes'),
        ])
        .where('gateway_id', '=', gatewayId)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return { devices: Number(row.devices), messages: Number(row.messages ?? 0), bytes: Number(row.bytes ?? 0) };
    },
    /** Puts a message behind those that wait. */
    async keep(identityId: string, message: Omit<NewRow<'quarantined_messages'>, 'organization_id' | 'identity_id'>): Promise<void> {
      await db
        .insertInto('quarantined_messages')
        .values({ ...message, identity_id: identityId })
        .execute();
      await db
        .updateTable('device_identities')
        .set({
          waiting: sql<number>`waiting + 1`,
          waiting_bytes: sql<number>`waiting_bytes + ${message.body.byteLength}`,
          newest_id: message.id,
          last_seen_at: message.received_at,
        })
        .where('id', '=', identityId)
        .execute();
    },
    async countRefused(id: string): Promise<void> {
      await db.updateTable('device_identities').set({ refused: sql<number>`refused + 1` }).where('id', '=', id).execute();
    },
    /** The oldest messages that wait. */
    oldest(identityId: string, limit: number): Promise<Row<'quarantined_messages'>[]> {
      return db.selectFrom('quarantined_messages').selectAll().where('identity_id', '=', identityId).orderBy('id').limit(limit).execute();
    },
    async isReceived(messageId: string): Promise<boolean> {
      return (await db.selectFrom('received_data').select('no').where('given_id', '=', messageId).executeTakeFirst()) !== undefined;
    },
    /** Takes a message out of quarantine. */
    async release(identityId: string, message: Pick<Row<'quarantined_messages'>, 'id' | 'body'>): Promise<void> {
      const { numDeletedRows } = await db.deleteFrom('quarantined_messages').where('id', '=', message.id).executeTakeFirst();
      if (numDeletedRows === 0n) return;
      await db
        .updateTable('device_identities')
        .set({ waiting: sql<number>`waiting - 1`, waiting_bytes: sql<number>`waiting_bytes - ${message.body.byteLength}` })
        .where('id', '=', identityId)
        .execute();
    },
    /** Deletes messages that have waited longer than their gateway lets them; gives those of which devices, with how many. */
    async deleteOld(now: number, limit: number): Promise<{ id: string; workspace_id: string; count: number }[]> {
      const old = await db
        .selectFrom('quarantined_messages as m')
        .innerJoin('device_identities as i', (join) => join.onRef('i.id', '=', 'm.identity_id'))
        .innerJoin('gateways as g', (join) => join.onRef('g.id', '=', 'i.gateway_id'))
        .select(['m.id', 'm.body', 'i.id as identity_id', 'i.workspace_id'])
        .where('m.received_at', '<', sql<number>`${now} - g.quarantine_days * ${sql.lit(DAY_US)}`)
        .orderBy('m.id')
        .limit(limit)
        .execute();
      for (const message of old) await this.release(message.identity_id, message);
      const devices = new Map(old.map(({ identity_id: id, workspace_id }) => [id, { id, workspace_id, count: 0 }]));
      for (const { identity_id } of old) devices.get(identity_id)!.count += 1;
      return [...devices.values()];
    },
    /** Deletes all that waits of a device. */
    async forget(identityId: string): Promise<void> {
      await db.deleteFrom('quarantined_messages').where('identity_id', '=', identityId).execute();
      await db
        .updateTable('device_identities')
        .set({ waiting: 0, waiting_bytes: 0, newest_id: null })
        .where('id', '=', identityId)
        .execute();
    },
  };
}
