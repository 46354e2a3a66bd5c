import type { ReactNode } from 'react';
import type { Elsewhere as Others } from '../../lib/client/kernel/paged-rows.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import type { AskElsewhereProps } from './AskElsewhere.tsx';
import type { PageContext } from './Signed.tsx';

const Elsewhere = part(() => import('./Elsewhere.tsx'));
const AskElsewhere = part(() => import('./AskElsewhere.tsx'));

/** What an empty list says: its own words, or where only other workspaces have something, that and the way there. */
export function Here({
  context,
  elsewhere,
  narrowed,
  children,
}: {
  context: PageContext;
  elsewhere: Others | undefined;
  /** A filter of the list leaves something out. */
  narrowed: boolean;
  children: ReactNode;
}) {
  if (!elsewhere) return children;
  return (
    <Boundary>
      <Elsewhere context={context} others={elsewhere} own={narrowed ? children : null} />
    </Boundary>
  );
}

/** As {@link Here}, of a list that doesn't know what other workspaces have: that is asked for when the chosen one has nothing. */
export function AskedHere(props: AskElsewhereProps) {
  if (props.context.workspace === null) return props.children;
  return (
    <Boundary>
      <AskElsewhere {...props} />
    </Boundary>
  );
}
