import { dayOf, isLive, LENGTHS, monthOf, PERIODS, type Span, spanOfRange, type TimePlace, type TimeRange } from './range.ts';
import { DAY, firstInstantOf, wallOf } from './wall-clock.ts';

/** One step on, the name of a span, its days: what the control of a range and lists in time work with. */

/** Whole days or months of the zone that a span is made of; null when its edges are no midnights. */
function wholeOf({ from, to }: Span, zone: string): { from: number; to: number; months: number } | null {
  const [a, b] = [wallOf(from, zone), wallOf(to, zone)];
  // Where midnight is skipped, the day begins with the first moment after it.
  const midnight = (at: number, wall: number) => firstInstantOf(dayOf(wall), zone) === at;
  if (!midnight(from, a) || !midnight(to, b)) return null;
  const [first, last] = [dayOf(a), dayOf(b)];
  const months =
    new Date(last).getUTCFullYear() * 12 +
    new Date(last).getUTCMonth() -
    new Date(first).getUTCFullYear() * 12 -
    new Date(first).getUTCMonth();
  return { from: first, to: last, months: monthOf(first) === first && monthOf(last) === last ? months : 0 };
}

/** A span that is exactly what a name says now gets that name back, so that it goes on with the clock. */
export function nameSpan(span: Span, now: number, place: TimePlace): TimeRange {
  const id = PERIODS.find((one) => {
    const period = spanOfRange({ kind: 'period', id: one }, now, place);
    return period.from === span.from && period.to === span.to;
  });
  return id === undefined ? { kind: 'fixed', ...span } : { kind: 'period', id };
}

/**
 * The same length of time before (−1) or after (+1) a range. Whole days, weeks and months step to whole ones, whatever their hours; other
 * lengths keep their milliseconds. A step that would reach beyond now ends at now. Null where nothing comes after.
 */
export function stepRange(range: TimeRange, by: -1 | 1, now: number, place: TimePlace): TimeRange | null {
  const span = spanOfRange(range, now, place);
  if (by > 0 && span.to >= now) return null;
  const whole = wholeOf(span, place.zone);
  if (whole) {
    const length = whole.to - whole.from;
    const edges =
      whole.months > 0
        ? [monthOf(whole.from, by * whole.months), monthOf(whole.to, by * whole.months)]
        : [whole.from + by * length, whole.to + by * length];
    const [from, to] = edges.map((wall) => firstInstantOf(wall, place.zone)) as [number, number];
    return nameSpan({ from, to }, now, place);
  }
  const length = span.to - span.from;
  const to = span.to + by * length;
  if (to < now) return { kind: 'fixed', from: to - length, to };
  const usual = LENGTHS.some(({ ms }) => ms === length);
  return usual ? { kind: 'now', span: length } : { kind: 'fixed', from: now - length, to: now };
}

const dayText = (wall: number): string => new Date(dayOf(wall)).toISOString().slice(0, 10);

/** The days that a span touches, `YYYY-MM-DD`, both included. */
export const daysOfSpan = ({ from, to }: Span, zone: string): { from: string; to: string } => ({
  from: dayText(wallOf(from, zone)),
  to: dayText(wallOf(to - 1, zone)),
});

/** From the first moment of one day to the last of another; null for texts that are no days. */
export function spanOfDays({ from, to }: { from: string; to: string }, zone: string): Span | null {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  return last >= first ? { from: firstInstantOf(first, zone), to: firstInstantOf(last + DAY, zone) } : null;
}

/** The two ends of a range as a list is asked for them, milliseconds; no end while the range goes on, so that what comes belongs to it too. */
export function endsOf(range: TimeRange | null, now: number, place: TimePlace): { from: number | null; to: number | null } {
  if (range === null) return { from: null, to: null };
  const { from, to } = spanOfRange(range, now, place);
  return { from, to: isLive(range) ? null : to };
}
