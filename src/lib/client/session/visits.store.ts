import { atom, type ReadableAtom } from 'nanostores';
import { matchPath } from '../../i18n/paths.ts';
import type { RoutePath } from '../../routes.ts';

/** What a person opened last. It never leaves his browser, and is kept apart for each person and organisation. */

export const VISITS_LIMIT = 8;
/** Characters of a name that are kept. */
const LABEL_LIMIT = 120;
const PREFIX = 'visits:';

/** A detail page; `path` is without its language. */
export interface Visit {
  path: string;
  label: string;
}
export interface VisitsOptions {
  /** May throw at any call, as the browser's does when it is full or forbidden. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> | null;
}
export interface Visits {
  /** The newest first. */
  read(user: string, organization: string): Visit[];
  note(user: string, organization: string, visit: Visit): void;
  /** The page isn't there any more. */
  drop(user: string, organization: string, path: string): void;
  /** Everything of one person: he signed out. */
  forget(user: string): void;
}

const userPrefix = (user: string) => `${PREFIX}${encodeURIComponent(user)}:`;
export const visitsKey = (user: string, organization: string) => `${userPrefix(user)}${encodeURIComponent(organization)}`;

/** The route of a detail page for signed-in people; null for every other path, however it got into the storage. */
export function detailRoute(path: string): { path: RoutePath; id: string } | null {
  const found = matchPath(path);
  const id = found?.params.id;
  return found && id !== undefined && found.route.access === 'user' ? { path: found.route.path, id } : null;
}

function parse(text: string | null): Visit[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(found)) return [];
    return found
      .filter((one): one is Visit => typeof one?.path === 'string' && typeof one.label === 'string' && detailRoute(one.path) !== null)
      .slice(0, VISITS_LIMIT)
      .map(({ path, label }) => ({ path, label }));
  } catch {
    return [];
  }
}

export function createVisits({ storage }: VisitsOptions): Visits {
  /** Storage that may be forbidden or full: the list is a convenience. */
  function storing<T>(work: (storage: NonNullable<VisitsOptions['storage']>) => T, otherwise: T): T {
    try {
      return storage ? work(storage) : otherwise;
    } catch {
      return otherwise;
    }
  }
  const read: Visits['read'] = (user, organization) => storing((store) => parse(store.getItem(visitsKey(user, organization))), []);
  const write = (user: string, organization: string, visits: Visit[]) =>
    storing((store) => store.setItem(visitsKey(user, organization), JSON.stringify(visits)), undefined);
  const without = (user: string, organization: string, path: string) => read(user, organization).filter((one) => one.path !== path);
  return {
    read,
    note(user, organization, { path, label }) {
      const text = label.trim().slice(0, LABEL_LIMIT);
      if (text === '' || detailRoute(path) === null) return;
      write(user, organization, [{ path, label: text }, ...without(user, organization, path)].slice(0, VISITS_LIMIT));
    },
    drop: (user, organization, path) => write(user, organization, without(user, organization, path)),
    forget: (user) =>
      storing((store) => {
        const keys = Array.from({ length: store.length }, (_, index) => store.key(index));
        for (const key of keys) if (key?.startsWith(userPrefix(user))) store.removeItem(key);
      }, undefined),
  };
}

export interface VisitsStore {
  /** Null until the browser has been asked, as on the server. */
  $visits: ReadableAtom<readonly Visit[] | null>;
  start(): () => void;
}

/**
 * The list as the dashboard shows it.
 * @param onChange calls back when another tab may have changed the key; returns an unsubscribe
 */
export function createVisitsView(
  visits: () => Visits,
  user: string,
  organization: string,
  onChange: (key: string, run: () => void) => () => void,
): VisitsStore {
  const $visits = atom<readonly Visit[] | null>(null);
  const show = () => $visits.set(visits().read(user, organization));
  return {
    $visits,
    start() {
      show();
      return onChange(visitsKey(user, organization), show);
    },
  };
}
