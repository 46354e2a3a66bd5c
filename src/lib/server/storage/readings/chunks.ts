import { sql } from 'kysely';
import type { Db } from '../../kernel/database.ts';
import { decodeChunk, encodeChunk, type ReadingColumns } from './codec.ts';
import { DamagedChunk } from './codec-frame.ts';

/** Readings at rest: a row of `reading_chunks` and what is in it. No reading of its channel lies between its first and last moment but its own. */

export interface StoredReading {
  ts: number;
  num: number | null;
  text: string | null;
  /** As `readings.quality`. */
  quality: number;
  /** As `readings.src`. */
  src: number;
}

export interface Chunk {
  id: number;
  channel_no: number;
  first_ts: number;
  last_ts: number;
  n: number;
  data: Uint8Array;
}

export const CHUNK_COLUMNS = ['id', 'channel_no', 'first_ts', 'last_ts', 'n', 'data'] as const satisfies readonly (keyof Chunk)[];

/** From ≤ ts < to, microseconds UTC; without an edge it has none there. */
export interface Window {
  from?: number | undefined;
  to?: number | undefined;
}

/** Chunks of a channel that reach into the window. */
export function chunksWithin(db: Db, { organization_no, channelNo }: { organization_no: number; channelNo: number }, { from, to }: Window) {
  return (
    db
      .selectFrom('reading_chunks')
      .where('org_no', '=', organization_no)
      .where('channel_no', '=', channelNo)
      // Of those that begin before the window only the last can reach into it: none before that one is looked at.
      .$if(from !== undefined, (query) =>
        query.where('last_ts', '>=', from!).where('first_ts', '>=', (eb) =>
          eb.fn.coalesce(
            eb
              .selectFrom('reading_chunks')
              .select((inner) => inner.fn.max('first_ts').as('first_ts'))
              .where('org_no', '=', organization_no)
              .where('channel_no', '=', channelNo)
              .where('first_ts', '<=', from!),
            sql<number>`${from}`,
          ),
        ),
      )
      .$if(to !== undefined, (query) => query.where('first_ts', '<', to!))
  );
}

/** A chunk that can't be opened, by its name. */
export class DamagedReadings extends DamagedChunk {
  override name = 'DamagedReadings';
  readonly chunk: Omit<Chunk, 'data'>;

  constructor({ data, ...chunk }: Chunk, cause: unknown) {
    super(`chunk ${chunk.id} of channel ${chunk.channel_no}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.chunk = chunk;
  }
}

/** @throws DamagedReadings */
export function openChunk(chunk: Chunk): ReadingColumns {
  let columns: ReadingColumns;
  try {
    columns = decodeChunk(chunk.data);
  } catch (error) {
    throw new DamagedReadings(chunk, error);
  }
  const { ts } = columns;
  if (ts.length !== chunk.n || ts[0] !== chunk.first_ts || ts.at(-1) !== chunk.last_ts)
    throw new DamagedReadings(chunk, 'its bytes are those of other readings');
  return columns;
}

/**
 * Bytes that give exactly these readings back, which come in order of time.
 * @throws RangeError when no bytes do
 */
export function closeChunk(readings: readonly StoredReading[]): Buffer {
  const data = encodeChunk({
    ts: Float64Array.from(readings, ({ ts }) => ts),
    num: Float64Array.from(readings, ({ num }) => num ?? Number.NaN),
    text: readings.some(({ text }) => text !== null) ? readings.map(({ text }) => text) : null,
    quality: Uint8Array.from(readings, ({ quality }) => quality),
    src: Float64Array.from(readings, ({ src }) => src),
  });
  if (!holds(decodeChunk(data), readings)) throw new RangeError('the bytes give other readings back');
  return data;
}

/** Are these readings, and no others, in the columns? To the last bit. */
export function holds(columns: ReadingColumns, readings: readonly StoredReading[]): boolean {
  if (columns.ts.length !== readings.length) return false;
  return readings.every((reading, i) => {
    const { ts, num, text, quality, src } = readingAt(columns, i);
    return ts === reading.ts && Object.is(num, reading.num) && text === reading.text && quality === reading.quality && src === reading.src;
  });
}

export function readingAt({ ts, num, text, quality, src }: ReadingColumns, i: number): StoredReading {
  const value = num[i]!;
  return { ts: ts[i]!, num: Number.isNaN(value) ? null : value, text: text === null ? null : text[i]!, quality: quality[i]!, src: src[i]! };
}

/** The place of the first reading at or after the moment. */
export function placeOf({ ts }: ReadingColumns, moment: number): number {
  let [low, high] = [0, ts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ts[middle]! < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function readingsOf(columns: ReadingColumns): StoredReading[] {
  return Array.from(columns.ts.keys(), (i) => readingAt(columns, i));
}
