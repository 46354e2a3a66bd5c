import { auth } from '../../lib/client/auth/browser.ts';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { type SavedPrefs, type Visited, withVisited } from '../../lib/client/session/prefs.ts';
import { createPrefsStore, type PrefsDeps, type PrefsStore } from '../../lib/client/session/prefs-store.ts';
import { YEAR_S } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { listAddress, placeAddress, withoutChoice } from './place-address.ts';

/** The person and the choices of a signed-in page in a real browser. Nothing here runs before it is asked for. */

const CHANNEL = 'prefs';

/** The value of a cookie, decoded; null when it is absent. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** Kept for a year, for the whole site; the server reads it for its first render. */
export function keepCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function tabs(): Pick<PrefsDeps, 'channel'> {
  if (typeof BroadcastChannel === 'undefined') return {};
  const channel = new BroadcastChannel(CHANNEL);
  return {
    channel: {
      post: (choice) => channel.postMessage(choice),
      listen: (hear) => channel.addEventListener('message', ({ data }: MessageEvent<SavedPrefs>) => hear(data)),
    },
  };
}

/** What a page shows of one organisation can't become another's: it is rendered again, a detail as the list that it stands in. */
const leave: PrefsDeps['leave'] = (_, by) => {
  if (by === 'link') {
    // The link meant this very page, which the server made for the organisation before.
    history.replaceState(history.state, '', withoutChoice(location.href));
    location.reload();
    return true;
  }
  const address = placeAddress(location.pathname);
  if (address) navigateTo(address);
  return address !== null;
};

let store: PrefsStore | undefined;
/** The page's choice of organisation and workspace. Browser only. */
export function prefs(): PrefsStore {
  store ??= createPrefsStore({ cookies: { get: readCookie, set: keepCookie }, storage: browserStorage(), leave, ...tabs() });
  return store;
}

/** The signed-in person, null until the profile is here. Browser only. */
export const profileNow = (): Profile | null => auth().$user.get() as Profile | null;

let reach: { profile: Profile; visited: Visited | null; made: Profile } | undefined;
/** The person with the organisation that he visits among his links; the same object as long as nothing changes. Browser only. */
export function inReach(profile: Profile | null): Profile | null {
  if (!profile) return null;
  const visited = prefs().$visited.get();
  if (reach?.profile !== profile || reach.visited !== visited) reach = { profile, visited, made: withVisited(profile, visited) };
  return reach.made;
}

/** Chooses where the person works, in all tabs; `visited` where his links don't have the organisation. Browser only. */
export function choosePlace(shown: Profile, organization: string, workspace: string | null, visited?: Visited): void {
  const { $prefs, $visited, choose, visit } = prefs();
  const before = $prefs.get()?.organization;
  const person = profileNow() ?? shown;
  const known = visited ?? $visited.get();
  if (known?.organization_id === organization && !person.links.organizations.some((one) => one.organization_id === organization))
    visit(person, known, workspace);
  else choose(person, { organization, workspace });
  // Of another organisation the page has gone away already. Another workspace is a wish for its list; a detail is of its own workspace.
  const list = before === organization ? listAddress(location.pathname) : null;
  if (list) navigateTo(list);
}
