import type { RoutePath } from '../lib/routes.ts';

/** The key of a route in `locales/<locale>/routes.json`, `later.json` and the files of the public pages. */
export function routeKey(path: RoutePath): string {
  return path === '/' ? 'home' : path.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '');
}
