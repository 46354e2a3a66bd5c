import { type SqlBool, sql } from 'kysely';
import type { IdentityState } from '../../contract/device-identities.ts';
import { contains, countUpTo, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import { updateAtRev } from '../kernel/rows.ts';
import type { Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export interface IdentityFilter {
  workspaces: 'all' | readonly string[];
  gatewayId?: string | undefined;
  state?: IdentityState | undefined;
  q?: string | undefined;
}

export function deviceIdentitiesRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('device_identities as i')
      .innerJoin('gateways as g', (join) => join.onRef('g.id', '=', 'i.gateway_id'))
      .leftJoin('dataloggers as d', (join) => join.onRef('d.id', '=', 'i.datalogger_id'))
      .leftJoin('quarantined_messages as m', (join) => join.onRef('m.id', '=', 'i.newest_id'));
  const shown = () =>
    all()
      .selectAll('i')
      .select([
        'g.name as gateway_name',
        'g.quarantine_days',
        'd.name as datalogger_name',
        'm.door',
        'm.decoder',
        'm.received_at as message_at',
        'm.body',
        'm.body_encoding',
      ]);
  const matching = <T extends ReturnType<typeof all>>(query: T, filter: IdentityFilter): T => {
    const conditions = [inWorkspaces('i.workspace_id', filter.workspaces)];
    if (filter.gatewayId !== undefined) conditions.push(sql<SqlBool>`i.gateway_id = ${filter.gatewayId}`);
    if (filter.state !== undefined) conditions.push(sql<SqlBool>`i.state = ${filter.state}`);
    if (filter.q) conditions.push(contains(['i.identity', 'i.label'], filter.q));
    return query.where(sql<SqlBool>`${sql.join(conditions, sql` and `)}`) as T;
  };
  return {
    /** Newest first. */
    list(filter: IdentityFilter, page: Pick<Page, 'cursor' | 'limit'>) {
      const { after, by } = keyset('i.first_seen_at', 'i.id', { cursor: page.cursor, descending: true });
      return matching(shown(), filter).where(after).orderBy(by).limit(page.limit).execute();
    },
    count: (filter: IdentityFilter) => countUpTo(db, (limit) => matching(all(), filter).select(sql`1`.as('one')).limit(limit)),
    find(id: string) {
      return shown().where('i.id', '=', id).executeTakeFirst();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('device_identities').where('id', '=', id).execute();
    },
    update(
      id: string,
      rev: number,
      changes: Pick<Row<'device_identities'>, 'state' | 'datalogger_id'>,
      stamp: { at: number; by: string | null },
    ): Promise<boolean> {
      return updateAtRev(db, { table: 'device_identities', id, rev }, changes, stamp);
    },
  };
}
export type DeviceIdentityRow = NonNullable<Awaited<ReturnType<ReturnType<typeof deviceIdentitiesRepo>['find']>>>;
