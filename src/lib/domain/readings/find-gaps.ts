import type { Series } from '../../contract/readings.ts';

/** Where a series is silent: the same on the screen and on paper. Times are microseconds UTC. */

/** A stretch where readings were expected and none is there. */
export interface Gap {
  from: number;
  to: number;
}

export interface GapFacts {
  /** What is shown, microseconds. */
  from: number;
  to: number;
  now: number;
  expectedIntervalS: number | null;
  /** The channel's very first reading; null when it has none. */
  firstTs: number | null;
}

const NEIGHBOURS = 5;
/** A missing stretch shorter than this many usual spacings is the ordinary irregularity of a logger. */
const IRREGULARITY = 3;

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Usual distance between points around one distance: history may be sparser than today's readings. */
function usualSpacing(spacings: readonly number[], at: number): number {
  return median(spacings.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1));
}

/**
 * Stretches of the shown time in which readings are missing.
 *
 * Two expected intervals without a reading are a gap; without an expected interval, or where the history is sparser than expected,
 * three usual spacings are. Among buckets one missing bucket is a gap. A gap is as long as nothing came, from the last reading before it to the
 * first after it: also beyond the window, where the series says so.
 */
export function findGaps(series: Pick<Series, 'ts' | 'bucket_us' | 'ends' | 'edges' | 'before' | 'after'>, facts: GapFacts): Gap[] {
  const { ts } = series;
  const bucket = series.bucket_us ?? 0;
  const end = Math.min(facts.to, facts.now);
  if (facts.firstTs === null) return [];
  const start = Math.max(facts.from, facts.firstTs);
  if (start >= end) return [];
  const before = series.before ?? null;
  const from = before === null ? start : Math.min(start, before);
  const to = facts.to < facts.now && series.after != null ? Math.min(series.after, facts.now) : end;
  if (ts.length === 0) return [{ from, to }];

  const expected = facts.expectedIntervalS === null ? 0 : facts.expectedIntervalS * 1_000_000;
  const cadence = Math.max(bucket, expected);
  const spacings = ts.slice(1).map((value, index) => value - ts[index]!);
  const limit = (index: number): number => {
    const usual = spacings.length > 0 ? usualSpacing(spacings, index) : cadence;
    if (cadence > 0 && usual <= 1.5 * cadence) return bucket >= expected && bucket > 0 ? 1.5 * bucket : 2 * cadence;
    return usual > 0 ? IRREGULARITY * usual : Number.POSITIVE_INFINITY;
  };

  const gaps: Gap[] = [];
  const [first, last] = series.ends ?? [ts[0]!, ts.at(-1)! + bucket];
  const edges = new Map(series.edges?.map((edge) => [indexAt(ts, edge[0]), edge]));
  if (facts.firstTs < first && first - start > limit(0)) gaps.push({ from, to: first });
  for (const [index, spacing] of spacings.entries()) {
    const edge = edges.get(index);
    const silent = edge && expected > 0 && bucket >= expected && edge[1] - edge[0] > 2 * expected && edge[1] - edge[0] > bucket;
    if (spacing > limit(index)) gaps.push(edge ? { from: edge[0], to: edge[1] } : { from: ts[index]! + bucket, to: ts[index + 1]! });
    // Readings at the far ends of neighbouring buckets, which hide a silence between them.
    else if (silent && limit(index) <= 2 * bucket) gaps.push({ from: edge[0], to: edge[1] });
  }
  if (end - last > Math.max(limit(spacings.length - 1), 0)) gaps.push({ from: last, to });
  return gaps;
}

/** Index of the point that is in force at `ts`: the last one not later, or -1. */
export function indexAt(ts: readonly number[], at: number): number {
  let low = 0;
  let high = ts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
