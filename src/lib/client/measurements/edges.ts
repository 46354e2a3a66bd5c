import type { Entry } from '../../domain/taps/entries.ts';
import type { Ground } from './pen.ts';

/** Edges of entries, which can be dragged. Milliseconds. */

/** No entry gets shorter by dragging its edge. */
export const LEAST_ENTRY_MS = 1_000;

/** A place where one entry ends and the next begins; `index` is that of the entry after it, and their count at the end of the lane. */
export interface Edge {
  lane: string;
  index: number;
  /** The tap to be moved. */
  tap: string;
  at: number;
  before: Entry | null;
  after: Entry | null;
  /** How far it may go without making an entry vanish. */
  least: number;
  most: number;
}

const FREE_MS = 12 * 3_600_000;

/** The edge at the beginning of the entry of that index, null where nothing can be moved. @param now the end of what still runs */
export function edgeAt(ground: Ground, lane: string, index: number, stop: string | null, now: number): Edge | null {
  const entries = ground.lanes.get(lane) ?? [];
  const before = entries[index - 1] ?? null;
  const after = entries[index] ?? null;
  const tap = after ? after.id : stop;
  const at = after ? after.from : (before?.to ?? null);
  if (tap === null || at === null || !ground.taps.has(tap)) return null;
  // The end is that of all lanes.
  const last = after
    ? before
    : ([...ground.lanes.values()].flatMap((list) => list.at(-1) ?? []).sort((a, b) => b.from - a.from)[0] ?? null);
  const least = Math.min(at, last ? last.from + LEAST_ENTRY_MS : at - FREE_MS);
  const most = Math.max(at, after ? (after.to ?? now) - LEAST_ENTRY_MS : Math.min(at + FREE_MS, now));
  return { lane, index, tap, at, before, after, least, most };
}

/** Are the entries neighbours on one lane, in their order? */
export function areNeighbours(ground: Pick<Ground, 'lanes'>, chosen: readonly Entry[]): boolean {
  const [first] = chosen;
  if (!first || chosen.length < 2) return false;
  const entries = ground.lanes.get(first.lane) ?? [];
  const index = entries.findIndex(({ id }) => id === first.id);
  return chosen.every((entry, at) => entries[index + at]?.id === entry.id);
}
