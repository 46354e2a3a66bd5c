import type { BuildsOptions } from './build-watch.ts';
import { navigateTo } from './navigate.ts';

/** What `watchBuilds` and `createBuilds` get in a real browser. */

export type Connection = { saveData?: boolean; effectiveType?: string } | undefined;

export const connection = (): Connection => (navigator as { connection?: Connection }).connection;

/** The build that rendered the page. It stands in the page and not in the scripts, so that a script that didn't change keeps its name. */
export const buildId = (): string => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '';

export function browserBuilds(): Omit<BuildsOptions, 'prerendered'> {
  return {
    id: buildId(),
    now: () => Date.now(),
    // Addresses bear the id of the build, so what the browser has of them is still right; who asks for the latest says otherwise.
    fetch: (url, init) => fetch(url, { cache: 'force-cache', priority: 'low', ...init }),
    timers: {
      setTimeout: (work, ms) => setTimeout(work, ms),
      clearTimeout: (timer: number) => clearTimeout(timer),
      setInterval: (work, ms) => setInterval(work, ms),
      clearInterval: (timer: number) => clearInterval(timer),
    },
    connection: connection(),
    // Looked up at each use: a browser that forbids it throws there, where it is expected.
    storage: {
      getItem: (key) => sessionStorage.getItem(key),
      setItem: (key, value) => sessionStorage.setItem(key, value),
    },
    reload: (path) => (path === location.pathname ? location.reload() : navigateTo(path)),
  };
}
