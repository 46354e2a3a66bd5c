import type { Look } from '../timeline/paint.ts';

/** The ink of an activity: losses are hatched, and so is time that nobody assigned. */
export const inkClass = ({ colour, loss, kind }: Pick<Look, 'colour' | 'loss' | 'kind'>): string =>
  colour === null ? (kind === 'pause' ? 'bg-line-2' : 'tm-unassigned') : `bg-cat-${colour} text-cat-${colour}-on${loss ? ' tm-loss' : ''}`;

export const Swatch = ({ look }: { look: Pick<Look, 'colour' | 'loss' | 'kind'> }) => (
  <i className={`sw ${inkClass(look)}`} aria-hidden="true" />
);
