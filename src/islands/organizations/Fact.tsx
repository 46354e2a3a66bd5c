import type { ReactNode } from 'react';

/** The list in which facts stand. */
export const FACTS = 'grid border-t border-t-line';

/** A setting for those who may only read it. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(120px,220px)_minmax(0,1fr)] gap-y-0.5 gap-x-4 py-2.25 border-b border-b-line slim:grid-cols-1">
      <dt className="text-ink-3">{name}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}
