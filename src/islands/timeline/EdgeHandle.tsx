import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Span } from '../../lib/client/charts/series.store.ts';
import type { Edge } from '../../lib/client/measurements/edges.ts';

/** How far the keys move an edge, milliseconds. */
const SECOND = 1_000;
const STEPS: Record<string, readonly [step: number, shift: number]> = {
  ArrowLeft: [-SECOND, -10 * SECOND],
  ArrowRight: [SECOND, 10 * SECOND],
  PageDown: [-60 * SECOND, -60 * SECOND],
  PageUp: [60 * SECOND, 60 * SECOND],
};
const WALK: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY };

/**
 * The edge of a lane that the keys are at: moved by 1 s, 10 s or 1 min, left for its neighbours by the arrows up and down. There is one for
 * each lane, however many entries it has.
 */
export function EdgeHandle({
  edge,
  at,
  start,
  label,
  text,
  window,
  width,
  shown,
  onFocus,
  onWalk,
  onNudge,
  onCommit,
  onDrag,
}: {
  edge: Edge;
  /** Where it is, with what the keys have moved so far. */
  at: number;
  /** Beginning of the measurement, from which the seconds count. */
  start: number;
  label: string;
  text: string;
  window: Span;
  width: number;
  /** Its entry is chosen: it is there for fingers too. */
  shown: boolean;
  /** The keys come here; where it can't be seen, the window has to go there. */
  onFocus: () => void;
  onWalk: (by: number) => void;
  onNudge: (at: number) => void;
  onCommit: (keep: boolean) => void;
  onDrag: (phase: 'start' | 'move' | 'end' | 'cancel', clientX: number) => void;
}) {
  const isHeld = useRef(false);
  const x = ((at - window.from) / (window.to - window.from)) * width;
  const seconds = (moment: number) => Math.round((moment - start) / SECOND);
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key]?.[event.shiftKey ? 1 : 0];
    const walk = WALK[event.key];
    if (step !== undefined) onNudge(Math.min(Math.max(at + step, edge.least), edge.most));
    else if (walk !== undefined) onWalk(walk);
    else if (event.key === 'Enter') onCommit(true);
    else if (event.key === 'Escape') onCommit(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drag = (phase: 'start' | 'move' | 'end' | 'cancel') => (event: PointerEvent<HTMLElement>) => {
    if (phase === 'start') {
      isHeld.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    } else if (!isHeld.current) return;
    if (phase === 'end' || phase === 'cancel') isHeld.current = false;
    onDrag(phase, event.clientX);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={shown ? 'tm-edge on' : 'tm-edge'}
      style={{ left: Math.min(Math.max(x, 0), width) }}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={seconds(edge.least)}
      aria-valuemax={seconds(edge.most)}
      aria-valuenow={seconds(at)}
      aria-valuetext={text}
      onFocus={onFocus}
      onKeyDown={keys}
      onBlur={() => onCommit(true)}
      onPointerDown={drag('start')}
      onPointerMove={drag('move')}
      onPointerUp={drag('end')}
      onPointerCancel={drag('cancel')}
    />
  );
}
