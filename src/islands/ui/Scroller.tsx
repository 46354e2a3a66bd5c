import type { ReactNode } from 'react';

/** A table or a list that may be wider or higher than its place; keys reach it and scroll it. */
export function Scroller({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <div className={`overflow-x-auto ${className}`} tabIndex={0}>
      {children}
    </div>
  );
}
