/** What can be told of a logger from what it sent. Each answers null where what came says nothing. */

const HOUR_US = 3_600e6;
const DAY_US = 86_400e6;

/** From which on somebody should look: the same for lists, their filters and the logger's page. */
export const COVERAGE_LOW = 0.95;
export const BATTERY_LOW = { percent: 20, days: 30 } as const;
/** Seconds. Messages that wait for their turn come as late. */
export const CLOCK_WRONG_S = 120;

/** How much came of how much was to come. */
export interface Coverage {
  received: number;
  expected: number;
}

/** Buckets of an hour: its beginning, microseconds, and how many readings it holds. */
export interface HourCount {
  ts: number;
  n: number;
}

/**
 * Readings of one channel in whole hours, against as many as the sampling interval makes. More than that in one hour don't make up for another.
 * @param window microseconds, whole hours
 */
export function coverageOf(hours: readonly HourCount[], window: { from: number; to: number }, intervalS: number): Coverage | null {
  const expected = (window.to - window.from) / 1e6 / intervalS;
  if (!(expected >= 1)) return null;
  const most = intervalS < 3_600 ? 3_600 / intervalS : Number.POSITIVE_INFINITY;
  let received = 0;
  for (const { ts, n } of hours) if (ts >= window.from && ts < window.to) received += Math.min(n, most);
  return { received: Math.min(received, expected), expected };
}

/** Whole hours up to `now` of which something can be expected: of so many back, but not of before the first message. */
export function coveredWindow(now: number, hours: number, firstSeen: number): { from: number; to: number } {
  const to = Math.floor(now / HOUR_US) * HOUR_US;
  return { from: Math.min(to, Math.max(to - hours * HOUR_US, Math.ceil(firstSeen / HOUR_US) * HOUR_US)), to };
}

/** A charge falls only when it is seen to: over a week at least, by two units at least, and along a line. */
const LEAST_DAYS = 7;
const LEAST_FALL = 2;
const LEAST_FIT = 0.6;

/** steady: it doesn't fall, or not along a line; unknown: there is too little to tell. */
export type BatteryTrend = { kind: 'falling'; perDay: number; daysLeft: number } | { kind: 'steady' } | { kind: 'unknown' };

/**
 * The line of least squares through a battery's charge, and when it comes to nothing. A charge that rose by a good part was charged or changed:
 * only what came after is looked at.
 * @param points by time; `ts` microseconds, `value` per cent
 */
export function batteryTrend(points: readonly { ts: number; value: number }[]): BatteryTrend {
  let begin = 0;
  let low = Number.POSITIVE_INFINITY;
  for (const [at, { value }] of points.entries()) {
    if (value > low + 10) [begin, low] = [at, value];
    else low = Math.min(low, value);
  }
  const used = points.slice(begin);
  const [first, last] = [used[0], used.at(-1)];
  if (!first || !last || used.length < LEAST_DAYS || last.ts - first.ts < LEAST_DAYS * DAY_US) return { kind: 'unknown' };
  const mean = (of: (point: { ts: number; value: number }) => number) => used.reduce((sum, point) => sum + of(point), 0) / used.length;
  const day = (ts: number) => (ts - first.ts) / DAY_US;
  const [x, y] = [mean(({ ts }) => day(ts)), mean(({ value }) => value)];
  const [xx, xy, yy] = [
    mean(({ ts }) => (day(ts) - x) ** 2),
    mean(({ ts, value }) => (day(ts) - x) * (value - y)),
    mean(({ value }) => (value - y) ** 2),
  ];
  const slope = xy / xx;
  const fit = yy === 0 ? 0 : (xy * xy) / (xx * yy);
  if (!(slope < 0) || -slope * day(last.ts) < LEAST_FALL || fit < LEAST_FIT) return { kind: 'steady' };
  return { kind: 'falling', perDay: slope, daysLeft: Math.max(0, (y + slope * (day(last.ts) - x)) / -slope) };
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

/** A message: when it came, and the moment of its newest reading, microseconds. */
export interface Receipt {
  received_at: number;
  max_ts: number;
}

const LEAST_MESSAGES = 5;
/** A clock is told to the second; messages wait for their turn as long. */
const LEAST_SPREAD_US = 2e6;

/**
 * How long after their newest reading messages come, in the middle, microseconds; below zero = the device's clock runs ahead. Null where the moments are
 * those of receipt, where there are too few messages, and where they come so differently late that the clock can't be told from the waiting.
 */
export function clockSkew(messages: readonly Receipt[]): number | null {
  if (messages.length < LEAST_MESSAGES) return null;
  const late = messages.map(({ received_at, max_ts }) => received_at - max_ts);
  // Who writes no time has that of the receipt.
  if (late.every((one) => one === 0)) return null;
  const middle = median(late);
  const spread = median(late.map((one) => Math.abs(one - middle)));
  return spread > Math.max(LEAST_SPREAD_US, Math.abs(middle) / 4) ? null : middle;
}

const LEAST_EACH = 8;
const LEAST_TURNS = 8;

/**
 * Do two devices seem to send in one logger's name? Only where two clocks are seen: messages belong to two rows that go on by turns, each as fast as time
 * itself and always as far from the other. A device that sends what it kept while it goes on measuring has a second row that catches up, and a clock that
 * was set changes once; neither is that.
 * @param messages by receipt
 */
export function twoClocks(messages: readonly Receipt[]): boolean {
  if (messages.length < 2 * LEAST_EACH) return false;
  const late = messages.map(({ received_at, max_ts }) => received_at - max_ts);
  const sorted = late.toSorted((a, b) => a - b);
  // The widest gap between neighbours parts the rows.
  let cut = 1;
  for (let i = 1; i < sorted.length; i++) if (sorted[i]! - sorted[i - 1]! > sorted[cut]! - sorted[cut - 1]!) cut = i;
  const gap = sorted[cut]! - sorted[cut - 1]!;
  const [one, other] = [sorted.slice(0, cut), sorted.slice(cut)];
  if (one.length < LEAST_EACH || other.length < LEAST_EACH) return false;
  // Rows that come as late as each other but for a little: two clocks stand far apart against how much each of them wavers.
  const wavers = Math.max(one.at(-1)! - one[0]!, other.at(-1)! - other[0]!, LEAST_SPREAD_US);
  if (gap < 10 * wavers) return false;
  const rows = late.map((value) => value >= sorted[cut]!);
  let turns = 0;
  for (let i = 1; i < rows.length; i++) if (rows[i] !== rows[i - 1]) turns += 1;
  return turns >= LEAST_TURNS;
}
