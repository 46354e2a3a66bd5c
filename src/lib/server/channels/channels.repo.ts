import { type SqlBool, sql } from 'kysely';
import { inWorkspaces } from '../kernel/list.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Parameters that one statement takes on either engine, with room; and as many rows as are looked at. */
const MOST_KEYS = 200;

type Changes = Partial<
  Pick<
    Row<'channels'>,
    | 'name'
    | 'unit'
    | 'decimals'
    | 'kind'
    | 'position'
    | 'machine_id'
    | 'state_words'
    | 'sensor_type_id'
    | 'datalogger_id'
    | 'workspace_id'
    | 'archived_at'
    | 'merged_into'
  >
>;
export type ChannelLogger = Pick<Row<'dataloggers'>, 'id' | 'workspace_id' | 'channel_limit' | 'archived_at'>;
/** A channel by the names that one looks for it by. */
export interface ChoiceRow {
  id: string;
  name: string;
  key: string;
  workspace_id: string;
  datalogger_id: string | null;
  datalogger: string | null;
  code: string | null;
  place: string | null;
  machine_id: string | null;
  machine: string | null;
  interval_s: number | null;
}
/** What a message needs to know of a channel. */
export type ChannelKey = Pick<Row<'channels'>, 'id' | 'no' | 'key' | 'kind' | 'archived_at' | 'merged_into'>;

export function channelsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** In the order of loggers and of channels in them. */
    list(filter: {
      dataloggerId?: string | undefined;
      /** The machine that they measure: their own, or that of their logger. */
      machineId?: string | undefined;
      sensorTypeId?: string | undefined;
      workspaces: 'all' | string[];
      /** The archived ones too. */
      archived?: boolean | undefined;
    }): Promise<Row<'channels'>[]> {
      let query = db.selectFrom('channels').selectAll();
      if (!filter.archived) query = query.where('archived_at', 'is', null);
      if (filter.dataloggerId !== undefined) query = query.where('datalogger_id', '=', filter.dataloggerId);
      if (filter.sensorTypeId !== undefined) query = query.where('sensor_type_id', '=', filter.sensorTypeId);
      if (filter.machineId !== undefined)
        query = query.where(
          sql<boolean>`(machine_id = ${filter.machineId} or (machine_id is null and datalogger_id in (
            select d.id from ${tenantTable(connection, 'dataloggers as d')} where d.machine_id = ${filter.machineId} and d.archived_at is null)))`,
        );
      return query
        .where(inWorkspaces('workspace_id', filter.workspaces))
        .orderBy('datalogger_id')
        .orderBy('position')
        .orderBy('no')
        .execute();
    },
    /** What channels are known by, in the order of loggers by name and of channels in them; at most so many. */
    async choices(
      filter: {
        ids?: readonly string[] | undefined;
        dataloggerIds?: readonly string[] | undefined;
        machineId?: string | undefined;
        workspaces: 'all' | string[];
      },
      limit: number,
    ): Promise<ChoiceRow[]> {
      const among = (column: string, ids: readonly string[]) => sql`${sql.ref(column)} in (${sql.join(ids)})`;
      const conditions = [inWorkspaces('c.workspace_id', filter.workspaces)];
      // Somebody may have kept a chart with one that was archived since.
      if (filter.ids) conditions.push(sql<SqlBool>`${among('c.id', filter.ids)}`);
      else conditions.push(sql<SqlBool>`c.archived_at is null and d.archived_at is null`);
      if (filter.dataloggerIds) conditions.push(sql<SqlBool>`${among('c.datalogger_id', filter.dataloggerIds)}`);
      if (filter.machineId) conditions.push(sql<SqlBool>`coalesce(c.machine_id, d.machine_id) = ${filter.machineId}`);
      const { rows } = await sql<ChoiceRow>`
        select c.id, c.name, c.key, c.workspace_id, d.id as datalogger_id, d.name as datalogger, d.code, d.place, m.id as machine_id,
          m.name as machine, coalesce(d.expected_interval_s, lt.sampling_interval_s, lt.sending_interval_s) as interval_s
        from ${tenantTable(connection, 'channels as c')}
        left join ${tenantTable(connection, 'dataloggers as d')} on d.id = c.datalogger_id
        left join ${tenantTable(connection, 'logger_types as lt')} on lt.id = d.logger_type_id
        left join ${tenantTable(connection, 'machines as m')} on m.id = coalesce(c.machine_id, d.machine_id)
        where ${sql.join(conditions, sql` and `)}
        order by coalesce(d.name_key, ''), c.datalogger_id, c.position, c.no limit ${limit}`.execute(db);
      return rows;
    },
    find(id: string): Promise<Row<'channels'> | undefined> {
      return db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();
    },
    /** What a message needs to know of its logger's channels, the archived ones too; a merged one's key leads to the channel that took it in. */
    keysOf(dataloggerId: string): Promise<ChannelKey[]> {
      return db
        .selectFrom('channels as c')
        .leftJoin('channels as into', (join) => join.onRef('into.id', '=', 'c.merged_into'))
        .select((eb) => [
          'c.key',
          'c.merged_into',
          eb.fn.coalesce('into.id', 'c.id').as('id'),
          eb.fn.coalesce('into.no', 'c.no').as('no'),
          eb.fn.coalesce('into.kind', 'c.kind').as('kind'),
          eb
            .case()
            .when('c.merged_into', 'is', null)
            .then(eb.ref('c.archived_at'))
            .else(eb.ref('into.archived_at'))
            .end()
            .as('archived_at'),
        ])
        .where('c.datalogger_id', '=', dataloggerId)
        .execute();
    },
    byIds(ids: readonly string[]): Promise<Row<'channels'>[]> {
      return db.selectFrom('channels').selectAll().where('id', 'in', ids).execute();
    },
    /** Channels of any logger that have one of these keys, at most so many. */
    byKeys(keys: readonly string[]): Promise<Row<'channels'>[]> {
      return db.selectFrom('channels').selectAll().where('key', 'in', keys.slice(0, MOST_KEYS)).orderBy('no').limit(MOST_KEYS).execute();
    },
    /** Was any channel merged into this one? */
    async hasMerged(id: string): Promise<boolean> {
      return (await db.selectFrom('channels').select('id').where('merged_into', '=', id).limit(1).executeTakeFirst()) !== undefined;
    },
    /** Does a recording go over it, or one that somebody signed? */
    async isRecorded(id: string, { signed = false }: { signed?: boolean } = {}): Promise<boolean> {
      const row = await db
        .selectFrom('recording_channels as rc')
        .innerJoin('recordings as r', 'r.id', 'rc.recording_id')
        .select('rc.channel_id')
        .where('rc.channel_id', '=', id)
        .$if(signed, (query) => query.where('r.approved_at', 'is not', null))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Does a calibration of it hold? */
    async isCalibrated(id: string): Promise<boolean> {
      const row = await db
        .selectFrom('calibrations')
        .select('id')
        .where('channel_id', '=', id)
        .where('revoked_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Channels in use of a logger, in their order. */
    placesOf(dataloggerId: string): Promise<Pick<Row<'channels'>, 'id' | 'position'>[]> {
      return db
        .selectFrom('channels')
        .select(['id', 'position'])
        .where('datalogger_id', '=', dataloggerId)
        .where('archived_at', 'is', null)
        .orderBy('position')
        .orderBy('no')
        .execute();
    },
    async place(id: string, position: number): Promise<void> {
      await db.updateTable('channels').set({ position }).where('id', '=', id).execute();
    },
    /** Locks the organisation's counter until the transaction ends, so that channels are made by one at a time. */
    async lockNumbers(): Promise<void> {
      await db
        .updateTable('organizations')
        .set((eb) => ({ next_channel_no: eb.ref('next_channel_no') }))
        .execute();
    },
    /** Takes `count` numbers for new channels; gives the first. */
    async takeNumbers(count: number): Promise<number> {
      const { next_channel_no } = await db
        .updateTable('organizations')
        .set((eb) => ({ next_channel_no: eb('next_channel_no', '+', count) }))
        .returning('next_channel_no')
        .executeTakeFirstOrThrow();
      return next_channel_no - count;
    },
    /** What channels ask of their logger. */
    logger(id: string): Promise<ChannelLogger | undefined> {
      return db
        .selectFrom('dataloggers')
        .select(['id', 'workspace_id', 'channel_limit', 'archived_at'])
        .where('id', '=', id)
        .executeTakeFirst();
    },
    /** Raises the revisions of loggers whose channels aren't what they were: who sends is remembered with its channels as long as it stays. */
    async touchLoggers(ids: readonly string[]): Promise<void> {
      await db
        .updateTable('dataloggers')
        .set((eb) => ({ rev: eb('rev', '+', 1) }))
        .where('id', 'in', ids)
        .execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('channels').where('id', '=', id).execute();
    },
    async insert(row: Omit<NewRow<'channels'>, 'organization_id'>): Promise<void> {
      await db.insertInto('channels').values(row).execute();
    },
    /** The changed row, undefined when the row isn't at `rev` any more. */
    update(id: string, rev: number, changes: Changes, stamp: { at: number; by: string | null }): Promise<Row<'channels'> | undefined> {
      return db
        .updateTable('channels')
        .set({ ...changes, rev: rev + 1, updated_at: stamp.at, updated_by: stamp.by })
        .where('id', '=', id)
        .where('rev', '=', rev)
        .returningAll()
        .executeTakeFirst();
    },
  };
}
