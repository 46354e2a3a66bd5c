import { type RefObject, useLayoutEffect, useState } from 'react';
import { usePrinting } from '../ui/usePrinting.ts';

/** Rows rendered beyond the edges. */
const OVERSCAN = 8;
/** What is assumed before the first measuring, pixels. */
const FIRST_HEIGHT = 600;

/**
 * Which of many rows of one height are in sight of a scrolled box; on paper all of them. All rows are equally high here, so this does without the library of the
 * lists, which would be nine kilobytes on the fullest page of all.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, assumed: number, head: number) {
  const [row, setRow] = useState(assumed);
  const [view, setView] = useState({ top: 0, height: FIRST_HEIGHT });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const found = element.querySelector('tr[data-index]')?.getBoundingClientRect().height;
      if (found) setRow(found);
      setView((before) =>
        before.top === element.scrollTop && before.height === element.clientHeight
          ? before
          : { top: element.scrollTop, height: element.clientHeight },
      );
    };
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  const printing = usePrinting();
  const first = printing ? 0 : Math.max(0, Math.min(count, Math.floor(view.top / row) - OVERSCAN));
  const end = printing ? count : Math.min(count, Math.ceil((view.top + view.height) / row) + OVERSCAN);
  return {
    indices: Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at),
    above: first * row,
    below: Math.max(0, count - end) * row,
    /** Scrolls as little as brings the row into sight. */
    show(index: number) {
      const element = scroller.current;
      if (!element) return;
      const top = index * row;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + row + head > element.scrollTop + element.clientHeight) element.scrollTop = top + row + head - element.clientHeight;
    },
  };
}
