/**
 * What somebody typed into forms and didn't save, kept in his browser until he comes back to them: by the menu, in another language, after a
 * closed tab, a closed dialog or an ended session.
 *
 * One form in two tabs: each tab writes a place of its own, and nobody writes over or removes a text that he has neither written nor been shown.
 * A form that opens is given the newest text and goes on in its place; as soon as the tab that wrote it writes on, the two part again. So what
 * was typed in either tab is found again, the newest first, the older one when that is saved or thrown away; of two tabs that save the same
 * row the version decides, as between two people.
 */

/** An older draft is dropped: nobody remembers it. */
export const DRAFT_MAX_AGE_MS = 7 * 86_400_000;
/** Characters of one draft as it is stored; a larger one isn't kept at all, half a form would be worse than none. */
export const DRAFT_MAX_LENGTH = 64 * 1024;
/** Drafts of all users of the browser together; the oldest go first. */
export const DRAFT_MAX_COUNT = 40;

/** `drafts-page.ts` reads keys of this form. */
const PREFIX = 'draft:';
/** Before the number of a further tab; encoded names don't hold it. */
const TAB = '#';
/** Names of fields that are never kept, whether a form marks them as secret or not. */
const SECRET = /passw|passphrase|heslo|secret|token/i;

/** Whose draft it is and where it belongs. `route` is the path without its language, so that it is found in another one too. */
export interface DraftPlace {
  user: string;
  route: string;
  form: string;
  /** Characters that a draft of this form may have, where the usual limit is too low; of long ones only the newest is kept. */
  longest?: number | undefined;
}

/** Text that stands in a field and can't be read as its value, and why. */
export interface Typed {
  text: string;
  problem: { code: string; params?: Record<string, string | number | boolean> | undefined } | null;
}

export interface Draft {
  /** The sign-in under which it was typed; null where that isn't known. */
  session: string | null;
  /** The row's version on which the changes are based. */
  version: number | null;
  /** Fragment of the address, which is where a tab or a dialog is remembered. */
  hash: string;
  /** Fields that differ from what the form began with, and what they began with. */
  changed: Record<string, unknown>;
  was: Record<string, unknown>;
  typed: Record<string, Typed>;
}
/** What is there of a form that comes up. */
export interface FoundDraft extends Draft {
  /** When it was kept, milliseconds since the epoch. */
  at: number;
}

export interface DraftOptions {
  /** May throw at any call, as the browser's does when it is full or forbidden. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | null;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The drafts of one form that is open. */
export interface FormDrafts {
  /** The newest one; null when there is none. */
  read(): FoundDraft | null;
  /**
   * Keeps a draft, or forgets the form's own when nothing is changed. Fields named in `secret` and those whose name says so are left out.
   * False = something that was chosen or typed could not be kept.
   */
  write(draft: Draft, secret?: Iterable<string>): boolean;
  /** Removes what this form wrote or was given. */
  clear(): void;
}

export interface Drafts {
  of(place: DraftPlace): FormDrafts;
}

const userPrefix = (user: string) => `${PREFIX}${encodeURIComponent(user)}:`;
const keyOf = ({ user, route, form }: DraftPlace) => `${userPrefix(user)}${encodeURIComponent(route)}:${encodeURIComponent(form)}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that come back from JSON as they went in and hide no secret; files, dates, NaN and infinite numbers don't. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.entries(value).every(([name, one]) => !SECRET.test(name) && isPlain(one));
}

function parse(text: string | null): FoundDraft | null {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isRecord(kept) || typeof kept.at !== 'number' || typeof kept.hash !== 'string') return null;
    if (!isRecord(kept.changed) || !isRecord(kept.was) || !isRecord(kept.typed)) return null;
    return kept as unknown as FoundDraft;
  } catch {
    return null;
  }
}

export function createDrafts({ storage, now }: DraftOptions): Drafts {
  /** Storage that may be forbidden or full: a form works without drafts. */
  function storing<T>(work: (storage: NonNullable<DraftOptions['storage']>) => T): T | null {
    try {
      return storage ? work(storage) : null;
    } catch {
      return null;
    }
  }

  /** Every readable draft under a prefix, the newest first; what is too old or broken goes. */
  function kept(prefix: string): { key: string; text: string; draft: FoundDraft }[] {
    return (
      storing((store) => {
        const keys = Array.from({ length: store.length }, (_, index) => store.key(index)).filter((key) => key?.startsWith(prefix));
        const found: { key: string; text: string; draft: FoundDraft }[] = [];
        for (const key of keys as string[]) {
          const text = store.getItem(key);
          const draft = parse(text);
          const age = draft ? now() - draft.at : Number.POSITIVE_INFINITY;
          if (draft && age <= DRAFT_MAX_AGE_MS) found.push({ key, text: text!, draft });
          else store.removeItem(key);
        }
        return found.sort((a, b) => b.draft.at - a.draft.at);
      }) ?? []
    );
  }
  const stored = (key: string) => storing((store) => store.getItem(key));

  return {
    of(place) {
      const first = keyOf(place);
      const isOfForm = (key: string) => key === first || key.startsWith(`${first}${TAB}`);
      /** Where this form's draft stands, and the text that it wrote or was given there. */
      let own: { key: string; text: string; content: string } | null = null;
      const isOwn = () => own !== null && stored(own.key) === own.text;
      const clear = () => {
        if (isOwn()) storing((store) => store.removeItem(own!.key));
        own = null;
      };
      /** A place in which nothing stands that somebody else would miss. */
      function free(): string {
        if (own && (isOwn() || stored(own.key) === null)) return own.key;
        for (let tab = 1; ; tab++) {
          const key = tab === 1 ? first : `${first}${TAB}${tab}`;
          if (stored(key) === null) return key;
        }
      }
      return {
        read() {
          const found = kept(first).find(({ key }) => isOfForm(key));
          if (!found) return null;
          const { at, ...draft } = found.draft;
          own = { key: found.key, text: found.text, content: JSON.stringify(draft) };
          return found.draft;
        },
        write({ session, version, hash, changed, was, typed }, secret = []) {
          const secrets = new Set(secret);
          const isOpen = (name: string) => !secrets.has(name) && !SECRET.test(name);
          const open = <T>(fields: Record<string, T>) => Object.fromEntries(Object.entries(fields).filter(([name]) => isOpen(name)));
          const plain = (fields: Record<string, unknown>) =>
            Object.fromEntries(Object.entries(open(fields)).filter(([, value]) => isPlain(value)));
          const draft: Draft = { session, version, hash, changed: plain(changed), was: plain(was), typed: open(typed) };
          // A number that can't be read yet stands in `typed`.
          const whole = Object.keys(open(changed)).every((name) => name in draft.changed || name in draft.typed);
          if (Object.keys(draft.changed).length + Object.keys(draft.typed).length === 0) {
            clear();
            return whole;
          }
          const content = JSON.stringify(draft);
          const text = JSON.stringify({ ...draft, at: now() });
          if (text.length > (place.longest ?? DRAFT_MAX_LENGTH)) {
            clear();
            return false;
          }
          // Nothing new since, and the tab that goes on in that place has written on, saved it or thrown it away.
          if (content === own?.content && !isOwn()) return true;
          const key = free();
          const isLong = text.length > DRAFT_MAX_LENGTH;
          const others = kept(PREFIX).filter((one) => one.key !== key);
          for (const [at, old] of others.entries())
            if (at >= DRAFT_MAX_COUNT - 1 || (isLong && old.text.length > DRAFT_MAX_LENGTH)) storing((store) => store.removeItem(old.key));
          own = { key, text, content };
          return storing((store) => store.setItem(key, text)) !== null && whole;
        },
        clear,
      };
    },
  };
}
