import type { Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** A channel that is merged into another one. */
export function mergeChannelsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** The number under which messages of a logger are found. */
    async loggerNo(id: string): Promise<number | undefined> {
      return (await db.selectFrom('dataloggers').select('no').where('id', '=', id).executeTakeFirst())?.no;
    },
    async loggerName(id: string | null): Promise<string | null> {
      if (id === null) return null;
      return (await db.selectFrom('dataloggers').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
    },
    channel(id: string): Promise<Row<'channels'> | undefined> {
      return db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();
    },
    async turn(id: string, into: string | null, archived_at: number | null, stamp: { at: number; by: string | null }): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({ merged_into: into, archived_at, rev: eb('rev', '+', 1), updated_at: stamp.at, updated_by: stamp.by }))
        .where('id', '=', id)
        .execute();
    },
  };
}
