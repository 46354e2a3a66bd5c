import type { Series } from '../../contract/readings.ts';
import { isOutside } from '../../domain/quantities/outside.ts';
import { type Gap, indexAt } from '../../domain/readings/find-gaps.ts';

export { findGaps, type Gap, type GapFacts, indexAt } from '../../domain/readings/find-gaps.ts';

/** Pure arithmetic on the columns of a series. Times are microseconds UTC, as the API gives them. */

/** Stretches that are missing in every one of the lists: only there is the picture empty. */
export function commonGaps(lists: readonly (readonly Gap[])[]): Gap[] {
  if (lists.length === 0) return [];
  return lists.reduce<readonly Gap[]>((left, right) => {
    const both: Gap[] = [];
    for (const a of left) {
      for (const b of right) {
        const from = Math.max(a.from, b.from);
        const to = Math.min(a.to, b.to);
        if (to > from) both.push({ from, to });
      }
    }
    return both;
  }, lists[0]!) as Gap[];
}

/** A number for the chart: states are 0 and 1; text has none. */
export function toNumber(value: number | string | boolean): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : null;
}

/**
 * The series with one more reading at its end, or null when it doesn't belong there (older than the last one) and has to be loaded again.
 */
export function appendReading(series: Series, ts: number, value: number | string | boolean): Series | null {
  const number = toNumber(value);
  const text = typeof value === 'string' ? value : null;
  const last = series.ts.length - 1;
  const lastTs = series.ts[last];
  const bucket = series.bucket_us;
  const start = bucket === null ? ts : Math.floor(ts / bucket) * bucket;
  if (lastTs !== undefined && start < lastTs) return null;
  const put = <T>(column: readonly T[], item: T): T[] => (lastTs === start ? [...column.slice(0, last), item] : [...column, item]);
  const same = lastTs === start && bucket !== null;
  const suspicious = series.plausible !== undefined && number !== null && isOutside(number, series.plausible);
  const lower = (a: number | null | undefined, b: number | null) => (a == null ? b : b == null ? a : Math.min(a, b));
  const higher = (a: number | null | undefined, b: number | null) => (a == null ? b : b == null ? a : Math.max(a, b));
  return {
    ...series,
    ts: put(series.ts, start),
    min: put(series.min, same ? lower(series.min[last], number) : number),
    max: put(series.max, same ? higher(series.max[last], number) : number),
    first: put(series.first, same ? (series.first[last] ?? number) : number),
    last: put(series.last, number),
    n: put(series.n, same ? (series.n[last] ?? 0) + 1 : 1),
    ...(series.mean ? { mean: put(series.mean, same ? meanWith(series, last, number) : number) } : {}),
    ...(series.ends ? { ends: [series.ends[0], Math.max(series.ends[1], ts)] as [number, number] } : {}),
    ...(series.ends && bucket !== null && ts - series.ends[1] >= bucket
      ? { edges: [...(series.edges ?? []), [series.ends[1], ts] as [number, number]] }
      : {}),
    ...(series.text ? { text: put(series.text, text) } : {}),
    ...(suspicious ? { suspect: runsWith(series, lastTs, start) } : {}),
  };
}

/** The suspect runs with one more point at the end. */
function runsWith({ suspect = [] }: Series, before: number | undefined, at: number): [number, number][] {
  const run = suspect.at(-1);
  return run && run[1] === before ? [...suspect.slice(0, -1), [run[0], at]] : [...suspect, [at, at]];
}

/** The mean of a bucket with one reading more. */
function meanWith({ mean, n }: Series, at: number, number: number | null): number | null {
  const before = mean?.[at] ?? null;
  const count = n[at] ?? 0;
  return before === null || number === null ? (number ?? before) : before + (number - before) / (count + 1);
}

/** Index of the point nearest to `at`, or -1 when there is none. */
export function nearestIndex(ts: readonly number[], at: number): number {
  const left = indexAt(ts, at);
  if (left < 0) return ts.length > 0 ? 0 : -1;
  if (left + 1 < ts.length && ts[left + 1]! - at < at - ts[left]!) return left + 1;
  return left;
}

/** Figures of the readings from `from` to `to`: exact for raw readings, of whole buckets otherwise. Null without any. */
export interface Summary {
  n: number;
  min: number;
  max: number;
  first: number;
  last: number;
}
export function summarize(series: Series, from: number, to: number): Summary | null {
  let summary: Summary | null = null;
  for (let index = Math.max(0, indexAt(series.ts, from - 1) + 1); index < series.ts.length && series.ts[index]! < to; index++) {
    const min = series.min[index];
    const max = series.max[index];
    if (min == null || max == null) continue;
    const last = series.last[index] ?? max;
    const n = series.n[index] ?? 0;
    summary = summary
      ? { n: summary.n + n, min: Math.min(summary.min, min), max: Math.max(summary.max, max), first: summary.first, last }
      : { n, min, max, first: series.first[index] ?? min, last };
  }
  return summary;
}

/** One stretch of a state or of a word. */
export interface Segment {
  from: number;
  to: number;
  /** On and off; of a state that has more values than two, each by its number. */
  value: string | number | boolean;
  /** A bucket in which there was more than one. */
  mixed: boolean;
}

/** What a stored number of a state means: 0 and 1 are off and on, others are states of their own. */
export const stateOf = (number: number): number | boolean => (number === 0 ? false : number === 1 ? true : number);

/** A state or text series as stretches: each value holds until the next reading or until a gap. `end` closes the last one. */
export function toSegments(series: Series, gaps: readonly Gap[], end: number): Segment[] {
  const segments: Segment[] = [];
  const isSwitch = [series.min, series.max].every((column) => column.every((value) => value == null || value === 0 || value === 1));
  let gapAt = 0;
  for (const [index, from] of series.ts.entries()) {
    const text = series.text?.[index];
    const max = series.max[index];
    if (text == null && max == null) continue;
    let to = series.ts[index + 1] ?? Math.max(end, from);
    while (gapAt < gaps.length && gaps[gapAt]!.from < from) gapAt++;
    const gap = gaps[gapAt];
    if (gap && gap.from < to) to = Math.max(from, gap.from);
    const mixed = text == null && series.min[index] !== max;
    const value = text ?? (isSwitch ? max === 1 : ((mixed ? series.last[index] : max) ?? 0));
    const before = segments.at(-1);
    if (before && before.to === from && before.value === value && before.mixed === mixed) before.to = to;
    else segments.push({ from, to, value, mixed });
  }
  return segments;
}
