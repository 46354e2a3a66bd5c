import type { DatabaseSync } from 'node:sqlite';
import type { RollupResolution } from '../../../constants.ts';
import { NEVER_LAST } from '../../kernel/reading-store.ts';
import { CHUNK_COLUMNS, type Chunk, openChunk, placeOf, readingAt, readingsOf, type StoredReading } from './chunks.ts';
import type { ReadingColumns } from './codec.ts';
import { BLOCK_COLUMNS, type Block, openBlock, rollupAt, rollupsOf } from './rollup-blocks.ts';
import type { RollupColumns } from './rollup-codec.ts';
import { ROLLUP_COLUMNS, type Rollup, WIDTH_1H } from './rollups.ts';
import { hoursOf, touches } from './sealing-series.ts';

/** Sealed readings and rollups for one group commit, on the writing connection and in its turn. */
export class SealedReadings {
  readonly #st: ReturnType<typeof prepareSealed>;
  readonly #organizationNo: number;
  readonly #opened = new Map<number, ReadingColumns>();
  readonly #openedBlocks = new Map<number, RollupColumns>();

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

  /** Makes rows of all chunks and blocks that reach into the hours of these moments: nothing in them is changed. */
  unseal(channelNo: number, moments: Iterable<number>): void {
    const hours = hoursOf(moments);
    if (hours.length === 0) return;
    const span = [hours.at(-1)! + WIDTH_1H, hours[0]!] as const;
    const near = this.#st.heads.all(this.#organizationNo, channelNo, ...span) as unknown as Chunk[];
    for (const head of near) {
      if (!touches(head, hours)) continue;
      for (const { ts, num, text, quality, src } of readingsOf(this.#open(head.id)))
        this.#st.insert.get(this.#organizationNo, channelNo, ts, num, text, quality, src);
      this.#st.remove.run(head.id);
    }
    for (const [resolution, put] of [
      ['5m', this.#st.insertFive],
      ['1h', this.#st.insertHour],
    ] as const)
      for (const head of this.#blocks(resolution, channelNo, ...span)) {
        if (!touches(head, hours)) continue;
        for (const rollup of rollupsOf(this.#openBlock(head.id)))
          put.get(this.#organizationNo, channelNo, rollup.ts, ...ROLLUP_COLUMNS.map((column) => rollup[column]));
        this.#st.removeBlock.run(head.id);
      }
  }

  /** The hour's 5-minute buckets that lie in blocks. */
  *fives(channelNo: number, hour: number): Generator<Rollup> {
    const end = hour + WIDTH_1H;
    for (const { id } of this.#blocks('5m', channelNo, end, hour)) {
      const columns = this.#openBlock(id);
      for (let i = columns.ts.findIndex((ts) => ts >= hour); i >= 0 && i < columns.ts.length && columns.ts[i]! < end; i++)
        yield rollupAt(columns, i);
    }
  }

  /** The newest reading before a moment that can be its channel's newest. */
  newest(channelNo: number, before: number): { last_ts: number; last_num: number | null; last_text: string | null } | undefined {
    for (const { id } of this.#st.backwards.iterate(this.#organizationNo, channelNo, before) as Iterable<unknown> as Iterable<{
      id: number;
    }>) {
      const columns = this.#open(id);
      const place = columns.quality.findLastIndex((quality, i) => (quality & NEVER_LAST) === 0 && columns.ts[i]! < before);
      if (place < 0) continue;
      const { ts, num, text } = readingAt(columns, place);
      return { last_ts: ts, last_num: num, last_text: text };
    }
    return undefined;
  }

  #blocks(resolution: RollupResolution, channelNo: number, before: number, from: number) {
    return this.#st.blockHeads.all(this.#organizationNo, channelNo, resolution, before, from) as unknown as Pick<
      Block,
      'id' | 'first_ts' | 'last_ts'
    >[];
  }

  #openBlock(id: number): RollupColumns {
    let columns = this.#openedBlocks.get(id);
    if (columns === undefined) {
      columns = openBlock(this.#st.block.get(id) as unknown as Block);
      this.#openedBlocks.set(id, columns);
    }
    return columns;
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
  const rollup = `(org_no, channel_no, ts, ${ROLLUP_COLUMNS.join()}) values (?, ?, ?, ${ROLLUP_COLUMNS.map(() => '?').join()})`;
  const series = 'from reading_chunks where org_no = ? and channel_no = ?';
  return {
    reaching: raw.prepare(`select id, last_ts ${series} and first_ts <= ? order by first_ts desc limit 1`),
    heads: raw.prepare(`select id, first_ts, last_ts ${series} and first_ts < ? and last_ts >= ?`),
    backwards: raw.prepare(`select id ${series} and first_ts < ? order by first_ts desc`),
    chunk: raw.prepare(`select ${CHUNK_COLUMNS.join()} from reading_chunks where id = ?`),
    remove: raw.prepare('delete from reading_chunks where id = ?'),
    blockHeads: raw.prepare(`select id, first_ts, last_ts from rollup_blocks
      where org_no = ? and channel_no = ? and resolution = ? and first_ts < ? and last_ts >= ?`),
    block: raw.prepare(`select ${BLOCK_COLUMNS.join()} from rollup_blocks where id = ?`),
    removeBlock: raw.prepare('delete from rollup_blocks where id = ?'),
    insertFive: raw.prepare(`insert into readings_5m ${rollup}`),
    insertHour: raw.prepare(`insert into readings_1h ${rollup}`),
    insert: raw.prepare('insert into readings (org_no, channel_no, ts, num, text, quality, src) values (?, ?, ?, ?, ?, ?, ?)'),
  };
}
