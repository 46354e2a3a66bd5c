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
  /** False = something of it could not be kept. */
  write(draft: Pick<Draft, 'changed' | 'was' | 'typed' | 'version'>, secret?: Iterable<string>): boolean;
  clear(): void;
}

/** The drafts of one form of one user on this page; `longest` as in {@link Drafts.of}. */
export function draftSlot(user: string, form: string, longest?: number): BrowserSlot {
  const drafts = browserDrafts().of({ user, route: draftRoute(), form, longest });
  let session = currentSession();
  return {
    read() {
      const draft = drafts.read();
      // Until it is saved or thrown away it stays a draft of that sign-in: a reload opens its tab again.
      if (draft) session = draft.session;
      return draft;
    },
    write(draft, secret) {
      session ??= currentSession();
      // Who signed out himself has left nothing behind.
      return hasSignedOut() || drafts.write({ ...draft, session, hash: location.hash }, secret);
    },
    clear() {
      session = currentSession();
      drafts.clear();
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
