import type { Db } from '../../kernel/database.ts';
import {
  CHUNK_COLUMNS,
  chunksWithin,
  closeChunk,
  DamagedReadings,
  holds,
  openChunk,
  placeOf,
  readingsOf,
  type StoredReading,
} from './chunks.ts';
import { decodeChunk, type ReadingColumns } from './codec.ts';
import { unsealRollups } from './rollup-sealing.ts';
import { WIDTH_1H } from './rollups.ts';
import {
  hold,
  hoursOf,
  nextRun,
  PRUNED_AT_ONCE,
  pruneHeads,
  type SealSizes,
  type Series,
  type SeriesPlace,
  touches,
} from './sealing-series.ts';

/**
 * Readings into chunks and out of them again, in the transaction of whoever asks. Who writes readings holds their channel; so does everything
 * here that writes.
 */

/** More would make a chunk smaller by little, and dearer whoever changes one of them. */
const SIZES: SealSizes = { most: 3_072, atEnd: 1_024, between: 64 };
/** Rows of one statement, of seven values each. */
const PART = 400;

const COLUMNS = ['ts', 'num', 'text', 'quality', 'src'] as const;

const rowsOf = (db: Db, organizationNo: number, channelNo: number) =>
  db.selectFrom('readings').select(COLUMNS).where('org_no', '=', organizationNo).where('channel_no', '=', channelNo).orderBy('ts');
const chunksOf = (db: Db, organizationNo: number, channelNo: number) =>
  db.selectFrom('reading_chunks').where('org_no', '=', organizationNo).where('channel_no', '=', channelNo);

/** What is worth a chunk, see {@link nextRun}. */
export function nextToSeal(
  db: Db,
  { organization_no, channelNo }: SeriesPlace,
  { from, before, sizes = SIZES }: { from: number; before: number; sizes?: SealSizes | undefined },
): Promise<{ rows: StoredReading[]; from: number } | null> {
  const old = rowsOf(db, organization_no, channelNo).where('ts', '>=', from).where('ts', '<', before);
  return nextRun(
    {
      rows: ({ before: end, offset = 0, limit }) =>
        old
          .$if(end !== undefined, (query) => query.where('ts', '<', end!))
          .offset(offset)
          .limit(limit)
          .execute(),
      async sealedAfter(ts) {
        const next = await chunksOf(db, organization_no, channelNo)
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
 * Puts a chunk in the place of the rows that it holds. @param data see {@link closeChunk}
 * @returns false when they are not the same any more: nothing is done
 */
export async function seal(db: Db, place: SeriesPlace, data: Uint8Array): Promise<boolean> {
  const { organization_no, channelNo } = place;
  const columns = decodeChunk(data);
  const [first, last] = [columns.ts[0]!, columns.ts.at(-1)!];
  if (!(await hold(db, place, last))) return false;
  const rows = await rowsOf(db, organization_no, channelNo).where('ts', '>=', first).where('ts', '<=', last).execute();
  if (!holds(columns, rows)) return false;
  const among = await chunksWithin(db, place, { from: first, to: last + 1 })
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (among) return false;
  await insertChunk(db, place, rows, data);
  const { numDeletedRows } = await db
    .deleteFrom('readings')
    .where('org_no', '=', organization_no)
    .where('channel_no', '=', channelNo)
    .where('ts', '>=', first)
    .where('ts', '<=', last)
    .executeTakeFirst();
  if (Number(numDeletedRows) !== rows.length) throw new Error(`${numDeletedRows} rows in the place of ${rows.length}`);
  return true;
}

async function insertChunk(
  db: Db,
  { organization_no, channelNo }: Series,
  readings: readonly StoredReading[],
  data: Uint8Array,
): Promise<void> {
  await db
    .insertInto('reading_chunks')
    .values({
      org_no: organization_no,
      channel_no: channelNo,
      first_ts: readings[0]!.ts,
      last_ts: readings.at(-1)!.ts,
      n: readings.length,
      data,
    })
    .execute();
}

/** Makes rows of all chunks of readings and blocks of rollups that reach into the hours of these moments: nothing in them is changed. The channel is held. */
export async function unseal(db: Db, place: Series, moments: Iterable<number>): Promise<void> {
  const { organization_no, channelNo } = place;
  const hours = hoursOf(moments);
  if (hours.length === 0) return;
  const near = await chunksWithin(db, place, { from: hours[0]!, to: hours.at(-1)! + WIDTH_1H })
    .select(['id', 'first_ts', 'last_ts'])
    .execute();
  for (const { id } of near.filter((chunk) => touches(chunk, hours))) {
    const readings = readingsOf(await open(db, place, id));
    for (let at = 0; at < readings.length; at += PART)
      await db
        .insertInto('readings')
        .values(readings.slice(at, at + PART).map((reading) => ({ org_no: organization_no, channel_no: channelNo, ...reading })))
        .execute();
    await removeChunk(db, place, id);
  }
  await unsealRollups(db, place, hours);
}

/**
 * Deletes what lies in chunks from before the moment, the oldest first: whole chunks, and of the one at the edge the part before it; where that
 * one can't be opened, it stays until all of it is to go. The channel is held.
 * @returns how many readings went, and before which moment none are left in chunks
 */
export async function pruneChunks(db: Db, place: Series, before: number): Promise<{ deleted: number; clearTo: number }> {
  const { organization_no, channelNo } = place;
  const heads = await chunksOf(db, organization_no, channelNo)
    .select(['id', 'last_ts', 'n'])
    .where('first_ts', '<', before)
    .orderBy('first_ts')
    .limit(PRUNED_AT_ONCE)
    .execute();
  return pruneHeads(heads, before, { remove: (id) => removeChunk(db, place, id), cut: (id) => cut(db, place, id, before) });
}

async function cut(db: Db, place: Series, id: number, before: number): Promise<number> {
  const columns = await open(db, place, id).catch((error: unknown) => {
    if (error instanceof DamagedReadings) return null;
    throw error;
  });
  if (columns === null) return 0;
  const gone = placeOf(columns, before);
  const rest = readingsOf(columns).slice(gone);
  await removeChunk(db, place, id);
  await insertChunk(db, place, rest, closeChunk(rest));
  return gone;
}

async function open(db: Db, { organization_no, channelNo }: Series, id: number): Promise<ReadingColumns> {
  return openChunk(await chunksOf(db, organization_no, channelNo).select(CHUNK_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow());
}

async function removeChunk(db: Db, { organization_no }: Series, id: number): Promise<void> {
  await db.deleteFrom('reading_chunks').where('org_no', '=', organization_no).where('id', '=', id).execute();
}
