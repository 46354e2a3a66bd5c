import { type RawBuilder, sql } from 'kysely';
import type { RollupResolution } from '../../constants.ts';
import type { Database, Db } from '../kernel/database.ts';
import { LEFT_OUT } from '../kernel/reading-store.ts';
import { correctedReader, type Overlay } from '../storage/readings/overlay.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { rollupReader } from '../storage/readings/rollup-reader.ts';
import { DoubleColumn } from './double-column.ts';
import { type ReadingColumns, ROLLUP_COLUMNS, type RollupColumns, type WordColumns } from './series.ts';

/**
 * A channel of an organisation as columns, from ≤ ts < to in order of time, microseconds UTC.
 * @param overlay what people say of the channel's readings
 */
export function seriesRepo({
  db,
  storage: { arrays, unpacked },
  organization_no,
  overlay = null,
}: {
  db: Db;
  storage: Pick<Database, 'arrays' | 'unpacked'>;
  organization_no: number;
  overlay?: Overlay | null;
}) {
  const raw = readingReader({ db, organization_no, unpacked });
  const reader = correctedReader(raw, overlay);
  const rollups = rollupReader({ db, organization_no, unpacked });

  return {
    async numbers(channelNo: number, from: number, to: number, limit: number): Promise<ReadingColumns> {
      const counted = { ts: new DoubleColumn(), num: new DoubleColumn() };
      const out: ReadingColumns = { ts: [], num: [], left_out: [] };
      await raw.numbers(arrays, channelNo, { from, to, limit }, (ts, value, quality) => {
        if (overlay !== null && overlay.at(ts) !== undefined) addMarked(counted, out, overlay, { ts, num: value, quality });
        else if (value === null || (quality & LEFT_OUT) !== 0) out.left_out.push(ts);
        else {
          counted.ts.push(ts);
          counted.num.push(overlay === null ? value : overlay.calibrated(ts, value));
        }
      });
      return { ...out, ts: counted.ts.values, num: counted.num.values };
    },
    /** Null = there are more than `limit`. */
    async words(channelNo: number, from: number, to: number, limit: number): Promise<WordColumns | null> {
      const read = await reader.values<string>(arrays, channelNo, 'text', { from, to, limit: limit + 1 });
      if (read.length > limit) return null;
      const rows = read.filter((row) => (row[2] & LEFT_OUT) === 0);
      return { ts: rows.map((row) => row[0]), n: rows.map(() => 1), text: rows.map((row) => row[1]) };
    },
    /** The last word of each bucket from `from` on, a whole multiple of `bucket`; those without any are left out. */
    async lastWords(channelNo: number, from: number, to: number, bucket: number): Promise<WordColumns> {
      const words = await reader.lastWords(channelNo, from, to, bucket);
      return { ts: words.map(({ ts }) => ts), n: words.map(({ n }) => n), text: words.map(({ text }) => text) };
    },
    /** Moments from ≤ ts < to of readings that were ahead of their receipt, the first of each bucket that has one. */
    async ahead(channelNo: number, from: number, to: number, bucket: number): Promise<number[]> {
      const whole = (us: number) => sql`cast(${us} as bigint)`;
      const next = (since: RawBuilder<unknown>) => sql`(select r.ts from readings_ahead as r where r.org_no = ${organization_no}
        and r.channel_no = ${channelNo} and r.ts >= ${since} and r.ts < ${whole(to)} order by r.ts limit 1)`;
      // From bucket to bucket: a clock may have been ahead for years, and a chart asks only whether it was.
      const { rows } = await sql<{ ts: number }>`
        with recursive a(ts) as (select ${next(whole(from))} union all
          select ${next(sql`(a.ts / ${whole(bucket)} + 1) * ${whole(bucket)}`)} from a where a.ts is not null)
        select ts from a where ts is not null`.execute(db);
      return rows.map(({ ts }) => ts);
    },
    /** Moments of the nearest readings outside from ≤ ts < to; those that retention has deleted are known by their hours. */
    async around(channelNo: number, from: number, to: number): Promise<{ before: number | null; after: number | null }> {
      const [last] = await raw.range(channelNo, { to: from, order: 'desc', limit: 1 });
      const [next] = await raw.range(channelNo, { from: to, limit: 1 });
      const before = last?.ts ?? (await rollups.lastBefore(channelNo, from));
      // The hour that the window begins in may hold readings inside of it.
      return { before: before === undefined ? null : Math.min(before, from), after: next?.ts ?? null };
    },
    rollups(resolution: RollupResolution, channelNo: number, from: number, to: number): Promise<RollupColumns> {
      return rollups.columns(arrays, ROLLUP_COLUMNS, resolution, channelNo, { from, to });
    },
  };
}

/** A reading that people corrected or excluded, with what came. */
function addMarked(
  counted: { ts: DoubleColumn; num: DoubleColumn },
  out: ReadingColumns,
  overlay: Overlay,
  reading: { ts: number; num: number | null; quality: number },
): void {
  const { ts, num } = reading;
  if (num !== null) {
    out.uncorrected ??= { ts: [], num: [] };
    out.uncorrected.ts.push(ts);
    out.uncorrected.num.push(num);
  }
  const counts = overlay.correct(reading);
  if ((counts.quality & LEFT_OUT) !== 0 || counts.num === null) out.left_out.push(ts);
  else {
    counted.ts.push(ts);
    counted.num.push(counts.num);
  }
}
