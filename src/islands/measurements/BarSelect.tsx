import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { Icon } from '../ui/Icon.tsx';

/** A choice in the head of a part: as wide as its words, as long as there is room. Under a finger its letters are so large that no phone zooms in. */
export const BarSelect = (props: SelectHTMLAttributes<HTMLSelectElement>) => (
  <span className="relative min-w-16 max-w-42 flex-[999_1_112px]">
    <select
      {...props}
      className="h-(--control-sm) w-full appearance-none rounded-2 border border-line-control bg-surface pr-6.5 pl-2 text-12 text-ink text-ellipsis focus-visible:shadow-focus pointer-coarse:h-(--control-touch) pointer-coarse:text-16 slim:pr-5 slim:pl-1.5 slim:tracking-tight print:border-0 print:p-0"
    />
    <Icon
      of={ChevronDown}
      size={14}
      className="pointer-events-none absolute top-0 right-2 bottom-0 slim:right-1.5 my-auto text-ink-2 print:hidden"
    />
  </span>
);
