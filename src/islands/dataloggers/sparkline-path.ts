import { findGaps, type GapFacts } from '../../lib/client/series.ts';
import type { Series } from '../../lib/contract/readings.ts';

export interface SparkPicture {
  /** Path of the line, empty without readings. */
  line: string;
  /** Stretches without readings, in pixels. */
  gaps: { x: number; width: number }[];
  /** The newest point. */
  end: { x: number; y: number } | null;
}

const MARGIN = 9;
const round = (value: number) => Math.round(value * 10) / 10;

/** The small picture of a series, `width` × `height` pixels. Words have no line: they become a plain stroke. */
export function sparkPicture(series: Series, facts: GapFacts, width: number, height: number): SparkPicture {
  const x = (ts: number) => round(((ts - facts.from) / (facts.to - facts.from)) * width);
  const gaps = findGaps(series, facts);
  const values = series.last.map((value, index) => value ?? (series.text?.[index] == null ? null : 0));
  const numbers = values.filter((value) => value !== null);
  const low = Math.min(...numbers, ...series.min.filter((value) => value !== null));
  const high = Math.max(...numbers, ...series.max.filter((value) => value !== null));
  const y = (value: number) => (high > low ? round(height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN)) : height / 2);

  let line = '';
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
    line += `${pen ? 'L' : 'M'}${at.x} ${at.y}`;
    pen = true;
    end = at;
  }
  return {
    line,
    end,
    gaps: gaps.map((gap) => ({ x: Math.max(0, x(gap.from)), width: Math.max(1, round(x(gap.to) - Math.max(0, x(gap.from)))) })),
  };
}
