import type { ReactNode } from 'react';

/** A small framed word: a label of a thing, or what people decided about it; what is live wears a lamp, `Status`. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>;
}
