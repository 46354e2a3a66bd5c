import { createHmac } from 'node:crypto';
import type { Deps } from '../kernel/context.ts';
import type { Key } from '../kernel/keys.ts';

/**
 * The browser cookie: `<id>.<mark>.<mark>…`, where a mark proves that one account signed in with this browser. It gives no access; it only
 * keeps other people's failed log-ins from delaying this person (OWASP: "slow down online guessing attacks with device cookies").
 */
export const BROWSER_COOKIE = 'device';
export const BROWSER_COOKIE_LIFE_S = 365 * 86_400;
/** Accounts remembered in one browser, as on a shared tablet; the one that signed in longest ago is forgotten first. */
const MAX_MARKS = 8;

const SHAPE = /^[\w-]{22}(\.[\w-]{22}){1,8}$/;

const mark = ({ bytes }: Key, browserId: string, email: string) =>
  createHmac('sha256', bytes)
    .update(JSON.stringify(['device', browserId, email]))
    .digest('base64url')
    .slice(0, 22);

/** The browser's id when this account signed in with it before, else null. */
export function browserIdOf(deps: Pick<Deps, 'keys'>, cookie: string | null, email: string): string | null {
  if (!cookie || !SHAPE.test(cookie)) return null;
  const [browserId = '', ...marks] = cookie.split('.');
  return deps.keys.all('device').some((key) => marks.includes(mark(key, browserId, email))) ? browserId : null;
}

/** The cookie after this account signed in. */
export function rememberBrowser(deps: Pick<Deps, 'keys' | 'ids'>, cookie: string | null, email: string): string {
  const [browserId = '', ...marks] = cookie && SHAPE.test(cookie) ? cookie.split('.') : [deps.ids.token(16)];
  const [newest = '', ...earlier] = deps.keys.all('device').map((key) => mark(key, browserId, email));
  return [browserId, newest, ...marks.filter((other) => other !== newest && !earlier.includes(other))].slice(0, MAX_MARKS + 1).join('.');
}
