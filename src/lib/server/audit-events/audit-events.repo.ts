import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AuditEvent } from '../../contract/audit-events.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export interface AuditFilter {
  workspaces: 'all' | readonly string[];
  /** First part of the verb: `people`. */
  entity?: string | undefined;
  entity_id?: string | undefined;
  actor_id?: string | undefined;
  all_orgs?: boolean;
  /** Microseconds; `from` belongs to the span, `to` doesn't. */
  from?: number | undefined;
  to?: number | undefined;
}

/** Changes with the names of those who made them, newest first. */
export function auditEventsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const named = (matching: RawBuilder<SqlBool>) =>
    db
      .selectFrom('audit_events as a')
      .leftJoin('users as u', (join) => join.on('a.actor_kind', '=', 'user').onRef('u.id', '=', 'a.actor_id'))
      .leftJoin('api_keys as k', (join) => join.on('a.actor_kind', '=', 'key').onRef('k.id', '=', 'a.actor_id'))
      .leftJoin('credentials as c', (join) => join.on('a.actor_kind', '=', 'device').onRef('c.id', '=', 'a.actor_id'))
      .leftJoin('dataloggers as d', (join) => join.onRef('d.id', '=', 'c.datalogger_id'))
      .leftJoin('gateways as g', (join) => join.on('a.actor_kind', '=', 'device').onRef('g.id', '=', 'a.actor_id'))
      .leftJoin('workspaces as w', (join) => join.onRef('w.id', '=', 'a.workspace_id'))
      .selectAll('a')
      .select((eb) => eb.fn.coalesce('u.name', 'k.name', 'd.name', 'g.name').as('actor_name'))
      .select('w.name as workspace_name')
      .where(matching);

  return {
    list(filter: AuditFilter, { cursor, limit }: Pick<Page, 'cursor' | 'limit'>) {
      const conditions = [inWorkspaces('a.workspace_id', filter.workspaces)];
      // The underscore is a sign of `like`.
      if (filter.entity !== undefined) conditions.push(sql`a.verb like ${`${filter.entity.replaceAll('_', '\\_')}.%`} escape '\\'`);
      if (filter.entity_id !== undefined) conditions.push(sql`a.entity_id = ${filter.entity_id}`);
      if (filter.actor_id !== undefined) conditions.push(sql`a.actor_id = ${filter.actor_id}`);
      if (filter.all_orgs) conditions.push(sql`a.all_orgs = 1`);
      if (filter.from !== undefined) conditions.push(sql`a.at >= ${filter.from}`);
      if (filter.to !== undefined) conditions.push(sql`a.at < ${filter.to}`);
      // The few changes of one row are sorted by a sum, which no index has: for an order that one has, SQLite would walk the whole trail.
      const { after, by } = keyset(filter.entity_id === undefined ? 'a.at' : 'a.at + 0', 'a.id', { cursor, descending: true });
      return named(sql<SqlBool>`${sql.join([...conditions, after], sql` and `)}`)
        .orderBy(by)
        .limit(limit)
        .execute();
    },
    /** Changes by their own ids, in no order: asked for one, SQLite would walk the whole trail for it. */
    listByIds(ids: readonly string[]) {
      return named(ids.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`a.id in (${sql.join(ids)})`).execute();
    },
  };
}
export type AuditEventRow = Awaited<ReturnType<ReturnType<typeof auditEventsRepo>['list']>>[number];

const parsed = (json: string | null): Record<string, unknown> | null => (json === null ? null : JSON.parse(json));

/** A stored change as the API shows it. */
export function toAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    id: row.id,
    at: formatInstant(row.at),
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    all_orgs: row.all_orgs === 1,
    verb: row.verb,
    entity_id: row.entity_id,
    workspace_id: row.workspace_id,
    before: parsed(row.before),
    after: parsed(row.after),
    request_id: row.request_id,
  };
}
