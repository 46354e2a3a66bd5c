import type { ReactNode } from 'react';

/** A small framed word: a label of a thing, never a state. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>;
}
