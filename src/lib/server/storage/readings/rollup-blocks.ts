import { sql } from 'kysely';
import type { RollupResolution } from '../../../constants.ts';
import type { Db } from '../../kernel/database.ts';
import type { Window } from './chunks.ts';
import { DamagedChunk } from './codec-frame.ts';
import { decodeRollups, encodeRollups, type RollupColumns } from './rollup-codec.ts';
import { ROLLUP_COLUMNS, type Rollup } from './rollups.ts';

/** Rollups at rest: a row of `rollup_blocks` and what is in it. No bucket of its channel lies between its first and its last one but its own. */

export interface Block {
  id: number;
  channel_no: number;
  resolution: RollupResolution;
  /** Beginnings of buckets. */
  first_ts: number;
  last_ts: number;
  n: number;
  data: Uint8Array;
}

export const BLOCK_COLUMNS = [
  'id',
  'channel_no',
  'resolution',
  'first_ts',
  'last_ts',
  'n',
  'data',
] as const satisfies readonly (keyof Block)[];
const COLUMNS = ['ts', ...ROLLUP_COLUMNS] as const;

/** Blocks of a channel with buckets that begin in the window, or could. */
export function blocksWithin(
  db: Db,
  { organization_no, channelNo, resolution }: { organization_no: number; channelNo: number; resolution: RollupResolution },
  { from, to }: Window,
) {
  return (
    db
      .selectFrom('rollup_blocks')
      .where('org_no', '=', organization_no)
      .where('channel_no', '=', channelNo)
      .where('resolution', '=', resolution)
      // Of those that begin before the window only the last can reach into it: none before that one is looked at.
      .$if(from !== undefined, (query) =>
        query.where('last_ts', '>=', from!).where('first_ts', '>=', (eb) =>
          eb.fn.coalesce(
            eb
              .selectFrom('rollup_blocks')
              .select((inner) => inner.fn.max('first_ts').as('first_ts'))
              .where('org_no', '=', organization_no)
              .where('channel_no', '=', channelNo)
              .where('resolution', '=', resolution)
              .where('first_ts', '<=', from!),
            sql<number>`${from}`,
          ),
        ),
      )
      .$if(to !== undefined, (query) => query.where('first_ts', '<', to!))
  );
}

/** A block that can't be opened, by its name. */
export class DamagedRollups extends DamagedChunk {
  override name = 'DamagedRollups';
  readonly block: Omit<Block, 'data'>;

  constructor({ data, ...block }: Block, cause: unknown) {
    super(`block ${block.id} of channel ${block.channel_no}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.block = block;
  }
}

/** @throws DamagedRollups */
export function openBlock(block: Block): RollupColumns {
  let columns: RollupColumns;
  try {
    columns = decodeRollups(block.data);
  } catch (error) {
    throw new DamagedRollups(block, error);
  }
  const { ts } = columns;
  if (ts.length !== block.n || ts[0] !== block.first_ts || ts.at(-1) !== block.last_ts)
    throw new DamagedRollups(block, 'its bytes are those of other rollups');
  return columns;
}

/**
 * Bytes that give exactly these rollups back, which come in order of time.
 * @throws RangeError when no bytes do
 */
export function closeBlock(rollups: readonly Rollup[]): Buffer {
  const columnOf = (column: (typeof COLUMNS)[number]) => Float64Array.from(rollups, (rollup) => rollup[column]);
  const data = encodeRollups(Object.fromEntries(COLUMNS.map((column) => [column, columnOf(column)])) as RollupColumns);
  if (!holdsRollups(decodeRollups(data), rollups)) throw new RangeError('the bytes give other rollups back');
  return data;
}

/** Are these rollups, and no others, in the columns? To the last bit. */
export function holdsRollups(columns: RollupColumns, rollups: readonly Rollup[]): boolean {
  if (columns.ts.length !== rollups.length) return false;
  return rollups.every((rollup, i) => COLUMNS.every((column) => Object.is(columns[column][i], rollup[column])));
}

export function rollupAt(columns: RollupColumns, i: number): Rollup {
  return {
    ts: columns.ts[i]!,
    n: columns.n[i]!,
    sum: columns.sum[i]!,
    min: columns.min[i]!,
    max: columns.max[i]!,
    first: columns.first[i]!,
    last: columns.last[i]!,
    first_ts: columns.first_ts[i]!,
    last_ts: columns.last_ts[i]!,
    area: columns.area[i]!,
    resets: columns.resets[i]!,
    left_out: columns.left_out[i]!,
  };
}

export function rollupsOf(columns: RollupColumns, from = 0, to = columns.ts.length): Rollup[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => rollupAt(columns, from + i));
}
