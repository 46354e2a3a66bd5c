import { searchable } from '../kernel/name-keys.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

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
      const some = archived ? sql`true` : sql`t.archived_at is null`;
      return sql<SensorTypeRow>`select t.* from ${tenantTable(connection, 'sensor_types as t')} where ${some} order by t.created_at, t.id`
        .execute(db)
        .then(({ rows }) => rows);
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
    async uses(): Promise<ReadonlyMap<string, number>> {
      const { rows } = await sql<{ sensor_type_id: string; count: number }>`select c.sensor_type_id, count(*) as count
        from ${tenantTable(connection, 'channels as c')} where c.sensor_type_id is not null and c.archived_at is null
        group by c.sensor_type_id`.execute(db);
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
