import type { RawBuilder } from 'kysely';
import type { DataloggerGrouping } from '../../contract/dataloggers.ts';
import { inWorkspaces } from '../kernel/list.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantTable } from '../kernel/tenant-db.ts';

/** Groups of a list of loggers `d` of the type `lt`, as SQL: what they are ordered by, told apart by and called. */

/** What says which group a logger is in; null = it is in the one of those that have none. */
export function groupId(group: DataloggerGrouping): RawBuilder<string | null> {
  return {
    machine: sql<string | null>`d.machine_id`,
    type: sql<string | null>`lt.id`,
    workspace: sql<string | null>`d.workspace_id`,
    place: sql<string | null>`nullif(d.place, '')`,
  }[group];
}

/** Two groups of one name stay two; those that have none come last. */
export function groupPlace(connection: TenantConnection, group: DataloggerGrouping): RawBuilder<string> {
  const key = {
    machine: sql`(select m.name_key || ' ' || m.id from ${tenantTable(connection, 'machines as m')} where m.id = d.machine_id)`,
    type: sql`(lt.name_key || ' ' || lt.id)`,
    workspace: sql`(select lower(w.name) || ' ' || w.id from ${tenantTable(connection, 'workspaces as w')} where w.id = d.workspace_id)`,
    place: sql`(lower(nullif(d.place, '')) || ' ' || d.place)`,
  }[group];
  return sql<string>`coalesce('0' || ${key}, '1')`;
}

/** @param machines workspaces whose machines the reader may see */
export function groupName(
  connection: TenantConnection,
  group: DataloggerGrouping,
  machines: 'all' | readonly string[],
): RawBuilder<string | null> {
  return {
    machine: sql<string | null>`(select m.name from ${tenantTable(connection, 'machines as m')}
      where m.id = d.machine_id and ${inWorkspaces('m.workspace_id', machines)})`,
    type: sql<string | null>`lt.name`,
    workspace: sql<string | null>`(select w.name from ${tenantTable(connection, 'workspaces as w')} where w.id = d.workspace_id)`,
    place: sql<string | null>`nullif(d.place, '')`,
  }[group];
}
