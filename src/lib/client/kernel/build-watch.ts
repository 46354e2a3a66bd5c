import { BUILD_FIRST_MS, BUILD_POLL_MS, RELOAD_GUARD_MS } from '../../constants.ts';
import { isGateway } from './gateway.ts';
import { isExternal } from './navigate.ts';

export interface Build {
  id: string;
  timestamp: number;
}
/** The data of a prerendered page, from the object it was rendered from. */
export interface Payload {
  route: string;
  locale: string;
  build_id: string;
  prerendered_at: number;
  head: unknown;
  data: unknown;
}

export interface BuildsOptions {
  /** Id of the running build; `dev` and the empty text are no builds. */
  id: string;
  /** Milliseconds since the epoch. */
  now(): number;
  fetch(url: string, init?: { cache?: 'no-cache' }): Promise<{ ok: boolean; status: number; json(): Promise<unknown> }>;
  timers: {
    setTimeout(work: () => void, ms: number): unknown;
    clearTimeout(timer: never): void;
    setInterval(work: () => void, ms: number): unknown;
    clearInterval(timer: never): void;
  };
  connection?: { effectiveType?: string } | null | undefined;
  /** Of the session; may throw. */
  storage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  reload(path: string): void;
  /** Hears which paths are prerendered, when the manifest has been read. */
  prerendered?(paths: readonly string[]): void;
}

export interface BuildWatch {
  start(): void;
  stop(): void;
  /** Looks for a newer build; failures are silent. */
  check(): Promise<void>;
  /** Reloads the path unless it was reloaded less than 10 s ago; says whether it did. */
  reloadGuarded(path: string): boolean;
  /**
   * The same, once it is known that a server answers: otherwise the browser would put its own error page in the place of what is still here,
   * such as while a new build is being put up.
   */
  reloadAnswered(path: string): Promise<boolean>;
  /** The payload of a prerendered route, null after a failure, which the next call tries again. @throws Error for a URL with a host */
  loadPayload(route: string): Promise<Payload | null>;
}

/** A server that is silent for so long is not there. */
const ANSWER_MS = 5_000;
/** With the path behind it: when that was reloaded last. */
const RELOAD_KEY = 'builds.reload:';

/** What a page does about builds, without a store, so that public pages can ship it. @param newer hears of a newer build at each check */
export function watchBuilds(options: BuildsOptions, newer: (build: Build) => void): BuildWatch {
  const { id, now, fetch, timers, connection, storage, reload } = options;
  const payloads = new Map<string, Promise<Payload | null>>();
  let first: unknown;
  let poll: unknown;

  async function read<T>(url: string, init?: { cache?: 'no-cache' }): Promise<T> {
    const answer = await fetch(url, init);
    if (!answer.ok) throw new Error(`${url} was not found`);
    const data: unknown = await answer.json();
    if (typeof data !== 'object' || data === null) throw new Error(`${url} holds no object`);
    return data as T;
  }
  async function readManifest(): Promise<void> {
    try {
      const { prerendered } = await read<{ prerendered?: unknown }>(`/builds/meta/${id}.json`);
      if (Array.isArray(prerendered)) options.prerendered?.(prerendered as string[]);
    } catch {
      // The hourly check finds out whether the build is gone.
    }
  }
  async function check(): Promise<void> {
    try {
      const latest = await read<Build>(`/builds/latest.json?${now()}`, { cache: 'no-cache' });
      if (typeof latest.id === 'string' && latest.id !== '' && latest.id !== id) newer(latest);
    } catch {
      // Polling goes on.
    }
  }
  async function answers(): Promise<boolean> {
    let late: unknown;
    const silence = new Promise<never>((_, reject) => {
      late = timers.setTimeout(() => reject(new Error('The server is silent')), ANSWER_MS);
    });
    try {
      const { status } = await Promise.race([fetch(`/builds/latest.json?${now()}`, { cache: 'no-cache' }), silence]);
      return !isGateway(status);
    } catch {
      return false;
    } finally {
      timers.clearTimeout(late as never);
    }
  }
  function reloadGuarded(path: string): boolean {
    const key = RELOAD_KEY + path;
    try {
      const age = now() - Number(storage.getItem(key) ?? Number.NaN);
      if (age >= 0 && age < RELOAD_GUARD_MS) return false;
      storage.setItem(key, String(now()));
    } catch {
      // Without a memory there is no guard, and a page that can't load its parts must still come back.
    }
    reload(path);
    return true;
  }
  function stop(): void {
    timers.clearTimeout(first as never);
    timers.clearInterval(poll as never);
  }

  return {
    check,
    stop,
    start() {
      stop();
      if (connection?.effectiveType !== 'slow-2g') first = timers.setTimeout(() => void readManifest(), BUILD_FIRST_MS);
      poll = timers.setInterval(() => void check(), BUILD_POLL_MS);
    },
    reloadGuarded,
    reloadAnswered: async (path) => (await answers()) && reloadGuarded(path),
    async loadPayload(route) {
      if (isExternal(route)) throw new Error(`Payload URL must not include hostname: ${route}`);
      const path = route.replace(/[?#].*$/s, '').replace(/\/+$/, '');
      const known = payloads.get(path);
      if (known) return known;
      const loading = read<Payload>(`${path}/_payload.json?${id === '' || id === 'dev' ? now() : id}`).catch((error: unknown) => {
        payloads.delete(path);
        console.warn(`The payload of ${path || '/'} was not loaded`, error);
        return null;
      });
      payloads.set(path, loading);
      return loading;
    },
  };
}
