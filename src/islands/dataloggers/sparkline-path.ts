import { findGaps, type Gap, type GapFacts, nearestIndex } from '../../lib/client/charts/series.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { valueSpan } from '../../lib/domain/quantities/value-span.ts';
import { aheadOf } from '../chart/model.ts';

export interface SparkPicture {
  /** Path of the line, empty without readings. */
  line: string;
  /** Path of upright strokes from the lowest to the highest reading of each bucket. */
  band: string;
  /** Stretches without readings, in pixels. */
  gaps: { x: number; width: number }[];
  /** Stretches whose readings were ahead of their receipt, in pixels. */
  ahead: { x: number; width: number }[];
  /** The same stretches in microseconds. */
  missing: readonly Gap[];
  /** The newest point. */
  end: { x: number; y: number } | null;
}

/** What the series says at a moment, microseconds: nothing in a gap, and the mean where a bucket holds several readings. */
export function sparkValue(series: Series, gaps: readonly Gap[], us: number): number | string | null {
  if (gaps.some(({ from, to }) => us > from && us < to)) return null;
  const at = nearestIndex(series.ts, us - (series.bucket_us ?? 0) / 2);
  return series.text?.[at] ?? series.mean?.[at] ?? series.last[at] ?? null;
}

const MARGIN = 9;
const round = (value: number) => Math.round(value * 10) / 10;

/** The small picture of a series of values in `unit`, `width` × `height` pixels: the line of means over its band. Words have no line: they become a plain stroke. */
export function sparkPicture(series: Series, facts: GapFacts, width: number, height: number, unit: string | null): SparkPicture {
  const x = (ts: number) => round(((ts - facts.from) / (facts.to - facts.from)) * width);
  const gaps = findGaps(series, facts);
  const values = series.last.map((value, index) => series.mean?.[index] ?? value ?? (series.text?.[index] == null ? null : 0));
  const numbers = [...values, ...series.min, ...series.max].filter((value) => value != null);
  const { low, high } = valueSpan(Math.min(...numbers), Math.max(...numbers), unit);
  // A line that never moves lies in the middle.
  const flat = numbers.every((value) => value === numbers[0]);
  const y = (value: number) => (flat ? height / 2 : round(height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN)));

  let line = '';
  let band = '';
  let pen = false;
  let gapAt = 0;
  let end: SparkPicture['end'] = null;
  for (const [index, ts] of series.ts.entries()) {
    const value = values[index];
    if (value == null || ts < facts.from) continue;
    while (gapAt < gaps.length && gaps[gapAt]!.to <= ts) {
      pen = false;
      gapAt++;
    }
    const at = { x: x(ts), y: y(value) };
    const [min, max] = [series.min[index], series.max[index]];
    if (min != null && max != null && max > min) band += `M${at.x} ${y(min)}V${y(max)}`;
    line += `${pen ? 'L' : 'M'}${at.x} ${at.y}`;
    pen = true;
    end = at;
  }
  const stretch = ({ from, to }: Gap, least: number) => {
    const [left, right] = [Math.max(0, x(from)), Math.min(width, x(to))];
    return { x: left, width: Math.max(least, round(right - left)) };
  };
  return {
    line,
    band,
    end,
    missing: gaps,
    gaps: gaps.map((gap) => stretch(gap, 1)),
    ahead: aheadOf(series, gaps)
      .filter(({ to }) => to >= facts.from)
      .map((span) => stretch(span, 2)),
  };
}
