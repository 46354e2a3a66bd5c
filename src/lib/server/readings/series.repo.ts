import type { RollupResolution } from '../../constants.ts';
import type { Database, Db } from '../db/database.ts';
import { ROLLUP_TABLES } from './readings.repo.ts';
import type { ReadingColumns, RollupColumns } from './series.ts';

/** A channel of an organisation as columns, from ≤ ts < to in order of time, microseconds UTC. */
export function seriesRepo({ db, arrays, organization_no }: { db: Db; arrays: Database['arrays']; organization_no: number }) {
  const readings = <V>(channelNo: number, column: 'num' | 'text', from: number, to: number, limit: number) =>
    arrays(
      db,
      db
        .selectFrom('readings')
        .select(['ts', column])
        .where('org_no', '=', organization_no)
        .where('channel_no', '=', channelNo)
        .where('ts', '>=', from)
        .where('ts', '<', to)
        .where(column, 'is not', null)
        .orderBy('ts')
        .limit(limit),
    ) as Promise<[ts: number, value: V][]>;

  return {
    async numbers(channelNo: number, from: number, to: number, limit: number): Promise<ReadingColumns> {
      const rows = await readings<number>(channelNo, 'num', from, to, limit);
      return { ts: rows.map((row) => row[0]), num: rows.map((row) => row[1]) };
    },
    async texts(channelNo: number, from: number, to: number, limit: number): Promise<{ ts: number[]; text: string[] }> {
      const rows = await readings<string>(channelNo, 'text', from, to, limit);
      return { ts: rows.map((row) => row[0]), text: rows.map((row) => row[1]) };
    },
    async rollups(resolution: RollupResolution, channelNo: number, from: number, to: number): Promise<RollupColumns> {
      const rows = (await arrays(
        db,
        db
          .selectFrom(ROLLUP_TABLES[resolution])
          .select(['ts', 'n', 'min', 'max', 'first', 'last'])
          .where('org_no', '=', organization_no)
          .where('channel_no', '=', channelNo)
          .where('ts', '>=', from)
          .where('ts', '<', to)
          .orderBy('ts'),
      )) as [ts: number, n: number, min: number, max: number, first: number, last: number][];
      const out: RollupColumns = { ts: [], n: [], min: [], max: [], first: [], last: [] };
      for (const row of rows) {
        out.ts.push(row[0]);
        out.n.push(row[1]);
        out.min.push(row[2]);
        out.max.push(row[3]);
        out.first.push(row[4]);
        out.last.push(row[5]);
      }
      return out;
    },
  };
}
