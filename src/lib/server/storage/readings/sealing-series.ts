import { sql } from 'kysely';
import type { Db } from '../../kernel/database.ts';
import { bucketStart, WIDTH_1H } from './rollups.ts';

/** What sealing of readings and of rollups have in common. */

export interface Series {
  organization_no: number;
  channelNo: number;
}
export interface SeriesPlace extends Series {
  organization_id: string;
}

/** How many rows make a chunk of readings, or a block of rollups. */
export interface SealSizes {
  most: number;
  /** Fewer at the end of a series wait for those that come after them. */
  atEnd: number;
  /** Fewer between two that are sealed stay rows: nothing comes after them. */
  between: number;
}

/** The rows of a series in order of time that are old enough, and what of it is sealed. */
export interface Sealable<T> {
  rows(page: { before?: number | undefined; offset?: number; limit: number }): Promise<T[]>;
  /** Where the next that is sealed begins after a moment. */
  sealedAfter(ts: number): Promise<number | undefined>;
}

/** What is worth being sealed, and where to look on; no rows where there is nothing at this place, null at the end. */
export async function nextRun<T extends { ts: number }>(
  { rows, sealedAfter }: Sealable<T>,
  sizes: SealSizes,
): Promise<{ rows: T[]; from: number } | null> {
  const [first] = await rows({ limit: 1 });
  if (first === undefined) return null;
  const next = await sealedAfter(first.ts);
  // Most series have too few most of the time: they are not read for it.
  const [enough] = await rows({ offset: (next === undefined ? sizes.atEnd : sizes.between) - 1, limit: 1 });
  if (enough === undefined || (next !== undefined && enough.ts > next)) return next === undefined ? null : { rows: [], from: next };
  const run = await rows({ before: next, limit: 2 * sizes.most });
  const isTwo = run.length > sizes.most && run.length < 2 * sizes.most;
  const taken = run.slice(0, isTwo ? Math.ceil(run.length / 2) : sizes.most);
  return { rows: taken, from: taken.at(-1)!.ts + 1 };
}

/** Holds the channel until the end of the transaction. @returns false when it is gone */
export async function hold(db: Db, { organization_id, channelNo }: SeriesPlace, sealedTo: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channels')
    .set({ sealed_to: sql<number>`case when sealed_to > ${sealedTo} then sealed_to else ${sealedTo} end` })
    .where('organization_id', '=', organization_id)
    .where('no', '=', channelNo)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The beginnings of the hours of these moments, in their order: rollups of a touched hour are worked out from all of its readings. */
export function hoursOf(moments: Iterable<number>): number[] {
  const hours = new Set<number>();
  for (const ts of moments) hours.add(bucketStart(ts, WIDTH_1H));
  return [...hours].sort((a, b) => a - b);
}

/** Does the chunk or block hold something of any of the hours, or could it? @param hours see {@link hoursOf} */
export function touches({ first_ts, last_ts }: { first_ts: number; last_ts: number }, hours: readonly number[]): boolean {
  return hours.some((hour) => first_ts < hour + WIDTH_1H && last_ts >= hour);
}

/** Chunks or blocks that one slice of retention looks at. */
export const PRUNED_AT_ONCE = 8;

/**
 * Deletes what lies before the moment: whole chunks or blocks, and of the one at the edge the part before it.
 * @param heads the oldest of those that begin before the moment, {@link PRUNED_AT_ONCE} at most
 * @param cut deletes the part of one that lies before the moment, and says how much went
 * @returns how many readings or rollups went, and before which moment none are left
 */
export async function pruneHeads(
  heads: readonly { id: number; last_ts: number; n: number }[],
  before: number,
  { remove, cut }: { remove: (id: number) => Promise<void>; cut: (id: number) => Promise<number> },
): Promise<{ deleted: number; clearTo: number }> {
  let deleted = 0;
  for (const { id, last_ts, n } of heads)
    if (last_ts < before) {
      await remove(id);
      deleted += n;
    } else deleted += await cut(id);
  const last = heads.at(-1);
  return { deleted, clearTo: heads.length === PRUNED_AT_ONCE && last!.last_ts < before ? last!.last_ts + 1 : before };
}
