import { createHmac, timingSafeEqual } from 'node:crypto';
import { AUTH_COOKIE_PREFIX, PUSH_AWAY_S, SESSION_LIFE_S } from '../../constants.ts';
import { ACCESS_COOKIE } from '../kernel/authenticate.ts';
import type { Deps } from '../kernel/context.ts';
import { readCookie, writeCookie } from '../kernel/cookies.ts';
import type { Key } from '../kernel/keys.ts';
import { endSessions } from './sessions.ts';
import { carryOn, isToldAfter } from './told-browsers.ts';

/**
 * Signing out makes no call: the browser only forgets its tokens. So that the session ends all the same, the browser keeps a cookie that no
 * script sees and that names the session without opening anything. A page asked for with this mark and without the session's own cookies
 * says that the browser has left the session, which is then revoked. Cookies are also gone when the session is over by time: that says nothing
 * about signing out, so a browser that is told of alarms beyond its session keeps the mark, by which it is known again at the next log-in.
 *
 * The mark is given only to a browser that has just shown the session's cookies: between the answer to a log-in and the moment when the page
 * has written them, another tab would else look like one that has left.
 */
export const MARK_COOKIE = 'session_mark';
export const REFRESH_COOKIE = `${AUTH_COOKIE_PREFIX}_refresh_token.local`;

const SHAPE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/;

const macOf = ({ bytes }: Key, sessionId: string) => createHmac('sha256', bytes).update(sessionId).digest('base64url').slice(0, 22);

const markOf = ({ keys }: Pick<Deps, 'keys'>, sessionId: string): string => `${sessionId}.${macOf(keys.current('mark'), sessionId)}`;

/** The session that a browser's mark names; null without one, and for one that another installation gave. */
export function markedSession({ keys }: Pick<Deps, 'keys'>, cookies: string | undefined): string | null {
  const [, sessionId, mac] = SHAPE.exec(readCookie(cookies, MARK_COOKIE) ?? '') ?? [];
  if (!sessionId || !mac) return null;
  const isOurs = keys.all('mark').some((key) => timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, sessionId))));
  return isOurs ? sessionId : null;
}

/** Does the browser have cookies of a session, whatever they are worth? */
export const hasSession = (cookies: string | undefined): boolean =>
  readCookie(cookies, REFRESH_COOKIE) !== null || readCookie(cookies, ACCESS_COOKIE) !== null;

/** The cookie to be set; null takes the mark away. */
export const markCookie = (deps: Pick<Deps, 'config' | 'keys'>, sessionId: string | null): string =>
  writeCookie(MARK_COOKIE, sessionId === null ? '' : markOf(deps, sessionId), {
    maxAge: sessionId === null ? 0 : SESSION_LIFE_S + PUSH_AWAY_S,
    secure: deps.config.siteUrl.startsWith('https:'),
    httpOnly: true,
  });

type MarkDeps = Pick<Deps, 'db' | 'clock' | 'bus' | 'keys'>;

/**
 * Ends the session that the browser's mark names: another one (`next`) takes its place there, or nobody has its tokens any more. What the browser
 * is told beyond a session goes on with the next one of the same person.
 */
export async function endMarkedSession(deps: MarkDeps, cookies: string | undefined, next: string | null = null): Promise<void> {
  const sessionId = markedSession(deps, cookies);
  if (sessionId === null || sessionId === next) return;
  const now = deps.clock.now();
  const ended = await deps.db.write(null, async (db) => {
    if (next !== null) await carryOn(db, { from: sessionId, to: next }, now);
    return endSessions(db, now, (eb) => eb('id', '=', sessionId));
  });
  deps.bus.endSessions(ended);
}

/** Ends the session that the browser of a page's request has left; true when there was a mark to take away. */
export async function endLeftSession(deps: MarkDeps, cookies: string | undefined): Promise<boolean> {
  if (!cookies?.includes(MARK_COOKIE) || hasSession(cookies)) return false;
  const sessionId = markedSession(deps, cookies);
  if (sessionId === null || (await deps.db.read(null, (db) => isToldAfter(db, sessionId, deps.clock.now())))) return false;
  await endMarkedSession(deps, cookies);
  return true;
}
