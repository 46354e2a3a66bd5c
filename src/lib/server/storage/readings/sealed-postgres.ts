import type pg from 'pg';
import type { RollupResolution } from '../../../constants.ts';
import { NEVER_LAST } from '../../kernel/reading-store.ts';
import { CHUNK_COLUMNS, type Chunk, openChunk, placeOf, readingAt, readingsOf, type StoredReading } from './chunks.ts';
import type { ReadingColumns } from './codec.ts';
import { BLOCK_COLUMNS, type Block, openBlock, rollupAt } from './rollup-blocks.ts';
import type { RollupColumns } from './rollup-codec.ts';
import { bucketStart, ROLLUP_COLUMNS, ROLLUP_TABLES, type Rollup, WIDTH_1H } from './rollups.ts';
import { hoursOf, touches } from './sealing-series.ts';

/** Of the columns of rollups. */
export const ROLLUP_TYPES: Record<'ts' | (typeof ROLLUP_COLUMNS)[number], string> = {
  ts: 'bigint',
  n: 'int',
  sum: 'float8',
  min: 'float8',
  max: 'float8',
  first: 'float8',
  last: 'float8',
  first_ts: 'bigint',
  last_ts: 'bigint',
  area: 'float8',
  resets: 'float8',
  left_out: 'int',
};

/** Sealed readings and rollups for one group commit, in its transaction; the channels are locked. */
export class SealedReadings {
  readonly #client: pg.PoolClient;
  readonly #organizationNo: number;
  readonly #opened = new Map<number, ReadingColumns>();
  readonly #openedBlocks = new Map<number, RollupColumns>();

  constructor(client: pg.PoolClient, organizationNo: number) {
    this.#client = client;
    this.#organizationNo = organizationNo;
  }

  /** Those of the moments that lie in chunks. */
  async find(channelNo: number, moments: readonly number[]): Promise<StoredReading[]> {
    if (moments.length === 0) return [];
    const heads = await this.#heads(channelNo, Math.min(...moments), Math.max(...moments) + 1);
    const found: StoredReading[] = [];
    for (const { id, first_ts, last_ts } of heads) {
      const own = new Set(moments.filter((ts) => ts >= first_ts && ts <= last_ts));
      if (own.size === 0) continue;
      const columns = await this.#open(id);
      for (const ts of own) {
        const place = placeOf(columns, ts);
        if (columns.ts[place] === ts) found.push(readingAt(columns, place));
      }
    }
    return found;
  }

  /** Makes rows of all chunks and blocks that reach into the hours of these moments: nothing in them is changed. */
  async unseal(channelNo: number, moments: Iterable<number>): Promise<void> {
    const hours = hoursOf(moments);
    if (hours.length === 0) return;
    for (const head of await this.#heads(channelNo, hours[0]!, hours.at(-1)! + WIDTH_1H)) {
      if (!touches(head, hours)) continue;
      const readings = readingsOf(await this.#open(head.id));
      await this.#client.query({
        name: 'unseal-readings',
        text: `insert into readings (org_no, channel_no, ts, num, text, quality, src)
          select $1::int, $2::int, u.ts, u.num, u.text, u.quality, u.src
          from unnest($3::bigint[], $4::float8[], $5::text[], $6::int2[], $7::bigint[]) as u(ts, num, text, quality, src)`,
        values: [
          this.#organizationNo,
          channelNo,
          readings.map(({ ts }) => ts),
          readings.map(({ num }) => num),
          readings.map(({ text }) => text),
          readings.map(({ quality }) => quality),
          readings.map(({ src }) => src),
        ],
      });
      await this.#client.query('delete from reading_chunks where org_no = $1 and id = $2', [this.#organizationNo, head.id]);
    }
    for (const resolution of ['5m', '1h'] as const)
      for (const head of await this.#blocks(resolution, channelNo, hours[0]!, hours.at(-1)! + WIDTH_1H))
        if (touches(head, hours)) await this.#unsealBlock(resolution, channelNo, head.id);
  }

  async #unsealBlock(resolution: RollupResolution, channelNo: number, id: number): Promise<void> {
    const columns = await this.#openBlock(id);
    const names = ['ts', ...ROLLUP_COLUMNS] as const;
    await this.#client.query({
      name: `unseal-${resolution}`,
      text: `insert into ${ROLLUP_TABLES[resolution]} (org_no, channel_no, ${names.join()})
        select $1::int, $2::int, u.* from unnest(${names.map((name, i) => `$${i + 3}::${ROLLUP_TYPES[name]}[]`).join()}) as u`,
      values: [this.#organizationNo, channelNo, ...names.map((name) => [...columns[name]])],
    });
    await this.#client.query('delete from rollup_blocks where org_no = $1 and id = $2', [this.#organizationNo, id]);
  }

  /** The 5-minute buckets of these hours that lie in blocks. @param hours in no order */
  async fives(channelNo: number, hours: readonly number[]): Promise<Rollup[]> {
    if (hours.length === 0) return [];
    const wanted = new Set(hours);
    const found: Rollup[] = [];
    for (const head of await this.#blocks('5m', channelNo, Math.min(...hours), Math.max(...hours) + WIDTH_1H)) {
      if (!touches(head, hours)) continue;
      const columns = await this.#openBlock(head.id);
      columns.ts.forEach((ts, i) => {
        if (wanted.has(bucketStart(ts, WIDTH_1H))) found.push(rollupAt(columns, i));
      });
    }
    return found;
  }

  /** The newest reading before a moment that can be its channel's newest. */
  async newest(
    channelNo: number,
    before: number,
  ): Promise<{ last_ts: number; last_num: number | null; last_text: string | null } | undefined> {
    const { rows } = await this.#client.query<{ id: number }>(
      'select id from reading_chunks where org_no = $1 and channel_no = $2 and first_ts < $3::bigint order by first_ts desc',
      [this.#organizationNo, channelNo, before],
    );
    for (const { id } of rows) {
      const columns = await this.#open(id);
      const place = columns.quality.findLastIndex((quality, i) => (quality & NEVER_LAST) === 0 && columns.ts[i]! < before);
      if (place < 0) continue;
      const { ts, num, text } = readingAt(columns, place);
      return { last_ts: ts, last_num: num, last_text: text };
    }
    return undefined;
  }

  async #heads(channelNo: number, from: number, to: number): Promise<Pick<Chunk, 'id' | 'first_ts' | 'last_ts'>[]> {
    const { rows } = await this.#client.query<Pick<Chunk, 'id' | 'first_ts' | 'last_ts'>>({
      name: 'chunk-heads',
      text: `select id, first_ts, last_ts from reading_chunks
        where org_no = $1 and channel_no = $2 and first_ts < $4::bigint and last_ts >= $3::bigint order by first_ts`,
      values: [this.#organizationNo, channelNo, from, to],
    });
    return rows;
  }

  async #blocks(
    resolution: RollupResolution,
    channelNo: number,
    from: number,
    to: number,
  ): Promise<Pick<Block, 'id' | 'first_ts' | 'last_ts'>[]> {
    const { rows } = await this.#client.query<Pick<Block, 'id' | 'first_ts' | 'last_ts'>>({
      name: 'block-heads',
      text: `select id, first_ts, last_ts from rollup_blocks
        where org_no = $1 and channel_no = $2 and resolution = $5 and first_ts < $4::bigint and last_ts >= $3::bigint order by first_ts`,
      values: [this.#organizationNo, channelNo, from, to, resolution],
    });
    return rows;
  }

  async #openBlock(id: number): Promise<RollupColumns> {
    let columns = this.#openedBlocks.get(id);
    if (columns === undefined) {
      const { rows } = await this.#client.query<Block>(`select ${BLOCK_COLUMNS.join()} from rollup_blocks where org_no = $1 and id = $2`, [
        this.#organizationNo,
        id,
      ]);
      columns = openBlock(rows[0]!);
      this.#openedBlocks.set(id, columns);
    }
    return columns;
  }

  async #open(id: number): Promise<ReadingColumns> {
    let columns = this.#opened.get(id);
    if (columns === undefined) {
      const { rows } = await this.#client.query<Chunk>(`select ${CHUNK_COLUMNS.join()} from reading_chunks where org_no = $1 and id = $2`, [
        this.#organizationNo,
        id,
      ]);
      columns = openChunk(rows[0]!);
      this.#opened.set(id, columns);
    }
    return columns;
  }
}
