import uPlot from 'uplot';
import type { Span } from '../../lib/client/charts/series.store.ts';
import type { Gap } from '../../lib/client/charts/series.ts';
import { valueSpan } from '../../lib/domain/quantities/value-span.ts';
import { type Columns, DASHES } from './model.ts';

/** One pane drawn by uPlot: only ink and scales; cursor, zoom and the axis of time belong to the whole figure. */

export interface PaneView {
  window: Span;
  /** Of the values. */
  unit: string | null;
  /** Moments of the vertical grid lines, milliseconds. */
  grid: readonly number[];
  traces: readonly {
    columns: Columns;
    colour: number;
    dash?: number;
    /** Buckets have a band from min to max. */
    band: boolean;
    /** Another axis than the left one. */
    scale?: string | undefined;
    /** Pale beside the others. */
    faint?: boolean;
  }[];
  gaps: readonly Gap[];
  /** Where a sensor said that it can't measure, and where nothing else is drawn meanwhile. */
  failed: readonly Gap[];
  failedAlone: readonly Gap[];
  /** Stretches whose readings were ahead of their receipt. */
  ahead: readonly Gap[];
  /** Stretches with values outside their plausible range. */
  suspect: readonly Gap[];
  /** Stretches that people excluded. */
  excluded: readonly Gap[];
  /** Stretches that they corrected, those that they only said something of, and what came of the readings of all of them, milliseconds and values. */
  noted?: {
    corrected: readonly Gap[];
    noted: readonly Gap[];
    raw: readonly (readonly [at: number, value: number, scale: string])[];
    words: Record<'corrected' | 'noted', string>;
  };
  /** When there were alarms, the limits that they were of, and what they are called in the picture. */
  alarms?: { spans: readonly Gap[]; limits: readonly (readonly [value: number, scale: string])[]; word: string };
  /** What the marks are called in the picture. */
  words: Record<'ahead' | 'failed' | 'suspect' | 'excluded', string>;
  /** Room left of the plot for the figures of the axis, pixels. */
  axisWidth: number;
  /** What else an axis wants; another key makes another drawing. */
  tune?: { key: string; options(options: uPlot.Options): uPlot.Options };
  gapLabel(ms: number): string;
  number(value: number): string;
}

export interface Pane {
  show(view: PaneView): void;
  resize(width: number, height: number): void;
  /** Pixels from the pane's top, null when the pane has no scale yet. */
  top(value: number, scale?: string): number | null;
  repaint(): void;
  destroy(): void;
}

const TOP = 20;
const BOTTOM = 7;
const HATCH_STEP = 8;
/** Of a mark, pixels: its bar, and the width at which a single reading is seen. */
const BAR = 3;
const LEAST = 3;
/** Heights below the top of a pane at which marks lie, and half of a cross. */
const FAILED_AT = 6;
const SUSPECT_AT = 27;
const CROSS = 3.5;
/** Of the edges of a mark of people, and the ring around what came, pixels. */
const MARK = 20;
const RING = 1.75;

const ink = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim();

/** Draws in the plot: with the stretches in sight in pixels of the canvas, and the way to write on it. */
function within(plot: uPlot, { window }: PaneView, draw: (tools: Tools) => void): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const x = (ms: number) => bbox.left + ((ms - window.from) / (window.to - window.from)) * bbox.width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.font = `${11 * ratio}px ${ink(plot.root, '--font') || 'sans-serif'}`;
  ctx.textBaseline = 'middle';
  const places = (stretches: readonly Gap[], least: number) =>
    stretches.flatMap((stretch) => {
      const middle = (x(stretch.from / 1000) + x(stretch.to / 1000)) / 2;
      const left = Math.max(Math.min(x(stretch.from / 1000), middle - (least * ratio) / 2), bbox.left);
      const right = Math.min(Math.max(x(stretch.to / 1000), middle + (least * ratio) / 2), bbox.left + bbox.width);
      return right > left ? [{ stretch, left, right }] : [];
    });
  const write = (text: string, left: number, right: number, y: number, [fill, rim]: [string, string]) => {
    if (right - left < ctx.measureText(text).width) return;
    ctx.textAlign = 'left';
    ctx.fillStyle = ink(plot.root, fill);
    // A thin rim: a plate would hide readings.
    ctx.strokeStyle = ink(plot.root, rim);
    ctx.lineWidth = 3 * ratio;
    ctx.lineJoin = 'round';
    ctx.strokeText(text, left, y);
    ctx.fillText(text, left, y);
  };
  draw({ ctx, box: bbox, ratio, colour: (name) => ink(plot.root, name), places, write });
  ctx.restore();
}
interface Tools {
  ctx: CanvasRenderingContext2D;
  box: uPlot.BBox;
  ratio: number;
  colour: (name: string) => string;
  places: (stretches: readonly Gap[], least: number) => { stretch: Gap; left: number; right: number }[];
  /** Where it fits. */
  write: (text: string, left: number, right: number, y: number, inks: [fill: string, rim: string]) => void;
}

/** Fills a stretch with slanted lines; `leans` 1 rises to the right, −1 falls. */
function slant({ ctx, box, ratio }: Tools, left: number, right: number, leans: 1 | -1, opacity = 0.8): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, box.top, right - left, box.height);
  ctx.clip();
  ctx.lineWidth = 1.25 * ratio;
  ctx.globalAlpha = opacity;
  ctx.beginPath();
  const step = HATCH_STEP * ratio;
  const [start, end] = leans === 1 ? [box.top + box.height, box.top] : [box.top, box.top + box.height];
  for (let at = left - box.height - (left % step); at < right; at += step) {
    ctx.moveTo(at, start);
    ctx.lineTo(at + box.height, end);
  }
  ctx.stroke();
  ctx.restore();
}

/** The ground: hatched where nothing came, crossed between borders where only the sensor's error did, coloured where a clock was ahead. */
function ground(plot: uPlot, view: PaneView): void {
  within(plot, view, (tools) => {
    const { ctx, box, ratio, colour, places } = tools;
    ctx.fillStyle = colour('--alarm-soft');
    for (const { left, right } of places(view.alarms?.spans ?? [], LEAST)) ctx.fillRect(left, box.top, right - left, box.height);
    ctx.fillStyle = colour('--info-soft');
    for (const { left, right } of places([...view.excluded, ...(view.noted?.corrected ?? [])], LEAST))
      ctx.fillRect(left, box.top, right - left, box.height);
    ctx.strokeStyle = colour('--info');
    for (const { left, right } of places(view.excluded, LEAST)) slant(tools, left, right, -1, 0.35);
    ctx.fillStyle = colour('--late-soft');
    for (const { left, right } of places(view.ahead, LEAST)) ctx.fillRect(left, box.top, right - left, box.height);
    ctx.strokeStyle = colour('--gap-ink');
    for (const { left, right } of places(view.failedAlone, 1)) {
      slant(tools, left, right, 1);
      slant(tools, left, right, -1);
      ctx.lineWidth = ratio;
      ctx.strokeRect(left, box.top - ratio, right - left, box.height + 2 * ratio);
    }
    for (const { stretch, left, right } of places(view.gaps, 1)) {
      slant(tools, left, right, 1);
      const text = view.gapLabel((stretch.to - stretch.from) / 1000);
      const length = ctx.measureText(text).width;
      if (right - left < 20 * ratio || box.height < length + 24 * ratio) continue;
      const upright = right - left > length + 24 * ratio;
      ctx.save();
      ctx.translate((left + right) / 2, box.top + box.height / 2);
      if (!upright) ctx.rotate(-Math.PI / 2);
      ctx.fillStyle = colour('--surface');
      ctx.fillRect(-length / 2 - 5 * ratio, -8 * ratio, length + 10 * ratio, 16 * ratio);
      ctx.fillStyle = colour('--text-3');
      ctx.textAlign = 'center';
      ctx.fillText(text, 0, 0);
      ctx.restore();
    }
  });
}

/** Over grid and lines, with words where they fit: a bar below where a clock was ahead, a line with a cross above where a sensor failed, a dashed one where values are suspect. */
function marks(plot: uPlot, view: PaneView): void {
  within(plot, view, ({ ctx, box, ratio, colour, places, write }) => {
    const bottom = box.top + box.height;
    for (const { left, right } of places(view.ahead, LEAST)) {
      ctx.fillStyle = colour('--late');
      ctx.fillRect(left, bottom - BAR * ratio, right - left, BAR * ratio);
      write(view.words.ahead, left + 6 * ratio, right - 6 * ratio, bottom - (BAR + 9) * ratio, ['--late-text', '--late-soft']);
    }
    ctx.lineCap = 'butt';
    const said = [
      [view.excluded, `\u00d7 ${view.words.excluded}`],
      [view.noted?.corrected ?? [], `\u00b1 ${view.noted?.words.corrected}`],
      [view.noted?.noted ?? [], `\u2022 ${view.noted?.words.noted}`],
    ] as const;
    for (const [stretches, word] of said)
      for (const { left, right } of places(stretches, LEAST)) {
        ctx.fillStyle = colour('--info');
        ctx.fillRect(left, bottom - BAR * ratio, right - left, BAR * ratio);
        ctx.fillRect(left, bottom - MARK * ratio, ratio, MARK * ratio);
        ctx.fillRect(right - ratio, bottom - MARK * ratio, ratio, MARK * ratio);
        write(word, left + 4 * ratio, right - 2 * ratio, bottom - (BAR + 9) * ratio, ['--info-text', '--info-soft']);
      }
    ctx.strokeStyle = colour('--info');
    ctx.lineWidth = ratio;
    ctx.beginPath();
    for (const [at, value, scale] of view.noted?.raw ?? []) {
      const left = box.left + ((at - view.window.from) / (view.window.to - view.window.from)) * box.width;
      const y = plot.valToPos(value, scale, true);
      if (y < box.top || y > bottom) continue;
      ctx.moveTo(left + RING * ratio, y);
      ctx.arc(left, y, RING * ratio, 0, 2 * Math.PI);
    }
    ctx.stroke();
    for (const { left, right } of places(view.alarms?.spans ?? [], LEAST)) {
      ctx.fillStyle = colour('--alarm');
      ctx.fillRect(left, box.top, right - left, BAR * ratio);
      write(`\u25b2 ${view.alarms?.word}`, left + 4 * ratio, right - 4 * ratio, box.top + (BAR + 9) * ratio, [
        '--alarm-text',
        '--alarm-soft',
      ]);
    }
    for (const [limit, scale] of view.alarms?.limits ?? []) {
      const y = plot.valToPos(limit, scale, true);
      if (y < box.top || y > bottom) continue;
      ctx.strokeStyle = colour('--alarm');
      ctx.lineWidth = ratio;
      ctx.setLineDash([5 * ratio, 3 * ratio]);
      ctx.beginPath();
      ctx.moveTo(box.left, y);
      ctx.lineTo(box.left + box.width, y);
      ctx.stroke();
      ctx.setLineDash([]);
    }
    let free = Number.NEGATIVE_INFINITY;
    for (const { left, right } of places(view.failed, 1)) {
      const y = box.top + FAILED_AT * ratio;
      const half = CROSS * ratio;
      const middle = Math.max((left + right) / 2, left + half);
      const at = right - left > 40 * ratio ? left + 9 * ratio : middle;
      ctx.strokeStyle = colour('--text-2');
      ctx.lineWidth = 1.5 * ratio;
      ctx.beginPath();
      ctx.moveTo(left, y);
      ctx.lineTo(right, y);
      // Of errors that lie closer than their crosses are wide, one stands for its neighbours.
      if (at - half > free) {
        ctx.moveTo(at - half, y - half);
        ctx.lineTo(at + half, y + half);
        ctx.moveTo(at - half, y + half);
        ctx.lineTo(at + half, y - half);
        free = at + half;
      }
      ctx.stroke();
      write(view.words.failed, left + 4 * ratio, right - 4 * ratio, y + 11 * ratio, ['--text-2', '--surface']);
    }
    for (const { left, right } of places(view.suspect, 2 * LEAST)) {
      const y = box.top + SUSPECT_AT * ratio;
      ctx.strokeStyle = colour('--late');
      ctx.lineWidth = BAR * ratio;
      ctx.setLineDash([4 * ratio, 2 * ratio]);
      ctx.beginPath();
      ctx.moveTo(left, y);
      ctx.lineTo(right, y);
      ctx.stroke();
      ctx.setLineDash([]);
      write(view.words.suspect, left + 4 * ratio, right - 4 * ratio, y + 9 * ratio, ['--late-text', '--surface']);
    }
  });
}

/**
 * Limits of the vertical scale: the values with a little air, and never so close that noise fills the height. Limits of alarms come into sight where
 * the values still take a third of the height. Null without any value.
 */
export function valueRange(
  min: number | null,
  max: number | null,
  unit: string | null,
  limits: readonly number[] = [],
): [number, number] | null {
  if (min == null || max == null) return null;
  const span = valueSpan(min, max, unit);
  const near = limits.filter((limit) => Math.max(limit, span.high) - Math.min(limit, span.low) <= 3 * (span.high - span.low));
  const [low, high] = [Math.min(span.low, ...near), Math.max(span.high, ...near)];
  const air = (high - low) * 0.08;
  // A quantity that is never negative doesn't get room below zero.
  return [low >= 0 && low - air < 0 ? 0 : low - air, high + air];
}

const limitsOf = ({ alarms }: PaneView): number[] => (alarms?.limits ?? []).filter(([, scale]) => scale === 'y').map(([limit]) => limit);

/** An axis of values that nobody measured would be an invention: without values there are no figures and no lines. */
const withValues = (view: PaneView): boolean => view.traces.some(({ columns: [, line] }) => line.some((value) => value !== null));

/** Round values from the least to the largest, `step` apart. */
function evenSplits(_plot: uPlot, min: number, max: number, step: number): number[] {
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.max(0, Math.floor(max / step + 1e-9) - first + 1);
  // Twelve digits hide what binary fractions add up to.
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

function optionsOf(view: () => PaneView, width: number, height: number, traces: PaneView['traces']): uPlot.Options {
  const colour = (plot: uPlot, index: number) => ink(plot.root, `--cat-${index}`);
  // The band has an outline, so that a peak of a single bucket is seen too.
  const edge = ({ colour: index, band, scale = 'y' }: PaneView['traces'][number]): uPlot.Series => ({
    scale,
    stroke: (plot) => `${colour(plot, index)}99`,
    width: band ? 1 : 0,
    points: { show: false },
  });
  const grid = { stroke: (plot: uPlot) => ink(plot.root, '--grid'), width: 1 };
  return {
    width,
    height,
    ms: 1,
    padding: [TOP, 0, BOTTOM, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, auto: false, range: () => [view().window.from, view().window.to] },
      y: { range: (_plot, min, max) => valueRange(min, max, view().unit, limitsOf(view())) ?? [0, 1] },
    },
    axes: [
      { size: 0, splits: () => [...view().grid], values: (_plot, splits) => splits.map(() => ''), grid, ticks: { show: false } },
      {
        size: () => view().axisWidth,
        gap: 8,
        // A low pane has two values at least, else nobody can tell how much its line moves.
        space: (_plot, _axis, _min, _max, room) => Math.min(34, Math.max(17, room / 3)),
        font: `11px ${ink(document.documentElement, '--font') || 'sans-serif'}`,
        stroke: (plot) => ink(plot.root, '--text-3'),
        splits: (plot, _axis, min, max, step) => (withValues(view()) ? evenSplits(plot, min, max, step) : []),
        values: (_plot, splits) => splits.map((value) => view().number(value)),
        grid,
        ticks: { show: false },
      },
    ],
    series: [
      {},
      ...traces.flatMap((trace): uPlot.Series[] => [
        {
          scale: trace.scale ?? 'y',
          stroke: (plot) => colour(plot, trace.colour) + (trace.faint ? '80' : ''),
          width: 1.5,
          dash: [...DASHES[trace.dash ?? 0]!],
          points: { size: 4, fill: (plot: uPlot) => colour(plot, trace.colour) + (trace.faint ? '80' : ''), width: 0 },
        },
        edge(trace),
        edge(trace),
      ]),
    ],
    bands: traces.flatMap((trace, index): uPlot.Band[] =>
      trace.band
        ? [
            {
              series: [index * 3 + 3, index * 3 + 2],
              fill: (plot) => {
                const opacity = Math.round(Number(ink(plot.root, '--band') || 0.18) * 255);
                return colour(plot, trace.colour) + opacity.toString(16).padStart(2, '0');
              },
            },
          ]
        : [],
    ),
    hooks: {
      drawClear: [(plot) => ground(plot, view())],
      draw: [(plot) => marks(plot, view())],
    },
  };
}

const shapeOf = ({ traces, tune }: PaneView) =>
  tune?.key + traces.map(({ colour, dash, band, scale, faint }) => [colour, dash, band, scale, faint].join()).join(' ');
/** Between the readings around a break a line has nothing, also where lines of other loggers have points meanwhile. */
const BREAKS_REACH = 2;
const dataOf = (view: PaneView): uPlot.AlignedData => {
  if (view.traces.length === 0) return [[]];
  const tables = view.traces.map((trace) => trace.columns);
  return uPlot.join(
    tables as uPlot.AlignedData[],
    tables.map((columns) => columns.map(() => BREAKS_REACH)),
  );
};

/** Puts a pane into `element`. */
export function createPane(element: HTMLElement, first: PaneView, width: number, height: number): Pane {
  let view = first;
  let size = { width, height };
  const make = () => {
    const options = optionsOf(() => view, size.width, size.height, view.traces);
    return new uPlot(view.tune?.options(options) ?? options, dataOf(view), element);
  };
  let plot = make();
  return {
    show(next) {
      const sameData =
        next.traces.length === view.traces.length && next.traces.every((trace, index) => trace.columns === view.traces[index]?.columns);
      const sameShape = shapeOf(next) === shapeOf(view) && next.axisWidth === view.axisWidth;
      view = next;
      if (!sameShape) {
        plot.destroy();
        plot = make();
      } else if (sameData) plot.setScale('x', { min: view.window.from, max: view.window.to });
      else plot.setData(dataOf(view));
    },
    resize(nextWidth, nextHeight) {
      if (nextWidth === size.width && nextHeight === size.height) return;
      size = { width: nextWidth, height: nextHeight };
      plot.setSize(size);
    },
    top(value, scale = 'y') {
      const at = plot.valToPos(value, scale);
      // Beyond an axis that somebody set a value lies at its edge.
      return Number.isFinite(at) ? (Math.min(Math.max(at * uPlot.pxRatio, 0), plot.bbox.height) + plot.bbox.top) / uPlot.pxRatio : null;
    },
    repaint: () => plot.redraw(false, true),
    destroy: () => plot.destroy(),
  };
}
