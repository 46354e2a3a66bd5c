import type { TimeSpan } from '../../lib/domain/time-study/spans.ts';

/** What a mark of a lane says: a note, an event, pieces, the remark of an entry. Milliseconds. */
export interface Telling {
  id: string;
  at: number;
  text: string;
}

/** So many lines fit beside a finger. */
const MOST = 5;

/** Index of the telling nearest to the moment, −1 when none is within `reach`. @param tellings in time */
export function nearestTelling(tellings: readonly Telling[], at: number, reach: number): number {
  let best = -1;
  for (const [index, one] of tellings.entries()) {
    if (one.at > at + reach) break;
    if (Math.abs(one.at - at) <= reach && (best < 0 || Math.abs(one.at - at) < Math.abs(tellings[best]!.at - at))) best = index;
  }
  return best;
}

/** What stands so near that it can't be pointed at alone is told together; `more` are those that have no room. */
export function toldTogether(tellings: readonly Telling[], at: number, reach: number): { lines: readonly Telling[]; more: number } {
  const near = tellings.filter((one) => Math.abs(one.at - at) <= reach);
  return { lines: near.slice(0, MOST), more: Math.max(0, near.length - MOST) };
}

/** Index of the first telling in the window, for whoever comes by keys; else the last one before it, −1 without any. */
export function firstTelling(tellings: readonly Telling[], { from, to }: TimeSpan): number {
  const inside = tellings.findIndex(({ at }) => at >= from && at <= to);
  if (inside >= 0 || tellings.length === 0) return inside;
  return Math.max(
    0,
    tellings.findLastIndex(({ at }) => at < from),
  );
}
