import { RESOLUTION_US, type RollupResolution } from '../../../constants.ts';
import { LEFT_OUT, SENSOR_ERROR } from '../../kernel/reading-store.ts';

/**
 * Rollups of numeric readings. A 5-minute bucket is the left-to-right fold over its readings in order of `ts`, an hour the left-to-right
 * fold over its 5-minute buckets; both are functions of the readings alone, so they equal a recomputation to the last bit. What lies between
 * the last reading of a bucket and the first one of the next belongs to neither: whoever joins buckets adds it.
 */

export const WIDTH_5M = RESOLUTION_US['5m'];
export const WIDTH_1H = RESOLUTION_US['1h'];
export const SLOTS = WIDTH_1H / WIDTH_5M;

/** One bucket without its series; instants in microseconds, `ts` is the start of the bucket. Of a bucket whose `n` is 0 only `left_out` says anything. */
export interface Rollup {
  ts: number;
  /** Readings that count. */
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  first_ts: number;
  last_ts: number;
  /** Under the straight lines from reading to reading, value × seconds. */
  area: number;
  /** What a counter had reached whenever it began anew: `last - first + resets` is what it counted. */
  resets: number;
  /** Readings that don't count: the sensor's errors, and those that people excluded. */
  left_out: number;
}

/** Columns of a rollup, but for those of its key. */
export const ROLLUP_COLUMNS = [
  'n',
  'sum',
  'min',
  'max',
  'first',
  'last',
  'first_ts',
  'last_ts',
  'area',
  'resets',
  'left_out',
] as const satisfies (keyof Rollup)[];

/** Start of the bucket that holds `ts`; exact for every safe integer, also before 1970. */
export function bucketStart(ts: number, width: number): number {
  const rest = ts % width;
  return rest < 0 ? ts - rest - width : ts - rest;
}

/** A sum that stays finite: it ends at the largest number instead of at Infinity, so that no reading can make a bucket unstorable. */
export function add(a: number, b: number): number {
  return finite(a + b);
}

const finite = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));

/** Under the straight line between two readings, value × seconds. */
export function areaBetween(fromTs: number, from: number, toTs: number, to: number): number {
  return finite((from / 2 + to / 2) * ((toTs - fromTs) / 1e6));
}

/** What must be added to the difference of two readings to make it what a counter counted: one that goes back has begun anew from zero. */
export function resetBetween(from: number, to: number): number {
  return to >= from ? 0 : finite(from - Math.min(to, 0));
}

/** The bucket at `start` holding one reading that counts, beside those that don't. */
export function startRollup(start: number, ts: number, num: number, left_out = 0): Rollup {
  return { ts: start, n: 1, sum: num, min: num, max: num, first: num, last: num, first_ts: ts, last_ts: ts, area: 0, resets: 0, left_out };
}

/** The bucket at `start` of which nothing counts. */
export function emptyRollup(start: number, left_out: number): Rollup {
  return { ts: start, n: 0, sum: 0, min: 0, max: 0, first: 0, last: 0, first_ts: start, last_ts: start, area: 0, resets: 0, left_out };
}

/** Continues the fold with a reading that is newer than all in the bucket, of which some count. */
export function appendTo(rollup: Rollup, ts: number, num: number): void {
  rollup.area = add(rollup.area, areaBetween(rollup.last_ts, rollup.last, ts, num));
  rollup.resets = add(rollup.resets, resetBetween(rollup.last, num));
  rollup.n += 1;
  rollup.sum = add(rollup.sum, num);
  if (num < rollup.min) rollup.min = num;
  if (num > rollup.max) rollup.max = num;
  rollup.last = num;
  rollup.last_ts = ts;
}

/** The hour at `start` from its 5-minute buckets in order of time (gaps undefined); undefined when there is none. */
export function foldHour(start: number, slots: readonly (Rollup | undefined)[]): Rollup | undefined {
  let hour: Rollup | undefined;
  for (const slot of slots) {
    if (slot === undefined) continue;
    if (hour === undefined || slot.n === 0 || hour.n === 0) {
      const left_out = slot.left_out + (hour?.left_out ?? 0);
      hour = slot.n > 0 || hour === undefined ? { ...slot, ts: start, left_out } : { ...hour, left_out };
      continue;
    }
    hour.area = add(add(hour.area, areaBetween(hour.last_ts, hour.last, slot.first_ts, slot.first)), slot.area);
    hour.resets = add(add(hour.resets, resetBetween(hour.last, slot.first)), slot.resets);
    hour.left_out += slot.left_out;
    hour.n += slot.n;
    hour.sum = add(hour.sum, slot.sum);
    if (slot.min < hour.min) hour.min = slot.min;
    if (slot.max > hour.max) hour.max = slot.max;
    hour.last = slot.last;
    hour.last_ts = slot.last_ts;
  }
  return hour;
}

/** A reading as rollups see it. */
export interface FoldedReading {
  ts: number;
  num: number | null;
  quality: number;
}

/** Is it in a rollup at all? Numbers and what a sensor said instead of one are, words are in none. */
export const isInRollups = ({ num, quality }: Omit<FoldedReading, 'ts'>): boolean => num !== null || (quality & SENSOR_ERROR) !== 0;

/** Puts a reading into its bucket, which is made with the first one; readings come in order of time. */
export function fold(rollup: Rollup | undefined, start: number, reading: FoldedReading): Rollup | undefined {
  if (!isInRollups(reading)) return rollup;
  const { ts, num, quality } = reading;
  if ((quality & LEFT_OUT) !== 0) {
    if (rollup === undefined) return emptyRollup(start, 1);
    rollup.left_out += 1;
    return rollup;
  }
  if (rollup === undefined || rollup.n === 0) return startRollup(start, ts, num!, rollup?.left_out);
  appendTo(rollup, ts, num!);
  return rollup;
}

/** The bucket of readings in order of time; undefined when none of them is in any. */
export function foldReadings(start: number, readings: Iterable<FoldedReading>): Rollup | undefined {
  let rollup: Rollup | undefined;
  for (const reading of readings) rollup = fold(rollup, start, reading);
  return rollup;
}

export const ROLLUP_TABLES = { '5m': 'readings_5m', '1h': 'readings_1h' } as const satisfies Record<RollupResolution, string>;
