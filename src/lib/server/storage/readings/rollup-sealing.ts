import { RESOLUTION_US, type RollupResolution } from '../../../constants.ts';
import type { Db } from '../../kernel/database.ts';
import { BLOCK_COLUMNS, blocksWithin, closeBlock, DamagedRollups, holdsRollups, openBlock, rollupsOf } from './rollup-blocks.ts';
import { decodeRollups, type RollupColumns } from './rollup-codec.ts';
import { ROLLUP_COLUMNS, ROLLUP_TABLES, type Rollup, WIDTH_1H } from './rollups.ts';
import { hold, nextRun, PRUNED_AT_ONCE, pruneHeads, type SealSizes, type Series, type SeriesPlace, touches } from './sealing-series.ts';

/** Rollups into blocks and out of them again, in the transaction of whoever asks, who holds the channel; as `sealing.ts` does with readings. */

type Rollups = Series & { resolution: RollupResolution };
type RollupsPlace = SeriesPlace & { resolution: RollupResolution };

/** Whoever writes into an hour takes all of its blocks out: a larger one would be smaller by little. */
const SIZES: SealSizes = { most: 1_024, atEnd: 256, between: 16 };
/** Rows of one statement, of fourteen values each. */
const PART = 200;

const COLUMNS = ['ts', ...ROLLUP_COLUMNS] as const;

const rowsOf = (db: Db, { organization_no, channelNo, resolution }: Rollups) =>
  db
    .selectFrom(ROLLUP_TABLES[resolution])
    .select(COLUMNS)
    .where('org_no', '=', organization_no)
    .where('channel_no', '=', channelNo)
    .orderBy('ts');
const blocksOf = (db: Db, { organization_no, channelNo, resolution }: Rollups) =>
  db
    .selectFrom('rollup_blocks')
    .where('org_no', '=', organization_no)
    .where('channel_no', '=', channelNo)
    .where('resolution', '=', resolution);

/** What is worth a block, see {@link nextRun}. Buckets that end before the moment are old enough. */
export function nextRollups(
  db: Db,
  place: RollupsPlace,
  { from, before, sizes = SIZES }: { from: number; before: number; sizes?: SealSizes | undefined },
): Promise<{ rows: Rollup[]; from: number } | null> {
  const old = rowsOf(db, place)
    .where('ts', '>=', from)
    .where('ts', '<=', before - RESOLUTION_US[place.resolution]);
  return nextRun(
    {
      rows: ({ before: end, offset = 0, limit }) =>
        old
          .$if(end !== undefined, (query) => query.where('ts', '<', end!))
          .offset(offset)
          .limit(limit)
          .execute(),
      async sealedAfter(ts) {
        const next = await blocksOf(db, place)
          .select('first_ts')
          .where('first_ts', '>', ts)
          .orderBy('first_ts')
          .limit(1)
          .executeTakeFirst();
        return next?.first_ts;
      },
    },
    sizes,
  );
}

/**
 * Puts a block in the place of the rows that it holds. @param data see {@link closeBlock}
 * @returns false when they are not the same any more: nothing is done
 */
export async function sealRollups(db: Db, place: RollupsPlace, data: Uint8Array): Promise<boolean> {
  const columns = decodeRollups(data);
  const [first, last] = [columns.ts[0]!, columns.ts.at(-1)!];
  if (!(await hold(db, place, last + RESOLUTION_US[place.resolution] - 1))) return false;
  const rows = await rowsOf(db, place).where('ts', '>=', first).where('ts', '<=', last).execute();
  if (!holdsRollups(columns, rows)) return false;
  const among = await blocksWithin(db, place, { from: first, to: last + 1 })
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (among) return false;
  await insertBlock(db, place, rows, data);
  const { numDeletedRows } = await db
    .deleteFrom(ROLLUP_TABLES[place.resolution])
    .where('org_no', '=', place.organization_no)
    .where('channel_no', '=', place.channelNo)
    .where('ts', '>=', first)
    .where('ts', '<=', last)
    .executeTakeFirst();
  if (Number(numDeletedRows) !== rows.length) throw new Error(`${numDeletedRows} rows in the place of ${rows.length}`);
  return true;
}

/** Makes rows of all blocks that reach into these hours, as nothing in a block is changed. @param hours in order of time */
export async function unsealRollups(db: Db, series: Series, hours: readonly number[]): Promise<void> {
  for (const resolution of ['5m', '1h'] as const) {
    const place = { ...series, resolution };
    const near = await blocksWithin(db, place, { from: hours[0]!, to: hours.at(-1)! + WIDTH_1H })
      .select(['id', 'first_ts', 'last_ts'])
      .execute();
    for (const { id } of near.filter((block) => touches(block, hours))) {
      const rollups = rollupsOf(await open(db, place, id));
      for (let at = 0; at < rollups.length; at += PART)
        await db
          .insertInto(ROLLUP_TABLES[resolution])
          .values(
            rollups.slice(at, at + PART).map((rollup) => ({ org_no: series.organization_no, channel_no: series.channelNo, ...rollup })),
          )
          .execute();
      await removeBlock(db, place, id);
    }
  }
}

/**
 * Deletes buckets that lie in blocks and begin before the moment, the oldest first: whole blocks, and of the one at the edge the part before
 * it; where that one can't be opened, it stays until all of it is to go. The channel is held.
 * @returns how many buckets went, and before which moment none are left in blocks
 */
export async function pruneBlocks(db: Db, place: Rollups, before: number): Promise<{ deleted: number; clearTo: number }> {
  const heads = await blocksOf(db, place)
    .select(['id', 'last_ts', 'n'])
    .where('first_ts', '<', before)
    .orderBy('first_ts')
    .limit(PRUNED_AT_ONCE)
    .execute();
  return pruneHeads(heads, before, { remove: (id) => removeBlock(db, place, id), cut: (id) => cut(db, place, id, before) });
}

async function cut(db: Db, place: Rollups, id: number, before: number): Promise<number> {
  const columns = await open(db, place, id).catch((error: unknown) => {
    if (error instanceof DamagedRollups) return null;
    throw error;
  });
  if (columns === null) return 0;
  const gone = columns.ts.findIndex((ts) => ts >= before);
  const rest = rollupsOf(columns, gone);
  await removeBlock(db, place, id);
  await insertBlock(db, place, rest, closeBlock(rest));
  return gone;
}

async function insertBlock(db: Db, place: Rollups, rollups: readonly Rollup[], data: Uint8Array): Promise<void> {
  await db
    .insertInto('rollup_blocks')
    .values({
      org_no: place.organization_no,
      channel_no: place.channelNo,
      resolution: place.resolution,
      first_ts: rollups[0]!.ts,
      last_ts: rollups.at(-1)!.ts,
      n: rollups.length,
      data,
    })
    .execute();
}

async function open(db: Db, place: Rollups, id: number): Promise<RollupColumns> {
  return openBlock(await blocksOf(db, place).select(BLOCK_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow());
}

async function removeBlock(db: Db, { organization_no }: Series, id: number): Promise<void> {
  await db.deleteFrom('rollup_blocks').where('org_no', '=', organization_no).where('id', '=', id).execute();
}
