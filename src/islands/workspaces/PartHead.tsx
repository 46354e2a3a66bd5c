import type { ReactNode } from 'react';

/** The title of a part of the shift calendar, and what stands in its line. */
export function PartHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="row flex-wrap min-h-(--control-sm)">
      <h2 className="h2">{title}</h2>
      {children}
    </header>
  );
}
