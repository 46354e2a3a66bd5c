import type { ReactNode } from 'react';

/** The place of a row's star; it is kept until the browser knows whether the row is marked. */
export function StarPlace({ marked = false, children }: { marked?: boolean; children?: ReactNode }) {
  return (
    <span
      className={`inline-flex size-6.5 flex-none pointer-coarse:size-(--control-touch) [&_.btn]:text-inherit ${marked ? 'text-accent [&_.i]:fill-current' : 'text-ink-3'}`}
    >
      {children}
    </span>
  );
}
