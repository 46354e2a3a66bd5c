import type { LaneEntries, TimeSpan } from '../../lib/domain/time-study/spans.ts';
import { type Block, blocksOf, type DraggedEdge, drawnSpan, marksOf } from './blocks.ts';
import { timeInk } from './time-ink.ts';

/** What an entry is called and how it is inked. */
export interface Look {
  name: string;
  /** 1–8; null = time that no activity fills. */
  colour: number | null;
  loss: boolean;
  kind: 'state' | 'pause' | 'unassigned';
}

/** Something without length, at a moment in milliseconds. */
export interface Mark {
  at: number;
  kind: 'note' | 'piece' | 'point';
}

export interface StripView {
  entries: LaneEntries;
  /** In time. */
  marks: readonly Mark[];
  window: TimeSpan;
  width: number;
  height: number;
  now: number;
  edge: DraggedEdge | null;
  selected: ReadonlySet<string>;
  look: (entry: LaneEntries[number]) => Look;
  length: (from: number, to: number) => string;
}

const EDGE = 5;

interface Ink {
  of(name: string): string;
  hatch(colour: string, alpha: number, step: number): CanvasPattern | null;
}

/** Colours of the page as they are now; patterns are made once for each. */
function inkOf(element: Element, ratio: number): Ink {
  const style = getComputedStyle(element);
  const kept = new Map<string, string>();
  const patterns = new Map<string, CanvasPattern | null>();
  const of = (name: string) => {
    let found = kept.get(name);
    if (found === undefined) {
      found = style.getPropertyValue(name).trim();
      kept.set(name, found);
    }
    return found;
  };
  return {
    of,
    hatch(colour, alpha, step) {
      const key = `${colour} ${alpha} ${step}`;
      if (patterns.has(key)) return patterns.get(key) ?? null;
      const size = Math.max(2, Math.round(step * ratio));
      const tile = document.createElement('canvas');
      tile.width = size;
      tile.height = size;
      const ctx = tile.getContext('2d');
      let made: CanvasPattern | null = null;
      if (ctx) {
        ctx.strokeStyle = of(colour);
        ctx.globalAlpha = alpha;
        ctx.lineWidth = 1.25 * ratio;
        ctx.beginPath();
        for (const shift of [-size, 0, size]) {
          ctx.moveTo(shift - 1, size + 1);
          ctx.lineTo(shift + size + 1, -1);
        }
        ctx.stroke();
        made = ctx.createPattern(tile, 'repeat');
      }
      patterns.set(key, made);
      return made;
    },
  };
}

/** Draws one lane: blocks in their colours, losses hatched, names and durations where there is room for them. */
export function paintStrip(canvas: HTMLCanvasElement, view: StripView): void {
  const { width, height } = view;
  const ratio = globalThis.devicePixelRatio || 1;
  const pixels = [Math.round(width * ratio), Math.round(height * ratio)] as const;
  if (canvas.width !== pixels[0]) canvas.width = pixels[0];
  if (canvas.height !== pixels[1]) canvas.height = pixels[1];
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const ink = inkOf(canvas, ratio);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  ctx.fillStyle = ink.of('--sunken');
  ctx.fillRect(0, 0, width, height);
  const blocks = blocksOf(view.entries, view.window, width, view.now, view.edge);
  ctx.font = `11px ${ink.of('--font') || 'sans-serif'}`;
  ctx.textBaseline = 'alphabetic';
  for (const block of blocks) fill(ctx, ink, view, block);
  for (const block of blocks) {
    const entry = view.entries[block.index]!;
    if (block.width > 18) label(ctx, ink, view, block);
    if (!block.merged && view.selected.has(entry.id)) outline(ctx, ink, block, height);
    if (entry.note && block.width > 8) corner(ctx, ink, block);
  }
  for (const { x, kind } of marksOf(view.marks, view.window, width)) mark(ctx, ink, kind, x, height);
}

/** A piece is a short stroke at the foot; a point is a diamond at the head, a note a square there. */
function mark(ctx: CanvasRenderingContext2D, ink: Ink, kind: Mark['kind'], x: number, height: number): void {
  ctx.fillStyle = ink.of('--text');
  ctx.strokeStyle = ink.of('--surface');
  ctx.lineWidth = 1;
  ctx.beginPath();
  if (kind === 'piece') ctx.rect(Math.round(x) - 0.5, height - 5, 2, 5.5);
  else if (kind === 'note') ctx.rect(Math.round(x) - 3.5, 1.5, 7, 7);
  else {
    ctx.moveTo(x, 1);
    ctx.lineTo(x + 4, 5);
    ctx.lineTo(x, 9);
    ctx.lineTo(x - 4, 5);
    ctx.closePath();
  }
  ctx.stroke();
  ctx.fill();
}

function fill(ctx: CanvasRenderingContext2D, ink: Ink, { entries, look, height }: StripView, block: Block): void {
  const { ground, stripes } = timeInk(look(entries[block.index]!));
  // A hair of the ground between neighbours, as long as there is room for it.
  const wide = block.width > 3 ? block.width - 1 : block.width;
  ctx.fillStyle = ink.of(ground);
  ctx.fillRect(block.x, 0, wide, height);
  const hatch = stripes && ink.hatch(stripes.colour, stripes.alpha, stripes.step);
  if (!hatch) return;
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  const ratio = globalThis.devicePixelRatio || 1;
  ctx.fillStyle = hatch;
  ctx.fillRect(block.x * ratio, 0, wide * ratio, height * ratio);
  ctx.restore();
}

/** The name, then the duration; too narrow for both the duration alone, narrower still nothing. */
function label(ctx: CanvasRenderingContext2D, ink: Ink, view: StripView, block: Block): void {
  const { entries, look, now, edge, length, height } = view;
  const entryLook = look(entries[block.index]!);
  const { name } = entryLook;
  const { ground, on } = timeInk(entryLook);
  const { from, to } = drawnSpan(entries, block.index, now, edge);
  const left = Math.max(0, block.x) + EDGE;
  const room = Math.min(view.width, block.x + block.width - 1) - left - EDGE + 2;
  const time = length(from, to);
  const timeFits = ctx.measureText(time).width <= room;
  if (!timeFits) return;
  const nameFits = ctx.measureText(name).width <= room;
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = ink.of(ground);
  ctx.fillStyle = ink.of(on);
  const put = (text: string, y: number) => {
    ctx.strokeText(text, left, y);
    ctx.fillText(text, left, y);
  };
  const middle = height / 2;
  if (nameFits && height >= 30) {
    put(name, middle - 3);
    put(time, middle + 11);
  } else put(nameFits && ctx.measureText(`${name} ${time}`).width <= room ? `${name} ${time}` : time, middle + 4);
}

function outline(ctx: CanvasRenderingContext2D, ink: Ink, { x, width }: Block, height: number): void {
  const left = Math.max(0.5, x);
  ctx.lineWidth = 2;
  ctx.strokeStyle = ink.of('--surface');
  ctx.strokeRect(left + 3, 3, Math.max(1, width - 7), height - 6);
  ctx.strokeStyle = ink.of('--text');
  ctx.strokeRect(left + 1, 1, Math.max(1, width - 3), height - 2);
}

/** A note stands there. */
function corner(ctx: CanvasRenderingContext2D, ink: Ink, { x, width }: Block): void {
  const right = x + width - 1;
  ctx.fillStyle = ink.of('--text');
  ctx.beginPath();
  ctx.moveTo(right - 7, 0);
  ctx.lineTo(right, 0);
  ctx.lineTo(right, 7);
  ctx.fill();
}
