import { sql } from 'kysely';
import type { RollupResolution } from '../../../constants.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Database, Db } from '../../kernel/database.ts';
import type { Window } from './chunks.ts';
import { BLOCK_COLUMNS, type Block, blocksWithin, DamagedRollups, openBlock, rollupsOf } from './rollup-blocks.ts';
import type { RollupColumns } from './rollup-codec.ts';
import { ROLLUP_COLUMNS, ROLLUP_TABLES, type Rollup } from './rollups.ts';

/**
 * The one way to stored rollups for everybody but the group commit: rows and blocks as one series. Windows are from ≤ ts < to of the
 * beginnings of buckets. As with readings, rows and the ids of blocks come from one statement, and bytes that are gone by the time they are
 * asked for make it ask again.
 */

/** Blocks of one statement. */
const BLOCKS_AT_ONCE = 8;
/** How often bytes may be gone until somebody who reads gives up. */
const MOST_GONE = 20;
/** Stands for `n` of a row that is no bucket but a block. */
const BLOCK = -1;
const TABLE = 'rollup_blocks';

const COLUMNS = ['ts', ...ROLLUP_COLUMNS] as const;
type Column = (typeof COLUMNS)[number];
type Picked<C extends Column> = Record<C, Float64Array>;

/** Neighbouring buckets: of rows, or of a block. */
interface Stretch<C extends Column> {
  of: Picked<C> | number[][];
  from: number;
  to: number;
}

/** @param onDamage told of each block that can't be opened, which is then passed over; without it whoever reads it fails */
export function rollupReader({
  db,
  organization_no,
  unpacked,
  onDamage,
}: {
  db: Db;
  organization_no: number;
  unpacked?: Database['unpacked'] | undefined;
  onDamage?: ((error: DamagedRollups) => void) | undefined;
}) {
  const rows = (resolution: RollupResolution, channelNo: number, { from, to }: Window) =>
    db
      .selectFrom(ROLLUP_TABLES[resolution])
      .where('org_no', '=', organization_no)
      .where('channel_no', '=', channelNo)
      .$if(from !== undefined, (query) => query.where('ts', '>=', from!))
      .$if(to !== undefined, (query) => query.where('ts', '<', to!));

  /** Rows, and blocks as rows whose `n` is {@link BLOCK} and whose `first_ts` is the id. */
  function statement<C extends Column>(
    columns: readonly C[],
    resolution: RollupResolution,
    channelNo: number,
    { limit, ...window }: Window & { limit?: number | undefined },
  ) {
    const placeholders: Record<Column, ReturnType<typeof sql<number>>> = {
      ts: sql<number>`first_ts`,
      n: sql<number>`cast(${sql.lit(BLOCK)} as integer)`,
      first_ts: sql<number>`cast(id as bigint)`,
      last_ts: sql<number>`last_ts`,
      left_out: sql<number>`0`,
      sum: sql<number>`cast(0 as double precision)`,
      min: sql<number>`cast(0 as double precision)`,
      max: sql<number>`cast(0 as double precision)`,
      first: sql<number>`cast(0 as double precision)`,
      last: sql<number>`cast(0 as double precision)`,
      area: sql<number>`cast(0 as double precision)`,
      resets: sql<number>`cast(0 as double precision)`,
    };
    const all: Column[] = [...columns];
    const plain = rows(resolution, channelNo, window);
    const counted = db
      .selectFrom(
        plain
          .select(all)
          .where('n', '>', 0)
          .orderBy('ts')
          .limit(limit ?? 0)
          .as('r'),
      )
      .select(all);
    const blocks = blocksWithin(db, { organization_no, channelNo, resolution }, window).select(
      all.map((column) => placeholders[column].as(column)),
    );
    return limit === undefined ? plain.select(all).unionAll(blocks) : counted.unionAll(blocks);
  }

  /** Opened blocks by their ids; those that are gone are missing, null = damaged. */
  async function open(ids: readonly number[]): Promise<Map<number, RollupColumns | null>> {
    const opened = new Map<number, RollupColumns | null>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = unpacked?.get<RollupColumns>(TABLE, id);
      if (known === undefined) missing.push(id);
      else opened.set(id, known);
    }
    if (missing.length === 0) return opened;
    const found = await db
      .selectFrom(TABLE)
      .select(BLOCK_COLUMNS)
      .where('org_no', '=', organization_no)
      .where('id', 'in', missing)
      .execute();
    for (const block of found) {
      const columns = columnsOf(block);
      opened.set(block.id, columns);
      if (columns !== null) unpacked?.keep(TABLE, block.id, columns, COLUMNS.length * columns.ts.byteLength);
    }
    return opened;
  }

  function columnsOf(block: Block): RollupColumns | null {
    try {
      return openBlock(block);
    } catch (error) {
      if (!onDamage || !(error instanceof DamagedRollups)) throw error;
      onDamage(error);
      return null;
    }
  }

  /**
   * @param limit how many are wanted of those in which something counts; without it all are, also those of which nothing does
   * @throws AppError storage_busy when what is read is sealed and unsealed again and again
   */
  async function walk<C extends Column>(
    columns: readonly C[],
    window: Window,
    ask: () => Promise<number[][]>,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Picked<C>> {
    const [n, id] = [columns.indexOf('n' as C), columns.indexOf('first_ts' as C)];
    for (let gone = 0; gone < MOST_GONE; gone++) {
      const items = inOrder(await ask());
      const stretches: Stretch<C>[] = [];
      let opened = new Map<number, RollupColumns | null>();
      let count = 0;
      let isWhole = true;
      for (let at = 0; at < items.length && count < limit && isWhole; ) {
        if (items[at]![n] !== BLOCK) {
          const from = at;
          while (at < items.length && items[at]![n] !== BLOCK) at += 1;
          stretches.push({ of: items, from, to: at });
          count += at - from;
          continue;
        }
        const block = items[at]![id]!;
        if (!opened.has(block)) {
          const next = items.slice(at).flatMap((item) => (item[n] === BLOCK ? item[id]! : []));
          opened = await open(next.slice(0, BLOCKS_AT_ONCE));
        }
        const found = opened.get(block);
        if (found) {
          const stretch = { of: found, ...within(found, window) };
          stretches.push(stretch);
          if (Number.isFinite(limit)) for (let i = stretch.from; i < stretch.to; i++) if (found.n[i]! > 0) count += 1;
        }
        isWhole = found !== undefined;
        at += 1;
      }
      if (isWhole) return joined(stretches, columns);
    }
    throw new AppError('storage_busy', { retryAfter: 1 });
  }

  return {
    /** Columns of all buckets in the window, in order of time: for charts. */
    columns<C extends Column>(
      arrays: Database['arrays'],
      columns: readonly C[],
      resolution: RollupResolution,
      channelNo: number,
      window: Window,
    ): Promise<Picked<C>> {
      return walk(columns, window, () => arrays(db, statement(columns, resolution, channelNo, window)) as Promise<number[][]>);
    },
    /** All buckets in the window, in order of time; with a limit the first of those in which something counts. */
    async range(resolution: RollupResolution, channelNo: number, window: Window & { limit?: number } = {}): Promise<Rollup[]> {
      const { limit } = window;
      const ask = async () => {
        const found = (await statement(COLUMNS, resolution, channelNo, window).execute()) as Record<Column, number>[];
        return found.map((row) => COLUMNS.map((column) => row[column]));
      };
      const all = rollupsOf(await walk(COLUMNS, window, ask, limit));
      return limit === undefined ? all : all.filter(({ n }) => n > 0).slice(0, limit);
    },
    /** Beginnings of hours, in their order, in which any of the channels has something that counts. */
    async hours(channelNos: readonly number[], { from, to }: { from: number; to: number }): Promise<number[]> {
      const ask = async () => {
        const found = await db
          .selectFrom('readings_1h')
          .select(['ts', sql<number>`1`.as('n'), sql<number>`cast(0 as bigint)`.as('first_ts')])
          .distinct()
          .where('org_no', '=', organization_no)
          .where('channel_no', 'in', channelNos)
          .where('ts', '>=', from)
          .where('ts', '<', to)
          .where('n', '>', 0)
          .unionAll(
            db
              .selectFrom(TABLE)
              .select(['first_ts as ts', sql<number>`${sql.lit(BLOCK)}`.as('n'), sql<number>`cast(id as bigint)`.as('first_ts')])
              .where('org_no', '=', organization_no)
              .where('channel_no', 'in', channelNos)
              .where('resolution', '=', '1h')
              .where('first_ts', '<', to)
              .where('last_ts', '>=', from),
          )
          .execute();
        return found.map(({ ts, n, first_ts }) => [ts, n, first_ts]);
      };
      const { ts, n } = await walk(['ts', 'n', 'first_ts'], { from, to }, ask);
      return [...new Set(ts.filter((_, i) => n[i]! > 0))].sort((a, b) => a - b);
    },
    /** The last moment that counts in hours which begin before this one. */
    async lastBefore(channelNo: number, moment: number): Promise<number | undefined> {
      for (let [gone, before] = [0, moment]; gone < MOST_GONE; ) {
        const found = await db
          .selectFrom(
            rows('1h', channelNo, { to: before })
              .select(['ts', 'last_ts', sql<number>`cast(0 as bigint)`.as('id')])
              .where('n', '>', 0)
              .orderBy('ts', 'desc')
              .limit(1)
              .as('r'),
          )
          .select(['ts', 'last_ts', 'id'])
          .unionAll(
            db
              .selectFrom(
                blocksWithin(db, { organization_no, channelNo, resolution: '1h' }, { to: before })
                  .select(['first_ts as ts', 'last_ts', sql<number>`cast(id as bigint)`.as('id')])
                  .orderBy('first_ts', 'desc')
                  .limit(1)
                  .as('b'),
              )
              .select(['ts', 'last_ts', 'id']),
          )
          .execute();
        const newest = found.reduce<(typeof found)[number] | undefined>((best, one) => (best && best.ts > one.ts ? best : one), undefined);
        if (newest === undefined || newest.id === 0) return newest?.last_ts;
        const columns = (await open([newest.id])).get(newest.id);
        if (columns === undefined) {
          gone += 1;
          continue;
        }
        const place = columns ? columns.ts.findLastIndex((ts, i) => ts < before && columns.n[i]! > 0) : -1;
        if (columns && place >= 0) return columns.last_ts[place]!;
        before = newest.ts;
      }
      throw new AppError('storage_busy', { retryAfter: 1 });
    },
  };
}

/** Neither engine promises an order of rows and blocks together, but mostly they have one. */
function inOrder(items: number[][]): number[][] {
  for (let i = 1; i < items.length; i++) if (items[i]![0]! < items[i - 1]![0]!) return items.sort((a, b) => a[0]! - b[0]!);
  return items;
}

function within({ ts }: Pick<RollupColumns, 'ts'>, { from, to }: Window): { from: number; to: number } {
  const place = (moment: number) => {
    let [low, high] = [0, ts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ts[middle]! < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { from: from === undefined ? 0 : place(from), to: to === undefined ? ts.length : place(to) };
}

function joined<C extends Column>(stretches: readonly Stretch<C>[], columns: readonly C[]): Picked<C> {
  const length = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const out = Object.fromEntries(columns.map((column) => [column, new Float64Array(length)])) as Picked<C>;
  let at = 0;
  for (const { of, from, to } of stretches) {
    for (const [k, column] of columns.entries()) {
      const into = out[column];
      if (Array.isArray(of)) for (let i = from; i < to; i++) into[at + i - from] = of[i]![k]!;
      else into.set(of[column].subarray(from, to), at);
    }
    at += to - from;
  }
  return out;
}
