import { LENGTHS, PERIODS, type Span, type TimeRange, WIDEST_MS } from './range.ts';

/** Ranges and spans in an address. */

/** How a range stands in an address; null = not there. */
export interface RangeQuery {
  range: string | null;
  from: string | null;
  to: string | null;
}

const instantText = (at: number): string => new Date(Math.round(at)).toISOString().replace('.000Z', 'Z');

/** A range in words (`24h`, `today`) or as two RFC 3339 moments in UTC, which say the same in every zone and in hours that exist twice. */
export function writeRange(range: TimeRange | null): RangeQuery {
  if (range === null) return { range: null, from: null, to: null };
  if (range.kind === 'period') return { range: range.id, from: null, to: null };
  const id = range.kind === 'now' ? LENGTHS.find(({ ms }) => ms === range.span)?.id : undefined;
  if (id !== undefined) return { range: id, from: null, to: null };
  if (range.kind === 'now') return { range: `${Math.round(range.span / 1_000)}s`, from: null, to: null };
  return { range: null, from: instantText(range.from), to: instantText(range.to) };
}

/** The range that an address says; null when it says none that can be shown. */
export function readRange({ range, from, to }: Partial<Record<keyof RangeQuery, string | null>>): TimeRange | null {
  const length = LENGTHS.find(({ id }) => id === range)?.ms ?? Number(/^(\d{1,9})s$/.exec(range ?? '')?.[1] ?? 0) * 1_000;
  if (length > 0 && length <= WIDEST_MS) return { kind: 'now', span: length };
  const period = PERIODS.find((id) => id === range);
  if (period !== undefined) return { kind: 'period', id: period };
  const span = readSpan(from, to);
  return span && { kind: 'fixed', ...span };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** Two moments of an address in their order; null when they are none, or further apart than anything here reaches. */
export function readSpan(from: string | null | undefined, to: string | null | undefined): Span | null {
  if (!MOMENT.test(from ?? '') || !MOMENT.test(to ?? '')) return null;
  const [a, b] = [Date.parse(from!), Date.parse(to!)];
  return b > a && b - a <= WIDEST_MS ? { from: a, to: b } : null;
}

/** A span for an address: `2026-11-18T17:00:00Z/2026-11-19T05:00:00Z`, the interval of ISO 8601. */
export const writeSpan = ({ from, to }: Span): string => `${instantText(from)}/${instantText(to)}`;
