import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { SeriesStore, Span } from '../../lib/client/charts/series.store.ts';
import type { Board } from './board.ts';
import { glide, panned, scaled } from './window.ts';

/** What lies under the pointer. */
export type Spot = { area: 'lane'; lane: string; edge: number | null } | { area: 'ruler' } | { area: 'signal' };

export interface GestureDeps {
  series: SeriesStore;
  board: Board;
  bounds: Span;
  /** What is at that height and moment; `reach` is how far away an edge is still taken, milliseconds. */
  spotAt: (y: number, at: number, reach: number) => Spot;
  /** Moves a moment onto an edge of an entry that is near. */
  snap: (at: number, reach: number) => number;
  onBrush: (span: Span | null) => void;
  /** A press that went nowhere. */
  onPress: (spot: Spot, at: number, more: boolean, reach: number) => void;
  /** The pointer stands there, or is gone. @param reach as far as it points, milliseconds */
  onHover: (spot: Spot | null, at: number, reach: number) => void;
  onEdge: (phase: 'start' | 'move' | 'end' | 'cancel', lane: string, index: number, at: number) => void;
}

type Drag =
  | { kind: 'brush'; x: number; at: number; zoom: boolean; free: boolean }
  | { kind: 'pan'; x: number; window: Span }
  | { kind: 'edge'; x: number; lane: string; index: number };

/** A shorter drag is a press with an unsteady hand, pixels. */
const LEAST_DRAG = 4;
const EDGE_REACH = 5;
const SNAP_REACH = 7;
/** Half of what a pointer and a finger meet, pixels. */
const POINT_REACH = 9;
const FINGER_REACH = 22;
const HOLD_MS = 380;
const ZOOM = 2;
const STEP = 0.1;

/** Pointing, dragging, pinching, wheel and keys over the whole figure; `plot` is the element that the window of time fills. */
export function useTimeGestures(plot: RefObject<HTMLElement | null>, deps: GestureDeps) {
  const { series, board } = deps;
  const [brush, setBrush] = useState<Span | null>(null);
  const [hint, setHint] = useState<'edge' | 'pan' | null>(null);
  const now = useRef(deps);
  now.current = deps;
  const drag = useRef<Drag | null>(null);
  const touches = useRef(new Map<number, { x: number; y: number }>());
  const pinch = useRef<{ distance: number; window: Span; middle: number } | null>(null);
  const holding = useRef<ReturnType<typeof setTimeout> | null>(null);

  const box = () => plot.current?.getBoundingClientRect() ?? new DOMRect();
  const timeAt = (clientX: number): number => {
    const { left, width } = box();
    const { from, to } = series.$window.get();
    return width === 0 ? from : from + Math.min(Math.max((clientX - left) / width, 0), 1) * (to - from);
  };
  const reachOf = (pixels: number): number => {
    const { from, to } = series.$window.get();
    return (pixels * (to - from)) / Math.max(1, box().width);
  };
  const spotOf = (event: { clientX: number; clientY: number }, pixels: number): Spot =>
    now.current.spotAt(event.clientY - box().top, timeAt(event.clientX), reachOf(pixels));
  const snapped = (clientX: number, free: boolean) => (free ? timeAt(clientX) : now.current.snap(timeAt(clientX), reachOf(SNAP_REACH)));

  useEffect(() => {
    const element = plot.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const window = series.$window.get();
      const { bounds } = now.current;
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
      // Over the lanes the wheel zooms; elsewhere it scrolls the page unless Ctrl is held.
      const own =
        event.ctrlKey ||
        event.metaKey ||
        (!sideways && now.current.spotAt(event.clientY - element.getBoundingClientRect().top, 0, 0).area === 'lane');
      if (own) {
        event.preventDefault();
        const { left, width } = element.getBoundingClientRect();
        const at = window.from + Math.min(Math.max((event.clientX - left) / width, 0), 1) * (window.to - window.from);
        glide(series, scaled(window, ZOOM ** (event.deltaY / 240), at, bounds));
      } else if (sideways) {
        event.preventDefault();
        glide(series, panned(window, (event.deltaX || event.deltaY) / element.clientWidth, bounds));
      }
    };
    // React listens passively, and a zoom must keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [plot, series]);

  const release = () => {
    if (holding.current) clearTimeout(holding.current);
    holding.current = null;
  };

  function start(event: PointerEvent<HTMLElement>): void {
    const spot = spotOf(event, EDGE_REACH);
    const x = event.clientX;
    if (spot.area === 'lane' && spot.edge !== null) {
      drag.current = { kind: 'edge', x, lane: spot.lane, index: spot.edge };
      now.current.onEdge('start', spot.lane, spot.edge, timeAt(x));
    } else if (spot.area === 'ruler') drag.current = { kind: 'pan', x, window: series.$window.get() };
    else drag.current = { kind: 'brush', x, at: snapped(x, event.altKey), zoom: event.shiftKey, free: event.altKey };
  }

  function touch(event: PointerEvent<HTMLElement>): void {
    const { clientX: x, clientY: y } = event;
    touches.current.set(event.pointerId, { x, y });
    const [a, b] = [...touches.current.values()];
    if (a && b) {
      release();
      drag.current = null;
      setBrush(null);
      pinch.current = { distance: Math.abs(a.x - b.x), window: series.$window.get(), middle: timeAt((a.x + b.x) / 2) };
      return;
    }
    drag.current = { kind: 'pan', x, window: series.$window.get() };
    // A finger that stays begins to choose a piece of time.
    holding.current = setTimeout(() => {
      drag.current = { kind: 'brush', x, at: snapped(x, false), zoom: false, free: false };
      setBrush({ from: timeAt(x), to: timeAt(x) });
    }, HOLD_MS);
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const { clientX: x } = event;
    if (event.pointerType === 'touch' && touches.current.has(event.pointerId))
      touches.current.set(event.pointerId, { x, y: event.clientY });
    const [a, b] = [...touches.current.values()];
    const { bounds } = now.current;
    if (pinch.current && a && b) {
      const { distance, window, middle } = pinch.current;
      glide(series, scaled(window, distance / Math.max(Math.abs(a.x - b.x), 10), middle, bounds));
      return;
    }
    const at = timeAt(x);
    if (event.pointerType !== 'touch') board.$hover.set(at);
    const current = drag.current;
    if (!current) {
      if (event.pointerType !== 'touch') {
        const spot = spotOf(event, EDGE_REACH);
        now.current.onHover(spot, at, reachOf(POINT_REACH));
        setHint(spot.area === 'lane' && spot.edge !== null ? 'edge' : spot.area === 'ruler' ? 'pan' : null);
      }
      return;
    }
    if (Math.abs(x - current.x) < LEAST_DRAG) return;
    if (current.kind === 'pan') {
      release();
      const { width } = box();
      glide(series, panned(current.window, (current.x - x) / Math.max(1, width), bounds));
    } else if (current.kind === 'edge') now.current.onEdge('move', current.lane, current.index, at);
    else {
      const to = snapped(x, event.altKey);
      setBrush({ from: Math.min(current.at, to), to: Math.max(current.at, to) });
    }
  }

  function finish(event: PointerEvent<HTMLElement>, apply: boolean): void {
    release();
    touches.current.delete(event.pointerId);
    const pinched = pinch.current !== null;
    if (touches.current.size < 2) pinch.current = null;
    const current = drag.current;
    drag.current = null;
    setBrush(null);
    if (!current) return;
    const far = Math.abs(event.clientX - current.x) >= LEAST_DRAG;
    const at = timeAt(event.clientX);
    if (current.kind === 'edge') {
      now.current.onEdge(apply && far ? 'end' : 'cancel', current.lane, current.index, at);
      if (far) return;
    }
    if (!apply || pinched) return;
    const reach = reachOf(event.pointerType === 'touch' ? FINGER_REACH : POINT_REACH);
    if (!far) now.current.onPress(spotOf(event, 0), at, event.ctrlKey || event.metaKey || event.shiftKey, reach);
    else if (current.kind === 'brush') {
      const to = snapped(event.clientX, event.altKey);
      const span = { from: Math.min(current.at, to), to: Math.max(current.at, to) };
      if (span.to <= span.from) return;
      if (current.zoom) series.zoom(span.from, span.to);
      else now.current.onBrush(span);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
    const window = series.$window.get();
    const { bounds } = now.current;
    const length = window.to - window.from;
    const cursor = board.$pinned.get();
    const around = cursor !== null && cursor >= window.from && cursor <= window.to ? cursor : (window.from + window.to) / 2;
    const pin = (by: number) => board.$pinned.set(Math.min(Math.max((cursor ?? around) + by, bounds.from), bounds.to));
    const keys: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? pin(-length / 100) : glide(series, panned(window, -STEP, bounds))),
      ArrowRight: () => (event.shiftKey ? pin(length / 100) : glide(series, panned(window, STEP, bounds))),
      '+': () => glide(series, scaled(window, 1 / ZOOM, around, bounds)),
      '=': () => glide(series, scaled(window, 1 / ZOOM, around, bounds)),
      '-': () => glide(series, scaled(window, ZOOM, around, bounds)),
      '0': () => glide(series, bounds),
      Escape: () => {
        if (board.$told.get()) board.$told.set(null);
        else if (series.$selection.get()) now.current.onBrush(null);
        else if (series.$depth.get() > 0) series.back();
        else board.$pinned.set(null);
      },
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return {
    /** What is being dragged. */
    brush,
    hint,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === 'touch') {
          touch(event);
          return;
        }
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start(event);
      },
      onPointerMove: move,
      onPointerUp: (event: PointerEvent<HTMLElement>) => finish(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => finish(event, false),
      onPointerLeave(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === 'touch' || drag.current) return;
        board.$hover.set(null);
        now.current.onHover(null, 0, 0);
      },
      onDoubleClick() {
        if (series.$depth.get() > 0) series.back();
        else glide(series, now.current.bounds);
      },
    },
    onKeyDown,
  };
}
