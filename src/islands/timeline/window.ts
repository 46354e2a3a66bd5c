import { NARROWEST_MS, type SeriesStore, type Span } from '../../lib/client/charts/series.store.ts';

/** Ways to another window of time that never lead out of the measurement. Milliseconds. */

const EVEN = 1e-9;

const inside = (from: number, length: number, bounds: Span): number =>
  Math.min(Math.max(from, bounds.from), Math.max(bounds.from, bounds.to - length));

/** The window moved by a share of its length. */
export function panned({ from, to }: Span, share: number, bounds: Span): Span {
  const length = to - from;
  const next = inside(from + length * share, length, bounds);
  return { from: next, to: next + length };
}

/** The window `factor` times as long around a moment. */
export function scaled({ from, to }: Span, factor: number, around: number, bounds: Span): Span {
  const length = to - from;
  const next = Math.min(Math.max(length * factor, NARROWEST_MS), bounds.to - bounds.from);
  const start = inside(around - (around - from) * (next / length), next, bounds);
  return { from: start, to: start + next };
}

/** Goes there without a step to come back to, as one does while a hand moves. */
export function glide(series: SeriesStore, next: Span): void {
  const { from, to } = series.$window.get();
  const factor = (next.to - next.from) / (to - from);
  if (Math.abs(factor - 1) > EVEN) series.scale(factor, (next.from - factor * from) / (1 - factor));
  else if (Math.abs(next.from - from) > EVEN * (to - from)) series.pan((next.from - from) / (to - from));
}
