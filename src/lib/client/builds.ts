import { atom, type ReadableAtom } from 'nanostores';
import { BUILD_FIRST_MS, BUILD_POLL_MS, RELOAD_GUARD_MS } from '../constants.ts';

interface Build {
  id: string;
  timestamp: number;
}
/** The data of a prerendered page, from the object it was rendered from. */
interface Payload {
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
  fetch(url: string, init?: { cache?: 'no-cache' }): Promise<{ ok: boolean; json(): Promise<unknown> }>;
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
}

export interface Builds {
  start(): void;
  stop(): void;
  /** Looks for a newer build; failures are silent. */
  check(): Promise<void>;
  $newBuild: ReadableAtom<Build | null>;
  /** Reloads the path unless it was reloaded less than 10 s ago; says whether it did. */
  reloadGuarded(path: string): boolean;
  /** The payload of a prerendered route, null after a failure, which the next call tries again. @throws Error for a URL with a host */
  loadPayload(route: string): Promise<Payload | null>;
}

const RELOAD_KEY = 'builds.reload';

export function createBuilds(options: BuildsOptions): Builds {
  const { id, now, fetch, timers, connection, storage, reload } = options;
  const $newBuild = atom<Build | null>(null);
  const payloads = new Map<string, Promise<Payload | null>>();
  let first: unknown;
  let poll: unknown;

  async function read<T>(url: string, init?: { cache?: 'no-cache' }): Promise<T> {
    const answer = await fetch(url, init);
    if (!answer.ok) throw new Error(`${url} was not found`);
    return (await answer.json()) as T;
  }
  async function readManifest(): Promise<void> {
    try {
      await read(`/builds/meta/${id}.json`);
    } catch {
      // The hourly check finds out whether the build is gone.
    }
  }
  async function check(): Promise<void> {
    try {
      const latest = await read<Build>(`/builds/latest.json?${now()}`, { cache: 'no-cache' });
      if (typeof latest.id === 'string' && latest.id !== id) $newBuild.set(latest);
    } catch {
      // Polling goes on.
    }
  }
  function stop(): void {
    timers.clearTimeout(first as never);
    timers.clearInterval(poll as never);
  }
  function lastReload(): { path?: unknown; at?: unknown } {
    try {
      return (JSON.parse(storage.getItem(RELOAD_KEY) ?? '{}') ?? {}) as { path?: unknown; at?: unknown };
    } catch {
      return {};
    }
  }

  return {
    $newBuild,
    check,
    stop,
    start() {
      stop();
      if (connection?.effectiveType !== 'slow-2g') first = timers.setTimeout(() => void readManifest(), BUILD_FIRST_MS);
      poll = timers.setInterval(() => void check(), BUILD_POLL_MS);
    },
    reloadGuarded(path) {
      const { path: before, at } = lastReload();
      if (before === path && typeof at === 'number' && now() - at < RELOAD_GUARD_MS) return false;
      try {
        storage.setItem(RELOAD_KEY, JSON.stringify({ path, at: now() }));
      } catch {
        // Without a memory there is no guard, and a page that can't load its parts must still come back.
      }
      reload(path);
      return true;
    },
    async loadPayload(route) {
      if (/^\s*([a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(route)) throw new Error(`Payload URL must not include hostname: ${route}`);
      const path = route.replace(/[?#].*$/, '').replace(/\/+$/, '');
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
