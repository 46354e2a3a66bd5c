import { type RawBuilder, sql } from 'kysely';
import type { RollupResolution } from '../../constants.ts';
import type { Db } from '../kernel/database.ts';
import { effectiveKeep, type Kept } from '../kernel/kept-from.ts';
import type { Row } from '../kernel/schema.ts';
import { pruneGroups } from '../storage/messages/body-grouping.ts';
import { pruneBlocks } from '../storage/readings/rollup-sealing.ts';
import { WIDTH_1H } from '../storage/readings/rollups.ts';
import { pruneChunks } from '../storage/readings/sealing.ts';
import { hold } from '../storage/readings/sealing-series.ts';

const DAY_US = 86_400e6;

/** Channels of one sensor type, or those of none of these. */
export type Types = { of: string } | { noneOf: readonly string[] };

type SeriesTable = 'readings' | 'readings_5m' | 'readings_1h';

/** What retention deletes of one organisation. Every deletion is bounded by `limit` and answers how many rows it took. */
export function retentionRepo({ db, organization_id, organization_no }: { db: Db; organization_id: string; organization_no: number }) {
  const numbers = async (table: 'dataloggers', old: RawBuilder<unknown>): Promise<number[]> => {
    const { rows } = await sql<{ no: number }>`select t.no from ${sql.table(table)} as t
      where t.organization_id = ${organization_id} and exists (${old}) order by t.no`.execute(db);
    return rows.map(({ no }) => no);
  };
  const among = (types: Types): RawBuilder<unknown> => {
    if ('of' in types) return sql`and t.sensor_type_id = ${types.of}`;
    if (types.noneOf.length === 0) return sql``;
    return sql`and (t.sensor_type_id is null or t.sensor_type_id not in (${sql.join(types.noneOf)}))`;
  };
  const channels = async (old: RawBuilder<unknown>, types: Types): Promise<number[]> => {
    const { rows } = await sql<{ no: number }>`select t.no from channels as t
      where t.organization_id = ${organization_id} ${among(types)} and exists (${old}) order by t.no`.execute(db);
    return rows.map(({ no }) => no);
  };
  /** Channels of the type, each with the moment before which its rows go: not beyond what somebody signed, as `deletableTo` of retention has it. */
  const ofType = (typeId: string, edge: number) => sql`(
    select k.no, case when k.kept is not null and ((k.kept - ${sql.lit(DAY_US)}) / ${sql.lit(WIDTH_1H)}) * ${sql.lit(WIDTH_1H)} < ${edge}
      then ((k.kept - ${sql.lit(DAY_US)}) / ${sql.lit(WIDTH_1H)}) * ${sql.lit(WIDTH_1H)} else cast(${edge} as bigint) end as edge
    from (select c.no, (select min(r.from_ts) from recordings as r
        join recording_channels as rc on rc.organization_id = r.organization_id and rc.recording_id = r.id
        where r.organization_id = c.organization_id and rc.channel_id = c.id and r.approved_at is not null) as kept
      from channels as c where c.organization_id = ${organization_id} and c.sensor_type_id = ${typeId}) as k)`;
  const sum = async (query: RawBuilder<{ n: number | string | null }>): Promise<number> =>
    Number((await query.execute(db)).rows[0]?.n ?? 0);
  const rows = (table: string, typeId: string, edge: number) =>
    sum(sql`select count(*) as n from ${ofType(typeId, edge)} as c
      join ${sql.table(table)} as s on s.org_no = ${organization_no} and s.channel_no = c.no and s.ts < c.edge`);
  const packed = (table: 'reading_chunks' | 'rollup_blocks', more: RawBuilder<unknown>, typeId: string, edge: number) =>
    sum(sql`select sum(case when s.last_ts < c.edge then s.n
        else cast(s.n as double precision) * (c.edge - s.first_ts) / (s.last_ts - s.first_ts + 1) end) as n
      from ${ofType(typeId, edge)} as c
      join ${sql.table(table)} as s on s.org_no = ${organization_no} and s.channel_no = c.no and s.first_ts < c.edge ${more}`);

  async function wouldGo(typeId: string, edge: number, table: 'readings' | 'readings_5m' | 'readings_1h'): Promise<number> {
    if (!Number.isFinite(edge)) return 0;
    const loose = await rows(table, typeId, edge);
    const sealed =
      table === 'readings'
        ? await packed('reading_chunks', sql``, typeId, edge)
        : await packed('rollup_blocks', sql`and s.resolution = ${table === 'readings_5m' ? '5m' : '1h'}`, typeId, edge);
    return loose + Math.round(sealed);
  }
  return {
    /** How many rows would go of channels of one type, what lies in chunks and blocks on the edge by its share of time. */
    async preview(typeId: string, edges: Record<keyof Kept, number>): Promise<Record<keyof Kept, number>> {
      return {
        readings: await wouldGo(typeId, edges.readings, 'readings'),
        fives: await wouldGo(typeId, edges.fives, 'readings_5m'),
        hours: await wouldGo(typeId, edges.hours, 'readings_1h'),
      };
    },
    /** Types with days of their own, each with what holds for its channels, and all others together. */
    async keptByType(
      keep: Pick<Row<'organizations'>, 'keep_readings_days' | 'keep_rollups_days'>,
    ): Promise<{ types: Types; kept: Kept }[]> {
      const rows = await db
        .selectFrom('sensor_types')
        .select(['id', 'keep_readings_days', 'keep_5m_days', 'keep_1h_days'])
        .where('organization_id', '=', organization_id)
        .where((eb) =>
          eb.or([eb('keep_readings_days', 'is not', null), eb('keep_5m_days', 'is not', null), eb('keep_1h_days', 'is not', null)]),
        )
        .orderBy('id')
        .execute();
      const usual = { readings: keep.keep_readings_days, rollups: keep.keep_rollups_days };
      return [
        { types: { noneOf: rows.map(({ id }) => id) }, kept: effectiveKeep({ readings: null, fives: null, hours: null }, usual) },
        ...rows.map(({ id, keep_readings_days: readings, keep_5m_days: fives, keep_1h_days: hours }) => ({
          types: { of: id },
          kept: effectiveKeep({ readings, fives, hours }, usual),
        })),
      ];
    },
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
    channelsBefore: (table: SeriesTable, before: number, types: Types) =>
      channels(
        sql`select 1 from ${sql.table(table)} as s where s.org_no = ${organization_no} and s.channel_no = t.no and s.ts < ${before}`,
        types,
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
    /** Says that before the moment only hours tell. */
    async markFivesPruned(channelNo: number, before: number): Promise<void> {
      await db
        .updateTable('channels')
        .set({ pruned_5m_to: sql<number>`case when pruned_5m_to > ${before} then pruned_5m_to else ${before} end` })
        .where('organization_id', '=', organization_id)
        .where('no', '=', channelNo)
        .execute();
    },
    /** Numbers of the channels that have chunks with readings from before the moment. */
    sealedBefore: (before: number, types: Types) =>
      channels(
        sql`select 1 from reading_chunks as s where s.org_no = ${organization_no} and s.channel_no = t.no and s.first_ts < ${before}`,
        types,
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
    blocksBefore: (resolution: RollupResolution, before: number, types: Types) =>
      channels(
        sql`select 1 from rollup_blocks as s where s.org_no = ${organization_no} and s.channel_no = t.no
          and s.resolution = ${resolution} and s.first_ts < ${before}`,
        types,
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
