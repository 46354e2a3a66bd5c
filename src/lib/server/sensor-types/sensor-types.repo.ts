import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type SensorTypeRow = Row<'sensor_types'>;
type Changes = Partial<Omit<NewRow<'sensor_types'>, 'organization_id' | 'id' | 'quantity' | 'kind' | 'key'>>;

export function sensorTypesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** Oldest first. */
    list(archived: boolean): Promise<SensorTypeRow[]> {
      const all = db.selectFrom('sensor_types').selectAll();
      return (archived ? all : all.where('archived_at', 'is', null)).orderBy('created_at').orderBy('id').execute();
    },
    find(id: string): Promise<SensorTypeRow | undefined> {
      return db.selectFrom('sensor_types').selectAll().where('id', '=', id).executeTakeFirst();
    },
    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('sensor_types')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** How many channels in use are of each type. */
    async uses(): Promise<ReadonlyMap<string | null, number>> {
      const rows = await db
        .selectFrom('channels')
        .select((eb) => ['sensor_type_id', eb.fn.countAll<number>().as('count')])
        .where('sensor_type_id', 'is not', null)
        .where('archived_at', 'is', null)
        .groupBy('sensor_type_id')
        .execute();
      return new Map(rows.map(({ sensor_type_id, count }) => [sensor_type_id, Number(count)]));
    },
    /** False when there is a row of that id already. */
    async insert(row: Omit<NewRow<'sensor_types'>, 'organization_id'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('sensor_types')
        .values(row)
        .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    /** False when the row isn't at `rev` any more. */
    update(id: string, rev: number, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      return updateAtRev(db, { table: 'sensor_types', id, rev }, changes, stamp);
    },
  };
}
