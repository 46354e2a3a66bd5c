import type { FavoriteEntity } from '../../lib/client/dashboard/favorites.store.ts';
import type { Place } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { StarPlace } from './StarPlace.tsx';

export interface StarProps {
  place: Place;
  entity: FavoriteEntity;
  entityId: string;
  /** Name of the row, for the tooltip and screen readers. */
  label: string;
  /** In a list of rows walked by keys: not a stop of its own there, since the row's own page has the star too. */
  inRow?: boolean;
}

const Button = part(() => import('./StarButton.tsx'));

/** Marks a row for one's dashboard. Its script comes behind everything else; the place is kept until then. */
export function Star(props: StarProps) {
  const space = <StarPlace />;
  return (
    <span className="inline-flex flex-none w-6.5 h-6.5 pointer-coarse:w-[var(--control-touch)] pointer-coarse:h-[var(--control-touch)]">
      <Boundary waiting={space} instead={space}>
        <Button {...props} />
      </Boundary>
    </span>
  );
}
