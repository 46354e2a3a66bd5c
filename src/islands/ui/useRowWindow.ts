import { type Key, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowPlaces, rowsBetween } from './row-places.ts';

export interface RowWindowOptions {
  /** What the rows scroll in. */
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Keeps its identity as long as the rows are the same. */
  keyOf: (index: number) => Key;
  /** The height of a row that was not measured yet, pixels. */
  estimate: number;
  /** What stands above the rows and stays there, pixels. */
  head?: number;
  /** Rows rendered on both sides of what is seen. */
  beside?: number;
}

/** What the server assumes to be seen; the browser corrects it. */
const FIRST_HEIGHT = 800;
/** Browsers that keep in place what is read when rows above it turn out higher need no help. */
const keepsPlace = () => CSS.supports('overflow-anchor', 'auto');

/**
 * Of many rows below each other those that are seen: from `first` to before `end`, with the heights `above` and `below` of the others. Rows carry
 * `data-index`; those that may be higher than estimated take `measure` as their ref.
 */
export function useRowWindow({ scroller, count, keyOf, estimate, head = 0, beside = 8 }: RowWindowOptions) {
  const heights = useRef(new Map<Key, number>());
  // Counts what was learnt of heights.
  const [learnt, setLearnt] = useState(0);
  const places = useMemo(() => {
    const known = heights.current;
    return rowPlaces(count, known.size === 0 ? () => estimate : (index) => known.get(keyOf(index)) ?? estimate);
  }, [count, keyOf, estimate, learnt]);
  const [seen, setSeen] = useState({ top: 0, height: FIRST_HEIGHT });
  const { first, end } = rowsBetween(places, seen.top, seen.top + seen.height, beside);
  const now = useRef({ places, keyOf, first, end, beside });

  // Only when other rows come into sight there is something to draw.
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = { top: element.scrollTop, height: element.clientHeight };
    const { places, beside, first, end } = now.current;
    const rows = rowsBetween(places, next.top, next.top + next.height, beside);
    if (rows.first !== first || rows.end !== end) setSeen(next);
  }, [scroller]);

  const rows = useRef<ResizeObserver | null>(null);
  const learn = useCallback(
    (row: HTMLElement) => {
      const index = Number(row.dataset.index);
      const key = now.current.keyOf(index);
      const { offsetHeight } = row;
      const { places } = now.current;
      const before = heights.current.get(key) ?? places[index + 1]! - places[index]!;
      // What is not displayed has no height, and is as high as it was once it is back.
      if (offsetHeight === 0 || offsetHeight === before) return;
      heights.current.set(key, offsetHeight);
      const element = scroller.current;
      if (element && places[index + 1]! <= element.scrollTop && !keepsPlace()) element.scrollTop += offsetHeight - before;
      setLearnt((times) => times + 1);
    },
    [scroller],
  );
  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (!row) return;
      rows.current ??= new ResizeObserver((entries) => {
        for (const { target } of entries) if (target.isConnected) learn(target as HTMLElement);
      });
      const observer = rows.current;
      observer.observe(row);
      return () => observer.unobserve(row);
    },
    [learn],
  );

  useLayoutEffect(() => {
    now.current = { places, keyOf, first, end, beside };
    look();
  });
  // The scroller may come later than its rows, and another one after it.
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setElement(scroller.current));
  useEffect(() => {
    if (!element) return;
    // Drawn with the scroll itself, rows are there before they would be missed.
    const scrolled = () => flushSync(look);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [element, look]);

  const frame = useRef(0);
  /** Brings a row into sight by the shortest way. */
  const reveal = useCallback(
    (index: number) => {
      cancelAnimationFrame(frame.current);
      const go = () => {
        const element = scroller.current;
        const { places } = now.current;
        if (!element || places[index + 1] === undefined) return;
        const room = element.clientHeight - head;
        element.scrollTop = Math.max(Math.min(element.scrollTop, places[index]!), places[index + 1]! - room);
      };
      go();
      // Once more when the rows on the way there have been measured.
      frame.current = requestAnimationFrame(() => {
        frame.current = requestAnimationFrame(go);
      });
    },
    [scroller, head],
  );
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  return { first, end, above: places[first]!, below: places[count]! - places[end]!, measure, reveal };
}
