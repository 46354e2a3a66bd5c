import { onMount } from 'nanostores';
import { createFavorites, type FavoritesShare, type FavoritesStore } from '../../lib/client/dashboard/favorites.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { PageContext } from '../shell/Signed.tsx';

const stores = new Map<string, FavoritesStore>();

/** The person's tabs of one organisation. */
function shareOf({ organization, profile }: PageContext): FavoritesShare | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(`taktlog.favorites.${organization}.${profile.id}`);
  return {
    post: () => channel.postMessage(null),
    listen(hear) {
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

/** The page's favourites, asked for when the first star looks at them. Browser only. */
export function favoritesOf(context: PageContext): FavoritesStore {
  const key = `${context.profile.id} ${context.organization}`;
  const known = stores.get(key);
  if (known) return known;
  const share = shareOf(context);
  const store = createFavorites(browserDeps(context.organization), share ? { share } : {});
  onMount(store.$state, () => store.start());
  stores.set(key, store);
  return store;
}
