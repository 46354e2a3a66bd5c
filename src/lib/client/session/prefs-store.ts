import { atom, type ReadableAtom } from 'nanostores';
import type { Profile } from '../../contract/auth.ts';
import { choosePrefs, type Prefs, parsePrefs, parseVisited, prefsKey, prefsOfLink, type SavedPrefs, type Visited } from './prefs.ts';

export interface PrefsDeps {
  cookies: { get(name: string): string | null; set(name: string, value: string): void };
  /** May throw or be absent. */
  storage: (Pick<Storage, 'setItem'> & Partial<Pick<Storage, 'getItem'>>) | null;
  /** The other tabs of the browser. */
  channel?: { post(choice: SavedPrefs): void; listen(hear: (choice: SavedPrefs) => void): void };
  /**
   * Another organisation than that of the page was chosen, here or in another tab, or another place by the link that led here. True when
   * the page goes away for it: nothing of it changes any more, and the next page finds the choice.
   */
  leave?(to: Prefs, by: 'choice' | 'link'): boolean;
}

type Choice = Pick<SavedPrefs, 'organization' | 'workspace'>;

export interface PrefsStore {
  /** Null until somebody is signed in. */
  $prefs: ReadableAtom<Prefs | null>;
  /** The chosen organisation where the person's links don't have it; null as long as it isn't known. */
  $visited: ReadableAtom<Visited | null>;
  /** Takes up the saved choice of the person; `query` may carry another one. True when the query's was taken. */
  start(user: Profile, query: string): boolean;
  /** Chooses and remembers, in all tabs. */
  choose(user: Profile, choice: Choice): void;
  /** Chooses in an organisation beyond the person's links. */
  visit(user: Profile, visited: Visited, workspace: string | null): void;
  /** Names and zones of the visited organisation, read again. */
  know(visited: Visited): void;
  /** Looks whether another tab chose meanwhile. */
  follow(): void;
}

/** Where {@link Visited} is kept, beside the list of workspaces. */
const visitedKey = (uid: string) => `${prefsKey(uid)}.visited`;

/** The choice of organisation and workspace in this browser: in a cookie for the server's first render, the list in localStorage. */
export function createPrefsStore({ cookies, storage, channel, leave }: PrefsDeps): PrefsStore {
  const $prefs = atom<Prefs | null>(null);
  const $visited = atom<Visited | null>(null);
  let person: Profile | null = null;

  /** A browser that stores nothing works the list out from the links each time, and asks for names. */
  function store(key: string, value: unknown): void {
    try {
      storage?.setItem(key, JSON.stringify(value));
    } catch {
      // See above.
    }
  }
  function stored(key: string): string | null {
    try {
      return storage?.getItem?.(key) ?? null;
    } catch {
      return null;
    }
  }
  const saved = (user: Profile) => choosePrefs({ user, saved: parsePrefs(cookies.get(prefsKey(user.id))) });

  function keep({ uid, organization, workspace, workspaces, beyond_links }: Prefs): SavedPrefs {
    const kept: SavedPrefs = { uid, organization, workspace, ...(beyond_links ? { beyond_links } : {}) };
    cookies.set(prefsKey(uid), JSON.stringify(kept));
    store(prefsKey(uid), workspaces);
    return kept;
  }
  function show(prefs: Prefs, before: Prefs | null, by: 'choice' | 'link'): void {
    // A link may change the workspace as well: the page came with rows of the one before.
    const other = before && (before.organization !== prefs.organization || (by === 'link' && before.workspace !== prefs.workspace));
    if (other && leave?.(prefs, by)) return;
    if (prefs.beyond_links && $visited.get()?.organization_id !== prefs.organization)
      $visited.set(parseVisited(stored(visitedKey(prefs.uid)), prefs.organization ?? ''));
    $prefs.set(prefs);
  }
  function decide(next: Prefs): void {
    const kept = keep(next);
    channel?.post(kept);
    show(next, $prefs.get(), 'choice');
  }
  function know(visited: Visited): void {
    if (!person) return;
    store(visitedKey(person.id), visited);
    $visited.set(visited);
  }
  function follow(): void {
    const before = $prefs.get();
    if (!person || !before) return;
    const next = saved(person);
    if (next.organization !== before.organization || next.workspace !== before.workspace) show(next, before, 'choice');
  }
  channel?.listen((choice) => {
    if (choice.uid !== person?.id) return;
    const next = choosePrefs({ user: person, saved: choice });
    // The other tab's cookie may not have come here yet, and this page may be about to be asked for anew.
    keep(next);
    show(next, $prefs.get(), 'choice');
  });

  return {
    $prefs,
    $visited,
    start(user, query) {
      person = user;
      // What the server rendered the page from, unless this page has chosen since.
      const before = saved(user);
      const linked = prefsOfLink(user, query);
      const next = linked ? choosePrefs({ user, saved: { uid: user.id, ...linked } }) : before;
      const kept = keep(next);
      if (linked) channel?.post(kept);
      show(next, linked ? before : $prefs.get(), linked ? 'link' : 'choice');
      return linked !== null;
    },
    choose(user, choice) {
      person = user;
      decide(choosePrefs({ user, saved: { uid: user.id, ...choice } }));
    },
    visit(user, visited, workspace) {
      person = user;
      store(visitedKey(user.id), visited);
      const { organization_id: organization } = visited;
      decide(choosePrefs({ user, saved: { uid: user.id, organization, workspace, beyond_links: true } }));
      if ($prefs.get()?.organization === organization) $visited.set(visited);
    },
    know,
    follow,
  };
}
