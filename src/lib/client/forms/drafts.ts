/** What somebody had typed into forms when his session ended or their view went, kept in his browser until he comes back to them. */

/** An older draft is dropped: nobody remembers it. */
export const DRAFT_MAX_AGE_MS = 7 * 86_400_000;
/** Characters of one draft as it is stored; a larger one isn't kept at all, half a form would be worse than none. */
export const DRAFT_MAX_LENGTH = 64 * 1024;
/** Drafts of all users of the browser together; the oldest go first. */
export const DRAFT_MAX_COUNT = 20;

/** `drafts-page.ts` reads keys of this form. */
const PREFIX = 'draft:';
/** Names of fields that are never kept, whether a form marks them as secret or not. */
const SECRET = /passw|passphrase|heslo|secret|token/i;

/** Whose draft it is and where it belongs. `route` is the path without its language, so that it is found in another one too. */
export interface DraftPlace {
  user: string;
  route: string;
  form: string;
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
  /** Typed under an earlier sign-in; else on this very page, in a form that went with its tab. */
  earlier: boolean;
}
interface Kept extends Draft {
  at: number;
}

export interface DraftOptions {
  /** May throw at any call, as the browser's does when it is full or forbidden. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | null;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The drafts as one page sees them. */
export interface Drafts {
  /** The draft of an earlier sign-in or of this very page; null when there is none, or when another page left it behind under this sign-in. */
  read(place: DraftPlace, session: string | null): FoundDraft | null;
  /** Keeps a draft, or forgets it when nothing is changed. Fields named in `secret` and those whose name says so are left out. */
  write(place: DraftPlace, draft: Draft, secret?: Iterable<string>): void;
  clear(place: DraftPlace): void;
  /** Everything of one user: he signed out. */
  forget(user: string): void;
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

function parse(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isRecord(kept) || typeof kept.at !== 'number' || typeof kept.hash !== 'string') return null;
    if (!isRecord(kept.changed) || !isRecord(kept.was) || !isRecord(kept.typed)) return null;
    return kept as unknown as Kept;
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
  function kept(prefix: string): { key: string; draft: Kept }[] {
    return (
      storing((store) => {
        const keys = Array.from({ length: store.length }, (_, index) => store.key(index)).filter((key) => key?.startsWith(prefix));
        const found: { key: string; draft: Kept }[] = [];
        for (const key of keys as string[]) {
          const draft = parse(store.getItem(key));
          const age = draft ? now() - draft.at : Number.POSITIVE_INFINITY;
          if (draft && age <= DRAFT_MAX_AGE_MS) found.push({ key, draft });
          else store.removeItem(key);
        }
        return found.sort((a, b) => b.draft.at - a.draft.at);
      }) ?? []
    );
  }

  /** Written by this page: whoever comes back to such a form has not left it behind. */
  const writtenHere = new Set<string>();
  const remove = (key: string) => {
    writtenHere.delete(key);
    storing((store) => store.removeItem(key));
  };

  return {
    read(place, session) {
      const key = keyOf(place);
      const draft = kept(key).find((one) => one.key === key)?.draft;
      if (!draft) return null;
      const earlier = draft.session === null || draft.session !== session;
      return earlier || writtenHere.has(key) ? { ...draft, earlier } : null;
    },
    write(place, { session, version, hash, changed, was, typed }, secret = []) {
      const secrets = new Set(secret);
      const open = <T>(fields: Record<string, T>) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.has(name) && !SECRET.test(name)));
      const plain = (fields: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(open(fields)).filter(([, value]) => isPlain(value)));
      const draft: Kept = { session, version, hash, changed: plain(changed), was: plain(was), typed: open(typed), at: now() };
      const key = keyOf(place);
      const text = JSON.stringify(draft);
      const empty = Object.keys(draft.changed).length + Object.keys(draft.typed).length === 0;
      if (empty || text.length > DRAFT_MAX_LENGTH) {
        remove(key);
        return;
      }
      for (const old of kept(PREFIX)
        .filter((one) => one.key !== key)
        .slice(DRAFT_MAX_COUNT - 1))
        remove(old.key);
      writtenHere.add(key);
      storing((store) => store.setItem(key, text));
    },
    clear: (place) => remove(keyOf(place)),
    forget(user) {
      for (const { key } of kept(userPrefix(user))) remove(key);
    },
  };
}
