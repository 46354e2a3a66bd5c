import type { FavoriteEntity } from '../../lib/client/dashboard/favorites.store.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { isVisitor } from '../shell/visitor.ts';
import { Boundary, part } from '../ui/Boundary.tsx';

export interface StarProps {
  context: PageContext;
  entity: FavoriteEntity;
  entityId: string;
  /** Name of the row, for the tooltip and screen readers. */
  label: string;
  /** In a list of rows walked by keys: no stop of its own for Tab: the arrows of the row lead to it. */
  inRow?: boolean;
}

const Button = part(() => import('./StarButton.tsx'));

/** Marks a row for one's dashboard. Its script comes behind everything else; the place is kept until then. */
export function Star(props: StarProps) {
  if (isVisitor(props.context.profile)) return null;
  return (
    <span className="star-place text-ink-3">
      <Boundary instead={null}>
        <Button {...props} />
      </Boundary>
    </span>
  );
}
