import { RESOLUTION_US, type RollupResolution } from '../../constants.ts';
import type { Series } from '../../contract/readings.ts';
import { add } from '../storage/readings/rollups.ts';

/**
 * Readings for a chart: at most about one bucket a pixel, each with its lowest, highest, first, last and mean value, so that no
 * peak is lost and none draws the line to itself. Pure; columns in, columns out.
 */

/** Columns of rollup rows in order of time; `ts` is the start of each. */
export interface RollupColumns {
  ts: number[];
  n: number[];
  min: number[];
  max: number[];
  first: number[];
  last: number[];
  sum: number[];
  first_ts: number[];
  last_ts: number[];
}

/** Columns of readings in order of time. */
export interface ReadingColumns {
  ts: number[];
  num: number[];
}

/** Columns of words in order of time, each with how many readings it stands for. */
export interface WordColumns {
  ts: number[];
  n: number[];
  text: string[];
}

/** Readings that are shown as they are: two points a pixel. */
export const rawLimit = (width: number): number => 2 * width;
/** Readings that are read to be bucketed when rollups are too coarse. */
export const denseLimit = (width: number): number => 20 * width;
/** Five-minute rollups that are read for one chart; of more the hours are taken. */
const ROLLUPS_A_PIXEL = 6;

export function rollupResolution(from: number, to: number, width: number): RollupResolution {
  return to - from <= RESOLUTION_US['5m'] * ROLLUPS_A_PIXEL * width ? '5m' : '1h';
}

const floorTo = (us: number, unit: number): number => Math.floor(us / unit) * unit;
const touched = (from: number, to: number, bucket: number): number => Math.ceil(to / bucket) - Math.floor(from / bucket);

/** The smallest bucket, a whole multiple of `unit`, of which at most `width` touch from ≤ ts < to (0 ≤ from < to). Microseconds. */
export function bucketWidth(from: number, to: number, width: number, unit: number): number {
  let multiple = Math.max(1, Math.ceil((to - from) / (unit * width)));
  while (touched(from, to, multiple * unit) > width) multiple = Math.ceil(multiple * 1.001 + 0.5);
  return multiple * unit;
}

/** The window widened to whole buckets, so that the first and the last bucket are as true as the others. */
export function alignWindow(from: number, to: number, bucket: number): { from: number; to: number } {
  return { from: floorTo(from, bucket), to: Math.ceil(to / bucket) * bucket };
}

/** Would fewer than half of the pixels get a five-minute bucket? */
export function isTooCoarse(from: number, to: number, width: number): boolean {
  return touched(from, to, RESOLUTION_US['5m']) * 2 < width;
}

/** How many readings the window holds, from the rollups that touch it; those at its edges count for their share. */
export function estimateReadings(rows: Pick<RollupColumns, 'ts' | 'n'>, resolution: RollupResolution, from: number, to: number): number {
  const bucket = RESOLUTION_US[resolution];
  let sum = 0;
  for (let i = 0; i < rows.ts.length; i++) {
    const start = rows.ts[i]!;
    const share = Math.min(to, start + bucket) - Math.max(from, start);
    if (share > 0) sum += (rows.n[i]! * share) / bucket;
  }
  return sum;
}

type Columns = Pick<Series, 'ts' | 'min' | 'max' | 'first' | 'last' | 'n' | 'ends'> & { mean: number[]; edges: [number, number][] };
const noColumns = (): Columns => ({ ts: [], min: [], max: [], first: [], last: [], n: [], mean: [], edges: [] });

/** A mean to a thousandth of the band that it lies in: finer can't be drawn, and digits cost bytes. */
function meanOf(sum: number, n: number, min: number, max: number): number {
  const within = (value: number) => Math.min(max, Math.max(min, value));
  const band = max - min;
  const mean = within(sum / n);
  if (band === 0 || !Number.isFinite(band)) return mean;
  const places = 3 - Math.floor(Math.log10(band));
  if (places >= 0) return within(Number(mean.toFixed(Math.min(places, 100))));
  const step = 10 ** -places;
  return within(Math.round(mean / step) * step);
}

/** Joins rollups into buckets. */
export function mergeRollups(rows: RollupColumns, bucket: number): Columns {
  const out = noColumns();
  let at = -1;
  let start = Number.NaN;
  const sums: number[] = [];
  for (let i = 0; i < rows.ts.length; i++) {
    if (i > 0 && rows.first_ts[i]! - rows.last_ts[i - 1]! >= bucket) out.edges.push([rows.last_ts[i - 1]!, rows.first_ts[i]!]);
    const own = floorTo(rows.ts[i]!, bucket);
    if (own !== start) {
      start = own;
      at = out.ts.push(own) - 1;
      out.min.push(rows.min[i]!);
      out.max.push(rows.max[i]!);
      out.first.push(rows.first[i]!);
      out.last.push(rows.last[i]!);
      out.n.push(rows.n[i]!);
      sums.push(rows.sum[i]!);
      continue;
    }
    if (rows.min[i]! < out.min[at]!) out.min[at] = rows.min[i]!;
    if (rows.max[i]! > out.max[at]!) out.max[at] = rows.max[i]!;
    out.last[at] = rows.last[i]!;
    out.n[at]! += rows.n[i]!;
    sums[at] = add(sums[at]!, rows.sum[i]!);
  }
  for (const [index, sum] of sums.entries()) out.mean.push(meanOf(sum, out.n[index]!, out.min[index]!, out.max[index]!));
  if (out.ts.length > 0) out.ends = [rows.first_ts[0]!, rows.last_ts.at(-1)!];
  return out;
}

/** Each reading as a point of its own. */
export function rawSeries({ ts, num }: ReadingColumns): Series {
  return { resolution: 'raw', bucket_us: null, ts, min: num, max: num, first: num, last: num, n: ts.map(() => 1) };
}

/** Joins readings into buckets: a reading is a rollup of itself. */
export function bucketReadings({ ts, num }: ReadingColumns, bucket: number): Columns {
  return mergeRollups({ ts, n: ts.map(() => 1), min: num, max: num, first: num, last: num, sum: num, first_ts: ts, last_ts: ts }, bucket);
}

/** Runs of points that hold one of the moments, by the `ts` of their ends; moments come in order of time. */
export function runsOf({ ts, bucket_us }: Pick<Series, 'ts' | 'bucket_us'>, moments: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  const held = new Set(bucket_us === null ? moments : moments.map((us) => floorTo(us, bucket_us)));
  let open = false;
  for (const at of ts) {
    const holds = held.has(at);
    if (holds && open) runs.at(-1)![1] = at;
    else if (holds) runs.push([at, at]);
    open = holds;
  }
  return runs;
}

/** Words as points: each of its own, or with a bucket the last of each bucket. */
export function textSeries({ ts, n, text }: WordColumns, bucket: number | null): Series {
  const nothing = () => ts.map(() => null);
  return { resolution: 'raw', bucket_us: bucket, ts, min: nothing(), max: nothing(), first: nothing(), last: nothing(), n, text };
}
