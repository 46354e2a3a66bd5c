import { AppError } from '../../../contract/errors.ts';
import { AHEAD, EXCLUDED, LEFT_OUT, NEVER_LAST, type NewLast, type ReceivedReading, SENSOR_ERROR } from '../../kernel/reading-store.ts';
import type { Overlay } from './overlay.ts';
import type { MessageSlice } from './reading-store-group.ts';
import { bucketStart, fold, foldHour, isInRollups, type Rollup, SLOTS, WIDTH_1H, WIDTH_5M } from './rollups.ts';

/** What a group of messages of one organisation does to its series: the same decisions for both engines, without any I/O. */

export interface Value {
  num: number | null;
  text: string | null;
}

/** Bytes of a reading's row with its part of the rollups; a rare reading has two rollups of its own. */
const READING_BYTES = 100;

/** A reading as it is stored. */
export interface StoredValue extends Value {
  /** As `readings.quality`. */
  quality: number;
  /** As `readings.src`. */
  src: number;
}

/** The columns of a channel that follow from its readings. */
export interface ChannelState {
  first_ts: number | null;
  ahead_ts: number | null;
  left_out_ts: number | null;
  excluded_ts: number | null;
  last_ts: number | null;
  last_num: number | null;
  last_text: string | null;
}

/** Of a channel whose readings are none that could be its newest. */
export const NO_LAST = { last_ts: null, last_num: null, last_text: null };

/** A reading that is its channel's newest. */
export interface LastColumns {
  last_ts: number;
  last_num: number | null;
  last_text: string | null;
}

/** It as it counts, or where people exclude it the moment from which on they do. */
export function lastCounted(overlay: Overlay | null, last: LastColumns): LastColumns | number {
  if (!overlay) return last;
  const correction = overlay.at(last.last_ts);
  if (correction?.kind === 'exclude') return correction.from;
  return { ...last, last_num: overlay.correct({ ts: last.last_ts, num: last.last_num, quality: 0 }).num };
}

/** A channel as it is before the group. Readings before `pruned_to` are gone, so nothing can be worked out from them again. */
export interface StoredChannel extends ChannelState {
  pruned_to: number | null;
  /** Readings up to here may lie in chunks. */
  sealed_to: number | null;
  /** As in `channels`. */
  alarm_rev: number | null;
  alarm_open: number;
  /** As in `channels`. */
  mark_rev: number | null;
}

/** A reading of a group. */
export type NewValue = Omit<ReceivedReading, 'quality'> & StoredValue;

interface Revision extends StoredValue {
  ts: number;
  replacedAt: number;
}

/** The 5-minute buckets of one hour of one channel. */
export interface HourWork {
  readonly ts: number;
  readonly slots: (Rollup | undefined)[];
  /** Slots that changed by appending. */
  readonly changed: Set<number>;
  /** Slots to be computed again from the stored readings. */
  readonly recompute: Set<number>;
}

/** The readings of a group for one channel, and what follows from them. */
export interface Series {
  readonly channelNo: number;
  /** What people say of its readings: rollups, the newest value and alarms follow from what counts, while what came is stored. Null = nothing. */
  overlay: Overlay | null;
  /** In the order of messages and of readings in them. */
  readonly readings: ReceivedReading[];
  /** The slice of each reading. */
  readonly slices: MessageSlice[];
  /** New keys with their final values, in order of time. */
  readonly inserts: NewValue[];
  /** Stored keys that get another value. */
  readonly updates: NewValue[];
  readonly revisions: Revision[];
  /** Moments whose reading is ahead of its receipt now, and those whose reading isn't any more. */
  readonly ahead: number[];
  readonly caughtUp: number[];
  readonly hours: HourWork[];
  /** Set when the channel's row changes. */
  state: ChannelState | undefined;
  /** The newest value of `state` must be looked for among the readings, once they are written: what it was may be one that never is. */
  lastInDoubt: boolean;
}

/** What `decide` asks of the engine; only moments up to {@link newestOf} are asked for. */
export interface Stored {
  reading(channelNo: number, ts: number): StoredValue | undefined;
  /** Stored 5-minute buckets of the hour at `hour`. */
  rollups(channelNo: number, hour: number): Iterable<Rollup>;
}

/** The slices' readings by channel. @throws TypeError when a reading isn't one finite number or one text at a whole microsecond */
export function bySeries(slices: readonly MessageSlice[]): Series[] {
  const series = new Map<number, Series>();
  let current: Series | undefined;
  for (const slice of slices) {
    const { readings } = slice.message;
    for (let i = slice.from; i < slice.to; i++) {
      const reading = sound(readings[i]!);
      if (current?.channelNo !== reading.channelNo) {
        current = series.get(reading.channelNo);
        if (current === undefined) {
          current = emptySeries(reading.channelNo);
          series.set(reading.channelNo, current);
        }
      }
      current.readings.push(reading);
      current.slices.push(slice);
    }
  }
  return [...series.values()].sort((a, b) => a.channelNo - b.channelNo);
}

function emptySeries(channelNo: number): Series {
  return {
    channelNo,
    overlay: null,
    readings: [],
    slices: [],
    inserts: [],
    updates: [],
    revisions: [],
    ahead: [],
    caughtUp: [],
    hours: [],
    state: undefined,
    lastInDoubt: false,
  };
}

/** A reading of the series as it counts. */
export const counted = <T extends { ts: number; num: number | null; quality: number }>({ overlay }: Series, reading: T): T =>
  overlay === null ? reading : overlay.correct(reading);

/** Minus zero is stored as zero, so that engines and folds agree on it. */
function sound(reading: ReceivedReading): ReceivedReading {
  const { ts, num, text } = reading;
  if (!Number.isSafeInteger(ts) || (num === null) === (text === null) || (num !== null && !Number.isFinite(num)))
    throw new TypeError('a reading is one finite number or one text at a whole microsecond');
  return Object.is(num, -0) ? { ...reading, num: 0 } : reading;
}

/** The newest moment of which the channel has a reading, −Infinity when it has none. */
export function newestOf({ last_ts, ahead_ts, left_out_ts, excluded_ts }: ChannelState): number {
  const none = Number.NEGATIVE_INFINITY;
  return Math.max(last_ts ?? none, ahead_ts ?? none, left_out_ts ?? none, excluded_ts ?? none);
}

/** Moments at which the group writes readings in hours that may hold sealed ones. */
export function sealedMoments({ inserts, updates }: Series, { sealed_to }: StoredChannel): number[] {
  if (sealed_to === null) return [];
  return [...inserts, ...updates].flatMap(({ ts }) => (bucketStart(ts, WIDTH_1H) <= sealed_to ? ts : []));
}

function sameValue(a: StoredValue, b: ReceivedReading): boolean {
  return a.num === b.num && a.text === b.text && ((a.quality ^ (b.quality ?? 0)) & SENSOR_ERROR) === 0;
}

/**
 * Decides for every reading whether it is new, a duplicate or a replacement, and what becomes of rollups and the channel. Readings from before
 * `pruned_to` are left out and told as `past`: whether they are new can't be told any more, and their buckets can't be folded again.
 */
export function decide(series: Series, before: StoredChannel | undefined, stored: Stored): void {
  if (before === undefined) throw new AppError('conflict');
  if (before.pruned_to !== null) leaveOut(series, before.pruned_to);
  const sorted = followNewest(series, before, stored);
  const order = sorted ? undefined : orderByTime(series.readings);
  const { readings, slices, channelNo } = series;
  const known = newestOf(before);
  const rollups = new RollupWork(series, known, stored);
  for (let i = 0; i < readings.length; ) {
    const { ts } = readings[order ? order[i]! : i]!;
    const old = ts <= known ? stored.reading(channelNo, ts) : undefined;
    let value: StoredValue | undefined = old;
    let final: NewValue | undefined;
    for (; i < readings.length; i++) {
      const at = order ? order[i]! : i;
      const reading = readings[at]!;
      if (reading.ts !== ts) break;
      const slice = slices[at]!;
      const { counts, message } = slice;
      const isNewer = value === undefined || slice.no >= value.src;
      if (value !== undefined && sameValue(value, reading)) {
        counts.duplicate += 1;
        // It was sent again after its time had come, so it isn't ahead any more.
        if (!isNewer || !isAhead(value) || isAhead(reading)) continue;
      } else {
        slice.bytes += READING_BYTES + (reading.text === null ? 0 : Buffer.byteLength(reading.text));
        counts[value === undefined ? 'new' : 'replaced'] += 1;
      }
      // What people excluded stays excluded, whatever is said of it.
      const came: NewValue = { ...reading, quality: (reading.quality ?? 0) | excludedOf(value), src: slice.no };
      // Between the slices of a long message a younger one may have come.
      if (value !== undefined) series.revisions.push({ ...(isNewer ? value : came), ts, replacedAt: message.receivedAt });
      if (!isNewer) continue;
      value = came;
      final = came;
    }
    if (final === undefined) continue;
    if (isAhead(final)) series.ahead.push(ts);
    else if (old && isAhead(old)) series.caughtUp.push(ts);
    if (old === undefined) {
      series.inserts.push(final);
      if (isInRollups(final)) rollups.inserted(counted(series, final));
    } else {
      series.updates.push(final);
      if (isInRollups(old) || isInRollups(final)) rollups.replaced(ts);
    }
  }
}

const isAhead = ({ quality = 0 }: { quality?: number }): boolean => (quality & AHEAD) !== 0;
const excludedOf = (value: StoredValue | undefined): number => (value?.quality ?? 0) & EXCLUDED;

function leaveOut({ channelNo, readings, slices }: Series, before: number): void {
  const touched = new Set<MessageSlice>();
  let kept = 0;
  for (let i = 0; i < readings.length; i++) {
    if (readings[i]!.ts < before) {
      touched.add(slices[i]!);
      continue;
    }
    readings[kept] = readings[i]!;
    slices[kept] = slices[i]!;
    kept += 1;
  }
  readings.length = kept;
  slices.length = kept;
  // A series doesn't know the positions of its readings in their messages; this is rare, so they are searched.
  for (const { message, from, to, past } of touched)
    for (let at = from; at < to; at++) {
      const reading = message.readings[at]!;
      if (reading.channelNo === channelNo && reading.ts < before) past.push(at);
    }
}

/** Follows the channel's first and newest reading, and the newest ahead of its time, in the order of arrival; answers whether the readings come in order of time. */
function followNewest(series: Series, before: ChannelState, stored: Stored): boolean {
  const { readings, slices, channelNo } = series;
  let { first_ts: first, ahead_ts: ahead, left_out_ts: leftOut, last_ts: last, last_num: num, last_text: text } = before;
  let excluded = before.excluded_ts;
  let lastSrc: number | undefined;
  const isNewer = (no: number, ts: number) => {
    lastSrc ??= stored.reading(channelNo, ts)?.src ?? 0;
    return no >= lastSrc;
  };
  let moved: NewLast | undefined;
  let sorted = true;
  for (let i = 0; i < readings.length; i++) {
    const reading = readings[i]!;
    const { ts } = reading;
    if (i > 0 && ts < readings[i - 1]!.ts) sorted = false;
    if (first === null || ts < first) first = ts;
    const seen = series.overlay?.correct({ ts, num: reading.num, quality: reading.quality ?? 0 });
    const counts = seen ? seen.num : reading.num;
    const quality = seen ? seen.quality : (reading.quality ?? 0);
    if ((quality & NEVER_LAST) !== 0) {
      if ((quality & EXCLUDED) !== 0) excluded = excluded === null || ts > excluded ? ts : excluded;
      else if ((quality & LEFT_OUT) !== 0) leftOut = leftOut === null || ts > leftOut ? ts : leftOut;
      else ahead = ahead === null || ts > ahead ? ts : ahead;
      if (ts === last && isNewer(slices[i]!.no, ts)) series.lastInDoubt = true;
    } else if (last === null || ts > last || (ts === last && (counts !== num || reading.text !== text) && isNewer(slices[i]!.no, ts))) {
      // It may be excluded, or a younger message may have said that it is an error.
      if ((leftOut !== null && ts <= leftOut) || (excluded !== null && ts <= excluded)) series.lastInDoubt = true;
      last = ts;
      lastSrc = slices[i]!.no;
      num = counts;
      text = reading.text;
      moved = { channelNo, ts, num, text };
    }
    if (moved !== undefined && (i === readings.length - 1 || slices[i + 1] !== slices[i])) {
      slices[i]!.lasts.push(moved);
      moved = undefined;
    }
  }
  if (
    first !== before.first_ts ||
    ahead !== before.ahead_ts ||
    leftOut !== before.left_out_ts ||
    excluded !== before.excluded_ts ||
    series.lastInDoubt ||
    last !== before.last_ts ||
    num !== before.last_num ||
    text !== before.last_text
  )
    series.state = {
      first_ts: first,
      ahead_ts: ahead,
      left_out_ts: leftOut,
      excluded_ts: excluded,
      last_ts: last,
      last_num: num,
      last_text: text,
    };
  return sorted;
}

function orderByTime(readings: readonly ReceivedReading[]): number[] {
  return Array.from(readings.keys()).sort((a, b) => readings[a]!.ts - readings[b]!.ts || a - b);
}

/** Collects the touched buckets; readings come in order of time. */
class RollupWork {
  readonly #series: Series;
  readonly #stored: Stored;
  /** Later hours hold nothing yet. */
  readonly #lastHour: number;
  #hour: HourWork | undefined;

  /** @param newest see {@link newestOf} */
  constructor(series: Series, newest: number, stored: Stored) {
    this.#series = series;
    this.#stored = stored;
    this.#lastHour = Number.isFinite(newest) ? bucketStart(newest, WIDTH_1H) : newest;
  }

  inserted(reading: NewValue): void {
    const hour = this.#hourOf(reading.ts);
    const slot = slotOf(hour, reading.ts);
    const rollup = hour.slots[slot];
    if (rollup !== undefined && rollup.n > 0 && reading.ts <= rollup.last_ts && (reading.quality & LEFT_OUT) === 0) {
      hour.recompute.add(slot);
      return;
    }
    hour.slots[slot] = fold(rollup, hour.ts + slot * WIDTH_5M, reading);
    hour.changed.add(slot);
  }

  replaced(ts: number): void {
    const hour = this.#hourOf(ts);
    hour.recompute.add(slotOf(hour, ts));
  }

  #hourOf(ts: number): HourWork {
    if (this.#hour !== undefined && ts < this.#hour.ts + WIDTH_1H) return this.#hour;
    const start = bucketStart(ts, WIDTH_1H);
    const hour: HourWork = { ts: start, slots: new Array(SLOTS).fill(undefined), changed: new Set(), recompute: new Set() };
    if (start <= this.#lastHour)
      for (const rollup of this.#stored.rollups(this.#series.channelNo, start)) hour.slots[slotOf(hour, rollup.ts)] = rollup;
    this.#series.hours.push(hour);
    this.#hour = hour;
    return hour;
  }
}

function slotOf(hour: HourWork, ts: number): number {
  return Math.floor((ts - hour.ts) / WIDTH_5M);
}

export interface RollupWrites {
  /** Buckets to be stored in the place of what is there. */
  readonly put: { channelNo: number; rollup: Rollup }[];
  /** Buckets to be deleted: no number is left in them. */
  readonly remove: { channelNo: number; ts: number }[];
}

/** What to write into the rollup tables, once the buckets to be recomputed are folded into their slots. */
export function rollupWrites(series: readonly Series[]): { fives: RollupWrites; hours: RollupWrites } {
  const fives: RollupWrites = { put: [], remove: [] };
  const hours: RollupWrites = { put: [], remove: [] };
  for (const { channelNo, hours: touched } of series)
    for (const hour of touched) {
      for (let slot = 0; slot < SLOTS; slot++) {
        if (!hour.changed.has(slot) && !hour.recompute.has(slot)) continue;
        const rollup = hour.slots[slot];
        if (rollup === undefined) fives.remove.push({ channelNo, ts: hour.ts + slot * WIDTH_5M });
        else fives.put.push({ channelNo, rollup });
      }
      const rollup = foldHour(hour.ts, hour.slots);
      if (rollup === undefined) hours.remove.push({ channelNo, ts: hour.ts });
      else hours.put.push({ channelNo, rollup });
    }
  return { fives, hours };
}
