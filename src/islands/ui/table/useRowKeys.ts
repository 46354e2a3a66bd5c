import { type KeyboardEvent, type RefObject, useState } from 'react';

export interface RowKeysOptions {
  body: RefObject<HTMLElement | null>;
  count: number;
  /** Rows that fit on the screen. */
  page: number;
  scrollTo: (index: number) => void;
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

/** Walking through rows by keys: one row is in the tab order, arrows move it, Enter follows its link. */
export function useRowKeys({ body, count, page, scrollTo }: RowKeysOptions) {
  const [current, setCurrent] = useState(0);

  const focus = (index: number) => {
    setCurrent(index);
    scrollTo(index);
    // A row that was not rendered yet appears with the frame after the scroll.
    const find = (tries: number) => {
      const row = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
      if (row) row.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(() => find(tries - 1));
    };
    requestAnimationFrame(() => find(10));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target as HTMLElement;
    // Keys pressed inside a button of the row belong to the button.
    if (row.tagName !== 'TR') return;
    if (event.key === 'Enter') {
      row.querySelector<HTMLAnchorElement>('a.row-link')?.click();
      return;
    }
    const next = target(event.key, current, count, page);
    if (next === null) return;
    event.preventDefault();
    focus(next);
  };

  return { current: Math.min(current, Math.max(0, count - 1)), setCurrent, onKeyDown };
}
