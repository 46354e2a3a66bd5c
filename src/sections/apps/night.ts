import type { DataloggerState } from '../../lib/contract/dataloggers.ts';
import { dataloggerState } from '../../lib/domain/datalogger-state.ts';

/**
 * The invented night of a cold room: goods come in at ten past ten, in the small hours the gateway loses its power. Made of sines,
 * so that it is the same at every build. Minutes count from the start of the picture.
 */
export interface Reading {
  minute: number;
  /** °C, one decimal as the sensor sends it. */
  value: number;
}
export interface Bucket {
  /** Minutes; `end` is that of its last reading in a stretch cut short. */
  start: number;
  end: number;
  low: number;
  high: number;
}
export interface Stretch {
  state: DataloggerState;
  start: number;
  end: number;
}

export const NIGHT = { minutes: 480, intervalS: 300, start: Date.UTC(2026, 10, 18, 21) } as const;
/** The hour in which goods come in. */
export const BUSY_HOUR = { from: 60, to: 120 } as const;
/** A limit as a plan may have it, °C, also in the words beside the picture: the mean of the busy hour keeps it, its peak doesn't. */
export const HOUR_LIMIT = 6;
const STEP = NIGHT.intervalS / 60;
const DARK = { from: 281, to: 389 };
const BUCKET = 15;

/** Milliseconds since the epoch, in UTC. */
export const momentOf = (minute: number): number => NIGHT.start + minute * 60_000;

function degreesAt(minute: number): number {
  const compressor = 0.45 * Math.sin((minute / 47) * 2 * Math.PI) + 0.12 * Math.sin(minute * 1.7);
  const since = minute - 70;
  const goods = since < 0 ? 0 : since < 15 ? (since / 15) * 5 : 5 * Math.exp((15 - since) / 13);
  // Nobody saw how warm it was meanwhile; it was still coming down when data returned.
  const after = minute < DARK.to ? 0 : 1.7 * Math.exp((DARK.to - minute) / 38);
  return 4 + compressor + goods + after;
}

export function makeNight(): Reading[] {
  const minutes = Array.from({ length: NIGHT.minutes / STEP + 1 }, (_, index) => index * STEP);
  return minutes
    .filter((minute) => minute < DARK.from || minute > DARK.to)
    .map((minute) => ({ minute, value: Math.round(degreesAt(minute) * 10) / 10 }));
}

/** Where the chart breaks: between the last reading before the silence and the first after it, minutes. */
export function gapOf(readings: readonly Reading[]): { from: number; to: number } {
  const at = readings.findIndex(({ minute }, index) => index > 0 && minute - readings[index - 1]!.minute > 2 * STEP);
  return { from: readings[at - 1]!.minute, to: readings[at]!.minute };
}

/** The two stretches of the chart as buckets with their extremes. */
export function bandsOf(readings: readonly Reading[]): Bucket[][] {
  const gap = gapOf(readings);
  return [readings.filter(({ minute }) => minute <= gap.from), readings.filter(({ minute }) => minute >= gap.to)].map((stretch) =>
    [...Map.groupBy(stretch, ({ minute }) => Math.floor(minute / BUCKET) * BUCKET)].map(([start, own]) => {
      const values = own.map(({ value }) => value);
      return {
        start,
        end: Math.min(start + BUCKET, stretch.at(-1)!.minute),
        low: Math.min(...values),
        high: Math.max(...values),
      };
    }),
  );
}

/** What the list of loggers showed, minute by minute, as stretches. */
export function statesOf(readings: readonly Reading[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (let minute = 0; minute < NIGHT.minutes; minute++) {
    const seen = readings.findLast((reading) => reading.minute <= minute)!;
    const facts = {
      expected_interval_s: NIGHT.intervalS,
      type_interval_s: null,
      offline_after: null,
      paused_at: null,
      last_seen_at: momentOf(seen.minute),
      refused_at: null,
      filed_at: null,
    };
    const state = dataloggerState(facts, momentOf(minute));
    const last = stretches.at(-1);
    if (last?.state === state) last.end = minute + 1;
    else stretches.push({ state, start: minute, end: minute + 1 });
  }
  return stretches;
}

/** What a rollup keeps of an hour, besides the mean that alone would hide the peak. */
export function hourOf(
  readings: readonly Reading[],
  { from, to } = BUSY_HOUR,
): { readings: Reading[]; low: number; high: number; mean: number } {
  const own = readings.filter(({ minute }) => minute >= from && minute < to);
  const values = own.map(({ value }) => value);
  return {
    readings: own,
    low: Math.min(...values),
    high: Math.max(...values),
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
  };
}
