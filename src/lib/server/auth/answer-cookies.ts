import type { Context } from 'hono';
import { tokenStorage } from '../../client/auth/storage.ts';
import { REFRESH_LIFE_S } from '../../constants.ts';
import type { Tokens } from '../../contract/auth.ts';
import type { Deps } from '../kernel/context.ts';
import { readCookie, writeCookie } from '../kernel/cookies.ts';
import type { AppEnv } from '../kernel/http.ts';
import { readRefreshToken } from '../kernel/tokens.ts';
import { BROWSER_COOKIE, BROWSER_COOKIE_LIFE_S, rememberBrowser } from './browser-cookie.ts';
import { endMarkedSession, hasSession, markCookie, markedSession } from './session-mark.ts';

const secureOf = (deps: Deps) => deps.config.siteUrl.startsWith('https:');

function setCookie(c: Context<AppEnv>, deps: Deps, name: string, value: string, maxAge: number, httpOnly = false): void {
  c.header('Set-Cookie', writeCookie(name, value, { maxAge, secure: secureOf(deps), httpOnly }), { append: true });
}

/** The cookie of the double-submit check. A browser that has one keeps it, so that its other tabs go on working. */
export function setXsrfCookie(c: Context<AppEnv>, deps: Deps): void {
  const given = readCookie(c.req.header('cookie'), 'XSRF-TOKEN');
  setCookie(c, deps, 'XSRF-TOKEN', given && /^[\w-]{16,64}$/.test(given) ? given : deps.ids.token(18), REFRESH_LIFE_S);
}

/** Knows the browser again at the next log-in to this account. */
function setBrowserCookie(c: Context<AppEnv>, deps: Deps, email: string): void {
  const given = readCookie(c.req.header('cookie'), BROWSER_COOKIE);
  setCookie(c, deps, BROWSER_COOKIE, rememberBrowser(deps, given, email.trim().toLowerCase()), BROWSER_COOKIE_LIFE_S, true);
}

/** What every answer to a log-in sets; a session that this browser had before is ended, since its tokens are overwritten. */
export async function setLoginCookies(c: Context<AppEnv>, deps: Deps, email: string, { refresh_token }: Tokens): Promise<void> {
  const next = readRefreshToken(deps.keys, refresh_token)?.sessionId ?? null;
  await endMarkedSession(deps, c.req.header('cookie'), next);
  setXsrfCookie(c, deps);
  setBrowserCookie(c, deps, email);
}

/** Marks a browser that shows the cookies of the session; see session-mark.ts. */
export function setSessionMark(c: Context<AppEnv>, deps: Deps, sessionId: string): void {
  const cookies = c.req.header('cookie');
  if (!hasSession(cookies) || markedSession(deps, cookies) === sessionId) return;
  c.header('Set-Cookie', markCookie(deps, sessionId), { append: true });
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
  // These cookies and the session mark are in one answer, so the browser never has the mark without the cookies.
  const session = readRefreshToken(deps.keys, refresh_token);
  if (session) c.header('Set-Cookie', markCookie(deps, session.sessionId), { append: true });
}
