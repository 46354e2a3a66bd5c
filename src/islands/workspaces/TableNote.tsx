import type { ReactNode } from 'react';

/** A quiet line under a table, or in place of its rows. */
export function TableNote({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap gap-y-2 gap-x-3 py-3 px-5 slim:px-4 text-ink-3">{children}</p>;
}
