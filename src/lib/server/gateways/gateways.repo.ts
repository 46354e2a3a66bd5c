import { sql } from 'kysely';
import { inWorkspaces } from '../kernel/list.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** Nobody makes so many; the rest is old and revoked. */
const MOST_LISTED = 500;

export function gatewaysRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () =>
    db
      .selectFrom('gateways as g')
      .selectAll('g')
      .select((eb) => [
        eb
          .selectFrom('device_identities as i')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('i.gateway_id', '=', 'g.id')
          .where('i.state', '=', 'waiting')
          .as('waiting_count'),
        eb
          .selectFrom('device_identities as i')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('i.gateway_id', '=', 'g.id')
          .where('i.state', '=', 'assigned')
          .as('assigned_count'),
      ]);
  return {
    list(workspaces: 'all' | readonly string[]) {
      return all().where(inWorkspaces('g.workspace_id', workspaces)).orderBy('g.id', 'desc').limit(MOST_LISTED).execute();
    },
    find(id: string) {
      return all().where('g.id', '=', id).executeTakeFirst();
    },
    /** One whose token stands, with its organisation. */
    findSending(id: string) {
      return db
        .selectFrom('gateways as g')
        .innerJoin('organizations as o', 'o.id', 'g.organization_id')
        .select([
          'g.id',
          'g.workspace_id',
          'g.name',
          'g.last_used_at',
          'g.line_tag',
          'g.topic_level',
          'o.no as organization_no',
          'o.ingest_quota_per_minute',
        ])
        .where('g.id', '=', id)
        .where('g.revoked_at', 'is', null)
        .where('o.archived_at', 'is', null)
        .executeTakeFirst();
    },
    async insert(row: Omit<NewRow<'gateways'>, 'organization_id'>): Promise<void> {
      await db.insertInto('gateways').values(row).execute();
      await db.insertInto('credential_index').values({ token_hash: row.token_hash, credential_id: row.id }).execute();
    },
    async revoke(row: Pick<Row<'gateways'>, 'id' | 'token_hash'>, at: number, by: string | null): Promise<void> {
      await db.updateTable('gateways').set({ revoked_at: at, revoked_by: by }).where('id', '=', row.id).execute();
      await db.deleteFrom('credential_index').where('token_hash', '=', row.token_hash).execute();
    },
    async update(
      id: string,
      changes: Partial<Pick<Row<'gateways'>, 'name' | 'line_tag' | 'topic_level' | 'quarantine_days'>>,
    ): Promise<void> {
      await db.updateTable('gateways').set(changes).where('id', '=', id).execute();
    },
    async used(id: string, at: number): Promise<void> {
      await db.updateTable('gateways').set({ last_used_at: at }).where('id', '=', id).execute();
    },
    async countRefused(id: string): Promise<void> {
      await db.updateTable('gateways').set({ refused_count: sql<number>`refused_count + 1` }).where('id', '=', id).execute();
    },
  };
}
export type GatewayRow = NonNullable<Awaited<ReturnType<ReturnType<typeof gatewaysRepo>['find']>>>;
