import { atom, type ReadableAtom } from 'nanostores';
import type { Profile } from '../contract/auth.ts';
import { choosePrefs, type Prefs, parsePrefs, prefsKey, prefsOfLink, type SavedPrefs } from './prefs.ts';

export interface PrefsDeps {
  cookies: { get(name: string): string | null; set(name: string, value: string): void };
  /** May throw or be absent. */
  storage: Pick<Storage, 'setItem'> | null;
}

export interface PrefsStore {
  /** Null until somebody is signed in. */
  $prefs: ReadableAtom<Prefs | null>;
  /** Takes up the saved choice of the person; `query` may carry another one. True when the query's was taken. */
  start(user: Profile, query: string): boolean;
  /** Chooses and remembers. */
  choose(user: Profile, choice: Pick<SavedPrefs, 'organization' | 'workspace'>): void;
}

/** The choice of organisation and workspace in this browser: in a cookie for the server's first render, the list in localStorage. */
export function createPrefsStore({ cookies, storage }: PrefsDeps): PrefsStore {
  const $prefs = atom<Prefs | null>(null);

  function keep(prefs: Prefs): void {
    const { uid, organization, workspace, workspaces } = prefs;
    cookies.set(prefsKey(uid), JSON.stringify({ uid, organization, workspace } satisfies SavedPrefs));
    try {
      storage?.setItem(prefsKey(uid), JSON.stringify(workspaces));
    } catch {
      // A browser that stores nothing works the list out from the links each time.
    }
    $prefs.set(prefs);
  }
  const choose: PrefsStore['choose'] = (user, choice) => keep(choosePrefs({ user, saved: { uid: user.id, ...choice } }));

  return {
    $prefs,
    start(user, query) {
      const linked = prefsOfLink(user, query);
      if (linked) choose(user, linked);
      else keep(choosePrefs({ user, saved: parsePrefs(cookies.get(prefsKey(user.id))) }));
      return linked !== null;
    },
    choose,
  };
}
