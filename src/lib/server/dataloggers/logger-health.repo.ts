import { sql } from 'kysely';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb, tenantTable } from '../kernel/tenant-db.ts';

/** Channels of a logger that are looked at: their order is the people's, the first ones are the important ones. */
const MOST_CHANNELS = 12;
/** Messages whose moments tell of clocks. */
const MOST_MESSAGES = 60;

type Found = Omit<NewRow<'logger_health'>, 'organization_id'>;

/** A logger to be looked at. */
export interface DueLogger extends Pick<Row<'dataloggers'>, 'id' | 'no' | 'first_seen_at' | 'paused_at'> {
  /** Seconds between readings; null = nobody said. */
  interval_s: number | null;
}

/** What is read of loggers to tell how they are, and where that is kept. */
export function loggerHealthRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** Loggers in use that ever sent and were last looked at before the moment, those that were never first. */
    async due(before: number, limit: number): Promise<DueLogger[]> {
      const { rows } = await sql<DueLogger>`select d.id, d.no, d.first_seen_at, d.paused_at,
          coalesce(d.expected_interval_s, lt.sampling_interval_s, lt.sending_interval_s) as interval_s
        from ${tenantTable(connection, 'dataloggers as d')}
        left join ${tenantTable(connection, 'logger_types as lt')} on lt.id = d.logger_type_id
        left join ${tenantTable(connection, 'logger_health as h')} on h.datalogger_id = d.id
        where d.archived_at is null and d.last_seen_at is not null and (h.looked_at is null or h.looked_at < ${before})
        order by coalesce(h.looked_at, 0), d.no limit ${limit}`.execute(db);
      return rows;
    },
    /** Its first channels in use that hold numbers, with what they measure. */
    channels(dataloggerId: string) {
      return db
        .selectFrom('channels as c')
        .leftJoin('sensor_types as t', 't.id', 'c.sensor_type_id')
        .select(['c.id', 'c.no', 't.quantity'])
        .where('c.datalogger_id', '=', dataloggerId)
        .where('c.archived_at', 'is', null)
        .where('c.kind', '!=', 'text')
        .where('c.last_ts', 'is not', null)
        .orderBy('c.position')
        .orderBy('c.no')
        .limit(MOST_CHANNELS)
        .execute();
    },
    /** Its newest messages with a reading, the oldest of them first. */
    async messages(dataloggerNo: number): Promise<{ received_at: number; max_ts: number; sender_no: number }[]> {
      const rows = await db
        .selectFrom('received_data')
        .select(['received_at', 'max_ts', 'sender_no'])
        .where('datalogger_no', '=', dataloggerNo)
        .where('max_ts', 'is not', null)
        .where('withdrawn_at', 'is', null)
        .orderBy('received_at', 'desc')
        .limit(MOST_MESSAGES)
        .execute();
      return rows.map(({ max_ts, ...row }) => ({ ...row, max_ts: max_ts ?? 0 })).reverse();
    },
    async put(found: Found): Promise<void> {
      const { datalogger_id, ...rest } = found;
      await db
        .insertInto('logger_health')
        .values({ datalogger_id, ...rest })
        .onConflict((conflict) => conflict.columns(['organization_id', 'datalogger_id']).doUpdateSet(rest))
        .execute();
    },
  };
}
