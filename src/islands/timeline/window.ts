import { NARROWEST_MS, type SeriesStore, type Span } from '../../lib/client/charts/series.store.ts';

/** Ways to another window of time that never lead out of the measurement. Milliseconds. */

const EVEN = 1e-9;

const inside = (from: number, length: number, bounds: Span): number =>
  Math.min(Math.max(from, bounds.from), Math.max(bounds.from, bounds.to - length));

/** What of a span belongs to the measurement; null when nothing does. */
export function within(span: Span, bounds: Span): Span | null {
  const [from, to] = [Math.max(span.from, bounds.from), Math.min(span.to, bounds.to)];
  return to > from ? { from, to } : null;
}

/** Is there nothing beside the window? */
export const isWhole = (window: Span, bounds: Span): boolean => window.from <= bounds.from + 1 && window.to >= bounds.to - 1;

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
