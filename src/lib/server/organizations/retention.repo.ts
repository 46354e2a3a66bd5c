import { type RawBuilder, sql } from 'kysely';
import type { RollupResolution } from '../../constants.ts';
import type { Db } from '../kernel/database.ts';
import { pruneGroups } from '../storage/messages/body-grouping.ts';
import { pruneBlocks } from '../storage/readings/rollup-sealing.ts';
import { WIDTH_1H } from '../storage/readings/rollups.ts';
import { pruneChunks } from '../storage/readings/sealing.ts';
import { hold } from '../storage/readings/sealing-series.ts';

const DAY_US = 86_400e6;

type SeriesTable = 'readings' | 'readings_5m' | 'readings_1h';

/** What retention deletes of one organisation. Every deletion is bounded by `limit` and answers how many rows it took. */
export function retentionRepo({ db, organization_id, organization_no }: { db: Db; organization_id: string; organization_no: number }) {
  const numbers = async (table: 'dataloggers' | 'channels', old: RawBuilder<unknown>): Promise<number[]> => {
    const { rows } = await sql<{ no: number }>`select t.no from ${sql.table(table)} as t
      where t.organization_id = ${organization_id} and exists (${old}) order by t.no`.execute(db);
    return rows.map(({ no }) => no);
  };
  return {
    /** Numbers of the loggers that have messages from before the moment. */
    loggersBefore: (before: number) =>
      numbers(
        'dataloggers',
        sql`select 1 from received_data as r where r.org_no = ${organization_no} and r.datalogger_no = t.no and r.received_at < ${before}`,
      ),
    /** Numbers of the loggers of which bodies lie in groups with messages from before the moment. */
    groupsBefore: (before: number) =>
      numbers(
        'dataloggers',
        sql`select 1 from body_groups as g where g.org_no = ${organization_no} and g.datalogger_no = t.no and g.first_at < ${before}`,
      ),
    /** Bodies in groups whose messages are gone; fewer than `PRUNED_AT_ONCE` = all of them. */
    deleteGroups: (loggerNo: number, before: number) => pruneGroups(db, { organization_no, dataloggerNo: loggerNo }, before),
    async deleteReceived(loggerNo: number, before: number, limit: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('received_data')
        .where('org_no', '=', organization_no)
        .where('no', 'in', (eb) =>
          eb
            .selectFrom('received_data')
            .select('no')
            .where('org_no', '=', organization_no)
            .where('datalogger_no', '=', loggerNo)
            .where('received_at', '<', before)
            .orderBy('received_at')
            .limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    /** Numbers of the channels that have rows from before the moment. */
    channelsBefore: (table: SeriesTable, before: number) =>
      numbers(
        'channels',
        sql`select 1 from ${sql.table(table)} as s where s.org_no = ${organization_no} and s.channel_no = t.no and s.ts < ${before}`,
      ),
    /**
     * Up to where series of a channel may be deleted: not beyond what somebody signed, with a day before it, from which lines lead to its edge.
     * What came after that stays too, since a series is whole from one moment on.
     */
    async deletableTo(channelNo: number, before: number): Promise<number> {
      const { rows } = await sql<{ kept: number | null }>`select min(r.from_ts) as kept from recordings as r
        join recording_channels as rc on rc.organization_id = r.organization_id and rc.recording_id = r.id
        join channels as c on c.organization_id = rc.organization_id and c.id = rc.channel_id
        where r.organization_id = ${organization_id} and r.approved_at is not null and c.no = ${channelNo}`.execute(db);
      const kept = rows[0]?.kept ?? null;
      return kept === null ? before : Math.min(before, Math.floor((kept - DAY_US) / WIDTH_1H) * WIDTH_1H);
    },
    /** Says that nothing before the moment is whole any more; the channel is held until the end of the transaction. */
    async markPruned(channelNo: number, before: number): Promise<void> {
      await db
        .updateTable('channels')
        .set({ pruned_to: sql<number>`case when pruned_to > ${before} then pruned_to else ${before} end` })
        .where('organization_id', '=', organization_id)
        .where('no', '=', channelNo)
        .execute();
    },
    /** Numbers of the channels that have chunks with readings from before the moment. */
    sealedBefore: (before: number) =>
      numbers(
        'channels',
        sql`select 1 from reading_chunks as s where s.org_no = ${organization_no} and s.channel_no = t.no and s.first_ts < ${before}`,
      ),
    /** The oldest readings that lie in chunks, with what they were before they were replaced. */
    async deleteSealed(channelNo: number, before: number): Promise<number> {
      const { deleted, clearTo } = await pruneChunks(db, { organization_no, channelNo }, before);
      await db
        .deleteFrom('reading_revisions')
        .where('org_no', '=', organization_no)
        .where('channel_no', '=', channelNo)
        .where('ts', '<', clearTo)
        .execute();
      return deleted;
    },
    /** Numbers of the channels that have blocks with rollups from before the moment. */
    blocksBefore: (resolution: RollupResolution, before: number) =>
      numbers(
        'channels',
        sql`select 1 from rollup_blocks as s where s.org_no = ${organization_no} and s.channel_no = t.no
          and s.resolution = ${resolution} and s.first_ts < ${before}`,
      ),
    /** The oldest rollups that lie in blocks; of hours also which readings were ahead. */
    async deleteBlocks(resolution: RollupResolution, channelNo: number, before: number): Promise<number> {
      await hold(db, { organization_id, organization_no, channelNo }, before);
      const { deleted, clearTo } = await pruneBlocks(db, { organization_no, channelNo, resolution }, before);
      if (resolution === '1h')
        await db
          .deleteFrom('readings_ahead')
          .where('org_no', '=', organization_no)
          .where('channel_no', '=', channelNo)
          .where('ts', '<', clearTo)
          .execute();
      return deleted;
    },
    /** The oldest rows of a series from before the moment; of readings also what they were before they were replaced, of hours which were ahead. */
    async deleteSeries(table: SeriesTable, channelNo: number, before: number, limit: number): Promise<number> {
      const end = await db
        .selectFrom(table)
        .select('ts')
        .where('org_no', '=', organization_no)
        .where('channel_no', '=', channelNo)
        .where('ts', '<', before)
        .orderBy('ts')
        .offset(limit)
        .limit(1)
        .executeTakeFirst();
      const below = <T extends SeriesTable | 'reading_revisions' | 'readings_ahead'>(one: T) =>
        db
          .deleteFrom(one as 'readings')
          .where('org_no', '=', organization_no)
          .where('channel_no', '=', channelNo)
          .where('ts', '<', end?.ts ?? before)
          .executeTakeFirst();
      if (table === 'readings') await below('reading_revisions');
      if (table === 'readings_1h') await below('readings_ahead');
      return Number((await below(table)).numDeletedRows);
    },
  };
}
