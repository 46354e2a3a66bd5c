import type { Database, Db } from '../../kernel/database.ts';
import { LEFT_OUT } from '../../kernel/reading-store.ts';

/**
 * The one way to stored readings for everybody but the group commit. Windows are from ≤ ts < to, microseconds UTC; without an edge they have
 * none there.
 */

export interface StoredReading {
  ts: number;
  num: number | null;
  text: string | null;
  /** As `readings.quality`. */
  quality: number;
  /** As `readings.src`. */
  src: number;
}

export interface Window {
  from?: number;
  to?: number;
}

/** Readings of one page. */
const PAGE = 20_000;

const COLUMNS = ['ts', 'num', 'text', 'quality', 'src'] as const;

export function readingReader({ db, organization_no }: { db: Db; organization_no: number }) {
  const within = (channelNo: number, { from, to }: Window) =>
    db
      .selectFrom('readings')
      .where('org_no', '=', organization_no)
      .where('channel_no', '=', channelNo)
      .$if(from !== undefined, (query) => query.where('ts', '>=', from!))
      .$if(to !== undefined, (query) => query.where('ts', '<', to!));

  const reader = {
    range(
      channelNo: number,
      { order = 'asc', limit, ...window }: Window & { order?: 'asc' | 'desc'; limit?: number } = {},
    ): Promise<StoredReading[]> {
      return within(channelNo, window)
        .select(COLUMNS)
        .orderBy('ts', order)
        .$if(limit !== undefined, (query) => query.limit(limit!))
        .execute();
    },
    /** All of them in order of time, page after page. */
    async *pages(channelNo: number, from = Number.MIN_SAFE_INTEGER): AsyncGenerator<StoredReading[]> {
      for (let since = from; ; ) {
        const page = await reader.range(channelNo, { from: since, limit: PAGE });
        if (page.length > 0) yield page;
        if (page.length < PAGE) return;
        since = page.at(-1)!.ts + 1;
      }
    },
    /** What the series hold at these moments. */
    at(channelNos: readonly number[], moments: readonly number[]): Promise<(StoredReading & { channel_no: number })[]> {
      return db
        .selectFrom('readings')
        .select(['channel_no', ...COLUMNS])
        .where('org_no', '=', organization_no)
        .where('channel_no', 'in', channelNos)
        .where('ts', 'in', moments)
        .execute();
    },
    /** The newest reading with none of the bits of `without` and one of those of `having`. */
    newest(
      channelNo: number,
      { without = 0, having = 0, ...window }: Window & { without?: number; having?: number },
    ): Promise<StoredReading | undefined> {
      return within(channelNo, window)
        .select(COLUMNS)
        .$if(without !== 0, (query) => query.where((eb) => eb(eb('quality', '&', without), '=', 0)))
        .$if(having !== 0, (query) => query.where((eb) => eb(eb('quality', '&', having), '!=', 0)))
        .orderBy('ts', 'desc')
        .limit(1)
        .executeTakeFirst();
    },
    /** Those that have a number (or a text), and those that don't count, as arrays: for charts. */
    values<V>(
      arrays: Database['arrays'],
      channelNo: number,
      column: 'num' | 'text',
      { limit, ...window }: Window & { limit: number },
    ): Promise<[ts: number, value: V, quality: number][]> {
      return arrays(
        db,
        within(channelNo, window)
          .select(['ts', column, 'quality'])
          .where((eb) => eb.or([eb(column, 'is not', null), eb(eb('quality', '&', LEFT_OUT), '!=', 0)]))
          .orderBy('ts')
          .limit(limit),
      ) as Promise<[ts: number, value: V, quality: number][]>;
    },
  };
  return reader;
}
