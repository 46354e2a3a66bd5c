import { RESOLUTION_US, type RollupResolution } from '../../constants.ts';
import type { MeanKind } from '../../contract/means.ts';
import type { Series } from '../../contract/readings.ts';
import { add, areaBetween } from '../storage/readings/rollups.ts';

/**
 * Readings for a chart: at most about one bucket a pixel, each with its lowest, highest, first, last and mean value, so that no
 * peak is lost and none draws the line to itself. Pure; columns in, columns out.
 */

/** What a chart needs of rollups; `ts` is the start of each. */
export const ROLLUP_COLUMNS = ['ts', 'n', 'min', 'max', 'first', 'last', 'sum', 'first_ts', 'last_ts', 'area', 'left_out'] as const;
/** Columns of rollups in order of time. */
export type RollupColumns = Record<(typeof ROLLUP_COLUMNS)[number], ArrayLike<number>>;

/** Columns of readings in order of time; those that don't count are moments only. */
export interface ReadingColumns {
  ts: ArrayLike<number>;
  num: ArrayLike<number>;
  left_out: number[];
  /** What came of those that people excluded or corrected; absent where there is none. */
  uncorrected?: { ts: number[]; num: number[] };
}

/** How buckets are made. */
export interface Joining {
  /** Microseconds. */
  bucket: number;
  mean: MeanKind;
  /** The buckets that are wanted, whole ones. What lies a bucket further on both sides only tells what crosses their edges. */
  from: number;
  to: number;
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

type Columns = Pick<Series, 'ts' | 'min' | 'max' | 'first' | 'last' | 'n' | 'ends' | 'mean' | 'mean_kind'> & {
  edges: [number, number][];
  /** Beginnings of buckets that hold readings which don't count. */
  left_out: number[];
};

/** A mean to a thousandth of the band that it lies in: finer can't be drawn, and digits cost bytes. */
function rounded(mean: number, min: number, max: number): number {
  const low = Math.min(min, mean);
  const high = Math.max(max, mean);
  const within = (value: number) => Math.min(high, Math.max(low, value));
  const band = high - low;
  if (band === 0 || !Number.isFinite(band)) return mean;
  const places = 3 - Math.floor(Math.log10(band));
  if (places >= 0) return within(Number(mean.toFixed(Math.min(places, 100))));
  const step = 10 ** -places;
  return within(Math.round(mean / step) * step);
}

/** What a bucket's mean is worked out of. */
class Means {
  readonly #kind: MeanKind;
  readonly #sum: number[] = [];
  readonly #area: number[] = [];
  readonly #seconds: number[] = [];

  constructor(kind: MeanKind) {
    this.#kind = kind;
  }

  /** Only a mean over time asks for lines. */
  get takesLines(): boolean {
    return this.#kind === 'time_weighted';
  }

  add(at: number, sum: number): void {
    this.#sum[at] = add(this.#sum[at] ?? 0, sum);
  }

  addLine(at: number, area: number, seconds: number): void {
    this.#area[at] = add(this.#area[at] ?? 0, area);
    this.#seconds[at] = (this.#seconds[at] ?? 0) + seconds;
  }

  of(at: number, { n, min, max, last }: Pick<Columns, 'n' | 'min' | 'max' | 'last'>): number {
    const sum = this.#sum[at]!;
    if (this.#kind === 'last') return last[at]!;
    // Without its last places, which are only what floating point adds.
    if (this.#kind === 'sum') return Number(sum.toPrecision(15));
    const plain = Math.min(max[at]!, Math.max(min[at]!, sum / n[at]!));
    const seconds = this.#seconds[at] ?? 0;
    const mean = seconds > 0 ? this.#area[at]! / seconds : plain;
    return rounded(mean, min[at]!, max[at]!);
  }
}

/**
 * Joins rollups into buckets. A mean over time is that of the straight lines from reading to reading, as far as they lie in the bucket; between
 * readings that are a bucket or more apart nobody knows what was, and a bucket without any such line has the plain mean. There is no mean of
 * directions, which rollups don't tell.
 */
export function mergeRollups(rows: RollupColumns, { bucket, mean, from, to }: Joining): Columns {
  const out: Columns = { ts: [], min: [], max: [], first: [], last: [], n: [], edges: [], left_out: [] };
  const means = new Means(mean);
  let start = Number.NaN;
  /** The row before that counts, and the place of its bucket, −1 outside. */
  let before = -1;
  let beforeAt = -1;
  /** The rows whose readings are the first and the last that are wanted, −1 without any. */
  let firstRow = -1;
  let lastRow = -1;
  for (let i = 0; i < rows.ts.length; i++) {
    const own = floorTo(rows.ts[i]!, bucket);
    const isWanted = own >= from && own < to;
    if (isWanted && rows.left_out[i]! > 0 && out.left_out.at(-1) !== own) out.left_out.push(own);
    if (rows.n[i] === 0) continue;
    let at = -1;
    if (isWanted) {
      if (own !== start) {
        start = own;
        out.ts.push(own);
        out.min.push(rows.min[i]!);
        out.max.push(rows.max[i]!);
        out.first.push(rows.first[i]!);
        out.last.push(rows.last[i]!);
        out.n.push(0);
      }
      at = out.ts.length - 1;
      if (rows.min[i]! < out.min[at]!) out.min[at] = rows.min[i]!;
      if (rows.max[i]! > out.max[at]!) out.max[at] = rows.max[i]!;
      out.last[at] = rows.last[i]!;
      out.n[at]! += rows.n[i]!;
      if (firstRow < 0) firstRow = i;
      lastRow = i;
      means.add(at, rows.sum[i]!);
      if (means.takesLines) means.addLine(at, rows.area[i]!, (rows.last_ts[i]! - rows.first_ts[i]!) / 1e6);
    }
    if (before >= 0) {
      const left = rows.last_ts[before]!;
      const right = rows.first_ts[i]!;
      if (right - left >= bucket) {
        if (at >= 0 && beforeAt >= 0) out.edges.push([left, right]);
      } else if (means.takesLines) cross(means, { left, from: rows.last[before]!, right, to: rows.first[i]! }, { beforeAt, at, edge: own });
    }
    before = i;
    beforeAt = at;
  }
  if (firstRow >= 0) out.ends = [rows.first_ts[firstRow]!, rows.last_ts[lastRow]!];
  if (mean !== 'circular') {
    out.mean = out.ts.map((_, at) => means.of(at, out));
    out.mean_kind = mean;
  }
  return out;
}

/** The line between two neighbouring readings, in the one bucket or cut at the edge of two. */
function cross(
  means: Means,
  { left, from, right, to }: { left: number; from: number; right: number; to: number },
  { beforeAt, at, edge }: { beforeAt: number; at: number; edge: number },
): void {
  const cut = Math.max(left, edge);
  const share = (cut - left) / (right - left);
  const value = from * (1 - share) + to * share;
  if (beforeAt >= 0 && cut > left) means.addLine(beforeAt, areaBetween(left, from, cut, value), (cut - left) / 1e6);
  if (at >= 0) means.addLine(at, areaBetween(cut, value, right, to), (right - cut) / 1e6);
}

/** Each reading as a point of its own. */
export function rawSeries({ uncorrected, ...columns }: Omit<ReadingColumns, 'left_out'>): Series {
  const [ts, num] = [Array.from(columns.ts), Array.from(columns.num)];
  const points: Series = { resolution: 'raw', bucket_us: null, ts, min: num, max: num, first: num, last: num, n: ts.map(() => 1) };
  return uncorrected ? { ...points, uncorrected } : points;
}

/** Joins readings into buckets: a reading is a rollup of itself. */
export function bucketReadings({ ts, num, left_out }: ReadingColumns, joining: Joining): Columns {
  const none = new Uint8Array(ts.length);
  const rows = { ts, n: new Uint8Array(ts.length).fill(1), min: num, max: num, first: num, last: num, sum: num, first_ts: ts, last_ts: ts };
  const merged = mergeRollups({ ...rows, area: none, left_out: none }, joining);
  const { bucket, mean, from, to } = joining;
  merged.left_out = [...new Set(left_out.map((us) => floorTo(us, bucket)))].filter((start) => start >= from && start < to);
  if (mean !== 'circular') return merged;
  const within = Map.groupBy(Array.from(ts).keys(), (i) => floorTo(ts[i]!, bucket));
  return { ...merged, mean: merged.ts.map((start) => meanDirection(within.get(start)!.map((i) => num[i]!))), mean_kind: mean };
}

/** Of directions in degrees, 0 ≤ mean < 360; null where they cancel each other out. */
function meanDirection(degrees: readonly number[]): number | null {
  let [x, y] = [0, 0];
  for (const one of degrees) {
    x += Math.cos((one * Math.PI) / 180);
    y += Math.sin((one * Math.PI) / 180);
  }
  if (Math.hypot(x, y) < 1e-9 * degrees.length) return null;
  const mean = Number((((Math.atan2(y, x) * 180) / Math.PI + 360) % 360).toFixed(3));
  return mean === 360 ? 0 : mean;
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
