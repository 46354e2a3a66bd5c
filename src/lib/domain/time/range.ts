import { DAY, firstInstantOf, wallOf } from './wall-clock.ts';

/** Pieces of time as people choose them, and what they mean at a moment. Milliseconds since the epoch throughout. */

export interface Span {
  from: number;
  to: number;
}

const HOUR = 3_600_000;

/** Lengths of time up to now. */
export const LENGTHS = [
  { id: '1h', ms: HOUR },
  { id: '8h', ms: 8 * HOUR },
  { id: '24h', ms: 24 * HOUR },
  { id: '7d', ms: 7 * 24 * HOUR },
  { id: '30d', ms: 30 * 24 * HOUR },
  { id: '1y', ms: 365 * 24 * HOUR },
] as const;
export type LengthId = (typeof LENGTHS)[number]['id'];

/** Pieces of the calendar, by the clock of the zone. */
export const PERIODS = ['today', 'yesterday', 'this_week', 'last_week', 'this_month', 'last_month'] as const;
export type PeriodId = (typeof PERIODS)[number];
/** Those that hold the present. */
const GOING_ON: readonly PeriodId[] = ['today', 'this_week', 'this_month'];

/** `now`: the last `span` milliseconds. `period`: a piece of the calendar, told from today. `fixed`: from one moment to another. */
export type TimeRange = { kind: 'now'; span: number } | { kind: 'period'; id: PeriodId } | { kind: 'fixed'; from: number; to: number };

/** By which clock and calendar the words are meant. */
export interface TimePlace {
  /** IANA zone. */
  zone: string;
  /** ISO day on which weeks begin: 1 Monday … 7 Sunday. */
  firstDay: number;
}

/** The longest span that a chart or a list is asked for. */
export const WIDEST_MS = 10 * 366 * DAY;

/** Midnight of a time on the clock. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY) * DAY;
/** 1 January 1970 was a Thursday. */
const weekOf = (wall: number, firstDay: number): number => {
  const day = Math.floor(wall / DAY);
  return (day - ((((day + 4 - firstDay) % 7) + 7) % 7)) * DAY;
};
/** The first of its month, or of one so many months later. */
export const monthOf = (wall: number, more = 0): number => {
  const date = new Date(wall);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1);
};

/** First and last edge of a period on the clock. */
function wallsOf(id: PeriodId, now: number, { zone, firstDay }: TimePlace): Span {
  const wall = wallOf(now, zone);
  const walls: Record<PeriodId, () => [number, number]> = {
    today: () => [dayOf(wall), dayOf(wall) + DAY],
    yesterday: () => [dayOf(wall) - DAY, dayOf(wall)],
    this_week: () => [weekOf(wall, firstDay), weekOf(wall, firstDay) + 7 * DAY],
    last_week: () => [weekOf(wall, firstDay) - 7 * DAY, weekOf(wall, firstDay)],
    this_month: () => [monthOf(wall), monthOf(wall, 1)],
    last_month: () => [monthOf(wall, -1), monthOf(wall)],
  };
  const [from, to] = walls[id]();
  return { from, to };
}

/** The span that a range means at a moment: whole days, weeks and months of the zone, also those of 23 and 25 hours; `to` may lie ahead of now. */
export function spanOfRange(range: TimeRange, now: number, place: TimePlace): Span {
  if (range.kind === 'fixed') return { from: range.from, to: range.to };
  if (range.kind === 'now') return { from: now - range.span, to: now };
  const { from, to } = wallsOf(range.id, now, place);
  return { from: firstInstantOf(from, place.zone), to: firstInstantOf(to, place.zone) };
}

/** Does the end of a range move with the clock? */
export const isLive = (range: TimeRange): boolean => range.kind === 'now' || (range.kind === 'period' && GOING_ON.includes(range.id));

/** Seconds without the small change: 3 h 5 min, not 3 h 5 min 12 s. */
export function roughly(seconds: number): number {
  if (seconds < 120) return Math.round(seconds);
  if (seconds < 86_400) return Math.round(seconds / 60) * 60;
  return Math.round(seconds / 3_600) * 3_600;
}
