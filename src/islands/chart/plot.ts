import uPlot from 'uplot';
import type { Span } from '../../lib/client/charts/series.store.ts';
import type { Gap } from '../../lib/client/charts/series.ts';
import { valueSpan } from '../../lib/client/charts/value-span.ts';
import type { Columns } from './model.ts';

/** One pane drawn by uPlot: only ink and scales; cursor, zoom and the axis of time belong to the whole figure. */

export interface PaneView {
  window: Span;
  /** Of the values. */
  unit: string | null;
  /** Moments of the vertical grid lines, milliseconds. */
  grid: readonly number[];
  traces: readonly { columns: Columns; colour: number /** Buckets have a band from min to max. */; band: boolean }[];
  gaps: readonly Gap[];
  /** Stretches whose readings were ahead of their receipt. */
  ahead: readonly Gap[];
  aheadLabel: string;
  /** Room left of the plot for the figures of the axis, pixels. */
  axisWidth: number;
  gapLabel(ms: number): string;
  number(value: number): string;
}

export interface Pane {
  show(view: PaneView): void;
  resize(width: number, height: number): void;
  /** Pixels from the pane's top, null when the pane has no scale yet. */
  top(value: number): number | null;
  repaint(): void;
  destroy(): void;
}

const TOP = 20;
const BOTTOM = 7;
const HATCH_STEP = 8;
/** Of a stretch ahead, pixels: its bar, and the width at which a single reading is seen. */
const AHEAD_BAR = 3;
const AHEAD_LEAST = 3;

const ink = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim();

function hatch(plot: uPlot, { gaps, gapLabel, window }: PaneView): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const x = (ms: number) => bbox.left + ((ms - window.from) / (window.to - window.from)) * bbox.width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.strokeStyle = ink(plot.root, '--gap-ink');
  for (const gap of gaps) {
    const left = Math.max(x(gap.from / 1000), bbox.left);
    const right = Math.min(Math.max(x(gap.to / 1000), left + ratio), bbox.left + bbox.width);
    if (right <= left) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.clip();
    ctx.lineWidth = 1.25 * ratio;
    ctx.globalAlpha = 0.8;
    ctx.beginPath();
    const step = HATCH_STEP * ratio;
    for (let at = left - bbox.height - (left % step); at < right; at += step) {
      ctx.moveTo(at, bbox.top + bbox.height);
      ctx.lineTo(at + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
    const text = gapLabel((gap.to - gap.from) / 1000);
    const font = `${11 * ratio}px ${ink(plot.root, '--font') || 'sans-serif'}`;
    ctx.font = font;
    const length = ctx.measureText(text).width;
    if (right - left < 20 * ratio || bbox.height < length + 24 * ratio) continue;
    const upright = right - left > length + 24 * ratio;
    ctx.save();
    ctx.translate((left + right) / 2, bbox.top + bbox.height / 2);
    if (!upright) ctx.rotate(-Math.PI / 2);
    ctx.fillStyle = ink(plot.root, '--surface');
    ctx.fillRect(-length / 2 - 5 * ratio, -8 * ratio, length + 10 * ratio, 16 * ratio);
    ctx.fillStyle = ink(plot.root, '--text-3');
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, 0, 0);
    ctx.restore();
  }
  ctx.restore();
}

/** Where the clock of the logger was ahead: the ground in the colour of what is late, and over grid and lines a bar below with words where they fit. */
function shade(plot: uPlot, { ahead, aheadLabel, window }: PaneView, layer: 'ground' | 'label'): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  const x = (ms: number) => bbox.left + ((ms - window.from) / (window.to - window.from)) * bbox.width;
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.font = `${11 * ratio}px ${ink(plot.root, '--font') || 'sans-serif'}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  const length = ctx.measureText(aheadLabel).width;
  for (const span of ahead) {
    const least = AHEAD_LEAST * ratio;
    const middle = (x(span.from / 1000) + x(span.to / 1000)) / 2;
    const left = Math.max(Math.min(x(span.from / 1000), middle - least / 2), bbox.left);
    const right = Math.min(Math.max(x(span.to / 1000), middle + least / 2), bbox.left + bbox.width);
    if (right <= left) continue;
    ctx.fillStyle = ink(plot.root, '--late-soft');
    if (layer === 'ground') {
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
      continue;
    }
    const fits = right - left >= length + 12 * ratio;
    ctx.fillStyle = ink(plot.root, '--late');
    ctx.fillRect(left, bottom - AHEAD_BAR * ratio, right - left, AHEAD_BAR * ratio);
    if (!fits) continue;
    ctx.fillStyle = ink(plot.root, '--late-text');
    // A thin rim: a plate would hide readings.
    ctx.strokeStyle = ink(plot.root, '--late-soft');
    ctx.lineWidth = 3 * ratio;
    ctx.lineJoin = 'round';
    ctx.strokeText(aheadLabel, left + 6 * ratio, bottom - (AHEAD_BAR + 9) * ratio);
    ctx.fillText(aheadLabel, left + 6 * ratio, bottom - (AHEAD_BAR + 9) * ratio);
  }
  ctx.restore();
}

/** Limits of the vertical scale: the values with a little air, and never so close that noise fills the height. Null without any value. */
function valueRange(min: number | null, max: number | null, unit: string | null): [number, number] | null {
  if (min == null || max == null) return null;
  const { low, high } = valueSpan(min, max, unit);
  const air = (high - low) * 0.08;
  // A quantity that is never negative doesn't get room below zero.
  return [min >= 0 && low - air < 0 ? 0 : low - air, high + air];
}

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
  const edge = ({ colour: index, band }: PaneView['traces'][number]): uPlot.Series => ({
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
      y: { range: (_plot, min, max) => valueRange(min, max, view().unit) ?? [0, 1] },
    },
    axes: [
      { size: 0, splits: () => [...view().grid], values: (_plot, splits) => splits.map(() => ''), grid, ticks: { show: false } },
      {
        size: () => view().axisWidth,
        gap: 8,
        space: 34,
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
          stroke: (plot) => colour(plot, trace.colour),
          width: 1.5,
          points: { size: 4, fill: (plot: uPlot) => colour(plot, trace.colour), width: 0 },
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
      drawClear: [(plot) => shade(plot, view(), 'ground'), (plot) => hatch(plot, view())],
      draw: [(plot) => shade(plot, view(), 'label')],
    },
  };
}

const shapeOf = (view: PaneView) => view.traces.map((trace) => `${trace.colour}${trace.band ? 'b' : ''}`).join();
const dataOf = (view: PaneView): uPlot.AlignedData =>
  view.traces.length === 0 ? [[]] : (uPlot.join(view.traces.map((trace) => trace.columns)) as uPlot.AlignedData);

/** Puts a pane into `element`. */
export function createPane(element: HTMLElement, first: PaneView, width: number, height: number): Pane {
  let view = first;
  let size = { width, height };
  const make = () =>
    new uPlot(
      optionsOf(() => view, size.width, size.height, view.traces),
      dataOf(view),
      element,
    );
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
    top(value) {
      const at = plot.valToPos(value, 'y');
      return Number.isFinite(at) ? at + plot.bbox.top / uPlot.pxRatio : null;
    },
    repaint: () => plot.redraw(false, true),
    destroy: () => plot.destroy(),
  };
}
