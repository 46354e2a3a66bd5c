/** What somebody had typed into forms when his session ended, kept in his browser until he signs in again. */

/** A draft that is older belongs to nobody's memory. */
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
interface Kept extends Draft {
  at: number;
}

export interface DraftOptions {
  /** May throw at any call, as the browser's does when it is full or forbidden. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | null;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Drafts {
  /** The draft of an earlier sign-in; null when there is none, or when it was left behind under this one. */
  read(place: DraftPlace, session: string | null): Draft | null;
  /** Keeps a draft, or forgets it when nothing is changed. Fields named in `secret` and those whose name says so are left out. */
  write(place: DraftPlace, draft: Draft, secret?: Iterable<string>): void;
  clear(place: DraftPlace): void;
  /** Everything of one user: he signed out. */
  forget(user: string): void;
}

const userPrefix = (user: string) => `${PREFIX}${encodeURIComponent(user)}:`;
const keyOf = ({ user, route, form }: DraftPlace) => `${userPrefix(user)}${encodeURIComponent(route)}:${encodeURIComponent(form)}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that come back from JSON as they went in; files, dates and numbers that are none don't. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return Array.isArray(value) && value.every(isPlain);
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

  const remove = (key: string) => storing((store) => store.removeItem(key));
  const isEarlier = (draft: Kept, session: string | null) => draft.session === null || draft.session !== session;

  return {
    read(place, session) {
      const found = kept(keyOf(place)).find((one) => one.key === keyOf(place));
      return found && isEarlier(found.draft, session) ? found.draft : null;
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
      storing((store) => store.setItem(key, text));
    },
    clear: (place) => void remove(keyOf(place)),
    forget(user) {
      for (const { key } of kept(userPrefix(user))) remove(key);
    },
  };
}
