import * as z from 'zod/mini';
import { DEFAULT_LOCALE } from '../../constants.ts';
import { matchPath, splitPath } from '../../i18n/paths.ts';
import { isOpen } from '../../routes.ts';
import { type Api, createApi } from '../kernel/api.ts';
import { createHttp } from '../kernel/http.ts';
import { navigateTo } from '../kernel/navigate.ts';
import { observed } from '../kernel/observed.ts';
import { type Auth, type AuthNotice, type Cookies, createAuth } from './index.ts';

/** The one session of a page in a real browser. Nothing here runs before it is asked for, so it may be imported on the server. */

const CHANNEL = 'auth';
const LEASE_KEY = 'auth.lock';
const LEASE_MS = 30_000;
const LEASE_POLL_MS = 50;

export function documentCookies(): Cookies {
  const attributes = `; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
  const write = (name: string, value: string, maxAge: number) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http
    document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${maxAge}${attributes}`;
  };
  return {
    get(name) {
      const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
      if (found === undefined) return null;
      const value = found.slice(name.length + 1);
      try {
        return decodeURIComponent(value);
      } catch {
        return value;
      }
    },
    set: (name, value, { maxAge }) => write(name, value, maxAge),
    remove: (name) => write(name, '', 0),
  };
}

/** BroadcastChannel, or storage events where there is none. */
function tabs() {
  if (typeof BroadcastChannel !== 'undefined') {
    const channel = new BroadcastChannel(CHANNEL);
    return {
      post: (message: unknown) => channel.postMessage(message),
      listen(hear: (message: unknown) => void) {
        const heard = (event: MessageEvent) => hear(event.data);
        channel.addEventListener('message', heard);
        return () => channel.removeEventListener('message', heard);
      },
    };
  }
  return {
    post: (message: unknown) => storing((storage) => storage.setItem(CHANNEL, JSON.stringify([message, Date.now()]))),
    listen(hear: (message: unknown) => void) {
      const heard = ({ key, newValue }: StorageEvent) => {
        if (key === CHANNEL && newValue) hear((JSON.parse(newValue) as unknown[])[0]);
      };
      addEventListener('storage', heard);
      return () => removeEventListener('storage', heard);
    },
  };
}

/** Storage that may be forbidden. */
function storing<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

/** One tab after another. Plain http has no Web Locks: there a lease in localStorage, which ends by itself. */
function lock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(CHANNEL, work) : underLease(work);
}

export async function underLease<T>(work: () => Promise<T>): Promise<T> {
  const thisTab = `${Math.random()}`;
  const holder = () => storing((storage) => storage.getItem(LEASE_KEY))?.split(' ') ?? [];
  const take = () =>
    storing((storage) => {
      storage.setItem(LEASE_KEY, `${thisTab} ${Date.now() + LEASE_MS}`);
      return true;
    });
  for (;;) {
    const [id, until] = holder();
    if (id === thisTab) break;
    const left = Number(until) - Date.now();
    const isTaken = left > 0 && left <= LEASE_MS;
    // Where nothing can be kept there is no lease to wait for.
    if (!isTaken && !take()) break;
    // The tab that wrote last has it: both look again a moment later.
    await new Promise((wake) => setTimeout(wake, LEASE_POLL_MS));
  }
  try {
    return await work();
  } finally {
    storing((storage) => {
      if (holder()[0] === thisTab) storage.removeItem(LEASE_KEY);
    });
  }
}

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

/** Is the path a page for signed-in people? A convenience of the browser only: the server decides on its matched route. */
export function isGuarded(path: string): boolean {
  const access = matchPath(splitPath(path).path)?.route.access;
  return access !== undefined && !isOpen(access, import.meta.env.DEV);
}

let pageStays = false;
/** From now on the end of the session leaves the page where it is: what somebody is doing there needs none. */
export const holdPage = (): void => {
  pageStays = true;
};

interface Page {
  auth: Auth;
  api: Api;
}
let page: Page | undefined;
const listeners = new Set<(notice: AuthNotice) => void>();

function made(): Page {
  if (page) return page;
  // The policy of the pages forbids code made from text; without this zod would try it and leave a message.
  z.config({ jitless: true });
  const timers = {
    setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
    clearTimeout: (timer: number) => clearTimeout(timer),
  };
  const fetch = observed((input, init) => globalThis.fetch(input, init));
  const bare = createHttp({ fetch, timers });
  const auth = createAuth({
    now: () => Date.now(),
    cookies: documentCookies(),
    request: (r) => bare.request(r),
    navigate: (path) => navigateTo(path),
    path: () => trimmed(location.pathname),
    page: () => trimmed(location.pathname) + location.search + location.hash,
    hash: () => location.hash,
    locale: () => splitPath(location.pathname).prefix ?? DEFAULT_LOCALE,
    guarded: (path) => !pageStays && isGuarded(path),
    channel: tabs(),
    lock,
    notify: (notice) => {
      for (const listener of listeners) listener(notice);
    },
  });
  page = { auth, api: createApi(createHttp({ fetch, timers, auth })) };
  return page;
}

/** The page's session. Browser only. */
export const auth = (): Auth => made().auth;
/** The page's API client. Browser only. */
export const api = (): Api => made().api;

/** Hears what a person should be told about his session. */
export function onAuthNotice(listener: (notice: AuthNotice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
