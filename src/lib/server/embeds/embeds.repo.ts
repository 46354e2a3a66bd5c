import { sql } from 'kysely';
import { inWorkspaces } from '../kernel/list.ts';
import type { Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Nobody needs more in one list. */
const MOST_LISTED = 100;

/** A channel that is shown, with what its age is judged by. */
export type ShownChannel = Row<'channels'> & { datalogger_name: string | null; interval_s: number | null; offline_after: number | null };

type EmbedChanges = Partial<Pick<Row<'embeds'>, 'name' | 'view' | 'origins' | 'expires_at'>>;

export function embedsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const all = () => db.selectFrom('embeds as e').leftJoin('users as u', 'u.id', 'e.created_by').selectAll('e').select('u.name as maker');
  const putChannels = (embed_id: string, channels: readonly string[]) =>
    db
      .insertInto('embed_channels')
      .values(channels.map((channel_id, position) => ({ embed_id, channel_id, position })))
      .execute();
  return {
    list(filter: { workspaces: 'all' | readonly string[]; datalogger_id: string | undefined }) {
      let query = all().where(inWorkspaces('e.workspace_id', filter.workspaces));
      if (filter.datalogger_id !== undefined)
        query = query.where('e.id', 'in', (eb) =>
          eb
            .selectFrom('embed_channels as ec')
            .innerJoin('channels as c', 'c.id', 'ec.channel_id')
            .select('ec.embed_id')
            .where('c.datalogger_id', '=', filter.datalogger_id!),
        );
      return query.orderBy('e.created_at', 'desc').orderBy('e.id').limit(MOST_LISTED).execute();
    },
    find(id: string) {
      return all().where('e.id', '=', id).executeTakeFirst();
    },
    async channelsOf(ids: readonly string[]) {
      if (ids.length === 0) return [];
      return db
        .selectFrom('embed_channels as ec')
        .innerJoin('channels as c', 'c.id', 'ec.channel_id')
        .leftJoin('dataloggers as d', 'd.id', 'c.datalogger_id')
        .select(['ec.embed_id', 'c.id', 'c.name', 'c.datalogger_id', 'd.name as datalogger_name'])
        .where('ec.embed_id', 'in', [...ids])
        .orderBy('ec.embed_id')
        .orderBy('ec.position')
        .execute();
    },
    /** Channels whose values are shown, in their order: one that was archived or merged isn't. */
    async shown(id: string): Promise<ShownChannel[]> {
      const { rows } = await sql<ShownChannel>`select c.*, d.name as datalogger_name, lt.offline_after,
          coalesce(d.expected_interval_s, lt.sending_interval_s, lt.sampling_interval_s) as interval_s
        from ${tenantTable(connection, 'embed_channels as ec')}
        join ${tenantTable(connection, 'channels as c')} on c.id = ec.channel_id
        left join ${tenantTable(connection, 'dataloggers as d')} on d.id = c.datalogger_id
        left join ${tenantTable(connection, 'logger_types as lt')} on lt.id = d.logger_type_id
        where ec.embed_id = ${id} and c.archived_at is null and c.merged_into is null order by ec.position`.execute(db);
      return rows;
    },
    workspace(id: string) {
      return db.selectFrom('workspaces').select(['time_zone', 'archived_at']).where('id', '=', id).executeTakeFirst();
    },
    organization() {
      return db.selectFrom('organizations').select(['id', 'no', 'name', 'archived_at']).executeTakeFirst();
    },
    async insert(row: Omit<Row<'embeds'>, 'organization_id'>, channels: readonly string[]): Promise<void> {
      await db.insertInto('embed_index').values({ token_hash: row.token_hash, embed_id: row.id }).execute();
      await db.insertInto('embeds').values(row).execute();
      await putChannels(row.id, channels);
    },
    /** False when it isn't at its `rev` any more, or was revoked. */
    async update({ id, rev }: Pick<Row<'embeds'>, 'id' | 'rev'>, changes: EmbedChanges, channels: readonly string[] | null) {
      const { numUpdatedRows } = await db
        .updateTable('embeds')
        .set({ ...changes, rev: rev + 1 })
        .where('id', '=', id)
        .where('rev', '=', rev)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      if (channels !== null) {
        await db.deleteFrom('embed_channels').where('embed_id', '=', id).execute();
        await putChannels(id, channels);
      }
      return true;
    },
    async revoke(id: string, at: number, by: string | null): Promise<void> {
      await db.updateTable('embeds').set({ revoked_at: at, revoked_by: by }).where('id', '=', id).execute();
    },
    async count(id: string, at: number): Promise<void> {
      await db
        .updateTable('embeds')
        .set((eb) => ({ opened: eb('opened', '+', 1), last_opened_at: at }))
        .where('id', '=', id)
        .execute();
    },
  };
}
export type EmbedRow = NonNullable<Awaited<ReturnType<ReturnType<typeof embedsRepo>['find']>>>;
export type EmbedChannel = Awaited<ReturnType<ReturnType<typeof embedsRepo>['channelsOf']>>[number];
