import { atom, computed, type ReadableAtom } from 'nanostores';
import { login } from './login.ts';
import type { AuthOptions, AuthRequest, AuthUser } from './options.ts';
import { hasScope, loadPerson } from './person.ts';
import type { RedirectName } from './redirect.ts';
import { createRefresh } from './refresh.ts';
import { createRequests } from './requests.ts';
import { createSession } from './session.ts';
import { restore } from './start.ts';
import { STRATEGY, type TokenStatus, tokenStorage } from './storage.ts';

export type { AuthAnswer, AuthNotice, AuthOptions } from './options.ts';
export type { Cookies } from './storage.ts';

export interface Auth {
  /** Restores the session of the cookies; never navigates, never rejects. */
  init(): Promise<void>;
  /** @throws AuthError with the answer's code; Error `Strategy not supported: …` */
  login(credentials: { email: string; password: string }): Promise<AuthUser>;
  logout(): Promise<void>;
  /** Forgets tokens and person; a guarded page moves away. Keeps `auth.strategy`. */
  reset(): void;
  /** Loads the profile; null when nobody is signed in. @throws Error `No strategy is set!`, AuthError */
  fetchUser(): Promise<AuthUser | null>;
  /** Gets new tokens unless another tab just did. @throws AuthError, or the transport's error with the tokens kept */
  refreshTokens(): Promise<void>;
  hasScope(scope: string): boolean;
  redirect(name: RedirectName): void;
  tokenStatus(): TokenStatus;
  refreshStatus(): TokenStatus;
  /** The request with its headers. @throws Error {@link SESSION_OVER} when the session is over */
  intercept<R extends AuthRequest>(r: R): Promise<R & { headers: Record<string, string> }>;
  $user: ReadableAtom<AuthUser | null>;
  $loggedIn: ReadableAtom<boolean>;
  $busy: ReadableAtom<boolean>;
}

/**
 * The session of this browser. It holds no DOM: cookies, transport, navigation and clock are handed in. Who is signed in and how that ends is
 * in `session.ts`, what is asked in `requests.ts`; new tokens come by `refresh.ts`, the profile by `person.ts`.
 */
export function createAuth(options: AuthOptions): Auth {
  const tokens = tokenStorage(options.cookies, options.now);
  const requests = createRequests(options, tokens);
  const session = createSession(options, tokens);
  const { refresh, ready } = createRefresh(tokens, session, requests, options.lock);
  const strategy = options.strategy === undefined ? STRATEGY : options.strategy;
  const $working = atom(0);
  let starting: Promise<void> | undefined;

  async function busy<T>(work: () => Promise<T>): Promise<T> {
    $working.set($working.get() + 1);
    try {
      return await work();
    } finally {
      $working.set($working.get() - 1);
    }
  }

  /** @throws Error when the session can't be kept the way that was asked for */
  function supported(): void {
    if (!strategy) throw new Error('No strategy is set!');
    if (strategy !== STRATEGY) throw new Error(`Strategy not supported: ${strategy}`);
  }
  async function refreshTokens(): Promise<void> {
    supported();
    return refresh();
  }
  async function load(fresh: boolean, count = session.endedAnywhere): Promise<AuthUser | null> {
    supported();
    return loadPerson(session, requests, ready, fresh, count);
  }
  const fetchUser = () => load(false);
  session.listen(() => void fetchUser().catch(() => undefined));

  return {
    init() {
      starting ??= busy(async () => {
        if (strategy === STRATEGY) await restore(session, tokens, refreshTokens, load, options.notify);
        session.begin();
      });
      return starting;
    },
    login: (credentials) =>
      busy(async () => {
        supported();
        return login(session, tokens, requests, credentials, load);
      }),
    async logout() {
      tokens.removeStrategy();
      session.forget();
      session.tell('signed-out');
      session.redirect('logout');
    },
    reset: session.end,
    fetchUser,
    refreshTokens,
    hasScope: (scope) => hasScope(session.$user.get(), scope),
    redirect: session.redirect,
    tokenStatus: tokens.tokenStatus,
    refreshStatus: tokens.refreshStatus,
    intercept: (r) => requests.prepare(r, strategy === STRATEGY ? ready : null),
    $user: session.$user,
    $loggedIn: session.$loggedIn,
    $busy: computed($working, (count) => count > 0),
  };
}
