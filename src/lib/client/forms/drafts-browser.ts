import { auth } from '../auth/browser.ts';
import { onPageLeaving } from '../kernel/page-leaving.ts';
import { createDrafts, type Draft, type Drafts, type FoundDraft } from './drafts.ts';
import { hasSignedOut } from './drafts-page.ts';
import { currentSession, draftRoute } from './drafts-return.ts';

/** Drafts of the forms of a page in a real browser. Nothing here runs before it is asked for. */

let shelf: Drafts | undefined;
function browserDrafts(): Drafts {
  if (shelf) return shelf;
  let storage: Storage | null = null;
  try {
    storage = localStorage;
  } catch {
    // A browser that stores nothing keeps no drafts.
  }
  shelf = createDrafts({ storage, now: () => Date.now() });
  return shelf;
}

export interface BrowserSlot {
  read(): FoundDraft | null;
  write(draft: Pick<Draft, 'changed' | 'was' | 'typed' | 'version'>, secret: Iterable<string>): void;
  clear(): void;
}

/** The place of one form of one user on this page. */
export function draftSlot(user: string, form: string): BrowserSlot {
  const place = { user, route: draftRoute(), form };
  let session = currentSession();
  return {
    read() {
      const draft = browserDrafts().read(place, session);
      // Until it is saved or thrown away it stays a draft of that sign-in: a reload brings it back again.
      if (draft) session = draft.session;
      return draft;
    },
    write(draft, secret) {
      session ??= currentSession();
      if (!hasSignedOut()) browserDrafts().write(place, { ...draft, session, hash: location.hash }, secret);
    },
    clear() {
      session = currentSession();
      browserDrafts().clear(place);
    },
  };
}

/** Runs `keep` when the session ends under a form and when the page goes away. Returns how to stop it. */
export function onLeaving(keep: () => void): () => void {
  const stop = auth().$user.listen((user) => {
    if (user === null) keep();
  });
  const stay = onPageLeaving(keep);
  return () => {
    stop();
    stay();
  };
}
