import type { DatabaseSync } from 'node:sqlite';
import { NEVER_LAST } from '../../kernel/reading-store.ts';
import { CHUNK_COLUMNS, type Chunk, openChunk, placeOf, readingAt, readingsOf, type StoredReading } from './chunks.ts';
import type { ReadingColumns } from './codec.ts';
import { WIDTH_1H } from './rollups.ts';
import { hoursOf, touches } from './sealing.ts';

/** Sealed readings for one group commit, on the writing connection and in its turn. */
export class SealedReadings {
  readonly #st: ReturnType<typeof prepareSealed>;
  readonly #organizationNo: number;
  readonly #opened = new Map<number, ReadingColumns>();

  constructor(st: ReturnType<typeof prepareSealed>, organizationNo: number) {
    this.#st = st;
    this.#organizationNo = organizationNo;
  }

  find(channelNo: number, ts: number): StoredReading | undefined {
    const head = this.#st.reaching.get(this.#organizationNo, channelNo, ts) as Pick<Chunk, 'id' | 'last_ts'> | undefined;
    if (head === undefined || head.last_ts < ts) return undefined;
    const columns = this.#open(head.id);
    const place = placeOf(columns, ts);
    return columns.ts[place] === ts ? readingAt(columns, place) : undefined;
  }

  /** Makes rows of all chunks that reach into the hours of these moments: nothing in a chunk is changed. */
  unseal(channelNo: number, moments: Iterable<number>): void {
    const hours = hoursOf(moments);
    if (hours.length === 0) return;
    const near = this.#st.heads.all(this.#organizationNo, channelNo, hours.at(-1)! + WIDTH_1H, hours[0]!) as unknown as Chunk[];
    for (const head of near) {
      if (!touches(head, hours)) continue;
      for (const { ts, num, text, quality, src } of readingsOf(this.#open(head.id)))
        this.#st.insert.get(this.#organizationNo, channelNo, ts, num, text, quality, src);
      this.#st.remove.run(head.id);
    }
  }

  /** The newest reading that can be its channel's newest. */
  newest(channelNo: number): { last_ts: number; last_num: number | null; last_text: string | null } | undefined {
    for (const { id } of this.#st.backwards.iterate(this.#organizationNo, channelNo) as Iterable<unknown> as Iterable<{ id: number }>) {
      const columns = this.#open(id);
      const place = columns.quality.findLastIndex((quality) => (quality & NEVER_LAST) === 0);
      if (place < 0) continue;
      const { ts, num, text } = readingAt(columns, place);
      return { last_ts: ts, last_num: num, last_text: text };
    }
    return undefined;
  }

  #open(id: number): ReadingColumns {
    let columns = this.#opened.get(id);
    if (columns === undefined) {
      columns = openChunk(this.#st.chunk.get(id) as unknown as Chunk);
      this.#opened.set(id, columns);
    }
    return columns;
  }
}

export function prepareSealed(raw: DatabaseSync) {
  const series = 'from reading_chunks where org_no = ? and channel_no = ?';
  return {
    reaching: raw.prepare(`select id, last_ts ${series} and first_ts <= ? order by first_ts desc limit 1`),
    heads: raw.prepare(`select id, first_ts, last_ts ${series} and first_ts < ? and last_ts >= ?`),
    backwards: raw.prepare(`select id ${series} order by first_ts desc`),
    chunk: raw.prepare(`select ${CHUNK_COLUMNS.join()} from reading_chunks where id = ?`),
    remove: raw.prepare('delete from reading_chunks where id = ?'),
    insert: raw.prepare('insert into readings (org_no, channel_no, ts, num, text, quality, src) values (?, ?, ?, ?, ?, ?, ?)'),
  };
}
