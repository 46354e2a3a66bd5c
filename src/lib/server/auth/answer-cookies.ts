import type { Context } from 'hono';
import { tokenStorage } from '../../client/auth/storage.ts';
import { REFRESH_LIFE_S } from '../../constants.ts';
import type { Tokens } from '../../contract/auth.ts';
import type { Deps } from '../context.ts';
import { readCookie, writeCookie } from '../cookies.ts';
import type { AppEnv } from '../http.ts';
import { DEVICE_COOKIE, DEVICE_LIFE_S, rememberDevice } from './devices.ts';

const secureOf = (deps: Deps) => deps.config.siteUrl.startsWith('https:');

function setCookie(c: Context<AppEnv>, deps: Deps, name: string, value: string, maxAge: number, httpOnly = false): void {
  c.header('Set-Cookie', writeCookie(name, value, { maxAge, secure: secureOf(deps), httpOnly }), { append: true });
}

/** The cookie of the double-submit check; one that the browser has already stays the same, for its other tabs. */
export function setXsrfCookie(c: Context<AppEnv>, deps: Deps): void {
  const given = readCookie(c.req.header('cookie'), 'XSRF-TOKEN');
  setCookie(c, deps, 'XSRF-TOKEN', given && /^[\w-]{16,64}$/.test(given) ? given : deps.ids.token(18), REFRESH_LIFE_S);
}

/** Knows the device again at the next log-in to this account. */
export function setDeviceCookie(c: Context<AppEnv>, deps: Deps, email: string): void {
  const given = readCookie(c.req.header('cookie'), DEVICE_COOKIE);
  setCookie(c, deps, DEVICE_COOKIE, rememberDevice(deps, given, email.trim().toLowerCase()), DEVICE_LIFE_S, true);
}

/** The cookies that the browser module would write after a log-in, written by its own code, for the form that works without scripts. */
export function setAuthCookies(c: Context<AppEnv>, deps: Deps, { token, refresh_token }: Tokens): void {
  const storage = tokenStorage(
    {
      get: () => null,
      set: (name, value, { maxAge }) => setCookie(c, deps, name, value, maxAge),
      remove: (name) => setCookie(c, deps, name, '', 0),
    },
    () => Math.floor(deps.clock.now() / 1000),
  );
  storage.keep(token, refresh_token);
  storage.setStrategy('local');
  storage.takeRemembered();
}
