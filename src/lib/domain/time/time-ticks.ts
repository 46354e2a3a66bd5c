import { DAY, firstInstantOf, instantsOf, wallOf, zoneOffset } from './wall-clock.ts';

/** Ticks of a time axis, aligned to the wall clock of a zone; days of 23 and 25 hours come out right. Milliseconds throughout. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export interface Tick {
  at: number;
  /** Only major ticks carry a label. */
  major: boolean;
  /** Midnight of the zone. */
  midnight: boolean;
}

interface TickSpacing {
  major: number;
  minor: number;
}
/** Spacings that a clock face knows: each major one is a whole number of minor ones. */
const TICK_SPACINGS: readonly TickSpacing[] = [
  { major: SECOND, minor: SECOND / 5 },
  { major: 5 * SECOND, minor: SECOND },
  { major: 15 * SECOND, minor: 5 * SECOND },
  { major: 30 * SECOND, minor: 10 * SECOND },
  { major: MINUTE, minor: 15 * SECOND },
  { major: 5 * MINUTE, minor: MINUTE },
  { major: 10 * MINUTE, minor: 5 * MINUTE },
  { major: 15 * MINUTE, minor: 5 * MINUTE },
  { major: 30 * MINUTE, minor: 10 * MINUTE },
  { major: HOUR, minor: 15 * MINUTE },
  { major: 2 * HOUR, minor: 30 * MINUTE },
  { major: 3 * HOUR, minor: HOUR },
  { major: 6 * HOUR, minor: HOUR },
  { major: 12 * HOUR, minor: 3 * HOUR },
  { major: DAY, minor: 6 * HOUR },
  { major: 2 * DAY, minor: DAY },
  { major: 7 * DAY, minor: DAY },
];

/** From the beginning of the week to 1 January 1970, which was a Thursday. */
const weekShift = (firstDay: number) => ((4 - firstDay + 7) % 7) * DAY;

/** All moments from `from` to `to` where the wall clock is at a whole step. */
function aligned(from: number, to: number, step: number, zone: string, firstDay: number): number[] {
  const shift = step === 7 * DAY ? weekShift(firstDay) : 0;
  const moments = new Set<number>();
  const put = (at: number) => at >= from && at <= to && moments.add(at);
  // An hour that is repeated has its ticks twice; what is left out gives one where the clock jumps, and none twice.
  const offsets = [zoneOffset(from, zone), zoneOffset(to, zone)];
  const last = to + Math.max(...offsets);
  for (let wall = Math.ceil((from + Math.min(...offsets) + shift) / step) * step - shift; wall <= last; wall += step) {
    const twins = step <= HOUR && offsets[0] !== offsets[1] ? instantsOf(wall, zone) : [];
    for (const at of twins.length > 1 ? twins : [firstInstantOf(wall, zone)]) put(at);
  }
  return [...moments].sort((a, b) => a - b);
}

/** First days of every `months`-th month. */
function monthStarts(from: number, to: number, months: number, zone: string): number[] {
  const found: number[] = [];
  const first = new Date(wallOf(from, zone));
  let month = Math.floor((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months;
  for (;;) {
    const at = firstInstantOf(Date.UTC(Math.floor(month / 12), month % 12, 1), zone);
    if (at > to) return found;
    if (at >= from) found.push(at);
    month += months;
  }
}

/** The time between two labels: `month` stands for calendar months. */
export interface TickScale {
  ticks: Tick[];
  /** Distance of major ticks in milliseconds, or of months. */
  step: number | { months: number };
}

/**
 * Ticks for an axis `width` pixels wide with labels at least `spacing` pixels apart.
 * @param firstDay ISO day on which weeks begin
 */
export function timeTicks(from: number, to: number, width: number, zone: string, firstDay = 1, spacing = 76): TickScale {
  if (!(to > from) || width <= 0) return { ticks: [], step: SECOND };
  const wanted = ((to - from) * spacing) / width;
  const clockSpacing = TICK_SPACINGS.find((candidate) => candidate.major >= wanted);
  const midnight = (at: number) => wallOf(at, zone) % DAY === 0;
  if (!clockSpacing) {
    const months = [1, 2, 3, 6, 12, 24, 60, 120].find((count) => count * 30 * DAY >= wanted) ?? 240;
    const majors = new Set(monthStarts(from, to, months, zone));
    const minors = months === 1 ? aligned(from, to, 7 * DAY, zone, firstDay) : monthStarts(from, to, months <= 3 ? 1 : months / 3, zone);
    const all = [...new Set([...majors, ...minors])].sort((a, b) => a - b);
    return { ticks: all.map((at) => ({ at, major: majors.has(at), midnight: true })), step: { months } };
  }
  const majors = new Set(aligned(from, to, clockSpacing.major, zone, firstDay));
  const all = [...new Set([...majors, ...aligned(from, to, clockSpacing.minor, zone, firstDay)])].sort((a, b) => a - b);
  return { ticks: all.map((at) => ({ at, major: majors.has(at), midnight: midnight(at) })), step: clockSpacing.major };
}
