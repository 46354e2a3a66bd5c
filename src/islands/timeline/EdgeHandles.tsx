import type { RefObject } from 'react';
import type { Span } from '../../lib/client/charts/series.store.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { EdgeHandle } from './EdgeHandle.tsx';
import { LANE, type LaneView, stripTop } from './lanes.ts';
import type { Dragged, EdgesOf } from './useEdges.ts';

interface Words {
  /** Of an entry, and of the time where there is none. */
  nameOf: (entry: Entry | null) => string;
  length: (from: number, to: number) => string;
  time: (moment: number) => string;
}

/** What the two entries beside an edge become while it is moved. */
export function DragFlag({
  dragged,
  window,
  width,
  now,
  words,
}: {
  dragged: Dragged;
  window: Span;
  width: number;
  now: number;
  words: Words;
}) {
  const { edge, at } = dragged;
  const { nameOf, length, time } = words;
  return (
    <span
      className="absolute top-0 z-2 -translate-x-1/2 py-0 px-2 [border-radius:1px] bg-ink text-surface text-11 leading-[18px] font-semi whitespace-nowrap pointer-events-none"
      style={{ left: ((at - window.from) / (window.to - window.from)) * width }}
    >
      {[
        edge.before && `${nameOf(edge.before)} ${length(edge.before.from, at)}`,
        time(at),
        edge.after && `${nameOf(edge.after)} ${length(at, edge.after.to ?? now)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

/** One handle on each lane, for the keys and for whoever can't drag an edge itself. */
export function EdgeHandles({
  edges,
  lanes,
  plot,
  window,
  width,
  narrow,
  start,
  anySelected,
  words,
  onReveal,
}: {
  edges: EdgesOf;
  lanes: readonly LaneView[];
  plot: RefObject<HTMLElement | null>;
  window: Span;
  width: number;
  narrow: boolean;
  /** Beginning of the measurement. */
  start: number;
  anySelected: boolean;
  words: Words;
  /** Brings a moment into sight. */
  onReveal: (at: number) => void;
}) {
  const t = useT();
  const { nameOf, time } = words;
  return lanes.map((view, place) => {
    const handle = edges.handleOf(view, window.from);
    if (!handle) return null;
    const { edge, at } = handle;
    return (
      <div key={view.id} className="absolute [inset-inline:0]" style={{ top: stripTop(place, narrow), height: LANE }}>
        <EdgeHandle
          edge={edge}
          at={at}
          start={start}
          label={t('measurements:edge.label', { lane: view.name })}
          text={t('measurements:edge.text', { time: time(at), before: nameOf(edge.before), after: nameOf(edge.after) })}
          window={window}
          width={width}
          shown={edges.isChosen(view.id) && anySelected}
          onFocus={() => onReveal(edge.at)}
          onWalk={(by) => {
            const next = edges.walk(view, edge, by);
            if (next) onReveal(next.at);
          }}
          onNudge={(to) => edges.nudge(view.id, edge, to)}
          onCommit={(keep) => edges.nudged?.lane === view.id && edges.commit(edges.nudged, keep)}
          onDrag={(phase, clientX) => {
            const box = plot.current?.getBoundingClientRect();
            if (!box) return;
            edges.drag(phase, view.id, edge.index, window.from + ((clientX - box.left) / box.width) * (window.to - window.from));
          }}
        />
      </div>
    );
  });
}
