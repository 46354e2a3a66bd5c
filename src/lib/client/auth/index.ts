import { atom, computed, type ReadableAtom } from 'nanostores';
import { AuthError, SESSION_OVER } from '../kernel/auth-error.ts';
import { isExternal } from '../kernel/navigate.ts';
import { isLoginPage, isReturnPath, type RedirectName, redirectTarget, returnTarget } from './redirect.ts';
import { type Cookies, type TokenStatus, tokenStorage } from './storage.ts';

export type { Cookies } from './storage.ts';

/** A request before it is sent; `path` is relative to the site. */
interface AuthRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}
export interface AuthAnswer {
  status: number;
  data: unknown;
}
/** The signed-in person as the profile answered it. */
type AuthUser = { id: unknown; scope?: unknown } & Record<string, unknown>;

/** What a person should be told once; the page says it in his language. */
export type AuthNotice = 'session_ended' | 'refresh_failed' | 'profile_failed';

export interface AuthOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  cookies: Cookies;
  /** The bare transport: rejects only on network failure, whatever the status. */
  request(r: { method: string; path: string; headers: Record<string, string>; body?: unknown }): Promise<AuthAnswer>;
  navigate(path: string): void;
  /** Path of the page without query, hash and trailing slash. */
  path(): string;
  /** The same with its query, to come back to; without it the path alone is remembered. */
  page?(): string;
  locale(): string;
  /** Does the path belong to a page for signed-in people? */
  guarded(path: string): boolean;
  /** Other tabs of the same browser. */
  channel?: { post(message: unknown): void; listen(hear: (message: unknown) => void): () => void };
  /** Runs one tab after another. */
  lock?<T>(work: () => Promise<T>): Promise<T>;
  /** `local` if absent; null = none. */
  strategy?: string | null;
  notify?(notice: AuthNotice): void;
}

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

const STRATEGY = 'local';
const USER_FIELD = 'id';
const LOGIN = '/v1/auth/login';
const REFRESH = '/v1/auth/refresh_token';
/** What tabs tell each other; `tab` lets one that hears itself stay calm. */
interface Message {
  type: 'signed-in' | 'signed-out';
  tab: string;
}

const fields = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** The session of this browser. It holds no DOM: cookies, transport, navigation and clock are handed in. */
export function createAuth(options: AuthOptions): Auth {
  const { cookies, navigate, path, guarded } = options;
  const tokens = tokenStorage(cookies, options.now);
  const strategy = options.strategy === undefined ? STRATEGY : options.strategy;
  const tab = Math.random().toString(36).slice(2);
  const tell = (type: Message['type']) => options.channel?.post({ type, tab } satisfies Message);
  const lock = options.lock ?? (<T>(work: () => Promise<T>) => work());
  const $user = atom<AuthUser | null>(null);
  const $loggedIn = computed($user, (user) => user !== null);
  const $working = atom(0);
  const $busy = computed($working, (count) => count > 0);
  /** Grow when this tab forgets the session, or another tab ended it: a profile that was asked for before belongs to nobody. */
  let forgotten = 0;
  let ended = 0;
  let starting: Promise<void> | undefined;
  let started = false;
  let refreshing: Promise<void> | undefined;

  async function busy<T>(work: () => Promise<T>): Promise<T> {
    $working.set($working.get() + 1);
    try {
      return await work();
    } finally {
      $working.set($working.get() - 1);
    }
  }

  const plainHeaders = (): Record<string, string> => {
    const xsrf = cookies.get('XSRF-TOKEN');
    return { Accept: 'application/json', ...(xsrf ? { 'X-XSRF-TOKEN': xsrf } : {}) };
  };

  const authorization = (): Record<string, string> => {
    const token = tokens.authorization();
    return token ? { Authorization: token } : {};
  };

  function redirect(name: RedirectName): void {
    const from = path();
    const remembered = name === 'home' ? returnTarget(tokens.takeRemembered(), options.locale()) : null;
    const to = remembered ?? redirectTarget(name, options.locale());
    if ((name === 'login' || name === 'logout') && from !== to) {
      const page = options.page?.() ?? from;
      if (isReturnPath(page)) tokens.remember(page);
    }
    if (to !== from) navigate(to);
  }

  function forget(): void {
    forgotten++;
    tokens.clear();
    $user.set(null);
  }

  /** A guarded page can't stay without its session. */
  function leave(): void {
    if (!guarded(path())) return;
    options.notify?.('session_ended');
    redirect('logout');
  }

  /** The session ended though nobody signed out. Silent at start: until then nobody was signed in. */
  function end(): void {
    const known = $user.get() !== null;
    if (!known && tokens.authorization() === null && tokens.refreshToken() === null) return;
    forget();
    tell('signed-out');
    if (known || started) leave();
  }

  function hear(message: unknown): void {
    const { type, tab: from } = fields(message) as Partial<Message>;
    if (from === tab) return;
    if (type === 'signed-in' && tokens.authorization() !== null) fetchUser().catch(() => undefined);
    if (type !== 'signed-out') return;
    // The cookies are the other tab's business: it may have signed in again meanwhile.
    ended++;
    if ($user.get() === null) return;
    $user.set(null);
    leave();
  }
  options.channel?.listen(hear);

  /** What the cookies say, in the order of the rules. */
  function standing(): 'anonymous' | 'over' | 'refresh' | 'valid' {
    const over = tokens.refreshStatus() === 'expired';
    const refreshable = tokens.refreshToken() !== null && !over;
    if (tokens.authorization() === null) return refreshable ? 'refresh' : $user.get() === null ? 'anonymous' : 'over';
    if (over) return 'over';
    if (tokens.tokenStatus() === 'expired') return refreshable ? 'refresh' : 'over';
    return 'valid';
  }

  async function refreshTokens(): Promise<void> {
    supported();
    const before = tokens.authorization();
    refreshing ??= lock(() => refreshIn(before)).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  /** Under the lock: another tab may have done it, or signed out, while this one waited. */
  async function refreshIn(before: string | null): Promise<void> {
    if (tokens.authorization() !== before && standing() === 'valid') return;
    const token = tokens.refreshToken();
    if (token === null || tokens.refreshStatus() === 'expired') {
      end();
      throw new Error(SESSION_OVER);
    }
    const { status, data } = await options.request({ method: 'POST', path: REFRESH, headers: plainHeaders(), body: { token } });
    if (tokens.refreshToken() !== token) {
      // Somebody signed out meanwhile, or in again: these tokens belong to nobody.
      if (standing() === 'valid') return;
      throw new Error(SESSION_OVER);
    }
    const access = text(fields(data).token);
    if (access !== null && status >= 200 && status < 300) return tokens.keep(access, text(fields(data).refresh_token));
    if (status < 500) end();
    throw new AuthError({ status, data });
  }

  async function intercept<R extends AuthRequest>(r: R): Promise<R & { headers: Record<string, string> }> {
    // Anything that a browser could read as another host gets no secret.
    if (isExternal(r.path)) return { ...r, headers: { ...r.headers } };
    // Who signs in or refreshes shows no token, and can't wait for a refresh.
    const own = strategy === STRATEGY && r.path !== LOGIN && r.path !== REFRESH;
    if (own) await ready();
    return { ...r, headers: { ...plainHeaders(), ...r.headers, ...(own ? authorization() : {}) } };
  }

  /** Makes sure that a request may go out. */
  async function ready(now = standing()): Promise<void> {
    if (now === 'over') {
      // Whoever asks at the same moment must still find it over, and not nobody signed in.
      await Promise.resolve();
      end();
      throw new Error(SESSION_OVER);
    }
    if (now === 'anonymous' || (now === 'valid' && !tokens.dueAhead())) return;
    await refreshTokens().catch((error: unknown) => {
      // Tokens that are gone were refused; else the network failed: its error is the reason, unless the old token still serves.
      if (tokens.refreshToken() === null) throw new Error(SESSION_OVER);
      if (now === 'refresh') throw error;
    });
  }

  /** @throws Error when the session can't be kept the way that was asked for */
  function supported(): void {
    if (!strategy) throw new Error('No strategy is set!');
    if (strategy !== STRATEGY) throw new Error(`Strategy not supported: ${strategy}`);
  }

  /**
   * Loads the profile; null when nobody is signed in, or no more when `count` changed meanwhile. Tokens that have just come are
   * taken as they are, whatever the clock of this computer thinks of them.
   */
  async function loadUser(count: () => number, fresh: boolean): Promise<AuthUser | null> {
    supported();
    const now = standing();
    if (now === 'anonymous') return null;
    if (!fresh) await ready(now);
    const asked = count();
    const answer = await options.request({ method: 'GET', path: '/v1/auth/profile', headers: { ...plainHeaders(), ...authorization() } });
    if (asked !== count()) return null;
    if (answer.status >= 400) {
      const error = new AuthError(answer);
      if (error.code === 'session_revoked') end();
      throw error;
    }
    const user = fields(answer.data);
    if ((user[USER_FIELD] ?? '') === '') throw new Error(`User Data response does not contain field ${USER_FIELD}`);
    $user.set(user as AuthUser);
    return user as AuthUser;
  }
  const current = () => forgotten + ended;
  const fetchUser = () => loadUser(current, false);

  async function restore(): Promise<void> {
    const now = standing();
    if (now === 'over' || tokens.refreshStatus() === 'expired') return end();
    if (now === 'anonymous') return;
    try {
      if (now === 'refresh') await refreshTokens();
    } catch {
      if (tokens.refreshToken() !== null) options.notify?.('refresh_failed');
      return;
    }
    try {
      await loadUser(current, now === 'refresh');
    } catch {
      if (tokens.authorization() !== null) options.notify?.('profile_failed');
    }
  }

  function init(): Promise<void> {
    starting ??= busy(async () => {
      if (strategy === STRATEGY) await restore();
      started = true;
    });
    return starting;
  }

  async function login({ email, password }: { email: string; password: string }): Promise<AuthUser> {
    supported();
    forget();
    const asked = forgotten;
    const { status, data } = await options.request({ method: 'POST', path: LOGIN, headers: plainHeaders(), body: { email, password } });
    const token = text(fields(data).token);
    if (token === null || status < 200 || status >= 300) throw new AuthError({ status, data });
    if (asked !== forgotten) throw new Error(SESSION_OVER);
    started = true;
    tokens.keep(token, text(fields(data).refresh_token));
    tokens.setStrategy(STRATEGY);
    tell('signed-in');
    // A sign-out that another tab tells late was that of the session before.
    const user = await loadUser(() => forgotten, true);
    if (user === null) throw new Error(SESSION_OVER);
    if (isLoginPage(path()) || guarded(path())) redirect('home');
    return user;
  }

  async function logout(): Promise<void> {
    tokens.removeStrategy();
    forget();
    tell('signed-out');
    redirect('logout');
  }

  function hasScope(scope: string): boolean {
    const own = $user.get()?.scope;
    if (Array.isArray(own)) return own.includes(scope);
    if (typeof own === 'string') return own === scope;
    const at = (value: unknown, key: string) => (Object.hasOwn(fields(value), key) ? fields(value)[key] : undefined);
    return Boolean(at(own, scope) ?? scope.split('.').reduce(at, own));
  }

  return {
    init,
    login: (credentials) => busy(() => login(credentials)),
    logout,
    reset: end,
    fetchUser,
    refreshTokens,
    hasScope,
    redirect,
    tokenStatus: tokens.tokenStatus,
    refreshStatus: tokens.refreshStatus,
    intercept,
    $user,
    $loggedIn,
    $busy,
  };
}
