import { useCallback, useSyncExternalStore } from 'react';
import { auth } from '../../lib/client/auth/browser.ts';
import type { LiveState } from '../../lib/client/kernel/live.ts';
import { liveOf } from '../../lib/client/session/browser-deps.ts';
import { choosePrefs, type Prefs, type SavedPrefs } from '../../lib/client/session/prefs.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { colorMode } from './color.ts';
import { inReach, prefs, profileNow } from './session.ts';

const CONNECTING: LiveState = { status: 'connecting' };

function listenToPerson(changed: () => void): () => void {
  const stops = [auth().$user.listen(changed), prefs().$visited.listen(changed)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The signed-in person: as the server knew him, then as the browser's session does, with the organisation that he visits. */
export function useProfile(given: Profile | null): Profile | null {
  return useSyncExternalStore(
    listenToPerson,
    () => inReach(profileNow() ?? given),
    () => given,
  );
}

/** The choice in force; before the browser's own is known, what the cookie said to the server. */
export function usePrefs(profile: Profile | null, saved: SavedPrefs | null): Prefs | null {
  const own = useSyncExternalStore(
    (changed) => prefs().$prefs.listen(changed),
    () => prefs().$prefs.get(),
    () => null,
  );
  return own ?? (profile ? choosePrefs({ user: profile, saved }) : null);
}

/** State of the organisation's live stream; connecting on the server. */
export function useLive(organization: string | null): LiveState {
  const subscribe = useCallback(
    (changed: () => void) => (organization ? liveOf(organization).$live.listen(changed) : () => undefined),
    [organization],
  );
  return useSyncExternalStore(
    subscribe,
    () => (organization ? liveOf(organization).$live.get() : CONNECTING),
    () => CONNECTING,
  );
}

/** The preferred colour mode; the server doesn't know it and says `system`. */
export function useColorPreference() {
  return useSyncExternalStore(
    (changed) => colorMode().$preference.listen(changed),
    () => colorMode().$preference.get(),
    () => 'system' as const,
  );
}

/** Does the window match a media query? The first render goes by `first`, which must be the same on the server and in the browser. */
export function useMedia(query: string, first = no): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches, first);
}
const no = () => false;
