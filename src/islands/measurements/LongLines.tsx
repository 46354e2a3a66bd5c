import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEventHandler, type ReactNode, type RefObject, useEffect } from 'react';

const HEAD = 30;
/** What is assumed before the first measuring, pixels. */
const FIRST_RECT = { width: 600, height: 600 };

export interface LongLinesProps {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  keyOf: (index: number) => string;
  /** About how high a row is, pixels. */
  height: number;
  /** The row that comes into sight when it is another one; −1 for none. */
  sought: number;
  className: string | undefined;
  onClick: MouseEventHandler<HTMLTableSectionElement>;
  children: (index: number, measure: (row: HTMLTableRowElement | null) => void) => ReactNode;
}

/** The rows of a long table: those that are in sight. */
export default function LongLines({ scroller, count, keyOf, height, sought, className, onClick, children }: LongLinesProps) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: 8,
    initialRect: FIRST_RECT,
    scrollPaddingStart: HEAD,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  useEffect(() => {
    if (sought >= 0) virtual.scrollToIndex(sought);
  }, [sought]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box of each row takes the keys
    <tbody className={className} onClick={onClick}>
      {above > 0 ? <Gap size={above} /> : null}
      {items.map(({ index }) => children(index, virtual.measureElement))}
      {below > 0 ? <Gap size={below} /> : null}
    </tbody>
  );
}

/** The height of the rows that are not rendered. */
function Gap({ size }: { size: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr className="gap" aria-hidden="true">
      <td style={{ height: size }} />
    </tr>
  );
}
