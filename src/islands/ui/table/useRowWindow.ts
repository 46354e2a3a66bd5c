import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { rowStarts, rowsInSight, scrollFor } from './row-window.ts';

export interface RowWindowOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Names a row, whose height is remembered by it. Keeps its identity as long as the rows do. */
  keyOf: (index: number) => string | number;
  /** Height of a row that was never seen. */
  guess: number;
  /** Room over the first row: what stays there while the rows scroll. */
  lead: number;
  /** Rows rendered on each side of those in sight. */
  beyond: number;
  /** Height that the server assumes; the browser corrects it. */
  firstHeight: number;
}

/** How often a row that is looked for is aimed at again, a frame each, while rows on the way get their heights. */
const AIMS = 3;

/** Renders only those rows of a list that are in sight; in the place of the others stands their height. */
export function useRowWindow({ scroller, count, keyOf, guess, lead, beyond, firstHeight }: RowWindowOptions) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [view, setView] = useState({ top: 0, height: firstHeight });
  const [heights, setHeights] = useState<{ guess: number; of: ReadonlyMap<string | number, number> }>({ guess, of: new Map() });
  const starts = useMemo(() => {
    // Heights of rows that looked otherwise, as they do on a narrow screen, say nothing.
    const known = heights.guess === guess ? heights.of : null;
    return rowStarts(count, (index) => known?.get(keyOf(index)) ?? guess);
  }, [count, keyOf, guess, heights]);
  const latest = useRef({ starts, keyOf, guess });
  useLayoutEffect(() => {
    latest.current = { starts, keyOf, guess };
    setElement(scroller.current);
  });

  useLayoutEffect(() => {
    if (!element) return;
    // In steps of a row, so that not every pixel renders anew.
    const look = () => {
      const step = latest.current.guess;
      const [top, height] = [Math.floor(element.scrollTop / step) * step, element.clientHeight + step];
      setView((now) => (now.top === top && now.height === height ? now : { top, height }));
    };
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [element]);

  const observer = useRef<ResizeObserver | null>(null);
  useEffect(() => () => observer.current?.disconnect(), []);
  /** The `ref` of each row, which says its place by `data-index`. */
  const measure = useCallback((row: HTMLElement | null) => {
    if (!row) return;
    observer.current ??= new ResizeObserver((entries) =>
      setHeights((before) => {
        const { keyOf, guess } = latest.current;
        const of = new Map(before.guess === guess ? before.of : []);
        let isNew = before.guess !== guess;
        for (const { target, borderBoxSize } of entries) {
          const height = borderBoxSize[0]?.blockSize ?? 0;
          const key = keyOf(Number((target as HTMLElement).dataset.index));
          if (height === 0 || (of.get(key) ?? guess) === height) continue;
          of.set(key, height);
          isNew = true;
        }
        return isNew ? { guess, of } : before;
      }),
    );
    const { current } = observer;
    current.observe(row);
    return () => current.unobserve(row);
  }, []);

  const scrollTo = useCallback(
    (index: number) => {
      const aim = (left: number) => {
        const { current } = scroller;
        if (!current) return;
        const sight = { top: current.scrollTop, height: current.clientHeight - lead };
        const top = scrollFor(latest.current.starts, index, sight);
        if (top !== sight.top) current.scrollTop = top;
        if (left > 0) requestAnimationFrame(() => aim(left - 1));
      };
      aim(AIMS);
    },
    [scroller, lead],
  );

  const { first, end } = rowsInSight(starts, view, beyond);
  const total = starts[count] ?? 0;
  return { first, end, above: starts[first] ?? 0, below: total - (starts[end] ?? total), total, measure, scrollTo };
}

/** Places from `first` to before `end`. */
export const places = (first: number, end: number): number[] => Array.from({ length: end - first }, (_, n) => first + n);
