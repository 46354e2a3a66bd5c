import { type RefObject, useEffect, useState } from 'react';
import { usePrinting } from '../ui/usePrinting.ts';

/** Of an A4 sheet between its margins, CSS pixels: nothing measures an element there before it is printed. Beside a chart stands what explains it. */
const PAPER = { width: 700, height: 460 };
/** A screen has no more room than that at the edges of one of its columns; what stands further in is beside something, and not on paper. */
const MOST_INSET = 40;

/** Width and height of an element in pixels; zero until it is measured. On paper nothing is wider than the sheet. */
export function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0, inset: 0 });
  const printing = usePrinting();
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      const frame = entry.target.closest('.main')?.getBoundingClientRect().left ?? 0;
      const inset = Math.max(0, Math.round(entry.target.getBoundingClientRect().left - frame));
      setSize((before) => (before.width === width && before.height === height ? before : { width, height, inset }));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  if (!printing || size.width === 0) return size;
  const room = PAPER.width - 2 * (size.inset > MOST_INSET ? MOST_INSET / 2 : size.inset);
  return { width: Math.min(size.width, room), height: Math.min(size.height, PAPER.height) };
}
