import { searchable } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type SensorTypeRow = Row<'sensor_types'>;
export type TypedChannel = Pick<Row<'channels'>, 'id' | 'datalogger_id' | 'workspace_id'>;
type Changes = Partial<Omit<NewRow<'sensor_types'>, 'organization_id' | 'id' | 'quantity' | 'kind' | 'key' | 'search'>>;

/** All names of a type, folded: whoever searches writes one of them. */
export const searchedNames = (names: string): string => searchable(Object.values(JSON.parse(names) as Record<string, string>));

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
    /** Gives channels of one type to another: all of them, or those named. */
    async retype(from: string, to: string, stamp: { at: number; by: string | null }, ids?: readonly string[]): Promise<TypedChannel[]> {
      const query = db
        .updateTable('channels')
        .set((eb) => ({ sensor_type_id: to, rev: eb('rev', '+', 1), updated_at: stamp.at, updated_by: stamp.by }))
        .where('sensor_type_id', '=', from)
        .returning(['id', 'datalogger_id', 'workspace_id']);
      return (ids === undefined ? query : query.where('id', 'in', ids)).execute();
    },
    /** What holds where a type says nothing. */
    organizationKeeps() {
      return db.selectFrom('organizations').select(['keep_readings_days', 'keep_rollups_days']).executeTakeFirstOrThrow();
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
    async insert(row: Omit<NewRow<'sensor_types'>, 'organization_id' | 'search'>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('sensor_types')
        .values({ ...row, search: searchedNames(row.names) })
        .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    /** False when the row isn't at `rev` any more. */
    update(id: string, rev: number, changes: Changes, stamp: { at: number; by: string | null }): Promise<boolean> {
      const search = changes.names === undefined ? {} : { search: searchedNames(changes.names) };
      return updateAtRev(db, { table: 'sensor_types', id, rev }, { ...changes, ...search }, stamp);
    },
  };
}
