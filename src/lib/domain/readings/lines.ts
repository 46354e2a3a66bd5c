import type { Series } from '../../contract/readings.ts';
import type { Gap } from './find-gaps.ts';

/** Microseconds, and the value in the unit that people see. */
export type Point = [at: number, value: number];

/**
 * A series as lines from point to point, broken where readings are missing. Of buckets the mean stands in their middle.
 * @param shown from a stored value to what people see
 */
export function linesOf(
  series: Pick<Series, 'ts' | 'bucket_us' | 'mean' | 'last'>,
  gaps: readonly Gap[],
  shown: (value: number) => number,
): Point[][] {
  const values = series.mean ?? series.last;
  const half = (series.bucket_us ?? 0) / 2;
  const lines: Point[][] = [];
  let before: number | null = null;
  for (const [index, start] of series.ts.entries()) {
    const value = values[index];
    if (value == null) {
      before = null;
      continue;
    }
    const at = start + half;
    const since = before;
    // A reading's own moment is the edge of its gap; a microsecond is lost by halves of buckets.
    const isBroken = since === null || gaps.some((gap) => gap.from >= since - half - 1 && gap.to <= at + half + 1);
    if (isBroken) lines.push([]);
    lines.at(-1)!.push([at, shown(value)]);
    before = at;
  }
  return lines;
}
