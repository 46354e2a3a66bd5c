import { api, auth, isGuarded, onAuthNotice } from '../../lib/client/auth/browser.ts';
import { watchDrafts } from '../../lib/client/forms/drafts-page.ts';
import { awaken } from '../../lib/client/kernel/awaken.ts';
import { preloadChunk } from '../../lib/client/kernel/chunk-errors.ts';
import { $asOf, watchConnection } from '../../lib/client/kernel/connection.ts';
import { connectionDeps, liveOf } from '../../lib/client/session/browser-deps.ts';
import { leaveNotice } from '../../lib/client/session/left-notice.ts';
import { watchVisits } from '../../lib/client/session/visits.ts';
import { LOCALE_COOKIE } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import type { LiveEvent } from '../../lib/contract/events.ts';
import type { Key } from '../../lib/i18n/index.ts';
import { translator } from '../../lib/i18n/index.ts';
import { documentLocale, ready } from '../../lib/i18n/ready.ts';
import { toast } from '../ui/toasts.ts';
import { colorMode } from './color.ts';
import { startBuilds } from './new-build.ts';
import { watchPaper } from './paper.ts';
import { withoutChoice } from './place-address.ts';
import { keepCookie, prefs, profileNow } from './session.ts';
import { keepOfflinePage } from './worker.ts';

const RAIL_COOKIE = 'rail';

/** Offers what the person may see; the server did it already unless it sent the page without knowing him. */
function showAllowed({ scope }: Profile): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-scope]')) {
    const needed = (link.dataset.scope ?? '').split(' ').filter(Boolean);
    link.hidden = needed.length > 0 && !needed.some((one) => (scope as readonly string[]).includes(one));
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-rail-group]')) group.hidden = !group.querySelector('a:not([hidden])');
  for (const bar of document.querySelectorAll('[data-rail-waiting]')) bar.remove();
}

/** The rail keeps its width between visits, by a cookie, so that the server draws it right at once. */
function rail(): void {
  const shell = document.querySelector<HTMLElement>('.app');
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-rail-toggle]')) {
    button.addEventListener('click', () => {
      const small = shell?.classList.toggle('small') ?? false;
      button.setAttribute('aria-expanded', String(!small));
      keepCookie(RAIL_COOKIE, small ? 'small' : 'wide');
    });
    awaken(button);
  }
}

/** Asks for the names of an organisation beyond the person's links, in a browser that has forgotten them, or never knew. */
async function names(): Promise<void> {
  const { $prefs, $visited, know } = prefs();
  const chosen = $prefs.get();
  if (!chosen?.beyond_links || chosen.organization === null || $visited.get()) return;
  const places = await preloadChunk(() => import('../../lib/client/session/prefs-places.ts'));
  // Whoever may not read them sees that in the page itself; the switcher still lets him choose another.
  await places?.recallVisited(api().call, chosen.organization).then(know, () => undefined);
}

function person(): void {
  let shown: string | undefined;
  const showPerson = (profile: Profile | null) => {
    if (!profile) return;
    // Somebody else signed in, in another tab: nothing of the one before may stay on the page.
    if (shown !== undefined && shown !== profile.id) location.reload();
    const first = shown === undefined;
    if (first) watchDrafts(profile.id);
    shown = profile.id;
    showAllowed(profile);
    if (prefs().start(profile, location.search)) history.replaceState(history.state, '', withoutChoice(location.href));
    void names();
    if (first) watchVisits(profile.id, prefs().$prefs.get()?.organization ?? null);
  };
  showPerson(profileNow());
  auth().$user.listen((user) => showPerson(user as Profile | null));
  // A page that comes back from the browser's memory has missed what happened meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && prefs().follow());
}

/** What is as old as the page itself says so by its looks too. */
function age(): void {
  $asOf.subscribe((asOf) => void document.documentElement.toggleAttribute('data-as-of', asOf !== null));
}

/** Asks for the person again when the names of places in the switcher were changed by somebody. */
function changes(): void {
  let stop: (() => void) | undefined;
  let followed: string | null = null;
  prefs().$prefs.subscribe((chosen) => {
    const organization = chosen?.organization ?? null;
    if (organization === followed) return;
    followed = organization;
    stop?.();
    if (organization === null) {
      stop = undefined;
      return;
    }
    const live = liveOf(organization);
    const ends = [live.on(hear), watchConnection(live, connectionDeps)];
    stop = () => {
      for (const end of ends) end();
    };
  });
  function hear(event: LiveEvent): void {
    if (event.name !== 'changed') return;
    const { entity } = event.data;
    // What can't be had now is asked for by the next page.
    if (entity === 'organizations' || entity === 'workspaces')
      auth()
        .fetchUser()
        .catch(() => undefined);
  }
}

async function counts(): Promise<void> {
  const script = await preloadChunk(() => import('./menu-counts.ts'));
  script?.showMenuCounts();
}

async function notices(): Promise<void> {
  await ready('ui');
  const t = translator(documentLocale());
  onAuthNotice((notice) => {
    // The page is about to be left; the next one says it.
    if (notice === 'session_ended') leaveNotice(notice);
    else toast({ kind: 'late', text: t(`ui:session.${notice}` as Key) });
  });
}

/** Everything that a signed-in page does by itself: session, choices, rail, colours, language, builds. */
export async function startShell(): Promise<void> {
  keepCookie(LOCALE_COOKIE, documentLocale());
  startBuilds();
  colorMode();
  rail();
  person();
  await notices();
  watchPaper();
  await auth().init();
  changes();
  age();
  void keepOfflinePage();
  // Nothing of the page waits for them.
  (globalThis.requestIdleCallback ?? setTimeout)(() => void counts());
  // A shell whose session turned out to be over has nothing to show; one whose server didn't answer waits for it.
  if (!auth().$loggedIn.get() && auth().refreshStatus() === 'unknown' && isGuarded(location.pathname)) auth().redirect('login');
}
