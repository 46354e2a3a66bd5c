import type { Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';
import { type ShownRow, shownColumns } from './measurements.repo.ts';

/** Measurements of one machine that are looked at, the newest days first: who looks at a machine asks for today and for the last ones. */
const NEWEST = 1_000;

export type DayEntry = Pick<Row<'entries'>, 'measurement_id' | 'id' | 'lane' | 'kind' | 'activity_id' | 'from_ms' | 'to_ms'>;

/** What is measured on one machine. */
export function machineWorkRepo(connection: TenantConnection, machineId: string) {
  const db = tenantDb(connection);
  return {
    /** Where the machine stands; undefined when there is none. */
    place() {
      return db
        .selectFrom('machines as m')
        .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
        .select(['m.workspace_id', 'w.time_zone'])
        .where('m.id', '=', machineId)
        .executeTakeFirst();
    },
    /** Those that run, those that touch the span (milliseconds), and the last that are finished, each once; the newest day first. */
    async measurements(day: { from: number; to: number }, most: { now: number; last: number }): Promise<ShownRow[]> {
      const { columns, joined } = shownColumns(connection);
      const some = (which: ReturnType<typeof sql>, limit: number) => sql`select * from (select * from (
          select * from ${tenantTable(connection, 'measurements as n')} where n.machine_id = ${machineId}
            and n.archived_at is null and n.tap_count > 0 order by n.day desc, n.id desc limit ${NEWEST}) as newest
        where ${which} order by newest.day desc, newest.id desc limit ${limit}) as some_of_them`;
      const now = sql`newest.state = 'running' or (newest.started_ms < ${day.to} and newest.ended_ms > ${day.from})`;
      const { rows } = await sql<ShownRow>`select ${columns} from (
          ${some(now, most.now)} union ${some(sql`newest.state = 'finished'`, most.last)}) as m ${joined}
        order by m.day desc, m.id desc`.execute(db);
      return rows;
    },
    /** Entries of measurements that touch the span, by time. */
    entries(measurements: readonly string[], day: { from: number; to: number }, limit: number): Promise<DayEntry[]> {
      return db
        .selectFrom('entries')
        .select(['measurement_id', 'id', 'lane', 'kind', 'activity_id', 'from_ms', 'to_ms'])
        .where('measurement_id', 'in', [...measurements])
        .where('from_ms', '<', day.to)
        .where((eb) => eb.or([eb('to_ms', '>', day.from), eb('to_ms', 'is', null)]))
        .orderBy('from_ms')
        .orderBy('id')
        .limit(limit)
        .execute();
    },
    /** The activities, as JSON, of the versions that those measurements were made with. */
    activities(measurements: readonly string[]) {
      return db
        .selectFrom('measurements as m')
        .innerJoin('screen_versions as v', (join) =>
          join.onRef('v.screen_id', '=', 'm.screen_id').onRef('v.version', '=', 'm.screen_version'),
        )
        .select(['v.screen_id', 'v.version', 'v.activities'])
        .distinct()
        .where('m.id', 'in', [...measurements])
        .execute();
    },
  };
}
