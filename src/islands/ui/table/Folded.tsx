import type { ReactNode } from 'react';

/** What a cell that says more in a narrow table keeps off the edges of its row then. */
export const FOLDS = '@max-[681px]:py-2';

/** What the columns said that a narrow table has no room for. */
export function Folded({ children }: { children: ReactNode }) {
  return <small className="hidden @max-[681px]:block">{children}</small>;
}
