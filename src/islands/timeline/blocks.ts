import type { Entry } from '../../lib/domain/taps/entries.ts';
import { type LaneEntries, rangeIn, type TimeSpan } from '../../lib/domain/time-study/spans.ts';

/** What of a lane is drawn into so many pixels. */

export interface Block {
  /** Pixels from the left edge of the window. */
  x: number;
  width: number;
  /** Of the entry, or of the longest one where several share a pixel. */
  index: number;
  /** Several entries share this pixel. */
  merged: boolean;
}

/** An edge that is being dragged: the beginning of the entry of that index. */
export interface DraggedEdge {
  index: number;
  at: number;
}

/** Beginning and end of an entry as they are drawn, with the edge that is being dragged. */
export function drawnSpan(entries: LaneEntries, index: number, now: number, edge: DraggedEdge | null): TimeSpan {
  const { from, to } = entries[index] as Entry;
  return { from: edge?.index === index ? edge.at : from, to: edge?.index === index + 1 ? edge.at : (to ?? now) };
}

/**
 * Blocks of the entries that lie in the window. Entries narrower than a pixel are put together, so that there are never more blocks than
 * two for each pixel, however many entries there are.
 */
export function blocksOf(entries: LaneEntries, window: TimeSpan, width: number, now: number, edge: DraggedEdge | null = null): Block[] {
  const [first, end] = rangeIn(entries, window);
  const scale = width / (window.to - window.from);
  const blocks: Block[] = [];
  let pixel = Number.NaN;
  let longest = 0;
  for (let index = Math.max(0, first - (edge ? 1 : 0)); index < Math.min(entries.length, end + (edge ? 1 : 0)); index++) {
    const { from, to } = drawnSpan(entries, index, now, edge);
    const left = Math.max(-2, (from - window.from) * scale);
    const right = Math.min(width + 2, (to - window.from) * scale);
    if (right <= left || right < 0 || left > width) continue;
    if (right - left >= 1) {
      pixel = Number.NaN;
      blocks.push({ x: left, width: right - left, index, merged: false });
    } else if (Math.floor(left) !== pixel) {
      pixel = Math.floor(left);
      longest = to - from;
      blocks.push({ x: pixel, width: 1, index, merged: false });
    } else {
      const block = blocks.at(-1)!;
      block.merged = true;
      if (to - from > longest) {
        longest = to - from;
        block.index = index;
      }
    }
  }
  return blocks;
}

/** Marks of the window by pixel: of those of one kind that share a pixel one is drawn, in the order of the kinds, so that `point` lies over `piece`. */
export function marksOf<K extends string>(
  marks: readonly { at: number; kind: K }[],
  { from, to }: TimeSpan,
  width: number,
): { x: number; kind: K }[] {
  const scale = width / (to - from);
  const drawn = new Set<string>();
  return marks
    .flatMap(({ at, kind }) => {
      if (at < from || at > to) return [];
      const x = (at - from) * scale;
      const key = `${kind}${Math.round(x)}`;
      if (drawn.has(key)) return [];
      drawn.add(key);
      return [{ x, kind }];
    })
    .sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.x - b.x));
}
