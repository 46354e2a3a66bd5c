import { sql } from 'kysely';
import type { RollupResolution } from '../../constants.ts';
import type { Database, Db } from '../kernel/database.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { rollupReader } from '../storage/readings/rollup-reader.ts';

/** Readings of one organisation, which are keyed by its number. Windows are from ≤ ts < to, microseconds UTC. */
export function readingsRepo({
  db,
  organization_no,
  unpacked,
}: {
  db: Db;
  organization_no: number;
  unpacked?: Database['unpacked'] | undefined;
}) {
  const reader = readingReader({ db, organization_no });
  const rollups = rollupReader({ db, organization_no, unpacked });
  return {
    /** As they came. */
    list(channelNo: number, from: number, to: number, order: 'asc' | 'desc', limit: number) {
      return reader.range(channelNo, { from, to, order, limit });
    },
    /** How many a window holds, counted no further than `most`, roughly while readings are sealed. */
    count: reader.count,
    /** How many readings a series has, at how many of their moments another one has one too, and how many of these differ. */
    async shared(from: number, into: number): Promise<{ readings: number; overlaps: number; differing: number }> {
      const { rows } = await sql<{ readings: number; overlaps: number; differing: number; chunks: number }>`
        select count(*) as readings, count(b.ts) as overlaps,
          count(case when b.ts is not null and (a.num is distinct from b.num or a.text is distinct from b.text) then 1 end) as differing,
          (select count(*) from reading_chunks as c where c.org_no = ${organization_no} and c.channel_no in (${from}, ${into})) as chunks
        from readings as a left join readings as b on b.org_no = a.org_no and b.channel_no = ${into} and b.ts = a.ts
        where a.org_no = ${organization_no} and a.channel_no = ${from}`.execute(db);
      const { readings = 0, overlaps = 0, differing = 0, chunks = 0 } = rows[0] ?? {};
      if (Number(chunks) === 0) return { readings: Number(readings), overlaps: Number(overlaps), differing: Number(differing) };
      return sharedOf(reader, from, into);
    },
    /** Moments of which a series has a reading, after one of them. */
    async moments(channelNo: number, after: number, limit: number): Promise<number[]> {
      const rows = await reader.range(channelNo, { from: after + 1, limit });
      return rows.map(({ ts }) => ts);
    },
    /** What the series hold at these moments now. */
    at: reader.at,
    /** Beginnings of hours, in their order, in which any of the channels has something. */
    hours(channelNos: number[], from: number, to: number): Promise<number[]> {
      return rollups.hours(channelNos, { from, to });
    },
    listRollups(resolution: RollupResolution, channelNo: number, from: number, to: number, limit: number) {
      return rollups.range(resolution, channelNo, { from, to, limit });
    },
  };
}

/** The same of series with chunks, which the engine doesn't look into. */
async function sharedOf(reader: ReturnType<typeof readingReader>, from: number, into: number) {
  const counts = { readings: 0, overlaps: 0, differing: 0 };
  for await (const page of reader.pages(from)) {
    counts.readings += page.length;
    const there = await reader.range(into, { from: page[0]!.ts, to: page.at(-1)!.ts + 1 });
    const byMoment = new Map(there.map((reading) => [reading.ts, reading]));
    for (const { ts, num, text } of page) {
      const other = byMoment.get(ts);
      if (other === undefined) continue;
      counts.overlaps += 1;
      if (other.num !== num || other.text !== text) counts.differing += 1;
    }
  }
  return counts;
}
