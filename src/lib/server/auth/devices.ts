import { createHmac } from 'node:crypto';
import type { Deps } from '../kernel/context.ts';
import type { Key } from '../kernel/keys.ts';

/**
 * The device cookie: `<id>.<mark>.<mark>…`, where a mark proves that one account signed in on this device. It opens nothing; it only
 * keeps other people's failed log-ins from delaying this person (OWASP: "slow down online guessing attacks with device cookies").
 */
export const DEVICE_COOKIE = 'device';
export const DEVICE_LIFE_S = 365 * 86_400;
/** A shared tablet; the account that signed in longest ago is forgotten first. */
const MAX_MARKS = 8;

const SHAPE = /^[\w-]{22}(\.[\w-]{22}){1,8}$/;

const mark = ({ bytes }: Key, device: string, email: string) =>
  createHmac('sha256', bytes)
    .update(JSON.stringify(['device', device, email]))
    .digest('base64url')
    .slice(0, 22);

/** The device's id when this account signed in on it before, else null. */
export function knownDevice(deps: Pick<Deps, 'keys'>, cookie: string | null, email: string): string | null {
  if (!cookie || !SHAPE.test(cookie)) return null;
  const [device = '', ...marks] = cookie.split('.');
  return deps.keys.all('device').some((key) => marks.includes(mark(key, device, email))) ? device : null;
}

/** The cookie after this account signed in. */
export function rememberDevice(deps: Pick<Deps, 'keys' | 'ids'>, cookie: string | null, email: string): string {
  const [device = '', ...marks] = cookie && SHAPE.test(cookie) ? cookie.split('.') : [deps.ids.token(16)];
  const [own = '', ...earlier] = deps.keys.all('device').map((key) => mark(key, device, email));
  return [device, own, ...marks.filter((other) => other !== own && !earlier.includes(other))].slice(0, MAX_MARKS + 1).join('.');
}
