import type { ViewQuery } from '../../lib/client/saved-views/saved-views.store.ts';
import type { ViewedList } from '../../lib/contract/saved-views.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { isVisitor } from '../shell/visitor.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import type { ColumnChoice } from '../ui/DataTable.tsx';

/** A view that is shown, and whether what is shown says something else by now. */
export interface ShownView {
  id: string;
  name: string;
  changed: boolean;
}

export interface ViewsProps {
  context: PageContext;
  list: ViewedList;
  /** Filters and order as the address says them; what narrows nothing is null. */
  query: ViewQuery;
  /** Shows what a view says. */
  onQuery: (query: Record<string, string>) => void;
  /** Where a view has a page of its own: whose this one is, and what is told of the view that is shown. */
  paged?: { id: string | null; onShown: (view: ShownView | null) => void };
  /** Columns that the reader chose; absent where there is no choice. */
  columns?: Pick<ColumnChoice<never>, 'chosen' | 'choose'>;
}

const Menu = part(() => import('./ViewsMenu.tsx'));

/** Filters, order and columns of a list under a name. Its script comes behind everything else; the list doesn't wait for it. */
export function Views(props: ViewsProps) {
  if (isVisitor(props.context.profile)) return null;
  return (
    <Boundary instead={null}>
      <Menu {...props} />
    </Boundary>
  );
}
