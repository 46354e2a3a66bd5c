import type { SelectHTMLAttributes } from 'react';

/** A choice in the head of a part: as wide as its words, as long as there is room. */
export const BarSelect = (props: SelectHTMLAttributes<HTMLSelectElement>) => (
  <select
    {...props}
    className="h-(--control-sm) min-w-16 max-w-40 flex-initial rounded-2 border border-line-control bg-surface px-1 text-12 text-ink text-ellipsis focus-visible:shadow-focus pointer-coarse:h-(--control-touch) print:appearance-none print:border-0 print:p-0"
  />
);
