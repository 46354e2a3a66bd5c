import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { SeriesStore, Span } from '../../lib/client/charts/series.store.ts';

export type DragMode = 'zoom' | 'select';

export interface Gestures {
  /** The moment under the pointer or chosen by keys, milliseconds. */
  cursor: number | null;
  /** What is being dragged. */
  brush: Span | null;
  handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
    onPointerLeave(event: PointerEvent<HTMLElement>): void;
    onDoubleClick(): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  };
}

/** A shorter drag is a click with an unsteady hand, pixels. */
const LEAST_DRAG = 5;
const STEP = 0.1;
const ZOOM = 2;

/** Pointing, dragging, pinching, wheel and keys over the plot; `plot` is the element that the window of time fills. */
export function useGestures(
  plot: RefObject<HTMLElement | null>,
  store: SeriesStore,
  window: Span,
  mode: DragMode,
  onSelect: (span: Span) => void,
): Gestures {
  const [cursor, setCursor] = useState<number | null>(null);
  const [brush, setBrush] = useState<Span | null>(null);
  const drag = useRef<{ x: number; at: number } | null>(null);
  const touches = useRef(new Map<number, number>());
  const pinch = useRef<{ distance: number; window: Span; middle: number } | null>(null);

  const timeAt = (clientX: number): number => {
    const box = plot.current?.getBoundingClientRect();
    if (!box || box.width === 0) return window.from;
    const share = Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
    return window.from + share * (window.to - window.from);
  };

  useEffect(() => {
    const element = plot.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { from, to } = store.$window.get();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const box = element.getBoundingClientRect();
        const at = from + Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) * (to - from);
        store.scale(ZOOM ** (event.deltaY / 240), at);
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
        event.preventDefault();
        store.pan((event.deltaX || event.deltaY) / element.clientWidth);
      }
    };
    // React listens passively, and a zoom must keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [plot, store]);

  function finish(event: PointerEvent<HTMLElement>, apply: boolean): void {
    touches.current.delete(event.pointerId);
    if (touches.current.size < 2) pinch.current = null;
    const start = drag.current;
    drag.current = null;
    setBrush(null);
    if (!start || !apply || Math.abs(event.clientX - start.x) < LEAST_DRAG) return;
    const end = timeAt(event.clientX);
    const span = { from: Math.min(start.at, end), to: Math.max(start.at, end) };
    if (mode === 'select' || event.shiftKey) onSelect(span);
    else store.zoom(span.from, span.to);
  }

  return {
    cursor,
    brush,
    handlers: {
      onPointerDown(event) {
        if (event.pointerType === 'touch') {
          touches.current.set(event.pointerId, event.clientX);
          setCursor(timeAt(event.clientX));
          const [a, b] = [...touches.current.values()];
          if (a !== undefined && b !== undefined) pinch.current = { distance: Math.abs(a - b), window, middle: timeAt((a + b) / 2) };
          return;
        }
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, at: timeAt(event.clientX) };
      },
      onPointerMove(event) {
        if (event.pointerType === 'touch') touches.current.set(event.pointerId, event.clientX);
        const [a, b] = [...touches.current.values()];
        if (pinch.current && a !== undefined && b !== undefined) {
          const factor = pinch.current.distance / Math.max(Math.abs(a - b), 10);
          store.scale((factor * (pinch.current.window.to - pinch.current.window.from)) / (window.to - window.from), pinch.current.middle);
          return;
        }
        const at = timeAt(event.clientX);
        setCursor(at);
        if (drag.current && Math.abs(event.clientX - drag.current.x) >= LEAST_DRAG)
          setBrush({ from: Math.min(drag.current.at, at), to: Math.max(drag.current.at, at) });
      },
      onPointerUp: (event) => finish(event, true),
      onPointerCancel: (event) => finish(event, false),
      onPointerLeave(event) {
        // A finger that is lifted leaves the cursor where it was, to be read.
        if (event.pointerType !== 'touch' && !drag.current) setCursor(null);
      },
      onDoubleClick() {
        if (store.$depth.get() > 0) store.back();
        else store.scale(ZOOM);
      },
      onKeyDown(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const length = window.to - window.from;
        const keys: Record<string, () => void> = {
          ArrowLeft: () => (event.shiftKey ? setCursor(Math.max(window.from, (cursor ?? window.to) - length / 100)) : store.pan(-STEP)),
          ArrowRight: () => (event.shiftKey ? setCursor(Math.min(window.to, (cursor ?? window.from) + length / 100)) : store.pan(STEP)),
          '+': () => store.scale(1 / ZOOM, cursor ?? undefined),
          '=': () => store.scale(1 / ZOOM, cursor ?? undefined),
          '-': () => store.scale(ZOOM, cursor ?? undefined),
          Escape: () => (store.$selection.get() ? void store.select(null) : store.back()),
        };
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      },
    },
  };
}
