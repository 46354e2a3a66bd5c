import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { Picking } from './picking.tsx';

export interface RowKeysOptions {
  body: RefObject<HTMLElement | null>;
  count: number;
  /** Rows that fit on the screen. */
  page: number;
  scrollTo: (index: number) => void;
  /** Rows that are passed over. */
  isHidden: (index: number) => boolean;
  picking: Pick<Picking<unknown>, 'toggle' | 'extend'> | undefined;
}

function target(key: string, current: number, count: number, page: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: count - 1,
    PageDown: current + page,
    PageUp: current - page,
  };
  const wanted = steps[key];
  return wanted === undefined ? null : Math.min(count - 1, Math.max(0, wanted));
}

/** The next row in sight, in the direction or, where there is none, back from it. */
export function inSight(wanted: number, step: 1 | -1, count: number, isHidden: (index: number) => boolean): number {
  for (const way of [step, -step]) for (let at = wanted; at >= 0 && at < count; at += way) if (!isHidden(at)) return at;
  return wanted;
}

/** What of a row can be pressed: boxes, stars, menus; the row itself is its link. */
const controlsOf = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('input:not([disabled]), button:not([disabled]), a:not(.row-link)'),
];

/** From the row to its controls and back by the arrows to the sides, as in a grid; Escape goes back at once. */
function sidewards(event: KeyboardEvent<HTMLElement>): boolean {
  const from = event.target as HTMLElement;
  const row = from.closest('tr');
  // Where somebody writes, arrows move the cursor.
  if (!row || from.matches('input:not([type=checkbox]), textarea')) return false;
  const step = { ArrowRight: 1, ArrowLeft: -1, Escape: Number.NEGATIVE_INFINITY }[event.key];
  if (step === undefined || (from === row && step < 0)) return false;
  const stops = [row as HTMLElement, ...controlsOf(row)];
  const next = stops[Math.min(stops.length - 1, Math.max(0, stops.indexOf(from) + step))];
  if (!next || next === from) return false;
  next.focus();
  return true;
}

/** Walking through rows by keys: one row is in the tab order, arrows move it, Enter follows its link, the space bar picks it. */
export function useRowKeys({ body, count, page, scrollTo, isHidden, picking }: RowKeysOptions) {
  const [current, setCurrent] = useState(0);

  const frame = useRef(0);
  const focus = (index: number) => {
    cancelAnimationFrame(frame.current);
    setCurrent(index);
    scrollTo(index);
    const find = (tries: number) => {
      const row = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
      if (row) row.focus({ preventScroll: true });
      // A row that was not rendered yet appears with a frame after the scroll.
      else if (tries > 0) frame.current = requestAnimationFrame(() => find(tries - 1));
    };
    find(10);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target as HTMLElement;
    if (sidewards(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    // Keys pressed inside a button of the row belong to the button.
    if (row.tagName !== 'TR') return;
    if (event.key === 'Enter') {
      row.querySelector<HTMLAnchorElement>('a.row-link')?.click();
      return;
    }
    if (event.key === ' ' && picking) {
      event.preventDefault();
      picking.toggle(current);
      return;
    }
    const wanted = target(event.key, current, count, page);
    if (wanted === null) return;
    event.preventDefault();
    const next = inSight(wanted, event.key === 'Home' || wanted > current ? 1 : -1, count, isHidden);
    if (event.shiftKey) picking?.extend(next, current);
    focus(next);
  };

  return { current: inSight(Math.min(current, Math.max(0, count - 1)), 1, count, isHidden), setCurrent, onKeyDown };
}
