import type { ChartRange } from '../../lib/client/charts/series.store.ts';

const HOUR = 3_600_000;

/** Lengths of time that a chart offers, up to now. */
export const SPANS = [
  { id: '1h', ms: HOUR },
  { id: '8h', ms: 8 * HOUR },
  { id: '24h', ms: 24 * HOUR },
  { id: '7d', ms: 7 * 24 * HOUR },
  { id: '30d', ms: 30 * 24 * HOUR },
  { id: '1y', ms: 365 * 24 * HOUR },
] as const;
export type SpanId = (typeof SPANS)[number]['id'];

export const spanOf = (range: ChartRange): SpanId | null =>
  range.kind === 'now' ? (SPANS.find((span) => span.ms === range.span)?.id ?? null) : null;

/** Seconds without the small change: 3 h 5 min, not 3 h 5 min 12 s. */
export function roughly(seconds: number): number {
  if (seconds < 120) return Math.round(seconds);
  if (seconds < 86_400) return Math.round(seconds / 60) * 60;
  return Math.round(seconds / 3_600) * 3_600;
}
