import { useStore } from '@nanostores/react';
import type { SeriesStore, Span } from '../../lib/client/charts/series.store.ts';
import { nearestIndex } from '../../lib/client/charts/series.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { isSuspect, type Layout, lineValue, type Marks, seriesOf } from '../chart/model.ts';
import type { Board } from './board.ts';

/** Pixels that a value needs right of its dot. */
const VALUE_ROOM = 84;
/** About as wide as a letter of a flag, pixels. */
const LETTER = 6;

/** The cursor over the whole figure with the values it meets; it alone is drawn anew while the pointer moves. */
export function Pointer({
  series,
  board,
  length,
  time,
  window,
  width,
  brush,
  flagTop,
  moment,
  panes,
  marks,
  top,
}: {
  series: SeriesStore;
  board: Board;
  length: (from: number, to: number) => string;
  time: (moment: number) => string;
  window: Span;
  width: number;
  brush: Span | null;
  flagTop: number;
  /** Where an edge is being dragged. */
  moment: number | null;
  panes: Layout['panes'];
  marks: ReadonlyMap<string, Marks>;
  /** Pixels from the top of the figure at which a value of a pane lies. */
  top: (pane: number, value: number) => number | null;
}) {
  const t = useT();
  const format = useFormat();
  const hover = useStore(board.$hover);
  const pinned = useStore(board.$pinned);
  const states = useStore(series.$series);
  const cursor = moment ?? hover ?? pinned;
  const dots = panes.flatMap(({ traces }, pane) =>
    traces.flatMap(({ channel, colour }) => {
      const found = seriesOf(states[channel.id]);
      if (!found || cursor === null || cursor < window.from || cursor > window.to) return [];
      const us = cursor * 1_000;
      const half = (found.bucket_us ?? 0) / 2;
      const at = nearestIndex(found.ts, us - half);
      const value = lineValue(found, at);
      const ts = found.ts[at];
      if (value == null || ts === undefined || marks.get(channel.id)?.gaps.some((gap) => us > gap.from && us < gap.to)) return [];
      const y = top(pane, value);
      if (y === null) return [];
      const quantity = format.quantity(value, channel.unit, channel.decimals);
      const text = isSuspect(found, at) ? `${quantity}, ${t('measurements:signal.suspect')}` : quantity;
      return [{ key: channel.id, colour, at: (ts + half) / 1_000, top: y, text }];
    }),
  );
  const x = (at: number) => ((at - window.from) / (window.to - window.from)) * width;
  const visible = brush && brush.to > window.from && brush.from < window.to ? brush : null;
  const field = visible && { left: Math.max(0, x(visible.from)), right: Math.min(width, x(visible.to)) };
  const flag = visible ? `${time(visible.from)}–${time(visible.to)} · ${length(visible.from, visible.to)}` : '';
  const half = (flag.length * LETTER) / 2 + 8;
  const written = cursor === null ? '' : time(cursor);
  const least = (written.length * LETTER) / 2 + 6;
  return (
    <>
      {field ? (
        <>
          <div
            className="absolute top-0 bottom-0 left-0 [border-inline:1.5px_solid_var(--accent)] [background:color-mix(in_srgb,var(--accent)_8%,transparent)] pointer-events-none"
            style={{ left: field.left, width: field.right - field.left }}
          />
          <span
            className="brush-flag"
            style={{ left: Math.min(Math.max((field.left + field.right) / 2, half), Math.max(half, width - half)) }}
          >
            {flag}
          </span>
        </>
      ) : null}
      {cursor === null || cursor < window.from || cursor > window.to ? null : (
        <>
          <div className="cursor-line" style={{ left: x(cursor) }} />
          {dots.map((dot) => (
            <i
              key={dot.key}
              className="absolute w-2.25 h-2.25 -mt-[4.5px] mr-0 mb-0 -ml-1 [border:2px_solid] rounded-full bg-surface pointer-events-none"
              style={{ left: x(dot.at), top: dot.top, borderColor: `var(--cat-${dot.colour})` }}
            />
          ))}
          <span
            className="rounded-[1px] bg-ink px-1.5 text-11 font-semi whitespace-nowrap text-surface absolute -translate-x-1/2 mt-0.75 leading-[18px] pointer-events-none"
            style={{ left: Math.min(Math.max(x(cursor), least), Math.max(least, width - least)), top: flagTop }}
          >
            {written}
          </span>
        </>
      )}
      {dots.map((dot) => {
        const left = x(dot.at);
        const flip = left > width - VALUE_ROOM;
        return (
          <span key={dot.key} className={flip ? 'tm-value flip' : 'tm-value'} style={{ left, top: dot.top }}>
            {dot.text}
          </span>
        );
      })}
    </>
  );
}
