import { AppError } from '../../../contract/errors.ts';
import { AHEAD, type NewLast, type ReceivedReading } from '../../kernel/reading-store.ts';
import type { MessageSlice } from './reading-store-group.ts';
import { appendTo, bucketStart, foldHour, type Rollup, SLOTS, startRollup, WIDTH_1H, WIDTH_5M } from './rollups.ts';

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
  quality?: number;
  /** As `readings.src`. */
  src: number;
}

/** The columns of a channel that follow from its readings. */
export interface ChannelState {
  first_ts: number | null;
  ahead_ts: number | null;
  last_ts: number | null;
  last_num: number | null;
  last_text: string | null;
}

/** A channel as it is before the group. Readings before `pruned_to` are gone, so nothing can be worked out from them again. */
export interface StoredChannel extends ChannelState {
  pruned_to: number | null;
}

/** A reading of a group. */
export type NewValue = ReceivedReading & StoredValue;

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
    readings: [],
    slices: [],
    inserts: [],
    updates: [],
    revisions: [],
    ahead: [],
    caughtUp: [],
    hours: [],
    state: undefined,
  };
}

/** Minus zero is stored as zero, so that engines and folds agree on it. */
function sound(reading: ReceivedReading): ReceivedReading {
  const { ts, num, text } = reading;
  if (!Number.isSafeInteger(ts) || (num === null) === (text === null) || (num !== null && !Number.isFinite(num)))
    throw new TypeError('a reading is one finite number or one text at a whole microsecond');
  return Object.is(num, -0) ? { ...reading, num: 0 } : reading;
}

/** The newest moment of which the channel has a reading, −Infinity when it has none. */
export function newestOf({ last_ts, ahead_ts }: ChannelState): number {
  return Math.max(last_ts ?? Number.NEGATIVE_INFINITY, ahead_ts ?? Number.NEGATIVE_INFINITY);
}

function sameValue(a: Value, b: Value): boolean {
  return a.num === b.num && a.text === b.text;
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
        if (!isNewer || value.quality !== AHEAD || reading.quality === AHEAD) continue;
      } else {
        slice.bytes += READING_BYTES + (reading.text === null ? 0 : Buffer.byteLength(reading.text));
        counts[value === undefined ? 'new' : 'replaced'] += 1;
      }
      const came: NewValue = { ...reading, src: slice.no };
      // Between the slices of a long message a younger one may have come.
      if (value !== undefined) series.revisions.push({ ...(isNewer ? value : came), ts, replacedAt: message.receivedAt });
      if (!isNewer) continue;
      value = came;
      final = came;
    }
    if (final === undefined) continue;
    if (final.quality === AHEAD) series.ahead.push(ts);
    else if (old?.quality === AHEAD) series.caughtUp.push(ts);
    if (old === undefined) {
      series.inserts.push(final);
      if (final.num !== null) rollups.inserted(ts, final.num);
    } else {
      series.updates.push(final);
      if (old.num !== null || final.num !== null) rollups.replaced(ts);
    }
  }
}

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
  let { first_ts: first, ahead_ts: ahead, last_ts: last, last_num: num, last_text: text } = before;
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
    if (reading.quality === AHEAD) ahead = ahead === null || ts > ahead ? ts : ahead;
    else if (last === null || ts > last || (ts === last && (reading.num !== num || reading.text !== text) && isNewer(slices[i]!.no, ts))) {
      last = ts;
      lastSrc = slices[i]!.no;
      ({ num, text } = reading);
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
    last !== before.last_ts ||
    num !== before.last_num ||
    text !== before.last_text
  )
    series.state = { first_ts: first, ahead_ts: ahead, last_ts: last, last_num: num, last_text: text };
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

  inserted(ts: number, num: number): void {
    const hour = this.#hourOf(ts);
    const slot = slotOf(hour, ts);
    const rollup = hour.slots[slot];
    if (rollup === undefined) hour.slots[slot] = startRollup(hour.ts + slot * WIDTH_5M, ts, num);
    else if (ts > rollup.last_ts) appendTo(rollup, ts, num);
    else {
      hour.recompute.add(slot);
      return;
    }
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
