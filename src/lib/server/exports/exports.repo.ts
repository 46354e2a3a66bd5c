import { inWorkspaces } from '../kernel/list.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export function exportsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** The zone that the workspaces have in common, else the organisation's. */
    async zone(workspaceIds: readonly string[]): Promise<string> {
      const rows = await db
        .selectFrom('workspaces')
        .select('time_zone')
        .distinct()
        .where('id', 'in', [...new Set(workspaceIds)])
        .execute();
      if (rows.length === 1) return rows[0]!.time_zone;
      return (await db.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow()).time_zone;
    },
    /** Newest values of channels in use, with their loggers, in one statement. */
    newest({ workspaces, dataloggerId }: { workspaces: 'all' | string[]; dataloggerId?: string | undefined }, limit: number) {
      let query = db
        .selectFrom('channels as c')
        .innerJoin('dataloggers as d', (join) => join.onRef('d.id', '=', 'c.datalogger_id'))
        .leftJoin('logger_types as lt', (join) => join.onRef('lt.id', '=', 'd.logger_type_id'))
        .leftJoin('sensor_types as st', (join) => join.onRef('st.id', '=', 'c.sensor_type_id'))
        .select([
          'c.id',
          'c.name',
          'c.unit',
          'c.kind',
          'c.last_ts',
          'c.last_num',
          'c.left_out_ts',
          'd.id as datalogger_id',
          'd.name as logger',
        ])
        .select(['d.paused_at', 'd.last_seen_at', 'd.refused_at', 'd.filed_at', 'd.expected_interval_s', 'lt.offline_after'])
        .select(['st.quantity', 'st.display_unit'])
        .select((eb) => eb.fn.coalesce('lt.sending_interval_s', 'lt.sampling_interval_s').as('type_interval_s'))
        .where('c.archived_at', 'is', null)
        .where('d.archived_at', 'is', null)
        .where(inWorkspaces('c.workspace_id', workspaces));
      if (dataloggerId !== undefined) query = query.where('d.id', '=', dataloggerId);
      return query.orderBy('d.name_key').orderBy('d.id').orderBy('c.position').orderBy('c.no').limit(limit).execute();
    },
  };
}
