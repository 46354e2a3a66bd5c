import type { Entry } from '../../lib/domain/taps/entries.ts';

/** Geometry of a strip of activities, on one line or broken into several. Pure. */

export interface StripShape {
  /** The time that is drawn, milliseconds; each line has an equal part of it. */
  from: number;
  to: number;
  lines: number;
  /** Width of a line and its left edge. */
  width: number;
  left: number;
  /** Top of the first line, height of each, distance from one to the next. */
  top: number;
  height: number;
  pitch: number;
}
export interface Block {
  activity: string;
  x: number;
  y: number;
  width: number;
  /** How long it lasts in all, milliseconds, also where only a part is drawn. */
  ms: number;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
/** Ground that shows between neighbours. */
const GAP = 0.8;
const LEAST = 0.6;

/** Where a moment stands. */
export function placeOf({ from, to, lines, width, left, top, pitch }: StripShape, at: number): { x: number; y: number } {
  const share = ((at - from) / (to - from)) * lines;
  const line = Math.min(lines - 1, Math.max(0, Math.floor(share)));
  return { x: tenth(left + (share - line) * width), y: top + line * pitch };
}

/** One block for each part of an entry on a line; together they cover every line without a gap. */
export function blocksOf(entries: readonly Entry[], shape: StripShape): Block[] {
  const { from, to, lines, width, left } = shape;
  const long = (to - from) / lines;
  return entries.flatMap((entry) => {
    const end = Math.min(entry.to ?? to, to);
    const blocks: Block[] = [];
    for (let line = 0; line < lines; line++) {
      const [first, last] = [Math.max(entry.from, from + line * long), Math.min(end, from + (line + 1) * long)];
      if (last <= first || entry.activity === null) continue;
      const { x, y } = placeOf(shape, first);
      const right = tenth(left + ((last - from - line * long) / long) * width);
      blocks.push({ activity: entry.activity, x, y, width: tenth(right - x), ms: end - entry.from });
    }
    return blocks;
  });
}

/** All blocks of an activity in one path, in the order of their first ones. */
export function pathsOf(blocks: readonly Block[], height: number): { activity: string; d: string }[] {
  const found = new Map<string, string>();
  for (const { activity, x, y, width } of blocks)
    found.set(activity, `${found.get(activity) ?? ''}M${x} ${y}h${tenth(Math.max(LEAST, width - GAP))}v${height}H${x}z`);
  return [...found].map(([activity, d]) => ({ activity, d }));
}

/** What fits on a block: its name and its length, the length alone, or nothing. Widths of letters are those of 11 px Inter, generously. */
export function labelOf({ width }: Block, name: string, time: string): { name: string | null; time: string } | null {
  const room = width - 10;
  const wide = (text: string) => text.length * 6.3;
  if (wide(time) > room) return null;
  return { name: wide(name) <= room ? name : null, time };
}

/** Moments at full steps of the time that is drawn, both ends included where they are such. */
export function stepsOf({ from, to }: Pick<StripShape, 'from' | 'to'>, step: number): number[] {
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step);
}
