import { useEffect, useState } from 'react';
import type { Edge } from '../../lib/client/measurements/edges.ts';
import { indexIn } from '../../lib/domain/time-study/spans.ts';
import type { LaneView } from './lanes.ts';

/** An edge that the keys moved is sent when they have rested so long. */
const REST_MS = 900;

export interface Dragged {
  lane: string;
  index: number;
  edge: Edge;
  at: number;
  by: 'hand' | 'keys';
}

export type EdgesOf = ReturnType<typeof useEdges>;

/** Edges of entries that are moved by hand or by keys: where the keys are on each lane, and what is being moved. */
export function useEdges({
  lanes,
  selected,
  edgeAt,
  onMove,
}: {
  lanes: readonly LaneView[];
  selected: ReadonlySet<string>;
  edgeAt: (lane: string, index: number) => Edge | null;
  onMove: (edge: Edge, at: number) => void;
}) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [at, setAt] = useState<Readonly<Record<string, number>>>({});
  const nudged = dragged?.by === 'keys' ? dragged : null;
  const goTo = (lane: string, index: number) => setAt((before) => ({ ...before, [lane]: index }));

  const commit = (one: Dragged | null, keep: boolean) => {
    setDragged(null);
    if (one && keep && one.at !== one.edge.at) onMove(one.edge, one.at);
  };

  // The edge that the keys are at is that of the entry chosen last.
  const only = selected.size === 1 ? [...selected][0] : undefined;
  useEffect(() => {
    const found = lanes.find(({ entries }) => entries.some(({ id }) => id === only));
    if (only !== undefined && found)
      goTo(
        found.id,
        found.entries.findIndex(({ id }) => id === only),
      );
    // Entries that come or change keep the place of the edge.
  }, [only]);

  useEffect(() => {
    if (!nudged) return;
    const timer = setTimeout(() => commit(nudged, true), REST_MS);
    return () => clearTimeout(timer);
  });

  return {
    dragged,
    nudged,
    commit,
    /** Is there a place that somebody chose? */
    isChosen: (lane: string) => at[lane] !== undefined,
    /** The edge of a lane that has a handle: the chosen one, else the first in sight; what is dragged stays it. */
    handleOf({ id, entries }: LaneView, from: number): { edge: Edge; at: number } | null {
      const index = Math.min(at[id] ?? indexIn(entries, from) + 1, entries.length);
      const held = dragged?.lane === id && dragged.index === index ? dragged.edge : null;
      const edge = held ?? edgeAt(id, index) ?? edgeAt(id, index + 1);
      if (!edge) return null;
      return { edge, at: dragged?.lane === id && dragged.index === edge.index ? dragged.at : edge.at };
    },
    /** The edge within reach of a moment, null where none is. */
    nearest({ id, entries }: LaneView, moment: number, reach: number): number | null {
      if (reach === 0) return null;
      const index = indexIn(entries, moment);
      const near = [index, index + 1]
        .flatMap((one) => edgeAt(id, one) ?? [])
        .map((edge) => ({ edge, distance: Math.abs(edge.at - moment) }))
        .sort((a, b) => a.distance - b.distance)[0];
      return near && near.distance <= reach ? near.edge.index : null;
    },
    drag(phase: 'start' | 'move' | 'end' | 'cancel', id: string, index: number, moment: number) {
      const edge = dragged?.lane === id && dragged.index === index ? dragged.edge : edgeAt(id, index);
      if (!edge) return;
      const next = { lane: id, index, edge, at: Math.round(Math.min(Math.max(moment, edge.least), edge.most)), by: 'hand' as const };
      if (phase === 'start') {
        goTo(id, index);
        setDragged({ ...next, at: edge.at });
      } else if (phase === 'move') setDragged(next);
      else commit(next, phase === 'end');
    },
    nudge: (lane: string, edge: Edge, to: number) => setDragged({ lane, index: edge.index, edge, at: to, by: 'keys' }),
    /** The next edge of the lane, or the one before; what the keys were moving is sent first. */
    walk({ id, entries }: LaneView, from: Edge, by: number): Edge | null {
      if (nudged) commit(nudged, true);
      const to = Math.min(Math.max(from.index + by, 0), entries.length);
      const next = edgeAt(id, to) ?? edgeAt(id, by < 0 ? to + 1 : to - 1);
      if (next) goTo(id, next.index);
      return next;
    },
  };
}
