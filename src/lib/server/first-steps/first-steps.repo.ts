import { SORTS as LOGGER_SORTS } from '../dataloggers/dataloggers.repo.ts';
import { inWorkspaces, keyset } from '../kernel/list.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';
import { PANELS_BY, SORTS as SCREEN_SORTS } from '../screens/screens.repo.ts';

type Workspaces = 'all' | readonly string[];
/** Workspaces whose rows of each kind the person may see. */
export type Sight = Record<'workspaces' | 'machines' | 'dataloggers' | 'screens' | 'panels' | 'measurements', Workspaces>;

/** 1 = there is one. */
type Some = 1 | null;
export interface Taken {
  workspace: Some;
  machine: Some;
  /** Readings came from a device or a file. */
  reading: Some;
  measure: Some;
  /** The logger that was heard of last. */
  datalogger: string | null;
  /** The newest screen. */
  screen: string | null;
  /** The first that may be captured with. */
  panel: string | null;
}

const LAST_FIRST = { cursor: null, descending: true };
const HEARD_LAST = keyset(LOGGER_SORTS.last_seen_at.column, 'd.id', LAST_FIRST).by;
const MADE_LAST = keyset(`s.${SCREEN_SORTS.created_at.column}`, 's.id', LAST_FIRST).by;

export function firstStepsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** As the lists of each kind have their rows; one query, since each dashboard asks. */
    async read(sight: Sight): Promise<Taken> {
      const loggers = sql`from ${tenantTable(connection, 'dataloggers as d')}
        where d.archived_at is null and ${inWorkspaces('d.workspace_id', sight.dataloggers)}`;
      const { rows } = await sql<Taken>`select
        (select 1 from ${tenantTable(connection, 'workspaces as w')} where w.archived_at is null and ${inWorkspaces('w.id', sight.workspaces)}
          limit 1) as workspace,
        (select 1 from ${tenantTable(connection, 'machines as m')} where m.archived_at is null
          and ${inWorkspaces('m.workspace_id', sight.machines)} limit 1) as machine,
        (select d.id ${loggers} order by ${HEARD_LAST} limit 1) as datalogger,
        (select 1 ${loggers} and (d.last_seen_at is not null or (d.filed_at is not null and exists (
          select 1 from ${tenantTable(connection, 'channels as c')} where c.datalogger_id = d.id and c.last_ts is not null
            and c.archived_at is null))) limit 1) as reading,
        (select s.id from ${tenantTable(connection, 'screens as s')} where s.archived_at is null
          and ${inWorkspaces('s.workspace_id', sight.screens)} order by ${MADE_LAST} limit 1) as screen,
        (select s.id from ${tenantTable(connection, 'screens as s')} join ${tenantTable(connection, 'workspaces as w')} on w.id = s.workspace_id
          where s.version is not null and s.archived_at is null and w.archived_at is null
            and ${inWorkspaces('s.workspace_id', sight.panels)} order by ${PANELS_BY} limit 1) as panel,
        (select 1 from ${tenantTable(connection, 'measurements as m')} where m.archived_at is null and m.tap_count > 0
          and ${inWorkspaces('m.workspace_id', sight.measurements)} limit 1) as measure`.execute(db);
      return rows[0]!;
    },
  };
}
