import type { Entry } from '../taps/entries.ts';
import { partsOf } from '../taps/parts.ts';

/** Entries of one lane in time, which cover it without a gap: the entry at a moment is found by halving. Milliseconds. */

export type LaneEntries = readonly Entry[];
export interface TimeSpan {
  from: number;
  to: number;
}

/** The entries of each lane; lanes without any have an empty list. */
export function byLane(entries: readonly Entry[], lanes: readonly string[]): ReadonlyMap<string, LaneEntries> {
  const found = new Map<string, Entry[]>(lanes.map((lane) => [lane, []]));
  for (const entry of entries) {
    const list = found.get(entry.lane);
    if (list) list.push(entry);
    else found.set(entry.lane, [entry]);
  }
  return found;
}

/** Entries between edges that lie on a grid (`gridFrom`): their lengths are those that are shown, and every sum of them adds up. */
export const onGrid = (lanes: ReadonlyMap<string, LaneEntries>, at: (moment: number) => number): ReadonlyMap<string, LaneEntries> =>
  new Map(
    [...lanes].map(([id, entries]) => [
      id,
      entries.map((one) => ({ ...one, from: at(one.from), to: one.to === null ? null : at(one.to) })),
    ]),
  );

/** Index of the entry in which the moment lies; the last one after the end, −1 before the beginning. */
export function indexIn(entries: LaneEntries, at: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.from <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The entry that lasts at the moment, if any. @param now the end of one that still runs */
export function entryAt(entries: LaneEntries, at: number, now: number): Entry | null {
  const entry = entries[indexIn(entries, at)];
  return entry && at < (entry.to ?? now) ? entry : null;
}

/** First and last index (excluded) of the entries that touch the span. */
export function rangeIn(entries: LaneEntries, { from, to }: TimeSpan): [first: number, end: number] {
  return [Math.max(0, indexIn(entries, from)), indexIn(entries, to) + 1];
}

export interface Piece {
  kind: Entry['kind'];
  activity: string | null;
  ms: number;
  /** How many times it occurred: what was interrupted or paused counts once. */
  count: number;
}

/** Time in each activity, pauses and unassigned time included, the longest first; of the whole lane or of a span. */
export function piecesOf(entries: LaneEntries, now: number, span?: TimeSpan): Piece[] {
  const [begin, end] = span ? rangeIn(entries, span) : [0, entries.length];
  const { first } = partsOf(entries);
  const pieces = new Map<string, Piece>();
  const counted = new Map<string, number>();
  for (let at = begin; at < end; at++) {
    const { kind, activity, from, to } = entries[at]!;
    if (span && ((to ?? now) <= span.from || from >= span.to)) continue;
    // One that is shorter than what is shown occurred all the same.
    const ms = Math.max(
      0,
      Math.min(to ?? now, span?.to ?? Number.POSITIVE_INFINITY) - Math.max(from, span?.from ?? Number.NEGATIVE_INFINITY),
    );
    const key = activity ?? kind;
    const piece = pieces.get(key) ?? { kind, activity, ms: 0, count: 0 };
    pieces.set(key, piece);
    piece.ms += ms;
    // Parts of one activity come one after the other.
    if (counted.get(key) !== first[at]) piece.count++;
    counted.set(key, first[at]!);
  }
  return [...pieces.values()].sort((a, b) => b.ms - a.ms);
}

/** Moves a moment onto the nearest edge of an entry that lies within `reach`. */
export function snapped(lanes: Iterable<LaneEntries>, at: number, reach: number): number {
  let best = at;
  let distance = reach;
  for (const entries of lanes) {
    const index = indexIn(entries, at);
    for (const edge of [entries[index]?.from, entries[index]?.to, entries[index + 1]?.from]) {
      if (edge == null || Math.abs(edge - at) > distance) continue;
      distance = Math.abs(edge - at);
      best = edge;
    }
  }
  return best;
}
