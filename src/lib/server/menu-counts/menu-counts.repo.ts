import { sql } from 'kysely';
import { fromLoggers, inAnyTrouble } from '../dataloggers/dataloggers.repo.ts';
import { inWorkspaces } from '../kernel/list.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';
import { PLACES } from '../storage/alarms/alarm-rows.repo.ts';

type Workspaces = 'all' | readonly string[];

export function menuCountsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** As the two lists count them; one query. @param now µs: the moment that decides what is silent */
    async read(
      readable: { dataloggers: Workspaces; measurements: Workspaces },
      now: number,
    ): Promise<{ dataloggers: number; alarms: number; measurements: number; quarantine: number }> {
      // The state is written out, so that the index of running ones alone is read.
      const { rows } = await sql<{ dataloggers: number; alarms: number; measurements: number; quarantine: number }>`select
        (select count(*) ${fromLoggers(connection)} where ${inWorkspaces('d.workspace_id', readable.dataloggers)} and ${inAnyTrouble(connection, now)}) as dataloggers,
        (select count(*) from ${tenantTable(connection, 'alarms as a')} join ${tenantTable(connection, 'channels as c')} on c.id = a.channel_id
          where a.place < ${sql.lit(PLACES.waiting)} and (a.place < ${sql.lit(PLACES.active)} or a.place >= ${sql.lit(PLACES.pending)})
          and ${inWorkspaces('c.workspace_id', readable.dataloggers)}) as alarms,
        (select count(*) from ${tenantTable(connection, 'measurements as m')} where m.state = 'running' and m.archived_at is null
          and m.tap_count > 0 and ${inWorkspaces('m.workspace_id', readable.measurements)}) as measurements,
        (select count(*) from ${tenantTable(connection, 'device_identities as i')} where i.state = 'waiting'
          and ${inWorkspaces('i.workspace_id', readable.dataloggers)}) as quarantine`.execute(db);
      return rows[0] ?? { dataloggers: 0, alarms: 0, measurements: 0, quarantine: 0 };
    },
  };
}
